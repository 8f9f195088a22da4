// SPDX-License-Identifier: MIT
package import AdModel

/// What ties a person's entries to a key other than the one that they commit to: the last entry that
/// replaced it, and the one because of which that one counts, as `LedgerFormat` says.
package struct LedgerKeyChange: Hashable, Sendable {
  /// What is wrong with one.
  package enum Fault: String, Sendable {
    /// The head that the entries are in does not go on from the one that a receipt leads to.
    case head
    /// No entry of that head replaces a key.
    case rekeyed
    /// The entry that closes the replacement does not, or is not in that head.
    case closing
    /// It is somebody else's key, or somebody else's entry.
    case person
  }

  /// The state of the ledger that both entries are in.
  package let head: LedgerHead
  /// The proof that it goes on from an earlier head (RFC 9162, section 2.1.4.2).
  package let extensionPath: [ContentHash]
  /// The salt of the commitment to the present key.
  package let salt: [UInt8]
  /// The entry `rekeyed`, whose payload commitment is the one to the present key.
  package let rekeyed: ProvenEntry
  /// The entry `keyed` that closes the block of replacements, or `restored` where the person was
  /// carried over.
  package let closing: ProvenEntry
  /// Its content as it is stored.
  package let closingContent: String

  /// Describes a change of key, which may be anything until it is checked.
  package init(
    head: LedgerHead, extensionPath: [ContentHash], salt: [UInt8], rekeyed: ProvenEntry,
    closing: ProvenEntry, closingContent: String
  ) {
    self.head = head
    self.extensionPath = extensionPath
    self.salt = salt
    self.rekeyed = rekeyed
    self.closing = closing
    self.closingContent = closingContent
  }

  /// What is wrong with it.
  /// - Parameters:
  ///   - entry: The person's entry.
  ///   - subject: The present key as it is stored.
  ///   - earlier: The head that the entry is in.
  /// - Complexity: O(log *n*) hashes.
  package func faults(
    tying entry: LedgerEntry, to subject: String, in earlier: LedgerHead
  ) -> [Fault] {
    var faults: [Fault] = []
    let goesOn =
      head.store == earlier.store
      && MerkleTree.proves(
        extension: extensionPath, from: Int(earlier.size), root: earlier.root, to: Int(head.size),
        root: head.root)
    if !goesOn { faults.append(.head) }
    if rekeyed.entry.event != .rekeyed || !rekeyed.isIn(head) { faults.append(.rekeyed) }
    if !isClosed || !closing.isIn(head) { faults.append(.closing) }
    let key = LedgerCommitment.subject(Array(subject.utf8), salt: salt)
    if rekeyed.entry.subject != entry.subject || rekeyed.entry.payload != key {
      faults.append(.person)
    }
    return faults
  }

  /// Whether the replacement stands where the closing entry says that there are some.
  private var isClosed: Bool {
    let (place, end) = (rekeyed.entry.sequence, closing.entry.sequence)
    guard closing.entry.payload == LedgerCommitment.note(Array(closingContent.utf8)) else {
      return false
    }
    return switch LedgerNote(closing.entry.event, text: closingContent) {
    case .keyed(let keying)?:
      keying.before != keying.after && place < end && keying.people >= end - place
    case .restored(let restoring)?: place > end && restoring.carried >= place - end
    default: false
    }
  }
}
