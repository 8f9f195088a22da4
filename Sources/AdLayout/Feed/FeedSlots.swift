// SPDX-License-Identifier: MIT
package import AdModel

/// Puts ads at fixed positions of a feed that grows in batches.
///
/// With the default pattern an ad stands wherever the position, counted from 1, ends in 5, 7 or 8,
/// so that a first batch of 10 items becomes 13 entries. The count goes on from batch to batch. Only
/// items make a feed grow: no batch ends in an ad. Where no ad is to be had, an item takes its place.
public struct FeedSlots: Hashable, Sendable {
  /// The content of one position of the feed. These cases are all; none will be added.
  public enum Entry: Hashable, Sendable {
    /// The item at this place of the batch.
    case item(Int)
    /// The ad at the place of this number: ad places count from 0 through the whole feed, those that
    /// an item took included.
    case ad(Int)
  }

  /// The index that the next entry of the feed will have.
  package private(set) var latestIndex: Int

  private var period: Int
  /// For each index within a period, how many ad places stand before it, and at the end in all.
  private var adsBefore: [Int]
  /// How many ad places more than by the pattern there were before it was changed.
  private var earlierAds = 0

  /// Begins a feed, or goes on with one of which `latestIndex` entries are shown.
  /// - Parameters:
  ///   - pattern: Where ads stand.
  ///   - latestIndex: How many entries the feed has, 0 or more.
  /// - Throws: `InvalidValue` with `outOfRange` for a count below 0 or beyond every feed.
  package init(_ pattern: FeedPattern = .standard, latestIndex: Int) throws(InvalidValue) {
    try checkRange("latest index", Double(latestIndex), 0...1e15)
    self.init(pattern)
    self.latestIndex = latestIndex
  }

  /// Begins a feed.
  /// - Parameter pattern: Where ads stand.
  package init(_ pattern: FeedPattern = .standard) {
    period = pattern.every
    latestIndex = 0
    var isAd = [Bool](repeating: false, count: pattern.every)
    for position in pattern.adsAt { isAd[position - 1] = true }
    adsBefore = isAd.reduce(into: [0]) { sums, isAd in
      sums.append((sums.last ?? 0) + (isAd ? 1 : 0))
    }
  }

  /// Goes on with another pattern behind what is shown; the ad places go on being counted.
  package mutating func change(to pattern: FeedPattern) {
    let number = adNumber(at: latestIndex)
    let index = latestIndex
    self = FeedSlots(pattern)
    latestIndex = index
    earlierAds = number - adNumber(at: index)
  }

  /// Says whether an index of the feed is an ad's place.
  /// - Parameter index: The index from the feed's start, 0 or more.
  /// - Returns: Whether an ad stands there while there are ads.
  package func isAd(at index: Int) -> Bool {
    let place = index % period
    return adsBefore[place + 1] > adsBefore[place]
  }

  /// Adds a batch of items and tells what the feed's new entries are.
  /// - Parameters:
  ///   - count: How many items the batch has; none or fewer add nothing.
  ///   - ads: How many ads there are to show, as ``BannerPool/availableCount`` says; items take the
  ///     places of those that are missing.
  /// - Returns: The entries in order, to be appended to those shown.
  /// - Complexity: Linear in the number of entries added.
  package mutating func add(items count: Int, ads: Int = .max) -> [Entry] {
    var entries: [Entry] = []
    var placed = 0
    var left = ads
    while placed < count {
      if left > 0, isAd(at: latestIndex) {
        entries.append(.ad(adNumber(at: latestIndex)))
        left -= 1
      } else {
        entries.append(.item(placed))
        placed += 1
      }
      latestIndex += 1
    }
    return entries
  }

  /// How many ad places stand before an index.
  private func adNumber(at index: Int) -> Int {
    earlierAds + index / period * adsBefore[period] + adsBefore[index % period]
  }
}
