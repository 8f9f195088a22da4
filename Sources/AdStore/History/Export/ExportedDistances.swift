// SPDX-License-Identifier: MIT
import AdLoading
public import AdModel

/// The distances and durations that held in a session, as an analysis elsewhere gets them.
public struct ExportedDistances: Hashable, Sendable {
  /// Those with which the session began.
  public let thresholds: LoadingThresholds
  /// The percentages that won over its distances as it began.
  public let remote: RemoteThresholds?
  /// How often one of both was changed while it went on.
  public let changes: Int

  init(_ track: SessionTrack) {
    thresholds = track.terms.thresholds
    remote = track.terms.remoteThresholds
    changes = track.distances.count - 1
  }
}
