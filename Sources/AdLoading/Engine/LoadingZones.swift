// SPDX-License-Identifier: MIT
package import AdModel

/// The viewport grown vertically by the fetch, display and unload distances, and where it moves and
/// zones lead, by what it goes in the time of the prediction: ahead alone, to whichever side.
///
/// Each zone lies within the next larger one, display in fetch in unload, whatever the rounding. What
/// leads goes no farther than the unload zone where ads are unloaded, so that nothing is fetched there
/// that would be unloaded again; that zone then reaches as far sideways as it does up and down.
package struct LoadingZones: Equatable, Sendable {
  /// The edges of a zone.
  package struct Span: Equatable, Sendable {
    package private(set) var top: Double
    package private(set) var bottom: Double
    package private(set) var left: Double
    package private(set) var right: Double

    /// The edges of a rectangle grown by a distance up and down, and by another to the sides.
    package init(_ rect: AdRect, by distance: Double = 0, sideways: Double = 0) {
      top = rect.y - distance
      bottom = rect.y + rect.height + distance
      left = rect.x - sideways
      right = rect.x + rect.width + sideways
    }

    /// Grows in the direction of a way.
    fileprivate mutating func lead(_ x: Double, _ y: Double) {
      if y > 0 { bottom += y }
      if y < 0 { top += y }
      if x > 0 { right += x }
      if x < 0 { left += x }
    }

    /// Takes off what lies beyond another span.
    fileprivate mutating func keep(within other: Span) {
      top = max(top, other.top)
      bottom = min(bottom, other.bottom)
      left = max(left, other.left)
      right = min(right, other.right)
    }

    /// Grows to hold another span.
    fileprivate mutating func hold(_ other: Span) {
      top = min(top, other.top)
      bottom = max(bottom, other.bottom)
      left = min(left, other.left)
      right = max(right, other.right)
    }
  }

  package private(set) var display: Span
  package private(set) var fetch: Span
  package private(set) var unload: Span

  /// Computes the zones of a viewport; there are none where it is empty.
  /// - Parameter speed: How fast the viewport goes beside what it passes.
  package init?(
    viewport: AdRect, thresholds: LoadingThresholds, remote: RemoteThresholds?,
    speed: ScrollSpeed = .none
  ) {
    guard !viewport.isEmpty else { return nil }
    let fetch = remote.map { viewport.height * $0.fetch / 100 } ?? thresholds.fetch
    let display = remote.map { viewport.height * $0.render / 100 } ?? thresholds.display
    let unload = max(thresholds.unload, fetch)
    self.display = Span(viewport, by: display)
    self.fetch = Span(viewport, by: fetch)
    self.unload = Span(viewport, by: unload, sideways: thresholds.prediction > 0 ? unload : 0)
    guard thresholds.prediction > 0, speed != .none else { return }
    let (x, y) = (speed.x * Double(thresholds.prediction), speed.y * Double(thresholds.prediction))
    self.display.lead(x, y)
    self.fetch.lead(x, y)
    if thresholds.unloadingEnabled {
      self.display.keep(within: self.unload)
      self.fetch.keep(within: self.unload)
    } else {
      self.unload.hold(self.fetch)
    }
  }

  /// Whether a frame and a zone have an intersection of positive width and height.
  package func overlaps(_ frame: AdRect, _ span: Span) -> Bool {
    frame.y < span.bottom && span.top < frame.y + frame.height
      && frame.x < span.right && span.left < frame.x + frame.width
      && frame.width > 0 && frame.height > 0
  }

  /// Whether what lies between the two positions can be walked edge by edge: the zones still have
  /// something in common, and no ad came in from the side.
  package func isNear(_ other: LoadingZones) -> Bool {
    func isBetweenSame(_ zone: KeyPath<LoadingZones, Span>) -> Bool {
      self[keyPath: zone].left == other[keyPath: zone].left
        && self[keyPath: zone].right == other[keyPath: zone].right
    }
    return isBetweenSame(\.display) && isBetweenSame(\.fetch) && isBetweenSame(\.unload)
      && unload.top < other.unload.bottom && other.unload.top < unload.bottom
  }
}
