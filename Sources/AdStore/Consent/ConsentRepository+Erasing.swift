// SPDX-License-Identifier: MIT
public import AdConsent
public import AdModel
import SQLiteKit

/// What an erasure did.
public struct ConsentErasure: Hashable, Sendable {
  /// The ledger entry that says so; the last one where the person was held under two keys.
  public let entry: ConsentRecordID
  /// How many records were erased.
  public let records: Int
  /// How many of them were held under the person's other key.
  public let underOtherKey: Int
}

extension ConsentRepository {
  /// Erases everything that is held of a person: the records' content, their salts and the key.
  ///
  /// The ledger keeps its entries, which no longer lead to anybody, and gains one that says that
  /// an erasure happened. The file is then written anew without its free pages, and the write-ahead
  /// log emptied, so that the bytes are in neither. What lies outside the database is not reached:
  /// backups, snapshots of the file system, blocks that the disk has given up but not overwritten.
  ///
  /// - Parameters:
  ///   - subject: The person.
  ///   - other: Another key that the same person may be held under, which is erased with it: the
  ///     plain one of a store that came to hold keyed hashes later.
  ///   - now: The time of day.
  ///   - commits: Whether the erasure stays; without it, it is tried and then undone.
  /// - Returns: What was erased.
  /// - Throws: ``StoreError`` with `noSuchSubject` where nothing is held of the person; with
  ///   `erasurePending` where it was erased, but another connection still reads an older state out
  ///   of the write-ahead log: the bytes go when it ends, or with ``scrub()``.
  /// - Complexity: O(*n*) in the size of the file, which is written anew.
  @discardableResult
  public func erase(
    _ subject: SubjectKey, andUnder other: SubjectKey? = nil, at now: Timestamp,
    commits: Bool = true
  ) throws -> ConsentErasure {
    let other = other == subject ? nil : other
    let erasure = try database.write(commits: commits) { connection in
      try connection.statement("PRAGMA secure_delete = ON").run()
      let writer = LedgerWriter(connection)
      let own = try writer.erase(subject, at: now)
      let others = try other.flatMap { try writer.erase($0, at: now) }
      guard let entry = (others ?? own)?.entry else { throw StoreError.noSuchSubject }
      return ConsentErasure(
        entry: entry, records: (own?.records ?? 0) + (others?.records ?? 0),
        underOtherKey: others?.records ?? 0)
    }
    guard commits else { return erasure }
    changes.tell(ConsentChange(subject: subject, record: nil))
    if let other, erasure.underOtherKey > 0 {
      changes.tell(ConsentChange(subject: other, record: nil))
    }
    try scrub()
    return erasure
  }

  /// Writes the file anew without its free pages and empties the write-ahead log.
  ///
  /// ``erase(_:at:commits:)`` does it by itself; call it to finish after `erasurePending`.
  ///
  /// - Throws: ``StoreError`` with `erasurePending` where another connection still reads an older
  ///   state, `busy` where another process keeps writing.
  /// - Complexity: O(*n*) in the size of the file.
  public func scrub() throws {
    let isComplete = try database.maintain { connection in
      try connection.statement("VACUUM").run()
      return try !connection.checkpoint().isPartial
    }
    guard isComplete else {
      throw StoreError(
        .erasurePending,
        "the records are erased, but another process still reads an older state of the file, "
          + "whose write-ahead log holds them until it ends",
        recovery: .finishErasing)
    }
  }
}

extension StoreError.Code {
  /// Records were erased, but are still in the write-ahead log that another connection reads.
  public static let erasurePending = Self(rawValue: "erasurePending")
}
