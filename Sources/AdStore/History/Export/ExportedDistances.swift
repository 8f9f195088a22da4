// SPDX-License-Identifier: MIT
package import AdLoading

/// The distances and durations that held in a session, as an analysis elsewhere gets them.
package struct ExportedDistances: Hashable, Sendable {
  /// Those with which the session began.
  package let start: DistancesInForce
  /// How often they were changed while it went on.
  package let changes: Int

  init(_ track: SessionTrack) {
    let distances = track.distances
    start = distances[0].inForce
    changes = distances.count - 1
  }
}
