// SPDX-License-Identifier: MIT
package import AdModel

/// How a ledger stood at a head that an earlier audit found good, as far as an audit of what follows needs
/// it. The entries up to it are not looked at again.
package struct AuditedLedger: Sendable {
  /// What is known of a person from entries up to the head.
  package struct Person: Hashable, Sendable {
    /// Whether anything is held of the person there.
    package var isHeld = false
    /// By which entry their key was replaced last, and by which the stored one says it was.
    package var bound: Int64?
    package var told: Int64?
    /// Their first entry that has its content still.
    package var firstContent: Int64?

    /// Describes somebody of whom nothing is known.
    package init() {}
  }

  /// The head.
  package let head: LedgerHead
  /// The tree up to it.
  let peaks: MerklePeaks
  /// The last entry.
  let last: LedgerEntry
  /// The last entry whose time others are compared with.
  let timed: LedgerEntry?
  /// The last entry that was carried over from a replaced ledger, and the entry that says so.
  let carried: (through: Int64, by: Int64)
  /// The check value of the secret, and the entry that says so.
  let secret: ContentHash?
  let keyed: Int64
  /// The newest entry that says by which settings the gate decides.
  let ruled: (entry: Int64, ruling: LedgerRuling)?

  /// Describes a ledger.
  package init(
    head: LedgerHead, peaks: MerklePeaks, last: LedgerEntry, timed: LedgerEntry?,
    carried: (through: Int64, by: Int64), secret: ContentHash?, keyed: Int64,
    ruled: (entry: Int64, ruling: LedgerRuling)?
  ) {
    self.head = head
    self.peaks = peaks
    self.last = last
    self.timed = timed
    self.carried = carried
    self.secret = secret
    self.keyed = keyed
    self.ruled = ruled
  }
}
