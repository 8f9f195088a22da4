// SPDX-License-Identifier: MIT
public import AdConsent
import AdModel
import AdSQLite

extension HistoryRepository {
  /// Holds the whole history against its seals, and these against the ledger's entries that commit to
  /// them; trusts nothing that is there.
  /// - Parameters:
  ///   - head: A head of the ledger up to which an earlier audit found everything good: seals that it
  ///     commits to are taken as they are, and sessions that only they are over are not read.
  ///   - progress: Takes from time to time how many sessions were read, and how many there are; what it
  ///     throws ends the audit.
  /// - Throws: ``StoreError``; what `progress` throws.
  /// - Complexity: O(*n*) in what is kept of the sessions that are read, in the memory of one of them.
  public func auditSeals(
    from head: LedgerHead? = nil,
    progress: (_ done: Int64, _ total: Int64) throws -> Void = { _, _ in }
  ) throws -> SealReport {
    try database.read { connection in
      var audit = try SealAudit(connection, from: head)
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

  /// How many sessions there are.
  private let total: Int64
  /// The seals that an earlier audit found good, and the entry of the ledger that commits to them.
  private let audited: LedgerAnchor?

  init(_ connection: Connection, from head: LedgerHead?) throws {
    self.connection = connection
    history = try SealedHistory(connection)
    total = try connection.statement("SELECT count(*) FROM sessions").first { $0.int64(0) } ?? 0
    audited = try head.flatMap { try LedgerReader(connection).anchor(in: $0) }
    report.resumed = audited?.sealing.seals
  }

  private mutating func note(_ fault: SealFault) {
    if report.faults.count < 1_000 { report.faults.append(fault) }
  }

  // MARK: The chain

  /// Follows the chain of seals, and looks whether it is the one that the ledger commits to.
  /// - Parameter progress: Asked now and then; what it throws ends the work.
  mutating func checkChain(_ progress: (Int64, Int64) throws -> Void) throws {
    var hash = try audited?.sealing.hash ?? LoadSeal.genesis(of: StoreID.read(connection))
    report.seals = audited?.sealing.seals ?? 0
    let kept = try connection.statement("SELECT hash FROM load_seals WHERE seal = ?1")
      .first(report.seals) { $0.blob(0) }
    if audited != nil, kept != hash.bytes { return noteBreak() }
    var anchors = try connection.statement(
      """
      SELECT e.sequence, n.content FROM consent_entries AS e
      LEFT JOIN consent_notes AS n ON n.sequence = e.sequence
      WHERE e.event = 'sealed' AND e.sequence > ?1 ORDER BY e.sequence
      """
    ).query(audited?.entry ?? 0)
    var anchor = try nextAnchor(&anchors)
    var seals = try connection.statement(
      """
      SELECT seal, kind, session, through, digest, hash FROM load_seals
      WHERE seal > ?1 ORDER BY seal
      """
    ).query(report.seals)
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
  ) throws -> LedgerAnchor? {
    while try rows.next() {
      guard let text = rows.row.optionalText(1), let json = try? JSONReader.read(text: text),
        let sealing = try? LedgerSealing(json: JSONNode(json))
      else { continue }
      return LedgerAnchor(entry: rows.row.int64(0), sealing: sealing)
    }
    return nil
  }

  /// Looks whether units are called as was sealed, those of pruned sessions, too, and those of real ones have
  /// such a name.
  mutating func checkNames() throws {
    let kept = try connection.statement(
      """
      SELECT l.seal, l.through, l.digest, n.content FROM load_seals AS l
      LEFT JOIN sealed_names AS n ON n.seal = l.seal WHERE l.kind = ?1
      UNION ALL
      SELECT seal, 0, x'', content FROM sealed_names
      WHERE seal NOT IN (SELECT seal FROM load_seals WHERE kind = ?1)
      ORDER BY 1
      """
    ).all(LoadSeal.Kind.names.rawValue) {
      ($0.int64(0), $0.int64(1), $0.blob(2), $0.optionalText(3) ?? "")
    }
    var names: [Int64: String] = [:]
    for (seal, count, digest, content) in kept {
      let sealed = SealedNames.names(in: content)
      if SealedNames.digest(of: content).bytes != digest || Int64(sealed.count) != count {
        note(SealFault(.seals, "seal \(seal) is over other names of units than are kept with it"))
      }
      for (unit, id) in sealed { names[unit] = id }
    }
    let units = try connection.statement(
      """
      SELECT i.unit, i.id, i.unit IN (
        SELECT u.unit FROM session_units AS u JOIN sessions AS s ON s.session = u.session
        WHERE s.simulated = 0)
      FROM unit_ids AS i ORDER BY i.unit
      """
    ).all { ($0.int64(0), $0.text(1), $0.bool(2)) }
    for (unit, id, isRecorded) in units where names[unit] ?? (isRecorded ? nil : id) != id {
      note(
        SealFault(
          .edited, "unit number \(unit), \(id.quotedForDisplay), is not called as was sealed"))
    }
  }

  // MARK: Sessions

  /// Holds every session against its seals, which has any that no audit has seen, or should have.
  mutating func checkSessions(_ progress: (Int64, Int64) throws -> Void) throws {
    var sessions = try connection.statement(
      """
      SELECT session, id, closed, simulated FROM sessions AS s
      WHERE ?1 IS NULL OR sealed = 0 AND simulated = 0 OR coalesce(
        (SELECT max(seal) FROM load_seals AS l WHERE l.session = s.session), ?1 + 1) > ?1
      ORDER BY session
      """
    ).query(audited?.sealing.seals)
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
    let seals = try history.seals(of: number)
    if isSimulated {
      if !seals.isEmpty { note(SealFault(.hidden, "it was recorded as real", of: id)) }
      return
    }
    report.sessions += 1
    let batches = seals.filter { $0.kind == LoadSeal.Kind.batch.rawValue }
    let found = try history.read(number, batches: batches.map(\.through))
    var last: Int64 = 0
    for (batch, (range, digest)) in zip(batches, found.batches) {
      if batch.through < last || digest.bytes != batch.digest {
        note(
          SealFault(
            .edited, "what is there is not what was sealed when it was stored", of: id, range))
      }
      last = max(last, batch.through)
    }
    if let first = found.unsealed.first, let end = found.unsealed.last {
      note(
        SealFault(
          .unsealed, "\(found.unsealed.count.counted("load")) without a seal", of: id, first...end))
    }
    if let first = try SealedTold.alteredConsent(of: number, connection) {
      note(
        SealFault(
          .edited, "what pages were told of consent is not what was kept", of: id, first...first))
    }
    guard let (kind, _, digest) = seals.last, kind != LoadSeal.Kind.batch.rawValue else {
      report.leftOpen += 1
      if isClosed { note(SealFault(.unsealed, "it ended, and no seal is over it", of: id)) }
      return
    }
    if kind == LoadSeal.Kind.leftOpen.rawValue { report.leftOpen += 1 }
    guard try history.digest(of: number, found.sealed).bytes != digest else { return }
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
      var digest = SealDigest(.pruned)
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

/// An entry of the ledger that commits to seals.
private struct LedgerAnchor {
  let entry: Int64
  let sealing: LedgerSealing
}

extension LedgerReader {
  /// The newest entry of a head's ledger that commits to seals, where it is proven to be of it.
  fileprivate func anchor(in head: LedgerHead) throws -> LedgerAnchor? {
    let newest = try connection.statement(
      "SELECT max(sequence) FROM consent_entries WHERE event = 'sealed' AND sequence <= ?1"
    ).first(head.size) { $0.optionalInt64(0) }
    // One that was altered is none to go on from, and the ledger's own audit names it.
    guard let sequence = newest ?? nil,
      case .sealed(let sealing)? = try boundNote(of: sequence, in: head)
    else { return nil }
    return LedgerAnchor(entry: sequence, sealing: sealing)
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
