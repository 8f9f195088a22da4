// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import Testing

/// The visible slice of a creative in a viewport of 400 by 800 points.
@Suite struct ViewportClipTests {
  private static let viewport = AdRect(x: 0, y: 1_000, width: 400, height: 800)

  @Test(arguments: [
    ("wholly visible", 1_200.0, AdRect(x: 0, y: 0, width: 300, height: 250)),
    ("cut above", 900.0, AdRect(x: 0, y: 100, width: 300, height: 150)),
    ("cut below", 1_700.0, AdRect(x: 0, y: 0, width: 300, height: 100)),
    ("hidden above", 100.0, AdRect(x: 0, y: 249, width: 300, height: 1)),
    ("hidden below", 5_000.0, AdRect(x: 0, y: 0, width: 300, height: 1)),
    ("touching below", 1_800.0, AdRect(x: 0, y: 0, width: 300, height: 1)),
  ])
  func `the slice is what is visible, or one point`(name: String, y: Double, expected: AdRect) {
    let clip = ViewportClip(
      creative: AdRect(x: 50, y: y, width: 300, height: 250), viewport: Self.viewport)
    #expect(clip.slice == expected, "\(name)")
    #expect(clip.contentOffset == (expected.x, expected.y))
  }

  @Test func `a creative wider than the viewport is cut at the side too`() {
    let clip = ViewportClip(
      creative: AdRect(x: -100, y: 1_000, width: 970, height: 250), viewport: Self.viewport)
    #expect(clip.slice == AdRect(x: 100, y: 0, width: 400, height: 250))
  }

  @Test func `a creative taller than the viewport is cut at both ends`() {
    let clip = ViewportClip(
      creative: AdRect(x: 0, y: 900, width: 300, height: 2_000), viewport: Self.viewport)
    #expect(clip.slice == AdRect(x: 0, y: 100, width: 300, height: 800))
  }

  @Test(arguments: [(900.0, false), (901.9, false), (902.0, true), (898.0, true), (898.1, false)])
  func `less than two points are not worth a new layout`(y: Double, expected: Bool) {
    let applied = ViewportClip(
      creative: AdRect(x: 0, y: 900, width: 300, height: 250), viewport: Self.viewport)
    let next = ViewportClip(
      creative: AdRect(x: 0, y: y, width: 300, height: 250), viewport: Self.viewport)
    #expect(next.isWorthApplying(over: applied) == expected)
    #expect(next.isWorthApplying(over: nil))
  }
}
