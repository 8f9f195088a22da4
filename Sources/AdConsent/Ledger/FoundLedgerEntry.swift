// SPDX-License-Identifier: MIT
public import AdModel

/// An entry as it was found in a store, with what its content commits to now.
public struct FoundLedgerEntry: Sendable {
  /// The commitments that follow from stored keys, salts and content.
  public struct Content: Sendable {
    /// The commitment to the stored subject key.
    public let subject: ContentHash
    /// The commitment to the stored content.
    public let payload: ContentHash

    /// Takes recomputed commitments.
    public init(subject: ContentHash, payload: ContentHash) {
      self.subject = subject
      self.payload = payload
    }
  }

  /// The entry's fields.
  public let entry: LedgerEntry
  /// The hash that was stored beside them.
  public let storedHash: ContentHash
  /// What the content commits to, or nil where it is gone.
  public let content: Content?

  /// Describes a finding.
  public init(entry: LedgerEntry, storedHash: ContentHash, content: Content?) {
    self.entry = entry
    self.storedHash = storedHash
    self.content = content
  }
}
