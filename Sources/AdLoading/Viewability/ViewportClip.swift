// SPDX-License-Identifier: MIT
public import AdModel

/// The part of a creative that its web view should cover, so that what a page measures in itself is
/// what a person sees.
///
/// Lay the web view over ``slice``, moved by the creative's origin, and set its content offset to
/// ``contentOffset``. A creative that is wholly hidden keeps one point at its nearest edge, for a web
/// view without area stops its page.
public struct ViewportClip: Hashable, Sendable {
  /// How far an edge must move for a new clip to be worth applying, in points.
  public static let tolerance = 2.0

  /// The visible part in the creative's own coordinates, in points; at least 1 by 1 where the
  /// creative is.
  public let slice: AdRect

  /// Where the page's visible part begins, in points.
  public var contentOffset: (x: Double, y: Double) { (slice.x, slice.y) }

  /// Cuts a creative to the viewport.
  /// - Parameters:
  ///   - creative: The rendered creative in points.
  ///   - viewport: The viewport in the same coordinates.
  public init(creative: AdRect, viewport: AdRect) {
    let (left, right) = Self.visible(
      of: creative.width, from: viewport.x - creative.x, to: viewport.maxX - creative.x)
    let (top, bottom) = Self.visible(
      of: creative.height, from: viewport.y - creative.y, to: viewport.maxY - creative.y)
    slice = AdRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Whether an edge of this clip is ``tolerance`` or more away from the clip applied now, if any.
  public func isWorthApplying(over applied: ViewportClip?) -> Bool {
    guard let applied else { return true }
    let moves = [
      slice.x - applied.slice.x, slice.y - applied.slice.y, slice.maxX - applied.slice.maxX,
      slice.maxY - applied.slice.maxY,
    ]
    return moves.contains { abs($0) >= Self.tolerance }
  }

  /// The visible part of a length, at least one point of it.
  private static func visible(
    of length: Double, from start: Double, to end: Double
  ) -> (Double, Double) {
    let least = min(length, 1)
    return (min(max(start, 0), length - least), max(min(end, length), least))
  }
}
