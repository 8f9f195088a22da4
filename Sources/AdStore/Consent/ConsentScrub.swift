// SPDX-License-Identifier: MIT
package import AdModel
import AdSQLite

/// An erasure whose bytes may still be in the database file or its write-ahead log.
package struct PendingErasure: Hashable, Sendable {
  /// The ledger's entry of the newest erasure, or replacement of a key, that is not complete.
  package let entry: ConsentRecordID
  /// When it was appended.
  package let since: Timestamp
  /// Whether the file was written anew already: then the bytes go with the log.
  package let isRewritten: Bool
}

/// Removes the bytes of what was erased. What is left to do stands in the file itself, so that
/// whoever opens it next can end it.
struct ConsentScrub {
  private let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// The erasure that is not complete, or nil.
  func pending() throws -> PendingErasure? {
    try connection.statement("SELECT entry, since, rewritten FROM consent_scrub").first {
      PendingErasure(
        entry: ConsentRecordID($0.int64(0)), since: Timestamp(milliseconds: $0.int64(1)),
        isRewritten: $0.bool(2))
    }
  }

  /// Notes inside the transaction that takes something away that its bytes are still there.
  func remember(_ entry: ConsentRecordID, at now: Timestamp) throws {
    try connection.statement(
      "INSERT OR REPLACE INTO consent_scrub (one, entry, since, rewritten) VALUES (1, ?1, ?2, 0)"
    ).run(entry.rawValue, now.milliseconds)
  }

  /// Writes the file anew unless that is done, and empties the log; outside of any transaction.
  ///
  /// - Parameter patience: How long to wait for readers of an older state, in milliseconds.
  /// - Returns: Whether nothing is pending any more.
  /// - Throws: What SQLite reports; what is left to do stays noted.
  func finish(patience: Int32) throws -> Bool {
    guard let pending = try pending() else { return true }
    if !pending.isRewritten {
      try rewrite()
      // Not again when somebody else has erased meanwhile, and none the second time round.
      try connection.statement("UPDATE consent_scrub SET rewritten = 1 WHERE entry = ?1")
        .run(pending.entry.rawValue)
    }
    let checkpoint = try connection.checkpoint(patience: patience)
    guard !checkpoint.isPartial else { return false }
    try connection.statement("DELETE FROM consent_scrub WHERE entry = ?1 AND rewritten = 1")
      .run(pending.entry.rawValue)
    return true
  }

  /// A rewrite makes a copy of the whole file first. In memory it needs no room on another disk,
  /// and leaves nothing there; a large file is copied into the system's folder for such things.
  private func rewrite() throws {
    let pages = try connection.statement("PRAGMA page_count").first { $0.int64(0) } ?? 0
    let size = try connection.statement("PRAGMA page_size").first { $0.int64(0) } ?? 0
    try connection.execute("PRAGMA temp_store = \(Self.placeOfCopy(pages: pages, of: size))")
    defer { try? connection.execute("PRAGMA temp_store = DEFAULT") }
    try connection.statement("VACUUM").run()
  }

  /// Where the copy of a file with this many pages of as many bytes is made, in SQLite's words.
  static func placeOfCopy(pages: Int64, of size: Int64) -> String {
    pages.multipliedReportingOverflow(by: size).partialValue <= largestInMemory
      ? "MEMORY" : "DEFAULT"
  }

  /// 256 MiB.
  private static let largestInMemory: Int64 = 256 << 20
}
