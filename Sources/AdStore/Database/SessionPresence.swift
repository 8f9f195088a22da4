// SPDX-License-Identifier: MIT
import AdSystem

/// That a session of a database is in front, or was: the file is let go of when the last one in front goes
/// to the background, and not for one of several, for another window may show the others.
///
/// A session is in front as this is made; letting go of it says no more of it.
package final class SessionPresence: Sendable {
  private let database: AdDatabase
  private let isInFront = Mutex(true)

  /// Comes to the front; the database wakes where sessions alone had it sleep.
  package init(in database: AdDatabase) {
    self.database = database
    database.wake(if: database.suspension.come())
  }

  deinit {
    if isInFront.withLock({ $0 }) { database.suspension.end() }
  }

  /// Goes to the background, and has the database let go of its file where no session is in front any more.
  /// - Parameter patience: How long that may take.
  package func leave(within patience: Duration) {
    let isNew = isInFront.withLock { isInFront in
      defer { isInFront = false }
      return isInFront
    }
    if isNew, database.suspension.leave() { database.letGo(within: patience) }
  }

  /// Comes back to the front.
  package func come() {
    let isNew = isInFront.withLock { isInFront in
      defer { isInFront = true }
      return !isInFront
    }
    if isNew { database.wake(if: database.suspension.come()) }
  }
}
