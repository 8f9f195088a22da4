// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

extension HistoryRepository {
  /// Holds the whole history against its seals, and these against the ledger's entries that commit to
  /// them; trusts nothing that is there.
  /// - Parameter progress: Takes from time to time how many sessions were read, and how many there are;
  ///   what it throws ends the audit.
  /// - Throws: ``StoreError``; what `progress` throws.
  /// - Complexity: O(*n*) in what is kept of sessions, in the memory of one of them.
  public func auditSeals(
    progress: (_ done: Int64, _ total: Int64) throws -> Void = { _, _ in }
  ) throws -> SealReport {
    try database.read { connection in
      var audit = try SealAudit(connection)
      try audit.checkChain(progress)
      try audit.checkNames()
      try audit.checkSessions(progress)
      try audit.checkGone()
      return audit.report
    }
  }
}

/// The audit of a history's seals.
private struct SealAudit {
  private let connection: Connection
  private let history: SealedHistory
  private(set) var report = SealReport()
  /// The newest digest of each unit's name.
  private var names: [Int64: ContentHash] = [:]

  /// How many sessions there are.
  private let total: Int64

  init(_ connection: Connection) throws {
    self.connection = connection
    history = SealedHistory(connection)
    total = try connection.statement("SELECT count(*) FROM sessions").first { $0.int64(0) } ?? 0
  }

  private mutating func note(_ fault: SealFault) {
    if report.faults.count < 1_000 { report.faults.append(fault) }
  }

  // MARK: The chain

  /// Follows the chain of seals, and looks whether it is the one that the ledger commits to.
  /// - Parameter progress: Asked now and then; what it throws ends the work.
  mutating func checkChain(_ progress: (Int64, Int64) throws -> Void) throws {
    var hash = LoadSeal.genesis(of: try StoreID.read(connection))
    var anchors = try connection.statement(
      """
      SELECT e.sequence, n.content FROM consent_entries AS e
      LEFT JOIN consent_notes AS n ON n.sequence = e.sequence
      WHERE e.event = 'sealed' ORDER BY e.sequence
      """
    ).query()
    var anchor = try nextAnchor(&anchors)
    var seals = try connection.statement(
      "SELECT seal, kind, session, through, digest, hash FROM load_seals ORDER BY seal"
    ).query()
    while try seals.next() {
      if report.seals.isMultiple(of: 4_096) { try progress(0, total) }
      guard let seal = LoadSeal(next: report.seals + 1, in: seals.row) else {
        return noteBreak()
      }
      hash = seal.hash(after: hash)
      if hash.bytes != seals.row.blob(5) { return noteBreak() }
      while let known = anchor, known.sealing.seals == seal.number {
        if known.sealing.hash != hash {
          note(
            SealFault(
              .seals, "entry \(known.entry) of the ledger commits to another seal \(seal.number)"))
        }
        anchor = try nextAnchor(&anchors)
      }
      if seal.kind == .named { names[seal.through] = seal.digest }
      report.seals = seal.number
    }
    if let anchor {
      note(
        SealFault(
          .seals,
          "entry \(anchor.entry) of the ledger commits to \(anchor.sealing.seals.counted("seal")), and "
            + "\(report.seals) \(report.seals == 1 ? "is" : "are") there"))
    }
  }

  private mutating func noteBreak() {
    note(SealFault(.seals, "seal \(report.seals + 1) does not continue the one before it"))
  }

  /// The next entry that commits to seals; one whose content is gone or altered, the ledger's own audit
  /// names.
  private func nextAnchor(
    _ rows: inout Cursor
  ) throws -> (entry: Int64, sealing: LedgerSealing)? {
    while try rows.next() {
      guard let text = rows.row.optionalText(1), let json = try? JSONReader.read(text: text),
        let sealing = try? LedgerSealing(json: JSONNode(json))
      else { continue }
      return (rows.row.int64(0), sealing)
    }
    return nil
  }

  /// Looks whether the units of real sessions are called as was sealed.
  mutating func checkNames() throws {
    let units = try connection.statement(
      """
      SELECT i.unit, i.id FROM unit_ids AS i WHERE EXISTS (
        SELECT 1 FROM session_units AS u JOIN sessions AS s ON s.session = u.session
        WHERE u.unit = i.unit AND s.simulated = 0)
      ORDER BY i.unit
      """
    ).all { ($0.int64(0), $0.text(1)) }
    for (unit, id) in units where names[unit] != SealedHistory.name(id, of: unit) {
      note(
        SealFault(
          .edited, "unit number \(unit), \(id.quotedForDisplay), is not called as was sealed"))
    }
  }

  // MARK: Sessions

  /// Holds every session against its seals.
  mutating func checkSessions(_ progress: (Int64, Int64) throws -> Void) throws {
    var sessions = try connection.statement(
      "SELECT session, id, closed, simulated FROM sessions ORDER BY session"
    ).query()
    var done: Int64 = 0
    while try sessions.next() {
      try check(
        sessions.row.int64(0), SessionID(validated: sessions.row.text(1)),
        isClosed: sessions.row.bool(2), isSimulated: sessions.row.bool(3))
      done += 1
      if done.isMultiple(of: 64) { try progress(done, total) }
    }
  }

  private mutating func check(
    _ number: Int64, _ id: SessionID, isClosed: Bool, isSimulated: Bool
  ) throws {
    let seals = try connection.statement(
      "SELECT kind, through, digest FROM load_seals WHERE session = ?1 ORDER BY seal"
    ).all(number) { ($0.int64(0), $0.int64(1), $0.blob(2)) }
    if isSimulated {
      if !seals.isEmpty { note(SealFault(.hidden, "it was recorded as real", of: id)) }
      return
    }
    report.sessions += 1
    var last: Int64 = 0
    for (kind, through, digest) in seals where kind == LoadSeal.Kind.batch.rawValue {
      let range = min(last + 1, through)...through
      let batch = try history.batch(of: number, after: last, through: through)
      if through < last || batch.digest.bytes != digest {
        note(
          SealFault(
            .edited, "the loads there are not those that were sealed when they were stored", of: id,
            range))
      }
      last = max(last, through)
    }
    let unsealed = try history.loads(of: number, after: last)
    if let first = unsealed.first, let end = unsealed.last {
      note(
        SealFault(
          .unsealed, "\(unsealed.count.counted("load")) without a seal", of: id, first...end))
    }
    guard let (kind, _, digest) = seals.last, kind != LoadSeal.Kind.batch.rawValue else {
      report.leftOpen += 1
      if isClosed { note(SealFault(.unsealed, "it ended, and no seal is over it", of: id)) }
      return
    }
    if kind == LoadSeal.Kind.leftOpen.rawValue { report.leftOpen += 1 }
    guard try history.session(number).bytes != digest else { return }
    note(
      SealFault(
        .edited, "its row, transitions, events, rules or track are not those that were sealed",
        of: id))
  }

  /// Looks for sessions that have seals and are gone.
  mutating func checkGone() throws {
    report.pruned =
      try connection.statement("SELECT count(*) FROM pruned_sessions").first { $0.int64(0) } ?? 0
    let missing = try connection.statement(
      """
      SELECT DISTINCT l.session FROM load_seals AS l
      WHERE l.session IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM sessions AS s WHERE s.session = l.session)
        AND NOT EXISTS (SELECT 1 FROM pruned_sessions AS p WHERE p.session = l.session)
      ORDER BY l.session LIMIT 1000
      """
    ).all { $0.int64(0) }
    for session in missing {
      note(SealFault(.missing, "session number \(session) is gone, and was not pruned"))
    }
    let prunings = try connection.statement(
      "SELECT seal, digest FROM load_seals WHERE kind = ?1 ORDER BY seal"
    ).all(LoadSeal.Kind.pruned.rawValue) { ($0.int64(0), $0.blob(1)) }
    for (seal, expected) in prunings {
      var digest = SealDigest.pruned()
      let sessions = try connection.statement(
        "SELECT session FROM pruned_sessions WHERE seal = ?1 ORDER BY session"
      ).all(seal) { $0.int64(0) }
      for session in sessions { digest.append(session) }
      if digest.finish().bytes != expected {
        note(SealFault(.seals, "seal \(seal) says of other sessions that they were pruned"))
      }
    }
    let others =
      try connection.statement(
        """
        SELECT count(*) FROM pruned_sessions
        WHERE seal NOT IN (SELECT seal FROM load_seals WHERE kind = ?1)
        """
      ).first(LoadSeal.Kind.pruned.rawValue) { $0.int64(0) } ?? 0
    if others > 0 {
      note(SealFault(.seals, "\(others.counted("session")) pruned by no seal"))
    }
  }
}

extension LoadSeal {
  /// The seal of a row, where it is one that a number belongs to.
  fileprivate init?(next number: Int64, in row: borrowing Row) {
    guard row.int64(0) == number, let kind = Kind(rawValue: row.int64(1)),
      let digest = ContentHash(bytes: row.blob(4))
    else { return nil }
    self.init(
      number: number, kind: kind, session: row.optionalInt64(2), through: row.int64(3),
      digest: digest)
  }
}
