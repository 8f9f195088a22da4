// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

extension Trace {
  /// The units that are placed somewhere in the trace, each once, in the order in which they come.
  var units: [AdUnitID] {
    var tracker = PlaceholderTracker()
    var seen: Set<AdUnitID> = []
    var units: [AdUnitID] = []
    func note(_ unit: AdUnitID) {
      if seen.insert(unit).inserted { units.append(unit) }
    }
    for step in steps {
      switch step.event {
      case .frame(let placed): note(placed.unit)
      case .message(let text):
        for event in tracker.handle(text).events {
          if case .frame(let placed) = event { note(placed.unit) }
          if case .layout(let frames) = event {
            for placed in frames { note(placed.unit) }
          }
        }
      case .loading(.layout(let frames)):
        for placed in frames { note(placed.unit) }
      case .viewport, .remove, .consent, .app, .remote, .start, .loading: break
      }
    }
    return units
  }
}
