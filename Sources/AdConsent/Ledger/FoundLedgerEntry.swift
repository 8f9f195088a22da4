// SPDX-License-Identifier: MIT
package import AdModel

/// An entry as it was found in a store, with what its content commits to now.
package struct FoundLedgerEntry: Sendable {
  /// The commitments that follow from stored keys, salts and content.
  package struct Content: Sendable {
    /// The commitment to the stored subject key.
    package let subject: ContentHash
    /// The commitment to the stored content.
    package let payload: ContentHash
    /// The entry that the stored key is bound to the person by; nil where it follows from the key.
    package let rekeyed: Int64?

    /// Takes recomputed commitments.
    package init(subject: ContentHash, payload: ContentHash, rekeyed: Int64? = nil) {
      self.subject = subject
      self.payload = payload
      self.rekeyed = rekeyed
    }
  }

  /// The entry's fields.
  package let entry: LedgerEntry
  /// The hash that was stored beside them.
  package let storedHash: ContentHash
  /// What the content commits to, or nil where it is gone.
  package let content: Content?
  /// What the content of an entry of nobody says; nil of others, and where it is gone or cannot be
  /// read.
  package let note: LedgerNote?

  /// The hashes that are kept of the subtrees that the entry completes, lowest first; nil where none
  /// are looked for.
  package let nodes: [ContentHash]?

  /// Describes a finding.
  package init(
    entry: LedgerEntry, storedHash: ContentHash, content: Content?,
    note: LedgerNote? = nil, nodes: [ContentHash]? = nil
  ) {
    self.entry = entry
    self.storedHash = storedHash
    self.content = content
    self.note = note
    self.nodes = nodes
  }
}
