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
    var (thresholds, remote) = (track.terms.thresholds, track.terms.remoteThresholds)
    self.thresholds = thresholds
    self.remote = remote
    var changes = 0
    for step in track.steps {
      switch step.event {
      case .thresholds(let told) where told != thresholds: thresholds = told
      case .remoteThresholds(let told) where told != remote: remote = told
      default: continue
      }
      changes += 1
    }
    self.changes = changes
  }
}
