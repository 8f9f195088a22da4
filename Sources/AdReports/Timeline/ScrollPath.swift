// SPDX-License-Identifier: MIT
import AdLoading
package import AdModel

/// How the viewport went over a page, and where on the page each ad stood.
///
/// All is in the page's coordinates. Where a session tells screen coordinates, in which the viewport
/// stays and the ads move, the page's offset is what most of the ads have moved by.
package struct ScrollPath: Hashable, Sendable {
  /// Where the viewport was from a moment on.
  package struct Sample: Hashable, Sendable {
    /// When, in milliseconds since the session began.
    package let time: Int64
    /// Where, in points; `nil` where it was not shown.
    package let viewport: AdRect?
  }

  /// Where the viewport was, from each moment until the next.
  package private(set) var samples: [Sample] = []
  /// Where each ad stood and when; nothing for the time in which it was not on the page.
  package private(set) var places: [AdUnitID: [Held<AdRect>]] = [:]
  /// When ads were removed.
  package private(set) var removals: [AdUnitID: [Int64]] = [:]

  /// An ad that moved by less, in points, stands where it stood.
  private static let tolerance = 2.0

  /// Follows a track.
  /// - Parameter end: When the session ended, in milliseconds.
  /// - Complexity: O(n) in the events for page coordinates, O(moments · ads · log ads) for those of a
  ///   screen.
  init(_ track: SessionTrack, until end: Int64) {
    let isOnScreen = Self.tellsScreenCoordinates(track)
    var viewport: AdRect?
    var frames: [AdUnitID: AdRect] = [:]
    var page = PageOffset()
    var rest = track.steps[...]
    while let moment = rest.first?.time {
      let steps = rest.prefix { $0.time == moment }
      rest = rest.dropFirst(steps.count)
      let time = min(max(moment, 0), end)
      // Those that were placed in this moment, and whether they were on the page before.
      var placed: [AdUnitID: Bool] = [:]
      func place(_ ad: AdFrame) {
        placed[ad.unit] = placed[ad.unit] ?? (frames[ad.unit] != nil)
        frames[ad.unit] = ad.frame
      }
      for step in steps {
        switch step.event {
        case .viewport(let rect): viewport = rect
        case .frame(let ad): place(ad)
        case .layout(let ads): ads.forEach(place)
        case .removed(let unit):
          guard frames.removeValue(forKey: unit) != nil else { continue }
          placed[unit] = nil
          page.forget(unit)
          places[unit]?.end(at: time)
          removals[unit, default: []].append(time)
        default: break
        }
      }
      if isOnScreen, !placed.isEmpty { page.follow(frames) }
      for (unit, wasThere) in placed {
        guard let frame = frames[unit] else { continue }
        stand(unit, at: page.rect(of: frame), from: time, wasThere: wasThere)
      }
      let shown = viewport.map { page.rect(of: $0) }
      if samples.last?.viewport != shown || samples.isEmpty {
        samples.append(Sample(time: time, viewport: shown))
      }
    }
    for unit in frames.keys { places[unit]?.end(at: end) }
  }

  private mutating func stand(
    _ unit: AdUnitID, at rect: AdRect, from time: Int64, wasThere: Bool
  ) {
    guard wasThere else {
      return places[unit, default: []].append(Held(rect, from: time, to: time))
    }
    if let stood = places[unit]?.last?.value, Self.isNear(stood, rect) { return }
    places[unit, default: []].hold(rect, from: time)
  }

  private static func isNear(_ rect: AdRect, _ other: AdRect) -> Bool {
    (rect.x - other.x).magnitude < tolerance && (rect.y - other.y).magnitude < tolerance
      && (rect.width - other.width).magnitude < tolerance
      && (rect.height - other.height).magnitude < tolerance
  }

  /// Whether the viewport stays at one place while ads go up and down.
  private static func tellsScreenCoordinates(_ track: SessionTrack) -> Bool {
    var tops: Set<Double> = []
    var frames: [AdUnitID: Double] = [:]
    var moves = 0
    func place(_ ad: AdFrame) {
      if let before = frames[ad.unit], before != ad.frame.y { moves += 1 }
      frames[ad.unit] = ad.frame.y
    }
    for step in track.steps {
      switch step.event {
      case .viewport(let rect?):
        tops.insert(rect.y)
        if tops.count > 1 { return false }
      case .frame(let ad): place(ad)
      case .layout(let ads): ads.forEach(place)
      default: break
      }
    }
    return moves > 0
  }

  /// By how much a page was scrolled, seen from where its ads are on the screen.
  private struct PageOffset {
    private var offset = 0.0
    /// Where on the page each ad stood when it was first seen.
    private var anchors: [AdUnitID: Double] = [:]

    func rect(of frame: AdRect) -> AdRect {
      AdRect(x: frame.x, y: frame.y + offset, width: frame.width, height: frame.height)
    }

    mutating func forget(_ unit: AdUnitID) { anchors[unit] = nil }

    /// Takes what half of the known ads say; the others changed their place on the page.
    mutating func follow(_ frames: [AdUnitID: AdRect]) {
      let said = frames.compactMap { unit, frame in anchors[unit].map { $0 - frame.y } }
        .filter(\.isFinite).sorted()
      if !said.isEmpty { offset = said[said.count / 2] }
      for (unit, frame) in frames where anchors[unit] == nil { anchors[unit] = frame.y + offset }
    }
  }
}
