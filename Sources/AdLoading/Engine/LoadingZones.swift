// SPDX-License-Identifier: MIT
package import AdModel

/// The viewport grown vertically by the fetch, display and unload distances.
///
/// Each zone lies within the next larger one, display in fetch in unload, whatever the rounding.
package struct LoadingZones: Equatable, Sendable {
  /// The upper and the lower edge of a zone.
  package struct Span: Equatable, Sendable {
    package let top: Double
    package let bottom: Double

    package init(top: Double, bottom: Double) {
      self.top = top
      self.bottom = bottom
    }
  }

  package let left: Double
  package let right: Double
  package let display: Span
  package let fetch: Span
  package let unload: Span

  /// Computes the zones of a viewport; there are none where it is empty.
  package init?(viewport: AdRect, thresholds: LoadingThresholds, remote: RemoteThresholds?) {
    guard !viewport.isEmpty else { return nil }
    let fetch = remote.map { viewport.height * $0.fetch / 100 } ?? thresholds.fetch
    let display = remote.map { viewport.height * $0.render / 100 } ?? thresholds.display
    let top = viewport.y
    let bottom = viewport.y + viewport.height
    func span(_ distance: Double) -> Span { Span(top: top - distance, bottom: bottom + distance) }
    left = viewport.x
    right = viewport.x + viewport.width
    self.display = span(display)
    self.fetch = span(fetch)
    self.unload = span(max(thresholds.unload, fetch))
  }

  /// Whether a frame and a zone have an intersection of positive width and height.
  package func overlaps(_ frame: AdRect, _ span: Span) -> Bool {
    frame.y < span.bottom && span.top < frame.y + frame.height
      && frame.x < right && left < frame.x + frame.width
      && frame.width > 0 && frame.height > 0
  }

  /// Whether what lies between the two positions can be walked edge by edge: the zones still have
  /// something in common, and no ad came in from the side.
  package func isNear(_ other: LoadingZones) -> Bool {
    left == other.left && right == other.right
      && unload.top < other.unload.bottom && other.unload.top < unload.bottom
  }
}
