// SPDX-License-Identifier: MIT
import AdSQLite
import AdSystem

/// Remembers across threads that something changed, until somebody looks.
package final class PendingChanges: Sendable {
  private let isPending = Mutex(false)

  /// Begins where nothing has changed.
  package init() {}

  /// Notes a change; any thread may.
  package func note() { isPending.withLock { $0 = true } }

  /// Whether something has changed since the last call.
  package func take() -> Bool {
    isPending.withLock { pending in
      defer { pending = false }
      return pending
    }
  }
}
