// SPDX-License-Identifier: MIT

/// A band over time, as points with an upper and a lower edge in pixels.
struct BandPoint: Hashable {
  let x: Double
  let upper: Double
  let lower: Double
}

extension [BandPoint] {
  /// The band with as few points as look the same: no edge moves by more than a tolerance.
  /// - Parameter tolerance: In pixels, above 0.
  /// - Returns: Some of the points, in their order.
  /// - Complexity: O(n) in the points, and the square of twice the width in pixels at worst.
  func thinned(tolerance: Double = 0.4) -> [BandPoint] {
    let band = lookingAlike
    guard band.count > 2 else { return band }
    // Where the line between two points that stay leaves one between them too far aside, that stays.
    var isKept = [Bool](repeating: false, count: band.count)
    isKept[0] = true
    isKept[band.count - 1] = true
    var open = [(0, band.count - 1)]
    while let (first, last) = open.popLast() {
      var (worst, far) = (first, tolerance)
      for place in first + 1..<Swift.max(last, first + 1) {
        let aside = band[place].distance(from: band[first], to: band[last])
        if aside > far { (worst, far) = (place, aside) }
      }
      guard worst > first else { continue }
      isKept[worst] = true
      open.append((first, worst))
      open.append((worst, last))
    }
    return zip(band, isKept).filter(\.1).map(\.0)
  }

  /// Of the points in one half of a pixel, the first, the highest, the lowest and the last.
  private var lookingAlike: [BandPoint] {
    var band: [BandPoint] = []
    var rest = self[...]
    while let first = rest.first {
      let column = (first.x * 2).rounded(.down)
      let same = rest.prefix { ($0.x * 2).rounded(.down) == column }
      rest = rest.dropFirst(same.count)
      guard same.count > 4 else {
        band += same
        continue
      }
      let places = [
        same.startIndex, same.indices.min { same[$0].upper < same[$1].upper } ?? same.startIndex,
        same.indices.max { same[$0].upper < same[$1].upper } ?? same.startIndex,
        same.endIndex - 1,
      ]
      for place in Set(places).sorted() { band.append(same[place]) }
    }
    return band
  }
}

extension BandPoint {
  /// How far the edges lie from the lines between those of two others, in pixels up or down.
  fileprivate func distance(from first: BandPoint, to last: BandPoint) -> Double {
    let share = last.x > first.x ? (x - first.x) / (last.x - first.x) : 0
    return max(
      (upper - first.upper - share * (last.upper - first.upper)).magnitude,
      (lower - first.lower - share * (last.lower - first.lower)).magnitude)
  }
}
