// SPDX-License-Identifier: MIT
package import AdLoading
import AdModel

/// Under what a session's ads were loaded, over time: the distances of the zones, the gate, and
/// whether the app was in front. Each covers the session without a gap.
package struct SessionConditions: Hashable, Sendable {
  package private(set) var distances: [Held<DistancesInForce>] = []
  package private(set) var gate: [Held<LoadGate>] = []
  package private(set) var app: [Held<AppPhase>] = []

  /// Reads them from a track.
  /// - Parameter end: When the session ended, in milliseconds.
  init(_ track: SessionTrack, until end: Int64) {
    func clamped(_ time: Int64) -> Int64 { min(max(time, 0), end) }
    for (time, inForce) in track.distances { distances.hold(inForce, from: clamped(time)) }
    gate.hold(track.terms.gate, from: 0)
    app.hold(.foreground, from: 0)
    for step in track.steps {
      let time = clamped(step.time)
      switch step.event {
      case .gate(let changed): gate.hold(changed, from: time)
      case .consentChanged(let permit), .consentRenewed(let permit):
        gate.hold(.open(permit), from: time)
      case .app(let phase): app.hold(phase, from: time)
      default: break
      }
    }
    distances.end(at: end)
    gate.end(at: end)
    app.end(at: end)
  }

  /// Whether the gate was ever closed, or opened by more than one permit.
  package var hasConsentEvents: Bool { gate.count > 1 || gate.contains { !$0.value.isOpen } }

  /// Whether the app was ever away.
  package var hasAppEvents: Bool { app.contains { $0.value == .background } }
}
