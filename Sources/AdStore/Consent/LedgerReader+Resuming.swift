// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

extension LedgerReader {
  /// How the ledger stands at a head, where it goes on from that: nil where it does not, and where the
  /// head is of no entries.
  /// - Complexity: O(log *n*), and what stands between the head and the last entry that is no seal.
  func audited(upTo head: LedgerHead) throws -> AuditedLedger? {
    guard head.size > 0, try head.size <= size(), try head.store == storeName() else { return nil }
    do {
      let peaks = try MerklePeaks(size: Int(head.size), LedgerNodes(connection).node)
      guard peaks.root == head.root, let last = try entry(head.size) else { return nil }
      let restored = try restorings().last { $0.sequence <= head.size }
      if let restored { _ = try requireNote(of: restored.sequence, in: head) }
      let through = restored.map { $0.sequence.addingReportingOverflow($0.restoring.carried) }
      let keyed = try newest("keyed", upTo: head.size)
      let secret = try keyed.flatMap { entry -> ContentHash? in
        guard case .keyed(let keying) = try requireNote(of: entry, in: head) else { return nil }
        return keying.after
      }
      return AuditedLedger(
        head: head, peaks: peaks, last: last, timed: try timed(upTo: head.size),
        carried: (
          through.map { $0.overflow ? .max : $0.partialValue } ?? 0, restored?.sequence ?? 0
        ),
        secret: secret, keyed: keyed ?? 0, ruled: try ruled(in: head))
    } catch let error as StoreError where error.code == .corrupt {
      return nil
    }
  }

  /// The newest entry up to a head that says by which settings the gate decides.
  private func ruled(in head: LedgerHead) throws -> (entry: Int64, ruling: LedgerRuling)? {
    guard let entry = try newest("ruled", upTo: head.size),
      case .ruled(let ruling) = try requireNote(of: entry, in: head)
    else { return nil }
    return (entry, ruling)
  }

  /// What an entry says that nobody looks at again; `corrupt` where it is not of the head.
  private func requireNote(of sequence: Int64, in head: LedgerHead) throws -> LedgerNote {
    guard let note = try boundNote(of: sequence, in: head) else {
      throw StoreError.altered(sequence)
    }
    return note
  }

  /// The heads without those that the tree up to an entry agrees with, by the hashes that are kept of it.
  /// What is left of them is of another history, or is to come.
  func unproven(_ heads: [LedgerHead], upTo size: Int64) throws -> [LedgerHead] {
    try heads.filter { head in
      guard (1...max(size, 1)).contains(head.size), size > 0, try head.store == storeName() else {
        return true
      }
      let root = try? MerkleTree.root(size: Int(head.size), LedgerNodes(connection).node)
      return root != head.root
    }
  }

  private func newest(_ event: String, upTo sequence: Int64) throws -> Int64? {
    try connection.statement(
      "SELECT max(sequence) FROM consent_entries WHERE event = ?1 AND sequence <= ?2"
    ).first(event, sequence) { $0.optionalInt64(0) } ?? nil
  }

  /// The last entry up to one that was received here and is no seal: its time is compared with the next.
  private func timed(upTo last: Int64) throws -> LedgerEntry? {
    let carried = try restorings().map {
      $0.sequence...$0.sequence.advanced(by: Int(clamping: min($0.restoring.carried, last)))
    }
    var sequence = last
    while sequence > 0 {
      guard let entry = try entry(sequence) else { return nil }
      if let run = carried.first(where: { $0.lowerBound < sequence && $0.contains(sequence) }) {
        sequence = run.lowerBound
      } else if entry.event == .sealed {
        sequence -= 1
      } else {
        return entry
      }
    }
    return nil
  }

  /// What is known of a person from entries up to one.
  func known(of subject: ContentHash, upTo last: Int64) throws -> AuditedLedger.Person {
    var person = AuditedLedger.Person()
    var rows = try connection.statement(
      """
      SELECT e.event, e.sequence, c.subject FROM consent_entries AS e
      LEFT JOIN consent_contents AS c ON c.sequence = e.sequence
      WHERE e.subject_commitment = ?1 AND e.sequence <= ?2 ORDER BY e.sequence
      """
    ).query(subject.bytes, last)
    while try rows.next() {
      try person.take(
        rows.row.text(0), rows.row.int64(1), content: rows.row.optionalInt64(2)
      ) { row in
        try connection.statement("SELECT rekeyed FROM consent_subjects WHERE subject = ?1")
          .first(row) { $0.optionalInt64(0) } ?? nil
      }
    }
    return person
  }

  /// What is known of everybody from entries up to one, for keys that are replaced are replaced for all.
  /// - Complexity: O(*n*) in the number of entries; no content is read, and nothing hashed.
  func knownPeople(upTo last: Int64) throws -> [ContentHash: AuditedLedger.Person] {
    var people: [ContentHash: AuditedLedger.Person] = [:]
    let keys = Dictionary(
      try connection.statement("SELECT subject, rekeyed FROM consent_subjects")
        .all { ($0.int64(0), $0.optionalInt64(1)) }, uniquingKeysWith: { first, _ in first })
    var rows = try connection.statement(
      """
      SELECT e.event, e.sequence, c.subject, e.subject_commitment FROM consent_entries AS e
      LEFT JOIN consent_contents AS c ON c.sequence = e.sequence
      WHERE e.sequence <= ?1 ORDER BY e.sequence
      """
    ).query(last)
    while try rows.next() {
      guard let subject = ContentHash(bytes: rows.row.blob(3)) else { continue }
      try people[subject, default: AuditedLedger.Person()].take(
        rows.row.text(0), rows.row.int64(1), content: rows.row.optionalInt64(2)
      ) {
        keys[$0] ?? nil
      }
    }
    return people
  }

  /// Whether keys were replaced behind an entry.
  func replacesKeys(after sequence: Int64) throws -> Bool {
    try connection.statement(
      "SELECT 1 FROM consent_entries WHERE event IN ('keyed', 'rekeyed') AND sequence > ?1 LIMIT 1"
    ).first(sequence) { _ in true } ?? false
  }
}

extension AuditedLedger.Person {
  /// Takes one of the person's entries.
  /// - Parameters:
  ///   - content: The row of the person whose content there is.
  ///   - rekeyed: Finds the entry by which that person's key is bound.
  fileprivate mutating func take(
    _ event: String, _ sequence: Int64, content: Int64?, _ rekeyed: (Int64) throws -> Int64?
  ) throws {
    guard let event = ConsentEvent(rawValue: event) else { return }
    if event == .erased { self = Self() }
    if event == .rekeyed { bound = sequence }
    guard event.isRecord else { return }
    isHeld = true
    guard let content else { return }
    firstContent = firstContent ?? sequence
    if let entry = try rekeyed(content) { told = entry }
  }
}
