// SPDX-License-Identifier: MIT
import AdModel
import Testing

@Suite struct AdRectTests {
  static let screen = AdRect(x: 0, y: 0, width: 393, height: 852)

  @Test(arguments: [
    (AdRect(x: 0, y: 0, width: 1, height: 1), true),
    (AdRect(x: 392.5, y: 851.5, width: 10, height: 10), true),
    (AdRect(x: 393, y: 0, width: 10, height: 10), false),
    (AdRect(x: 0, y: 852, width: 393, height: 10), false),
    (AdRect(x: 0, y: -10, width: 393, height: 10), false),
    (AdRect(x: 10, y: 10, width: 0, height: 10), false),
    (AdRect(x: 10, y: 10, width: 10, height: -5), false),
    (AdRect(x: .nan, y: 0, width: 10, height: 10), false),
    (AdRect(x: -1000, y: -1000, width: 5000, height: 5000), true),
  ])
  func `overlaps where the intersection has an area`(other: AdRect, expected: Bool) {
    #expect(Self.screen.overlaps(other) == expected)
    #expect(other.overlaps(Self.screen) == expected)
    #expect((Self.screen.intersection(other) != nil) == expected)
  }

  @Test func `an intersection is the common part`() {
    let other = AdRect(x: -50, y: 800, width: 100, height: 100)
    #expect(Self.screen.intersection(other) == AdRect(x: 0, y: 800, width: 50, height: 52))
  }

  @Test(arguments: [(320.0, "320"), (36.5, "36.5"), (-0.25, "-0.25"), (1e300, "1e+300")])
  func `numbers are written without a fraction that is not there`(number: Double, text: String) {
    #expect(number.formatted == text)
  }
}
