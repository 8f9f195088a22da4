// SPDX-License-Identifier: MIT
public import AdLoading
public import AdModel

/// A view of an app, as far as it may lie over ads. All but `==` is read once for each look.
public protocol CoveringView: Equatable {
  /// The view that it is in; nil for the outermost.
  var container: Self? { get }
  /// The views in it, from back to front.
  var inner: [Self] { get }
  /// Where it is, in points in the window.
  var place: AdRect { get }
  /// How opaque it is with all that is in it, from 0 to 1; 0 where it is hidden.
  var opacity: Double { get }
  /// How opaque is what it draws itself, from 0 to 1, whatever is in it.
  var paint: Double { get }
  /// Whether nothing of what is in it is seen beyond its place.
  var clips: Bool { get }
  /// Why it is there; nil where it is no more than the views around it.
  var reason: Obstruction.Reason? { get }
}

/// Finds what an app shows above its ads: neither bars, nor sheets, nor a button that floats tells anybody
/// that it came.
///
/// What was added to the same view later, and to a view around it, lies above. What is drawn so thinly that
/// ads are seen through it covers nothing.
public enum CoverFinder {
  /// How opaque a thing must be to cover what is under it, from 0 to 1.
  ///
  /// Open Measurement counts whatever is not wholly clear; a sheet's shade, of a fifth or two, leaves an ad
  /// to be seen.
  public static let leastOpacity = 0.5
  /// How many things are named; a page under more is no page that anybody reads.
  static let most = 64
  /// How many views are looked at.
  static let mostViews = 2_000

  /// Finds what lies over a view.
  /// - Parameters:
  ///   - view: The view that shows the page, what lies in which covers nothing of it.
  ///   - visible: The part of it that shows ads, in points in the window.
  /// - Returns: What lies over that part, cut to it, in points from its top left corner.
  public static func covers<View: CoveringView>(
    over view: View, visible: AdRect
  ) -> [Obstruction] {
    var found: [Obstruction] = []
    var left = mostViews
    var below = view
    while let container = below.container {
      let all = container.inner
      let first = all.firstIndex(of: below).map { all.index(after: $0) } ?? all.endIndex
      for above in all[first...] {
        look(Look(view: above, opacity: 1, clip: visible, reason: .overlay), &found, &left)
      }
      below = container
    }
    return found.map { cover in
      var frame = cover.frame
      frame.x -= visible.x
      frame.y -= visible.y
      return Obstruction(frame, cover.reason)
    }
  }

  private struct Look<View: CoveringView> {
    let view: View
    let opacity: Double
    let clip: AdRect
    let reason: Obstruction.Reason
  }

  private static func look<View: CoveringView>(
    _ first: Look<View>, _ found: inout [Obstruction], _ left: inout Int
  ) {
    var waiting = [first]
    while let next = waiting.popLast(), left > 0, found.count < most {
      left -= 1
      let opacity = next.opacity * next.view.opacity
      guard opacity >= leastOpacity else { continue }
      let reason = next.view.reason ?? next.reason
      let seen = next.view.place.intersection(next.clip)
      if let seen, opacity * next.view.paint >= leastOpacity {
        // What is wholly under another cover adds nothing.
        if !found.contains(where: { $0.frame.contains(seen) }) {
          found.append(Obstruction(seen, reason))
        }
        if next.view.clips { continue }
      }
      guard let clip = next.view.clips ? seen : next.clip else { continue }
      waiting += next.view.inner.map {
        Look(view: $0, opacity: opacity, clip: clip, reason: reason)
      }
    }
  }
}

extension AdRect {
  /// Whether all of another rectangle lies within this one.
  func contains(_ other: AdRect) -> Bool {
    x <= other.x && y <= other.y && other.maxX <= maxX && other.maxY <= maxY
  }
}
