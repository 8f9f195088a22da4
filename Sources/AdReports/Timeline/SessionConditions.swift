// SPDX-License-Identifier: MIT
package import AdLoading
package import AdModel

/// Under what a session's ads were loaded, over time: the distances of the zones, the gate, and
/// whether the app was in front. Each covers the session without a gap.
package struct SessionConditions: Hashable, Sendable {
  /// The distances in force.
  package struct Distances: Hashable, Sendable {
    package let thresholds: LoadingThresholds
    /// Percentages that won over the distances.
    package let remote: RemoteThresholds?
  }

  package private(set) var distances: [Held<Distances>] = []
  package private(set) var gate: [Held<LoadGate>] = []
  package private(set) var app: [Held<AppPhase>] = []

  /// Reads them from a track.
  /// - Parameters:
  ///   - track: The session's track.
  ///   - end: When the session ended, in milliseconds.
  init(_ track: SessionTrack, until end: Int64) {
    var (thresholds, remote) = (track.terms.thresholds, track.terms.remoteThresholds)
    func inForce() -> Distances { Distances(thresholds: thresholds, remote: remote) }
    distances.hold(inForce(), from: 0)
    gate.hold(track.terms.gate, from: 0)
    app.hold(.foreground, from: 0)
    for step in track.steps {
      let time = min(max(step.time, 0), end)
      switch step.event {
      case .thresholds(let changed):
        thresholds = changed
        distances.hold(inForce(), from: time)
      case .remoteThresholds(let changed):
        remote = changed
        distances.hold(inForce(), from: time)
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
