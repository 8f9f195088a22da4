// SPDX-License-Identifier: MIT

/// The ads whose frames the index does not know yet, and what looking at them has cost.
struct UnindexedAds: Sendable {
  /// More of them than this are indexed at the end of a check.
  static let greatestCount = 1024
  /// How many visits cost what a check costs that found nothing to do.
  private static let visitsOfCheck = 8

  /// The ads, visited by every check.
  private(set) var numbers: [Int32] = []
  /// How many of them changed since the last check.
  private var fresh = 0
  /// Visits that an up-to-date index would have saved.
  private var savedVisits = 0

  var isEmpty: Bool { numbers.isEmpty }

  /// Takes an ad that was placed; one that is among them already only moved again.
  mutating func note(_ number: Int32, isKnown: Bool) {
    fresh += 1
    if !isKnown { numbers.append(number) }
  }

  /// Ends a check.
  /// - Returns: Whether indexing them is due: they are many, looking at them has cost what an index
  ///   costs, or half of the index is about ads that left. Frames in screen coordinates change before
  ///   every check and are left as they are.
  mutating func endCheck(places: Int, present: Int, indexed: Int) -> Bool {
    if numbers.count > fresh { savedVisits += numbers.count - fresh + Self.visitsOfCheck }
    fresh = 0
    return numbers.count > Self.greatestCount || savedVisits > 4 * places
      || indexed > 2 * present + Self.greatestCount
  }

  /// Forgets them: the index knows them now.
  mutating func removeAll() {
    numbers.removeAll()
    savedVisits = 0
  }
}
