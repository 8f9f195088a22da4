// SPDX-License-Identifier: MIT
public import AdModel

/// Puts ads at fixed positions of a feed that grows in batches.
///
/// With the default positions an ad stands wherever the position, counted from 1, ends in 5, 7 or
/// 8, so that a first batch of 10 items becomes 13 entries. The count goes on from batch to batch.
/// Only items make a feed grow: no batch ends in an ad.
public struct FeedSlots: Hashable, Sendable {
  /// What stands at one position of the feed.
  public enum Entry: Hashable, Sendable {
    /// The item at this place of the batch.
    case item(Int)
    /// The ad with this number, counted from 0 through the whole feed.
    case ad(Int)
  }

  /// The index that the next entry of the feed will have.
  public private(set) var latestIndex: Int

  private let period: Int
  /// For each index within a period, how many ads stand before it, and at the end in all.
  private let adsBefore: [Int]

  /// Begins a feed, or goes on with one of which `latestIndex` entries are shown.
  /// - Parameters:
  ///   - positions: The positions of ads within a period, counted from 1, in any order.
  ///   - period: After how many entries the positions repeat, 1 to 10,000.
  ///   - latestIndex: How many entries the feed has, 0 or more.
  /// - Throws: `InvalidValue` for a number out of range, a position named twice, or positions that
  ///   leave no room for items.
  public init(
    adsAt positions: [Int] = [5, 7, 8], every period: Int = 10, latestIndex: Int = 0
  ) throws(InvalidValue) {
    try checkRange("period of the feed", Double(period), 1...10_000)
    try checkRange("latest index", Double(latestIndex), 0...1e15)
    var isAd = [Bool](repeating: false, count: period)
    for position in positions {
      try checkRange("position of an ad", Double(position), 1...Double(period))
      guard !isAd[position - 1] else {
        throw InvalidValue(
          .duplicate, field: "position of an ad", reason: "\(position) is named twice")
      }
      isAd[position - 1] = true
    }
    guard isAd.contains(false) else {
      throw InvalidValue(
        .contradiction, field: "positions of ads",
        reason: "all \(period) positions hold ads; leave one for items")
    }
    self.period = period
    self.latestIndex = latestIndex
    self.adsBefore = isAd.reduce(into: [0]) { sums, isAd in
      sums.append((sums.last ?? 0) + (isAd ? 1 : 0))
    }
  }

  /// Says whether an index of the feed holds an ad.
  /// - Parameter index: The index from the feed's start, 0 or more.
  /// - Returns: Whether an ad stands there.
  public func isAd(at index: Int) -> Bool {
    let place = index % period
    return adsBefore[place + 1] > adsBefore[place]
  }

  /// Adds a batch of items and tells what the feed's new entries are.
  /// - Parameter count: How many items the batch has; none or fewer add nothing.
  /// - Returns: The entries in order, to be appended to those shown.
  /// - Complexity: Linear in the number of entries added.
  public mutating func add(items count: Int) -> [Entry] {
    var entries: [Entry] = []
    var placed = 0
    while placed < count {
      if isAd(at: latestIndex) {
        entries.append(.ad(adNumber(at: latestIndex)))
      } else {
        entries.append(.item(placed))
        placed += 1
      }
      latestIndex += 1
    }
    return entries
  }

  /// How many ads stand before an index.
  private func adNumber(at index: Int) -> Int {
    index / period * adsBefore[period] + adsBefore[index % period]
  }
}
