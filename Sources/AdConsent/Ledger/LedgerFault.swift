// SPDX-License-Identifier: MIT

/// A fault of a ledger, and where it begins.
public struct LedgerFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of damage. Cases may be added: `switch` over it with a `default`.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// An entry or its content is not what was appended.
    case edited
    /// An entry, or the content of one that was never erased, is gone.
    case missing
    /// An entry stands in another's place.
    case reordered
    /// Entries are gone from the end.
    case truncated
    /// The chain is sound, and yet not the one that a remembered head was taken of.
    case forked
    /// An entry is older than the one before it by more than clocks are put right.
    case clockBack
    /// An entry is from the future.
    case clockAhead
    /// Entries were appended without the key of the device, which signed others.
    case unsigned
  }

  /// The kind of damage.
  public let kind: Kind
  /// The first sequence that is not as it was.
  public let sequence: Int64
  /// The finding in words.
  public let finding: String

  package init(_ kind: Kind, at sequence: Int64, _ finding: String) {
    self.kind = kind
    self.sequence = sequence
    self.finding = finding
  }

  /// Whether it is a time that cannot be.
  package var isOfTime: Bool { kind == .clockBack || kind == .clockAhead }

  /// Whether somebody can account for it: an altered entry is none of these.
  package var isAcceptable: Bool { isOfTime || kind == .unsigned }

  /// One line for people.
  public var description: String { "entry \(sequence) \(kind.rawValue): \(finding)" }
}
