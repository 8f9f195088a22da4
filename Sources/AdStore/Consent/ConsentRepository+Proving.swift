// SPDX-License-Identifier: MIT
package import AdConsent
package import AdModel
import AdSQLite
package import AdUpdate

/// Rules by which loads of one person were allowed.
package struct UsedRules: Hashable, Sendable {
  /// The gate's settings.
  package let gate: ConsentGate
  /// The version of the program's rules.
  package let version: Int
  /// The version of its table of laws.
  package let lawTable: Int
  /// How many loads they allowed.
  package let loads: Int64
  /// When the first of them came.
  package let first: Timestamp
  /// When the last of them came.
  package let last: Timestamp
}

extension ConsentRepository {
  /// Proves to whoever kept a head that a record was in the ledger when it was taken, however much the
  /// ledger has grown since.
  ///
  /// - Parameter now: The time to write into the head of now, which a change of the person's key leads to.
  /// - Returns: The path from the record's entry to the head's root; nil where the record is not in the
  ///   ledger of that head, or the head is of another ledger.
  /// - Throws: ``StoreError`` with `corrupt` where the entry is not as it was appended.
  /// - Complexity: O(log *n*) in the number of entries.
  package func proof(
    of id: ConsentRecordID, in head: LedgerHead, at now: Timestamp
  ) throws -> LedgerProof? {
    try database.read { connection in
      let reader = LedgerReader(connection)
      let (index, size) = (Int(id.rawValue &- 1), Int(head.size))
      guard try head.store == reader.storeName(), try head.size <= reader.size(),
        let path = try MerkleTree.inclusionProof(
          of: index, size: size, LedgerNodes(connection).node),
        let hash = try reader.entry(id.rawValue)?.hash,
        MerkleTree.proves(inclusion: path, of: hash, at: index, size: size, root: head.root)
      else { return nil }
      return LedgerProof(
        record: id, entryHash: hash, path: path, head: head,
        evidence: try LedgerReader.evidence(of: id, on: connection),
        keyChange: try reader.keyChange(of: id, after: head, at: now))
    }
  }

  /// The newest signature of a device over an entry of a head's ledger; nil where there is none.
  /// - Parameter verifier: Tells by which of two keys an entry is signed that one introduced; without
  ///   one, by the newer.
  /// - Throws: ``StoreError`` with `corrupt` where entries are not as they were appended.
  /// - Complexity: O(log *n*) in the number of entries, O(*k*) in the number of keys.
  package func signedPoint(
    in head: LedgerHead, by verifier: (any SignatureVerifier)?
  ) throws -> LedgerSignedPoint? {
    try database.read { try SignatureReader($0).point(in: head, by: verifier) }
  }

  /// The rules by which the loads under a person's records were allowed, by the first load of each;
  /// loads of which they are not known are not among them.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(*n*) in the number of transitions.
  package func rules(ofLoadsOf subject: SubjectKey) throws -> [UsedRules] {
    try database.read { connection in
      let known = try GateRules.all(connection)
      return try connection.statement(
        """
        SELECT rules, count(*), min(at), max(at) FROM (
          SELECT s.started_at + t.elapsed AS at, (
            SELECT r.rules FROM session_rules AS r
            WHERE r.session = t.session AND r.first_sequence <= t.sequence
            ORDER BY r.first_sequence DESC LIMIT 1) AS rules
          FROM session_transitions AS t CROSS JOIN sessions AS s ON s.session = t.session
          WHERE t.kind <= ?1 AND s.simulated = 0 AND t.consent IN (
            SELECT c.sequence FROM consent_subjects AS p
            JOIN consent_contents AS c ON c.subject = p.subject WHERE p.key = ?2))
        WHERE rules IS NOT NULL GROUP BY rules ORDER BY min(at)
        """
      ).all(TransitionKind.lastOfLoads, subject.stored) { row -> UsedRules? in
        guard let rules = known[row.int64(0)] else { return nil }
        return UsedRules(
          gate: rules.gate, version: rules.versions[0], lawTable: rules.versions[1],
          loads: row.int64(1), first: Timestamp(milliseconds: row.int64(2)),
          last: Timestamp(milliseconds: row.int64(3)))
      }.compactMap { $0 }
    }
  }
}
