// SPDX-License-Identifier: MIT

/// How a person's age restricts the ads: the more careful, the greater.
///
/// A child or a teenager is never shown personalised ads, whatever was agreed to. These cases are
/// all; none will be added.
///
/// Source: Google, "Tag for age treatment", support.google.com/admanager/answer/3671211.
public enum AgeTreatment: String, CaseIterable, Hashable, Sendable {
  /// Nothing is known that would restrict the ads.
  case unspecified
  /// From the age of digital consent up to 17 years.
  case teen
  /// Below 13 years, or below the age at which a person's country lets children agree.
  case child

  /// Takes an age range that a system told, as Apple's declared age range.
  ///
  /// - Parameters:
  ///   - lowerBound: The youngest that the person may be, in years; nil where the range is open
  ///     downwards, which is below the lowest age that was asked about.
  ///   - upperBound: The oldest that the person may be, in years; nil where the range is open upwards.
  ///     A range without any bound tells nothing.
  /// - Returns: The treatment of the youngest in the range. Somebody who declined to share told
  ///   nothing: keep what is known, and do not ask this.
  public init(lowerBound: Int?, upperBound: Int?) {
    guard let lowerBound else {
      self = upperBound == nil ? .unspecified : .child
      return
    }
    self = lowerBound < 13 ? .child : lowerBound < 18 ? .teen : .unspecified
  }
}

extension AgeTreatment: Comparable {
  /// Orders by how much the ads are restricted.
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .unspecified: 0
    case .teen: 1
    case .child: 2
    }
  }
}
