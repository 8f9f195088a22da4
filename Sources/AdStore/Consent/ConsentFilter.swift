// SPDX-License-Identifier: MIT
public import AdConsent
public import AdModel

/// Which people a list of consent shows.
public struct ConsentFilter: Hashable, Sendable {
  /// Only records under this law.
  public var regulation: Regulation?
  /// Only records that tell of this.
  public var event: ConsentEvent?
  /// Only records that the gate decides in this way.
  public var gate: ConsentStanding?
  /// Only what was answered at this time or later.
  public var answeredSince: Timestamp?
  /// Only what was answered before this time.
  public var answeredBefore: Timestamp?
  /// Only what lets ads load now, and not after this time.
  public var expiresBefore: Timestamp?

  /// Shows everybody.
  public init() {}
}

/// How the gate stands for somebody, without the reason. These cases are all; none will be added.
public enum ConsentStanding: String, CaseIterable, Hashable, Sendable {
  /// Ads may load.
  case allowed
  /// No ad may load.
  case blocked
}
