// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import AdSystem

/// Ends a pending erasure when a database is opened for writing, and remembers that it did.
final class FinishedErasure: Sendable {
  private let entry = Mutex<ConsentRecordID?>(nil)

  /// The entry of the erasure that opening ended; nil where none was pending, or it still is.
  var finishedOnOpening: ConsentRecordID? { entry.withLock { $0 } }

  /// Ends what can be ended now, without waiting for readers; what cannot stays noted in the file.
  func finish(on connection: Connection) {
    let scrub = ConsentScrub(connection)
    guard let pending = try? scrub.pending(),
      (try? scrub.finish(patience: 0)) == true
    else { return }
    entry.withLock { $0 = pending.entry }
  }
}
