// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

extension AdDatabase {
  /// Looks whether anybody else has written since the last call, and tells observers whose consent
  /// was changed by others: another process, or another `AdDatabase` of the same file.
  ///
  /// Call it from time to time, say once a second, and when an app comes back on screen.
  /// - Returns: Whether something may have been committed by others, whatever it was; true at the
  ///   first call without an observer, and where another thread is asking: observers hear of it by
  ///   that one, or at the next call.
  /// - Throws: ``StoreError``; observers hear at the next call then.
  /// - Complexity: O(1) where nothing was written: one question to SQLite, no table is read.
  @discardableResult
  package func pollChanges() throws -> Bool {
    let others = try StoreError.translating(path) {
      try watcher.useIfFree { try watch.look($0, writer).others }
    }
    guard let others else { return true }
    guard watch.isUntold(others) else { return false }
    let (changes, areRead) = try consentChanges.whileTelling { try read { try newConsent($0) } }
    watch.noteTold(others)
    for change in changes { consentChanges.tell(change, isRead: areRead) }
    return true
  }

  /// The number of the newest change that pages go by: commits of others, and writes of this
  /// database other than history. What was read after a number was asked for is at least as new.
  ///
  /// Waits for nobody: it asks SQLite one question, which is answered from memory.
  /// - Returns: The number; it may be counted on though nothing was changed, and never the other way
  ///   round. `nil` where the question is being asked on another thread: ask again soon.
  /// - Throws: ``StoreError``.
  package func changeNumber() throws -> Int? {
    try StoreError.translating(path) {
      try watcher.useIfFree { try watch.look($0, writer).all }
    }
  }

  /// Tells of each write of this database that pages go by, after it is on the disk, on the thread that made
  /// it.
  /// - Parameter ofInventory: Whether of those of the inventory alone.
  /// - Returns: The registration, which ends when it is let go of.
  package func observeWrites(
    ofInventory: Bool = false, _ tell: @escaping @Sendable () -> Void
  ) -> ConsentObservation {
    let key = PendingChanges()
    watch.add(ObjectIdentifier(key), ofInventory: ofInventory, tell)
    return ConsentObservation { [watch] in watch.remove(ObjectIdentifier(key)) }
  }

  /// Notes what stands now, so that the first poll tells what came after.
  func beginWatching() {
    guard consentChanges.seen == nil else { return }
    // Where it cannot be read, the first poll reads it.
    _ = try? watcher.useIfFree { connection in
      watch.noteTold(try watch.look(connection, writer).others)
      consentChanges.see(upTo: try LedgerReader(connection).size())
    }
  }

  /// How many entries are told one by one; after more, everybody asks again.
  private static let largestTelling = 1_000

  /// What others appended to the ledger since the last look, by person.
  /// - Returns: The changes, and whether the records that hold were read: who wants them and comes later
  ///   finds all of it in the store.
  private func newConsent(
    _ connection: Connection
  ) throws -> (changes: [ConsentChange], areRead: Bool) {
    let ledger = LedgerReader(connection)
    let size = try ledger.size()
    let needsRecord = consentChanges.needsRecord
    guard let seen = consentChanges.seen, consentChanges.isObserved else {
      consentChanges.see(upTo: size)
      return ([], false)
    }
    guard size > seen else { return ([], needsRecord) }
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
            record: needsRecord
              ? ConsentState(try reader.records(of: person).map(\.record)).newest(at: .now) : nil)
        }
        if !changes.contains(change ?? anybody) { changes.append(change ?? anybody) }
      }
    }
    consentChanges.see(upTo: size)
    return (changes, needsRecord)
  }
}
