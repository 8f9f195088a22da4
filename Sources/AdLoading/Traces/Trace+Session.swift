// SPDX-License-Identifier: MIT
public import AdModel

extension Trace {
  /// Makes a trace of a recorded session, so that other thresholds can be tried on it.
  ///
  /// The history knows the viewport and an ad's frame only at transitions: the viewport moves from
  /// one to the next at once, and an ad stands where it was first recorded until it is recorded
  /// elsewhere. Units that were never loaded are not in it. The times count from the first
  /// transition.
  /// - Parameter transitions: The session's transitions in order of time, in content coordinates.
  public init(session transitions: [Transition]) {
    guard let first = transitions.first else {
      self.init(steps: [])
      return
    }
    var events: [(Int64, Event)] = [(0, .viewport(first.viewport))]
    var frames: [AdUnitID: AdRect] = [:]
    for change in transitions where frames[change.unit] == nil {
      frames[change.unit] = change.frame
      events.append((0, .frame(AdFrame(unit: change.unit, frame: change.frame))))
    }
    var viewport = first.viewport
    var isOpen = true
    for change in transitions {
      let time = max(change.time - first.time, events.last?.0 ?? 0)
      if change.viewport != viewport {
        viewport = change.viewport
        events.append((time, .viewport(viewport)))
      }
      if frames[change.unit] != change.frame, change.cause != .removed {
        frames[change.unit] = change.frame
        events.append((time, .frame(AdFrame(unit: change.unit, frame: change.frame))))
      }
      switch change.cause {
      case .consentWithdrawn, .consentExpired:
        if isOpen { events.append((time, .consent(.withdrawn))) }
        isOpen = false
      case .consentChanged:
        if events.last.map({ $0 != (time, .consent(.changed)) }) ?? true {
          events.append((time, .consent(.changed)))
        }
      case .removed: events.append((time, .remove(change.unit)))
      case .enteredFetchZone, .enteredDisplayZone, .leftUnloadZone, .reenteredFetchZone,
        .evicted, .processTerminated, .loadFailed, .noFill, .reloaded, .unitPaused:
        if !isOpen { events.append((time, .consent(.given))) }
        isOpen = true
      }
    }
    self.init(
      steps: events.enumerated().map { Step(line: $0 + 1, time: $1.0, event: $1.1) })
  }
}
