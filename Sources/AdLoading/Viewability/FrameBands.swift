// SPDX-License-Identifier: MIT
import AdModel

/// Ads by the band of the page in which they begin, so that those in a viewport are found without
/// looking at the others.
struct FrameBands: Sendable {
  /// The height of a band, in points: more than nearly all ads have.
  private static let height = 1024.0
  /// How many bands on either side of the origin are walked one by one: their numbers are exact.
  private static let farthest = 0x1p40

  private var bands: [Double: Set<AdUnitID>] = [:]
  /// Ads that reach farther than the next band.
  private var others: Set<AdUnitID> = []

  /// Adds an ad.
  mutating func insert(_ unit: AdUnitID, at frame: AdRect) {
    if let band = Self.band(of: frame) {
      bands[band, default: []].insert(unit)
    } else {
      others.insert(unit)
    }
  }

  /// Removes an ad from where it was added.
  mutating func remove(_ unit: AdUnitID, from frame: AdRect) {
    guard let band = Self.band(of: frame) else {
      others.remove(unit)
      return
    }
    bands[band]?.remove(unit)
    if bands[band]?.isEmpty == true { bands[band] = nil }
  }

  /// Appends all ads that overlap a viewport, and some that are close to it, each once.
  /// - Complexity: O(ads close to the viewport).
  func appendAds(around viewport: AdRect, to ads: inout [AdUnitID]) {
    ads += others
    let first = Self.bandNumber(at: viewport.y) - 1
    let last = Self.bandNumber(at: viewport.maxY)
    let isFar = !(abs(first) < Self.farthest && abs(last) < Self.farthest)
    if isFar || last - first > Double(bands.count) {
      for band in bands.values { ads += band }
    } else {
      for band in stride(from: first, through: last, by: 1) { ads += bands[band] ?? [] }
    }
  }

  private static func band(of frame: AdRect) -> Double? {
    let band = bandNumber(at: frame.y)
    return bandNumber(at: frame.maxY) <= band + 1 ? band : nil
  }

  private static func bandNumber(at y: Double) -> Double { (y / height).rounded(.down) }
}
