// SPDX-License-Identifier: MIT
public import AdConsent
public import AdModel
import AdSQLite

/// The outcome of an erasure.
public struct ConsentErasure: Hashable, Sendable {
  /// The ledger entry that says so.
  public let entry: ConsentRecordID
  /// How many records were erased; 0 where only the bytes of an earlier erasure were still to be
  /// removed.
  public let records: Int
}

extension ConsentRepository {
  /// Erases everything that is held of a person: the records' content, their salts and the key.
  ///
  /// The ledger keeps its entries, which no longer lead to anybody, and gains one that says that
  /// an erasure happened. The file is then written anew without its free pages, and the write-ahead
  /// log emptied, so that the bytes are in neither. What lies outside the database is not reached:
  /// backups, snapshots of the file system, blocks that the disk has given up but not overwritten.
  ///
  /// Readers of an older state are waited for, as long as the busy timeout. Where they do not end,
  /// or the rewrite fails, the erasure stands and what is left to do is noted in the file:
  /// `pendingErasure()` tells it, and the next opening for writing that can ends it. To call this
  /// again for the same person ends it, too.
  ///
  /// - Parameters:
  ///   - now: The time of day.
  ///   - commits: Whether the erasure stays; without it, it is tried and then undone.
  /// - Throws: ``StoreError`` with `noSuchSubject` where nothing is held of the person and no erasure
  ///   was pending; with `erasurePending` where it was erased and bytes are still in the file;
  ///   `legalHold` where the person's records are held as evidence; `secretMissing`, `secretDiffers`
  ///   or `keysArePlain` for a key that is not hashed as the store's keys are.
  /// - Complexity: O(*n*) in the size of the file, which is written anew.
  @discardableResult
  public func erase(
    _ subject: SubjectKey, at now: Timestamp, commits: Bool = true
  ) throws -> ConsentErasure {
    let (erasure, isNew) = try database.write(commits: commits) { connection in
      if let erasure = try erase(subject, at: now, on: connection) { return (erasure, true) }
      let earlier =
        try ConsentScrub(connection).pending()?.entry ?? database.scrubbing.finishedOnOpening
      guard let earlier else { throw StoreError.noSuchSubject }
      return (ConsentErasure(entry: earlier, records: 0), false)
    }
    guard commits else { return erasure }
    if isNew { tell(erasureOf: subject, by: erasure.entry) }
    try scrub()
    return erasure
  }

  /// Erases everything that is held of several people, in one transaction and with one writing of the
  /// file, as ``erase(_:at:commits:)`` does for one.
  /// - Returns: What was erased of each, in their order; nil for those of whom nothing is held, unless
  ///   it is the only one.
  package func erase(
    _ subjects: [SubjectKey], at now: Timestamp, commits: Bool = true
  ) throws -> [ConsentErasure?] {
    if subjects.count == 1 { return [try erase(subjects[0], at: now, commits: commits)] }
    let erasures = try database.write(commits: commits) { connection in
      try subjects.map { try erase($0, at: now, on: connection) }
    }
    guard commits else { return erasures }
    for case (let subject, let erasure?) in zip(subjects, erasures) {
      tell(erasureOf: subject, by: erasure.entry)
    }
    if erasures.contains(where: { $0 != nil }) { try scrub() }
    return erasures
  }

  /// Erases a person inside a transaction; nil where nothing is held of them.
  private func erase(
    _ subject: SubjectKey, at now: Timestamp, on connection: Connection
  ) throws -> ConsentErasure? {
    try LedgerWriter(connection, as: origin).erase(subject, at: now).map { entry, records in
      try ConsentScrub(connection).remember(entry, at: now)
      return ConsentErasure(entry: entry, records: records)
    }
  }

  /// Tells observers of an erasure that was committed, after which nothing of the person waits to be stored.
  func tell(erasureOf subject: SubjectKey, by entry: ConsentRecordID) {
    database.consentChanges.noteOwn(entry)
    database.unstored.remove(of: subject)
    database.consentChanges.tell(ConsentChange(subject: subject, record: nil))
  }

  /// The erasure whose bytes may still be in the file or its log, or nil where there is none.
  ///
  /// - Throws: ``StoreError``.
  package func pendingErasure() throws -> PendingErasure? {
    try database.read { try ConsentScrub($0).pending() }
  }

  /// Removes the bytes of a pending erasure; does nothing where none is pending.
  ///
  /// - Throws: ``StoreError`` with `erasurePending` where another connection still reads an older
  ///   state, or the file cannot be written anew now.
  /// - Complexity: O(*n*) in the size of the file, unless that was written anew already.
  package func scrub() throws {
    let isComplete = try database.maintain { connection in
      do {
        return try ConsentScrub(connection).finish(patience: database.busyTimeout)
      } catch let error as SQLiteError {
        throw StoreError.erasurePending(
          "rewriting it failed: \(StoreError(error, path: database.path).message)")
      }
    }
    guard isComplete else {
      throw StoreError.erasurePending("another connection still reads an older state")
    }
  }
}

extension StoreError.Code {
  /// Records were erased, and their bytes are still in the database file or its write-ahead log.
  public static let erasurePending = Self(rawValue: "erasurePending")
  /// The records are evidence in a case, and must not be erased.
  public static let legalHold = Self(rawValue: "legalHold")
}

extension StoreError {
  /// The error of a person whose records are held since an entry.
  static func legalHold(_ entry: LedgerEntry) -> StoreError {
    let reason = entry.origin.reason
    return StoreError(
      .legalHold,
      "the records are held as evidence since \(entry.time) by entry \(entry.sequence)"
        + (reason.isEmpty ? "" : " (\(reason))") + ", so nothing is erased")
  }

  fileprivate static func erasurePending(_ cause: String) -> StoreError {
    StoreError(
      .erasurePending,
      "the records are erased, and nothing leads to them any more; but the database file and its "
        + "write-ahead log still hold their bytes, because \(cause); it is noted in the file, and "
        + "the next program that can write it removes them", recovery: .finishErasing)
  }
}
