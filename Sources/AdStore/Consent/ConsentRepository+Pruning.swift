// SPDX-License-Identifier: MIT
import AdConsent
package import AdModel
import AdSQLite

/// What a retention policy erased.
package struct ConsentPruning: Hashable, Sendable {
  /// How many people were erased.
  package internal(set) var people = 0
  /// How many records they had.
  package internal(set) var records = 0
  /// How many stay, because something that they said does not run out: an opt-out, or that they are
  /// children or teenagers.
  package internal(set) var standing = 0
  /// How many stay, because their records are held as evidence.
  package internal(set) var held = 0
}

extension ConsentRepository {
  /// Erases everybody all of whose records ran out before a time and hold nothing that does not, as
  /// ``erase(_:at:commits:)`` does for one: an entry each stays in the ledger.
  ///
  /// A batch of people is one transaction, so that what was erased before an interruption stays so; the
  /// file is written anew once, at the end.
  /// - Parameters:
  ///   - cutoff: The time; it may not be after `now`.
  ///   - commits: Whether the erasures stay; without it, people are only counted.
  ///   - progress: Takes after each batch how many people were looked at, and how many there are; what it
  ///     throws ends the work.
  /// - Throws: ``StoreError``, also `corrupt` where a record is not as it was appended, and
  ///   `erasurePending`.
  /// - Complexity: O(*n*) in the records, and the size of the file, which is written anew.
  package func prune(
    expiredBefore cutoff: Timestamp, at now: Timestamp, commits: Bool = true,
    progress: (_ done: Int64, _ total: Int64) throws -> Void = { _, _ in }
  ) throws -> ConsentPruning {
    var pruning = ConsentPruning()
    let total = try database.read { connection in
      try connection.statement("SELECT count(*) FROM consent_subjects").first { $0.int64(0) } ?? 0
    }
    var (last, done) = ("", Int64(0))
    // Whatever ends the work, what was erased is removed from the file.
    let failure: (any Error)?
    do {
      while true {
        let keys = try database.read { try ConsentReader($0).keys(after: last, limit: 256) }
        guard let end = keys.last else { break }
        let erased = try database.write(commits: commits) { connection in
          try prune(keys, expiredBefore: cutoff, at: now, &pruning, on: connection)
        }
        if commits {
          for (subject, entry) in erased { tell(erasureOf: subject, by: entry) }
        }
        (last, done) = (end, done + Int64(keys.count))
        try progress(done, total)
      }
      failure = nil
    } catch {
      failure = error
    }
    if commits, pruning.people > 0 { try scrub() }
    if let failure { throw failure }
    return pruning
  }

  /// Erases those among some people all of whose records ran out.
  private func prune(
    _ keys: [String], expiredBefore cutoff: Timestamp, at now: Timestamp,
    _ pruning: inout ConsentPruning, on connection: Connection
  ) throws -> [(SubjectKey, ConsentRecordID)] {
    let (reader, ledger) = (ConsentReader(connection), LedgerReader(connection))
    let writer = LedgerWriter(connection, as: origin)
    var erased: [(SubjectKey, ConsentRecordID)] = []
    var counted = pruning
    for key in keys {
      guard let person = try reader.person(stored: key) else { continue }
      let records = try reader.records(of: person)
      guard records.allSatisfy({ $0.record.statement.expiry.at < cutoff }) else { continue }
      if records.contains(where: { ConsentGate().holdsForGood($0.record, at: now) }) {
        counted.standing += 1
        continue
      }
      if try ledger.hold(of: person.commitment) != nil {
        counted.held += 1
        continue
      }
      let (entry, count) = try writer.erase(person, at: now)
      try ConsentScrub(connection).remember(entry, at: now)
      erased.append((SubjectKey(stored: key, secretCheck: nil), entry))
      counted.people += 1
      counted.records += count
    }
    pruning = counted
    return erased
  }
}
