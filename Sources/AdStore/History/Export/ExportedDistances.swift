// SPDX-License-Identifier: MIT
public import AdLoading

/// The distances and durations that held in a session, as an analysis elsewhere gets them.
public struct ExportedDistances: Hashable, Sendable {
  /// Those with which the session began.
  public let start: DistancesInForce
  /// How often they were changed while it went on.
  public let changes: Int

  init(_ track: SessionTrack) {
    let distances = track.distances
    start = distances[0].inForce
    changes = distances.count - 1
  }
}
