// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// What held for all ads of a session over time, as a row of a picture.
struct TimelineStrip {
  /// One value of the row.
  struct Part: Hashable {
    /// Its class in the style.
    let name: String
    let words: String
    /// The same where there is less room.
    let shortWords: String
    /// Whether it is how things usually are, and is drawn thin.
    let isNormal: Bool
    /// Whether nothing could be loaded.
    let isShut: Bool
  }

  let name: String
  let parts: [Held<Part>]

  /// The rows that tell something: how consent stood wherever it was not just open, the app wherever it
  /// was away, and distances wherever they changed.
  static func strips(of conditions: SessionConditions) -> [TimelineStrip] {
    var strips: [TimelineStrip] = []
    if conditions.hasConsentEvents {
      strips.append(TimelineStrip(name: "consent", parts: conditions.gate.map { $0.map(part) }))
    }
    if conditions.hasAppEvents {
      strips.append(TimelineStrip(name: "app", parts: conditions.app.map { $0.map(part) }))
    }
    if conditions.distances.count > 1 {
      strips.append(
        TimelineStrip(name: "distances", parts: conditions.distances.map { $0.map(part) }))
    }
    return strips
  }

  private static func part(_ gate: LoadGate) -> Part {
    switch gate {
    case .open(let permit):
      Part(
        name: "open", words: "open, \(permit.mode.rawValue)", shortWords: permit.mode.rawValue,
        isNormal: true, isShut: false)
    case .closed(let cause):
      Part(
        name: "closed", words: "closed, \(cause.rawValue)", shortWords: cause.rawValue,
        isNormal: false, isShut: true)
    }
  }

  private static func part(_ phase: AppPhase) -> Part {
    Part(
      name: phase == .foreground ? "front" : "away", words: phase.rawValue,
      shortWords: phase == .foreground ? "front" : "away", isNormal: phase == .foreground,
      isShut: phase == .background)
  }

  private static func part(_ distances: DistancesInForce) -> Part {
    Part(
      name: "set", words: distances.words, shortWords: distances.figures, isNormal: false,
      isShut: false)
  }
}

extension Held {
  fileprivate func map<Other>(_ change: (Value) -> Other) -> Held<Other> {
    Held<Other>(change(value), from: start, to: end)
  }
}

extension DistancesInForce {
  /// The distances as they are said.
  package var words: String {
    let unload =
      thresholds.unloadingEnabled ? "unload \(thresholds.unload.formatted)" : "unloading off"
    if let remote {
      return "fetch \(remote.fetch.formatted) %, display \(remote.render.formatted) % of the "
        + "viewport's height, \(unload)\(lead)"
    }
    return
      "fetch \(thresholds.fetch.formatted), display \(thresholds.display.formatted), \(unload)\(lead)"
  }

  private var lead: String {
    thresholds.prediction > 0 ? ", \(thresholds.prediction) ms ahead of a scroll" : ""
  }

  /// The fetch, display and unload distances as bare figures, and the prediction where there is one.
  fileprivate var figures: String {
    let unit = remote == nil ? "" : " %"
    let fetch = (remote?.fetch ?? thresholds.fetch).formatted + unit
    let display = (remote?.render ?? thresholds.display).formatted + unit
    let unload = thresholds.unloadingEnabled ? thresholds.unload.formatted : "off"
    return "\(fetch) / \(display) / \(unload)"
      + (thresholds.prediction > 0 ? " + \(thresholds.prediction) ms" : "")
  }
}
