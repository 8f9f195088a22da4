// SPDX-License-Identifier: MIT
import AdModel

/// Where the viewport and the places of ads were at any time of a recorded session, as its loading
/// engine was told.
struct PageMotion: Sendable {
  /// Where the viewport and one ad were from a time on.
  struct State: Sendable {
    let time: Int64
    let viewport: AdRect?
    /// Where the ad was; nil where it was not there, or nothing of it could be seen.
    let frame: AdRect?

    /// How far above or below the viewport the ad was, in points, 0 where it overlapped it; nil where
    /// it was beside the viewport, or one of them was nowhere.
    var distance: Double? {
      guard let viewport, let frame, !viewport.isEmpty, !frame.isEmpty, frame.x < viewport.maxX,
        viewport.x < frame.maxX
      else { return nil }
      return max(frame.y - viewport.maxY, viewport.y - frame.maxY, 0)
    }
  }

  private typealias Moment = (time: Int64, rect: AdRect?)

  private var viewports: [Moment] = []
  private var frames: [AdUnitID: [Moment]] = [:]
  /// Where ads are, also those of which nothing can be seen.
  private var known: [AdUnitID: AdRect] = [:]
  private var hidden: Set<AdUnitID> = []

  /// When there was a viewport first, in milliseconds, and when it was elsewhere first.
  private(set) var opening: (start: Int64, end: Int64?)?

  /// Takes what the engine was told, in order of time.
  mutating func follow(_ event: LoadingEvent, at time: Int64) {
    switch event {
    case .viewport(let rect):
      if let opening, opening.end == nil, time > opening.start, rect != viewports.last?.rect {
        self.opening?.end = time
      }
      if opening == nil, let rect, !rect.isEmpty { opening = (time, nil) }
      Self.note(rect, at: time, in: &viewports)
    case .frame(let placed): place(placed, at: time)
    case .layout(let placed): for placed in placed { place(placed, at: time) }
    case .removed(let unit):
      hidden.remove(unit)
      known[unit] = nil
      Self.note(nil, at: time, in: &frames[unit, default: []])
    case .parts(let unit, let parts):
      if parts?.isEmpty == true { hidden.insert(unit) } else { hidden.remove(unit) }
      guard let frame = known[unit] else { return }
      place(AdFrame(unit: unit, frame: frame), at: time)
    default: break
    }
  }

  private mutating func place(_ placed: AdFrame, at time: Int64) {
    known[placed.unit] = placed.frame
    Self.note(
      hidden.contains(placed.unit) ? nil : placed.frame, at: time,
      in: &frames[placed.unit, default: []])
  }

  /// Takes where something is from a time on; of one millisecond the last word counts.
  private static func note(_ rect: AdRect?, at time: Int64, in moments: inout [Moment]) {
    if moments.last?.time == time { moments.removeLast() }
    guard moments.isEmpty ? rect != nil : moments[moments.count - 1].rect != rect else { return }
    moments.append((time, rect))
  }

  /// Where an ad was, from one time through another: first where it was then, and each change.
  /// - Complexity: O(log n) in the events of the session, and O(changes).
  func states(of unit: AdUnitID, from start: Int64, through end: Int64) -> [State] {
    let frames = frames[unit] ?? []
    var (view, place) = (Self.index(of: start, in: viewports), Self.index(of: start, in: frames))
    func state(_ time: Int64) -> State {
      State(
        time: time, viewport: view < 0 ? nil : viewports[view].rect,
        frame: place < 0 ? nil : frames[place].rect)
    }
    var states = [state(start)]
    while true {
      let next = [
        view + 1 < viewports.count ? viewports[view + 1].time : .max,
        place + 1 < frames.count ? frames[place + 1].time : .max,
      ]
      let time = min(next[0], next[1])
      guard time <= end, time < .max else { return states }
      if next[0] == time { view += 1 }
      if next[1] == time { place += 1 }
      states.append(state(time))
    }
  }

  /// The place of the last moment at or before a time; -1 where there is none.
  private static func index(of time: Int64, in moments: [Moment]) -> Int {
    var (low, high) = (0, moments.count)
    while low < high {
      let middle = (low + high) / 2
      if moments[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}
