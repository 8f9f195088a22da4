// SPDX-License-Identifier: MIT
import TestSupport
import Testing

@testable import AdReports

@Suite struct ThinnedPathTests {
  /// Where a band's upper edge is at a place, straight between its points.
  private static func upper(of band: [BandPoint], at x: Double) -> Double {
    guard let next = band.firstIndex(where: { $0.x >= x }) else { return band.last?.upper ?? 0 }
    guard next > 0, band[next].x > x else { return band[next].upper }
    let (first, last) = (band[next - 1], band[next])
    return first.upper + (x - first.x) / (last.x - first.x) * (last.upper - first.upper)
  }

  @Test func `a straight band has two points, and one with a corner three`() {
    let straight = (0...100).map {
      BandPoint(x: Double($0), upper: Double($0) * 2, lower: Double($0) * 2 + 50)
    }
    #expect(straight.thinned() == [straight[0], straight[100]])
    let bent = straight + (101...200).map { BandPoint(x: Double($0), upper: 200, lower: 250) }
    #expect(bent.thinned().count == 3)
  }

  @Test func `no edge moves by more than can be seen`() {
    var random = SeededRandom(seed: 11)
    for _ in 0..<10 {
      var y = 0.0
      let band = (0..<900).map { place -> BandPoint in
        y += Double.random(in: -3...3, using: &random)
        return BandPoint(x: Double(place), upper: y, lower: y + 40)
      }
      let thinned = band.thinned()
      for point in band {
        #expect((Self.upper(of: thinned, at: point.x) - point.upper).magnitude <= 0.401)
      }
    }
  }

  @Test func `ten minutes of samples becomes no more points than there are pixels for`() {
    let band = (0..<36_000).map {
      BandPoint(x: Double($0) / 38, upper: $0 % 2 == 0 ? 0 : 300, lower: 400)
    }
    let thinned = band.thinned()
    #expect(thinned.count <= 4 * 2 * 940)
    #expect(thinned.map(\.upper).min() == 0 && thinned.map(\.upper).max() == 300)
  }
}
