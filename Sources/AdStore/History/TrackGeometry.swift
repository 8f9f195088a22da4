// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// Where ads and viewport were at the transitions of one session, by a replay of its track.
struct TrackGeometry {
  private let session: SessionSummary
  private let replayed: [LoadTransition]

  /// Replays a track.
  init(_ track: SessionTrack, of session: SessionSummary) {
    self.session = session
    replayed = track.transitions
  }

  /// Gives an entry what the replay says; nothing where it has the entry otherwise.
  func complete(_ entry: inout HistoryEntry) {
    // What was dropped has used up its number, too.
    guard entry.geometry == nil, entry.sequence > 0, entry.sequence <= replayed.count else {
      return
    }
    let change = replayed[Int(entry.sequence) - 1]
    guard change.unit == entry.unit, change.from == entry.from, change.to == entry.to,
      change.cause == entry.cause, session.startedAt.advanced(by: change.time) == entry.at
    else { return }
    entry.geometry = TransitionGeometry(frame: change.frame, viewport: change.viewport)
  }
}
