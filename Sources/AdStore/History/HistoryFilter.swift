// SPDX-License-Identifier: MIT
public import AdModel

/// Which transitions a list shows; what is not set leaves out nothing but
/// simulations.
public struct HistoryFilter: Hashable, Sendable {
  /// Only those of one ad unit.
  public var unit: AdUnitID?
  /// Only those of one session.
  public var session: SessionID?
  /// Only those into one of these states; empty for all.
  public var states: Set<LoadState> = []
  /// Only those for one of these causes; empty for all.
  public var causes: Set<TransitionCause> = []
  /// Only those at this time or later.
  public var since: Timestamp?
  /// Only those before this time.
  public var until: Timestamp?
  /// Simulated sessions instead of real ones; a session that is named is listed whatever it is.
  public var simulated = false

  /// Makes a filter that leaves out nothing.
  public init() {}
}
