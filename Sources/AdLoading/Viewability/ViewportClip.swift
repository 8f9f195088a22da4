// SPDX-License-Identifier: MIT
public import AdModel

/// The part of a creative that its web view covers, so that what a page measures in itself is what a
/// person sees.
///
/// A page inside a web view inside a scroll view sees itself as always visible. So once the creative
/// is there, its view is laid over the visible part alone: see ``cut(_:)``. A creative that is wholly
/// hidden keeps one point at its nearest edge, for a web view without area stops its page.
public struct ViewportClip: Hashable, Sendable {
  /// How far an edge must move for a new clip to be worth applying, in points.
  static let tolerance = 2.0

  /// The visible part in whole points from the creative's corner; at least 1 by 1.
  let slice: AdRect

  /// Of a creative that is not on the screen, whatever its place.
  static let hidden = ViewportClip(slice: AdRect(x: 0, y: 0, width: 1, height: 1))

  private init(slice: AdRect) { self.slice = slice }

  /// Cuts a creative to the viewport; nil where nothing is to be cut.
  /// - Parameters:
  ///   - creative: The rendered creative in points.
  ///   - viewport: The viewport in the same coordinates.
  ///   - parts: What of the creative is neither clipped nor covered, from its top left corner; nil for
  ///     all of it.
  package init?(creative: AdRect, viewport: AdRect, parts: [AdRect]? = nil) {
    var (left, right) = (viewport.x - creative.x, viewport.maxX - creative.x)
    var (top, bottom) = (viewport.y - creative.y, viewport.maxY - creative.y)
    if let parts {
      left = max(left, parts.lazy.map(\.x).min() ?? 0)
      right = min(right, parts.lazy.map(\.maxX).max() ?? 0)
      top = max(top, parts.lazy.map(\.y).min() ?? 0)
      bottom = min(bottom, parts.lazy.map(\.maxY).max() ?? 0)
    }
    if left <= 0, top <= 0, right >= creative.width, bottom >= creative.height { return nil }
    let x = Self.visible(of: creative.width, from: left, to: right)
    let y = Self.visible(of: creative.height, from: top, to: bottom)
    slice = AdRect(x: x.from, y: y.from, width: x.to - x.from, height: y.to - y.from)
  }

  /// Whether an edge of this clip is ``tolerance`` or more away from the clip applied now.
  /// - Parameters:
  ///   - applied: The clip; nil where nothing is cut.
  ///   - creative: How large the creative is.
  func isWorthApplying(over applied: ViewportClip?, of creative: CreativeSize) -> Bool {
    let before =
      applied?.slice ?? AdRect(x: 0, y: 0, width: creative.width, height: creative.height)
    func isFar(_ one: Double, _ other: Double) -> Bool { abs(one - other) >= Self.tolerance }
    return isFar(slice.x, before.x) || isFar(slice.y, before.y)
      || isFar(slice.maxX, before.maxX) || isFar(slice.maxY, before.maxY)
  }

  /// Cuts a web view.
  /// - Parameter view: Where the whole view would be, in points from the creative's corner.
  /// - Returns: Where it is to be, at least one point wide and high, and from where on it shows its page.
  public func cut(_ view: AdRect) -> (frame: AdRect, contentOffset: (x: Double, y: Double)) {
    let x = Self.visible(of: view.width, from: slice.x - view.x, to: slice.maxX - view.x)
    let y = Self.visible(of: view.height, from: slice.y - view.y, to: slice.maxY - view.y)
    return (
      AdRect(x: view.x + x.from, y: view.y + y.from, width: x.to - x.from, height: y.to - y.from),
      (x.from, y.from)
    )
  }

  /// The visible part of a length, at least one point of it, from and to whole points.
  private static func visible(
    of length: Double, from start: Double, to end: Double
  ) -> (from: Double, to: Double) {
    let least = min(length, 1)
    let from = min(max(start.rounded(.down), 0), max((length - least).rounded(.down), 0))
    return (from, max(min(end.rounded(.up), length), from + least))
  }
}
