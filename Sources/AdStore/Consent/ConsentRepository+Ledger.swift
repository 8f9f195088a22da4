// SPDX-License-Identifier: MIT
public import AdConsent
public import AdModel
import AdSQLite
package import AdUpdate

extension ConsentRepository {
  /// The ledger's state in a few bytes, for keeping elsewhere.
  ///
  /// - Parameter now: The time to write into it.
  /// - Returns: The size and the Merkle root.
  /// - Throws: ``StoreError`` with `corrupt` where the last entry is not as it was appended, or hashes
  ///   that are kept of the entries are gone; whether all are right, ``verify(against:at:progress:)``
  ///   tells.
  /// - Complexity: O(log *n*) in the number of entries.
  public func head(at now: Timestamp) throws -> LedgerHead {
    try database.read { try LedgerReader($0).head(at: now) }
  }

  /// Recomputes the whole ledger and names the first thing that is wrong with it.
  ///
  /// Where the database has a signer, it checks the device's signatures, too.
  ///
  /// - Parameters:
  ///   - heads: Heads that were kept elsewhere; the ledger must be an extension of each.
  ///   - now: The time of day; without it, entries from the future are not looked for.
  ///   - progress: Takes from time to time how many entries were read, and how many there are; what
  ///     it throws ends the audit.
  /// - Returns: What was found; its `fault` is nil where all agrees.
  /// - Throws: ``StoreError``, also `corrupt` where a table of the ledger is gone; what `progress`
  ///   throws.
  /// - Complexity: O(*n*) hashes in the number of entries, whatever the planner's statistics say.
  public func verify(
    against heads: [LedgerHead] = [], at now: Timestamp? = nil,
    progress: (_ done: Int64, _ total: Int64) throws -> Void = { _, _ in }
  ) throws -> LedgerReport {
    try verify(against: heads, at: now, trusting: [], by: database.verifier, progress: progress)
  }

  /// The same where keys of devices, or what checks their signatures, are told.
  /// - Parameters:
  ///   - checked: A head that an earlier audit found good: what is up to it is not read again.
  ///   - keys: The keys that count; without any, the first one that the ledger names does.
  ///   - verifier: Checks signatures; without one, they are not checked.
  package func verify(
    against heads: [LedgerHead] = [], from checked: LedgerHead? = nil, at now: Timestamp? = nil,
    trusting keys: [LedgerEnrollment],
    by verifier: (any SignatureVerifier)?,
    progress: (_ done: Int64, _ total: Int64) throws -> Void = { _, _ in }
  ) throws -> LedgerReport {
    try database.read { connection in
      try LedgerReader.audit(
        on: connection, against: heads, at: now, from: checked, keys: keys, verifier,
        progress: progress)
    }
  }

  /// How many entries the ledger has.
  /// - Throws: ``StoreError``.
  package func entryCount() throws -> Int64 {
    try database.read { try LedgerReader($0).size() }
  }

  /// The keys of devices that the ledger names, oldest first, each with the entry that does.
  package func deviceKeys() throws -> [(entry: ConsentRecordID, key: LedgerEnrollment)] {
    try database.read { connection in
      try SignatureReader(connection).enrollments().map {
        (ConsentRecordID($0.sequence), $0.enrollment)
      }
    }
  }

  /// Proves to whoever has a head that a record is in the ledger it was taken of.
  ///
  /// - Parameter now: The time to write into the head.
  /// - Returns: The head and the path from the record's entry to its root, or nil where there is
  ///   no such record.
  /// - Throws: ``StoreError`` with `corrupt` where the entry is not as it was appended, or the hashes
  ///   that are kept do not lead from it to the root.
  /// - Complexity: O(log *n*) in the number of entries.
  public func proof(of id: ConsentRecordID, at now: Timestamp) throws -> LedgerProof? {
    try database.read { connection in
      let reader = LedgerReader(connection)
      let head = try reader.head(at: now)
      let (index, size) = (Int(id.rawValue &- 1), Int(head.size))
      guard
        let path = try MerkleTree.inclusionProof(
          of: index, size: size, LedgerNodes(connection).node),
        let entry = try reader.entry(id.rawValue)
      else { return nil }
      let hash = entry.hash
      guard
        MerkleTree.proves(inclusion: path, of: hash, at: index, size: size, root: head.root)
      else { throw StoreError.altered(id.rawValue) }
      return LedgerProof(
        record: id, entryHash: hash, path: path, head: head,
        evidence: try LedgerReader.evidence(of: id, on: connection),
        keyChange: try reader.keyChange(of: id, after: head, at: now))
    }
  }
}

/// Shows that an entry is in the ledger of a head.
public struct LedgerProof: Hashable, Sendable {
  /// The record.
  public let record: ConsentRecordID
  /// The hash of the record's entry.
  public let entryHash: ContentHash
  /// The hashes beside the way from the entry to the root, nearest first (RFC 6962).
  public let path: [ContentHash]
  /// The ledger's state that it holds for.
  public let head: LedgerHead
  /// What connects the record's content with the entry's hash; nil where it was erased.
  public let evidence: LedgerEvidence?
  /// What ties the entry to the person's present key; nil where it commits to that itself.
  package let keyChange: LedgerKeyChange?

  /// Describes a proof, which may be anything until it is checked.
  package init(
    record: ConsentRecordID, entryHash: ContentHash, path: [ContentHash], head: LedgerHead,
    evidence: LedgerEvidence?, keyChange: LedgerKeyChange?
  ) {
    self.record = record
    self.entryHash = entryHash
    self.path = path
    self.head = head
    self.evidence = evidence
    self.keyChange = keyChange
  }
}
