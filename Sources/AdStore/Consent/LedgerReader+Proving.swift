// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import AdUpdate

extension LedgerReader {
  /// An entry with its path to a head's root; nil where it is behind the head.
  func proven(_ sequence: Int64, in head: LedgerHead) throws -> ProvenEntry? {
    guard let entry = try entry(sequence),
      let path = try MerkleTree.inclusionProof(
        of: Int(sequence - 1), size: Int(head.size), LedgerNodes(connection).node)
    else { return nil }
    return ProvenEntry(entry, path: path)
  }

  /// What ties a record's entry to the present key of its person; nil where it commits to that itself,
  /// and where the content was erased.
  /// - Parameters:
  ///   - head: The head that the record is proven in. Where the key was replaced behind it, the change
  ///     leads to the one of now, with the proof that this goes on from it.
  ///   - now: The time to write into that.
  /// - Throws: ``StoreError`` with `corrupt` where entries are not what was appended.
  func keyChange(
    of id: ConsentRecordID, after head: LedgerHead, at now: Timestamp
  ) throws -> LedgerKeyChange? {
    let found = try connection.statement(
      """
      SELECT s.rekeyed, s.salt FROM consent_contents AS c
      CROSS JOIN consent_subjects AS s ON s.subject = c.subject
      WHERE c.sequence = ?1
      """
    ).first(id.rawValue) { (rekeyed: $0.optionalInt64(0), salt: $0.blob(1)) }
    guard let found, let rekeyed = found.rekeyed else { return nil }
    let closing = try closing(of: rekeyed)
    let isBehind = max(rekeyed, closing) > head.size
    let later = isBehind ? try self.head(at: now) : head
    guard let content = try note(of: closing), let first = try proven(rekeyed, in: later),
      let last = try proven(closing, in: later),
      let path = try MerkleTree.extensionProof(
        from: Int(head.size), to: Int(later.size), LedgerNodes(connection).node)
    else { throw StoreError.altered(rekeyed) }
    return LedgerKeyChange(
      head: later, extensionPath: path, salt: found.salt, rekeyed: first, closing: last,
      closingContent: content)
  }

  /// The entry because of which a replaced key counts.
  private func closing(of rekeyed: Int64) throws -> Int64 {
    let restored = try restorings().last { restored in
      restored.sequence < rekeyed && rekeyed - restored.sequence <= restored.restoring.carried
    }
    if let restored { return restored.sequence }
    let keyed = try connection.statement(
      "SELECT min(sequence) FROM consent_entries WHERE event = 'keyed' AND sequence > ?1"
    ).first(rekeyed) { $0.optionalInt64(0) }
    guard let keyed = keyed ?? nil else { throw StoreError.altered(rekeyed) }
    return keyed
  }
}

extension SignatureReader {
  /// The newest signature over an entry of a head's ledger, with the entry that names its key; nil
  /// where there is none.
  /// - Parameter verifier: Tells by which of two keys an entry is signed that one introduced.
  func point(
    in head: LedgerHead, by verifier: (any SignatureVerifier)?
  ) throws -> LedgerSignedPoint? {
    let ledger = LedgerReader(connection)
    let found = try connection.statement(
      """
      SELECT sequence, since, signature FROM consent_signatures WHERE sequence <= ?1
      ORDER BY sequence DESC LIMIT 1
      """
    ).first(head.size) { (sequence: $0.int64(0), since: $0.int64(1), bytes: $0.blob(2)) }
    guard let found, let signed = try ledger.proven(found.sequence, in: head) else { return nil }
    let named = try enrollments().filter { $0.sequence <= found.since }.suffix(2).reversed()
    let points = try named.compactMap { key -> LedgerSignedPoint? in
      guard let enrolled = try ledger.proven(key.sequence, in: head),
        let content = try ledger.note(of: key.sequence)
      else { return nil }
      return LedgerSignedPoint(
        enrolled: enrolled, content: content, sequence: found.sequence, hash: signed.entry.hash,
        path: signed.path, since: found.since, signature: found.bytes)
    }
    return points.first { point in
      guard let verifier, let key = point.enrollment, let message = point.message(of: head.store)
      else { return false }
      return verifier.isValid(point.signature, of: message, by: .ecdsaP256(key.pem))
    } ?? points.first
  }
}
