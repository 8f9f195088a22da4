// SPDX-License-Identifier: MIT
import AdConsent
import AdSQLite
import AdStore
import AdSystem

/// What observers of consent were told, in order.
final class ToldChanges: Sendable {
  private let told = Mutex<[ConsentChange]>([])

  var changes: [ConsentChange] { told.withLock { $0 } }
  /// The events; nil for an erasure, and where it could be anybody.
  var events: [ConsentEvent?] { changes.map { $0.record?.event } }

  func note(_ change: ConsentChange) { told.withLock { $0.append(change) } }
}
