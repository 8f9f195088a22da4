// SPDX-License-Identifier: MIT

/// An entry of the ledger with everything that its commitments were made of.
///
/// Whoever holds it can compute the entry's hash from the content, as `LedgerFormat` says. It holds
/// the person's key and answer, so it is for the person and for whoever may see these.
public struct LedgerEvidence: Hashable, Sendable {
  /// The entry.
  public let entry: LedgerEntry
  /// The subject key as it is stored.
  public let subject: String
  /// The salt of the subject commitment.
  public let subjectSalt: [UInt8]
  /// The record's content as it is stored.
  public let content: String
  /// The salt of the payload commitment.
  public let payloadSalt: [UInt8]

  /// Joins an entry with what its commitments were made of.
  package init(
    entry: LedgerEntry, subject: String, subjectSalt: [UInt8], content: String,
    payloadSalt: [UInt8]
  ) {
    self.entry = entry
    self.subject = subject
    self.subjectSalt = subjectSalt
    self.content = content
    self.payloadSalt = payloadSalt
  }

  /// Whether content and salt give the entry's payload commitment.
  public var contentAgrees: Bool {
    LedgerCommitment.payload(Array(content.utf8), salt: payloadSalt) == entry.payload
  }

  /// Whether key and salt give the entry's subject commitment; not where the key was changed since.
  public var subjectAgrees: Bool {
    LedgerCommitment.subject(Array(subject.utf8), salt: subjectSalt) == entry.subject
  }
}
