// SPDX-License-Identifier: MIT
package import AdModel

/// An entry over which a device signed, and the entry that names the device's key.
package struct LedgerSignedPoint: Hashable, Sendable {
  /// The entry `enrolled`.
  package let enrolled: ProvenEntry
  /// Its content as it is stored.
  package let content: String
  /// The entry that is signed.
  package let sequence: Int64
  /// Its hash, which covers all entries before it.
  package let hash: ContentHash
  /// The path from it to a head's root.
  package let path: [ContentHash]
  /// The first entry of the run that the device says it appended.
  package let since: Int64
  /// The signature: ECDSA with SHA-256, in DER.
  package let signature: [UInt8]

  /// Describes a signature, which may be anything until it is checked.
  package init(
    enrolled: ProvenEntry, content: String, sequence: Int64, hash: ContentHash,
    path: [ContentHash], since: Int64, signature: [UInt8]
  ) {
    self.enrolled = enrolled
    self.content = content
    self.sequence = sequence
    self.hash = hash
    self.path = path
    self.since = since
    self.signature = signature
  }

  /// The device's key, where the entry that names it says so.
  package var enrollment: LedgerEnrollment? {
    guard enrolled.entry.payload == LedgerCommitment.note(Array(content.utf8)),
      case .enrolled(let enrollment)? = LedgerNote(enrolled.entry.event, text: content)
    else { return nil }
    return enrollment
  }

  /// The bytes that are signed; nil where the store's id is none.
  package func message(of store: String) -> [UInt8]? {
    Hexadecimal.bytes(store).map {
      LedgerSignature.message(of: $0, through: sequence, hash, since: since)
    }
  }

  /// Whether the key is named, and the signed entry stands, in the ledger of a head.
  /// - Complexity: O(log *n*) hashes.
  package func isIn(_ head: LedgerHead) -> Bool {
    enrolled.isIn(head) && enrolled.entry.sequence <= since && since <= sequence
      && MerkleTree.proves(
        inclusion: path, of: hash, at: Int(sequence - 1), size: Int(head.size), root: head.root)
  }
}
