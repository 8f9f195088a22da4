// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import Testing

/// The visible part of a creative of 300 by 250 points in a viewport of 400 by 800 points.
@Suite struct ViewportClipTests {
  private static let viewport = AdRect(x: 0, y: 1_000, width: 400, height: 800)

  /// What is left of a web view that covers a whole creative: its frame, from the creative's corner.
  private static func left(
    of creative: AdRect, parts: [AdRect]? = nil
  ) throws -> AdRect {
    let clip = ViewportClip(creative: creative, viewport: viewport, parts: parts)
    let whole = AdRect(x: 0, y: 0, width: creative.width, height: creative.height)
    let (frame, offset) = try #require(clip).cut(whole)
    #expect(offset == (frame.x, frame.y))
    return frame
  }

  @Test(arguments: [
    ("cut above", 900.0, AdRect(x: 0, y: 100, width: 300, height: 150)),
    ("cut below", 1_700.0, AdRect(x: 0, y: 0, width: 300, height: 100)),
    ("cut within a point", 899.5, AdRect(x: 0, y: 100, width: 300, height: 150)),
    ("hidden above", 100.0, AdRect(x: 0, y: 249, width: 300, height: 1)),
    ("hidden below", 5_000.0, AdRect(x: 0, y: 0, width: 300, height: 1)),
    ("touching below", 1_800.0, AdRect(x: 0, y: 0, width: 300, height: 1)),
  ])
  func `a view covers what is visible, or one point`(
    name: String, y: Double, expected: AdRect
  ) throws {
    let creative = AdRect(x: 50, y: y, width: 300, height: 250)
    #expect(try Self.left(of: creative) == expected, "\(name)")
  }

  @Test(arguments: [1_000.0, 1_200, 1_550])
  func `a creative that is wholly visible is not cut`(y: Double) {
    let creative = AdRect(x: 50, y: y, width: 300, height: 250)
    #expect(ViewportClip(creative: creative, viewport: Self.viewport) == nil)
  }

  @Test func `a creative wider than the viewport is cut at the side too`() throws {
    let left = try Self.left(of: AdRect(x: -100, y: 1_000, width: 970, height: 250))
    #expect(left == AdRect(x: 100, y: 0, width: 400, height: 250))
  }

  @Test func `a creative taller than the viewport is cut at both ends`() throws {
    let left = try Self.left(of: AdRect(x: 0, y: 900, width: 300, height: 2_000))
    #expect(left == AdRect(x: 0, y: 100, width: 300, height: 800))
  }

  @Test(arguments: [
    ([AdRect(x: 0, y: 20, width: 300, height: 100)], AdRect(x: 0, y: 20, width: 300, height: 100)),
    (
      [AdRect(x: 10, y: 0, width: 20, height: 30), AdRect(x: 100, y: 40, width: 50, height: 20)],
      AdRect(x: 10, y: 0, width: 140, height: 60)
    ),
    ([], AdRect(x: 0, y: 0, width: 1, height: 1)),
  ])
  func `what clips or covers it cuts it too`(parts: [AdRect], expected: AdRect) throws {
    let creative = AdRect(x: 50, y: 1_200, width: 300, height: 250)
    #expect(try Self.left(of: creative, parts: parts) == expected)
  }

  @Test func `a view narrower than its slot loses what lies outside`() throws {
    let slot = AdRect(x: -100, y: 900, width: 393, height: 250)
    let clip = try #require(ViewportClip(creative: slot, viewport: Self.viewport))
    let (frame, offset) = clip.cut(AdRect(x: 36, y: 0, width: 320, height: 250))
    #expect(frame == AdRect(x: 100, y: 100, width: 256, height: 150))
    #expect(offset == (64, 100))
    let beside = clip.cut(AdRect(x: 0, y: 0, width: 50, height: 250))
    #expect(beside.frame == AdRect(x: 49, y: 100, width: 1, height: 150))
  }
}
