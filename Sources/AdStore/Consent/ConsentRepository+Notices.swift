// SPDX-License-Identifier: MIT
public import AdConsent
public import AdModel
import AdSQLite

extension ConsentRepository {
  /// Keeps a notice as people see it, so that records that name it can be understood years later.
  ///
  /// One that is there already is not kept twice; documents that several notices share are kept once.
  /// - Parameters:
  ///   - now: The time of day.
  ///   - commits: Whether it stays; without it, it is tried and then undone.
  /// - Returns: What a record says of it: put it into the answer's `ConsentCollection`.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(*n*) in its bytes.
  @discardableResult
  public func keep(
    _ notice: ShownNotice, at now: Timestamp, commits: Bool = true
  ) throws -> ConsentNotice {
    try database.write(commits: commits) { connection in
      for document in [notice.text, notice.picture].compactMap({ $0 }) {
        try connection.statement(Self.addDocument).run(document.hash.bytes, document.bytes)
      }
      try connection.statement(Self.addNotice).run(
        notice.hash.bytes, notice.text.hash.bytes, now.milliseconds, notice.manifest)
    }
    return notice.notice
  }

  /// A kept notice.
  /// - Parameter hash: What a record names it by: its own, or the SHA-256 of its text alone.
  /// - Returns: The notice; of several with the same text the first that was kept; nil where none is.
  /// - Throws: ``StoreError``, also `corrupt` where it is not what was kept.
  public func shownNotice(_ hash: ContentHash) throws -> ShownNotice? {
    try database.read { connection in
      let found = try connection.statement(
        """
        SELECT hash, manifest FROM consent_notices WHERE hash = ?1 OR text_hash = ?1
        ORDER BY hash <> ?1, kept_at, hash LIMIT 1
        """
      ).first(hash.bytes) { ($0.blob(0), $0.text(1)) }
      return try found.map { try Self.notice($0.0, $0.1, connection) }
    }
  }

  /// Goes through all kept notices in the order in which they were kept.
  /// - Parameter body: Takes each with when it was kept.
  /// - Throws: ``StoreError``, also `corrupt` where one is not what was kept; what `body` throws.
  package func forEachNotice(_ body: (ShownNotice, Timestamp) throws -> Void) throws {
    try database.read { connection in
      var rows = try connection.statement(
        "SELECT hash, manifest, kept_at FROM consent_notices ORDER BY kept_at, hash"
      ).query()
      while try rows.next() {
        let notice = try Self.notice(rows.row.blob(0), rows.row.text(1), connection)
        try body(notice, Timestamp(milliseconds: rows.row.int64(2)))
      }
    }
  }

  /// Looks at all kept notices.
  /// - Returns: How many there are, and the hashes of those that are not what was kept.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(*n*) in their bytes; one is held in memory at a time.
  package func auditNotices() throws -> (count: Int, altered: [String]) {
    try database.read { connection in
      var (count, altered) = (0, [String]())
      var rows = try connection.statement(
        "SELECT hash, manifest, text_hash FROM consent_notices ORDER BY hash"
      ).query()
      while try rows.next() {
        count += 1
        let hash = rows.row.blob(0)
        do {
          let notice = try Self.notice(hash, rows.row.text(1), connection)
          if notice.text.hash.bytes == rows.row.blob(2) { continue }
        } catch let error as StoreError where error.code == .corrupt {}
        altered.append(Hexadecimal.text(hash))
      }
      return (count, altered)
    }
  }

  /// Takes over into a database what another one keeps.
  static func copyNotices(from source: Connection, to target: Connection) throws {
    var documents = try source.statement("SELECT hash, content FROM consent_documents").query()
    while try documents.next() {
      try target.statement(addDocument).run(documents.row.blob(0), documents.row.blob(1))
    }
    var notices = try source.statement(
      "SELECT hash, text_hash, kept_at, manifest FROM consent_notices"
    ).query()
    while try notices.next() {
      try target.statement(addNotice).run(
        notices.row.blob(0), notices.row.blob(1), notices.row.int64(2), notices.row.text(3))
    }
  }

  private static let addDocument: StaticString =
    "INSERT OR IGNORE INTO consent_documents (hash, content) VALUES (?1, ?2)"
  private static let addNotice: StaticString = """
    INSERT OR IGNORE INTO consent_notices (hash, text_hash, kept_at, manifest)
    VALUES (?1, ?2, ?3, ?4)
    """

  private static func notice(
    _ hash: [UInt8], _ manifest: String, _ connection: Connection
  ) throws -> ShownNotice {
    var failure: (any Error)?
    let notice = try? ShownNotice(manifest: manifest) { hash in
      do {
        return try connection.statement("SELECT content FROM consent_documents WHERE hash = ?1")
          .first(hash.bytes) { $0.blob(0) }
      } catch {
        failure = error
        return nil
      }
    }
    if let failure { throw failure }
    guard let notice, notice.hash.bytes == hash else {
      throw StoreError(
        .corrupt, "the notice \(Hexadecimal.text(hash)) is not what was kept",
        recovery: .verifyLedger)
    }
    return notice
  }
}
