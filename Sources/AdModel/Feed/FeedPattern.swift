// SPDX-License-Identifier: MIT

/// At which positions of a feed ads stand: `5,7,8/10` is the fifth, seventh and eighth of every ten
/// entries.
public struct FeedPattern: Hashable, Sendable, CustomStringConvertible {
  /// The longest period, in entries.
  package static let greatestPeriod = 10_000

  /// The positions of ads within a period, counted from 1, in ascending order.
  public let adsAt: [Int]
  /// After how many entries the positions repeat.
  public let every: Int

  /// Wherever a position ends in 5, 7 or 8.
  public static let standard = FeedPattern(validated: [5, 7, 8], every: 10)

  private init(validated adsAt: [Int], every: Int) {
    self.adsAt = adsAt
    self.every = every
  }

  /// Makes a pattern after checking it.
  /// - Parameters:
  ///   - adsAt: The positions of ads within a period, counted from 1, in any order; none means a
  ///     feed without ads.
  ///   - every: After how many entries the positions repeat, 1 to `greatestPeriod`.
  /// - Throws: ``InvalidValue`` with `outOfRange`, with `duplicate` for a position named twice, or
  ///   with `contradiction` for positions that leave no room for items.
  public init(adsAt: [Int], every: Int) throws(InvalidValue) {
    guard (1...Self.greatestPeriod).contains(every) else {
      throw InvalidValue(
        .outOfRange, field: "feed period",
        reason: "is \(every); it must be 1 to \(Self.greatestPeriod) entries")
    }
    let sorted = adsAt.sorted()
    for (position, before) in zip(sorted, [0] + sorted) {
      guard (1...every).contains(position) else {
        throw InvalidValue(
          .outOfRange, field: "ad position",
          reason: "is \(position); it must be 1 to \(every), the feed's period")
      }
      guard position != before else {
        throw InvalidValue(
          .duplicate, field: "ad position", reason: "\(position) is named twice")
      }
    }
    guard sorted.count < every else {
      throw InvalidValue(
        .contradiction, field: "ad positions",
        reason: "all \(every) positions hold ads; leave one for items")
    }
    self.init(validated: sorted, every: every)
  }

  /// Reads a pattern as ``description`` writes it.
  /// - Parameter text: Positions, a slash, the period: `5,7,8/10`; `/10` has no ads.
  /// - Throws: ``InvalidValue`` with `malformed`, or as ``init(adsAt:every:)``.
  public init(_ text: String) throws(InvalidValue) {
    let halves = text.split(separator: "/", omittingEmptySubsequences: false)
    let positions =
      halves[0].isEmpty ? [] : halves[0].split(separator: ",", omittingEmptySubsequences: false)
    let numbers = positions.compactMap { Int($0) }
    guard halves.count == 2, let every = Int(halves[1]), numbers.count == positions.count else {
      throw InvalidValue(
        .malformed, field: "feed pattern",
        reason: "is \(text.quotedForDisplay); positions and period are written 5,7,8/10")
    }
    try self.init(adsAt: numbers, every: every)
  }

  /// Positions, a slash, the period.
  public var description: String {
    "\(adsAt.map(String.init).joined(separator: ","))/\(every)"
  }
}
