// SPDX-License-Identifier: MIT
package import AdModel

extension LayoutPicture {
  /// A screen over a page, and the zones around it in which ads are fetched and displayed.
  package struct Screen: Sendable {
    /// The visible part of the page, in points.
    let viewport: AdRect
    /// The page's distances.
    let thresholds: LoadingThresholds

    /// Describes a screen.
    /// - Parameter viewport: The visible part of the page, in points.
    package init(_ viewport: AdRect, under thresholds: LoadingThresholds) {
      self.viewport = viewport
      self.thresholds = thresholds
    }

    /// A zone, from the innermost to the outermost.
    struct Zone {
      let style: String
      let words: String
      let distance: Double
    }

    var zones: [Zone] {
      let fetch = Zone(
        style: "fetch", words: "fetched within \(thresholds.fetch.inPoints)",
        distance: thresholds.fetch)
      let display = Zone(
        style: "display", words: "displayed within \(thresholds.display.inPoints)",
        distance: thresholds.display)
      guard thresholds.unloadingEnabled else { return [display, fetch] }
      return [
        display, fetch,
        Zone(
          style: "unload", words: "let go of beyond \(thresholds.unload.inPoints)",
          distance: thresholds.unload),
      ]
    }

    /// The part of the page that is so near to the screen.
    func reach(_ distance: Double) -> (top: Double, bottom: Double) {
      (viewport.y - distance, viewport.maxY + distance)
    }

    /// How far an ad has come that has stood there since the page was opened.
    func state(of frame: AdRect) -> LoadState {
      func isWithin(_ distance: Double) -> Bool {
        let (top, bottom) = reach(distance)
        return frame.y < bottom && frame.maxY > top
      }
      return isWithin(thresholds.display)
        ? .displayed : isWithin(thresholds.fetch) ? .fetched : .notLoaded
    }
  }
}
