// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

extension AdDatabase {
  /// Looks whether anybody has written since the last call, and tells observers whose consent was
  /// changed by others: another process, or another `AdDatabase` of the same file.
  ///
  /// Call it from time to time, say once a second, and when an app comes back on screen.
  /// - Returns: Whether something was committed, by whomever and to whatever; true at the first call
  ///   without an observer. Always false for a published file.
  /// - Throws: ``StoreError``; observers hear at the next call then.
  /// - Complexity: O(1) where nothing was written: one question to SQLite, no table is read.
  @discardableResult
  package func pollChanges() throws -> Bool {
    guard access != .snapshot else { return false }
    let (hasMoved, changes) = try StoreError.translating(path) {
      try watcher.use { connection in
        guard try watch.hasMoved(on: connection) else { return (false, [ConsentChange]()) }
        return (true, try connection.transaction(.read) { try newConsent(connection) })
      }
    }
    for change in changes { consentChanges.tell(change) }
    return hasMoved
  }

  /// Notes what stands now, so that the first poll tells what came after.
  func beginWatching() {
    guard access != .snapshot, consentChanges.seen == nil else { return }
    // Where it cannot be read, the first poll reads it.
    try? watcher.use { connection in
      _ = try watch.hasMoved(on: connection)
      consentChanges.see(upTo: try LedgerReader(connection).size())
    }
  }

  /// How many entries are told one by one; after more, everybody asks again.
  private static let largestTelling = 1_000

  /// What others appended to the ledger since the last look, by person.
  private func newConsent(_ connection: Connection) throws -> [ConsentChange] {
    let ledger = LedgerReader(connection)
    let size = try ledger.size()
    guard let seen = consentChanges.seen, consentChanges.isObserved else {
      consentChanges.see(upTo: size)
      return []
    }
    guard size > seen else { return [] }
    let entries = try ledger.entries(after: seen, limit: Self.largestTelling + 1)
      .filter { !consentChanges.isOwn($0.sequence) }
    let anybody = ConsentChange(subject: nil, record: nil)
    var changes: [ConsentChange] = []
    if entries.count > Self.largestTelling || entries.contains(where: { !$0.event.isRecord }) {
      changes = [anybody]
    } else {
      let reader = ConsentReader(connection)
      let check = try SubjectSecret(connection).checkValue()
      for entry in entries {
        let change = try reader.person(ofRecord: entry.sequence).map { person in
          ConsentChange(
            subject: SubjectKey(stored: person.key, secretCheck: check),
            record: ConsentRecord.holding(among: try reader.records(of: person).map(\.record)))
        }
        if !changes.contains(change ?? anybody) { changes.append(change ?? anybody) }
      }
    }
    consentChanges.see(upTo: size)
    return changes
  }
}
