// SPDX-License-Identifier: MIT

/// What an audit found of a device's signatures over a ledger.
public struct SignatureReport: Hashable, Sendable {
  /// The entry that names the first key; nil where none does, and one was asked for.
  public let since: Int64?
  /// The SHA-256 of the keys that count, in hexadecimal digits: the first one, those that a key which
  /// counts introduced, or those that were asked for.
  public let keys: [String]
  /// Whether signatures were checked; without anything that can, only whether they leave entries out.
  public let areChecked: Bool
  /// The entries that no key which counts vouches for, and no entry accounts for.
  public let unsigned: [ClosedRange<Int64>]
  /// How many such entries are accounted for.
  public let accepted: Int64

  /// Describes a finding.
  package init(
    since: Int64?, keys: [String], areChecked: Bool, unsigned: [ClosedRange<Int64>],
    accepted: Int64
  ) {
    self.since = since
    self.keys = keys
    self.areChecked = areChecked
    self.unsigned = unsigned
    self.accepted = accepted
  }

  /// The first thing that is wrong.
  package var fault: LedgerFault? {
    guard since != nil else {
      return LedgerFault(.unsigned, at: 1, "no entry names the device's key")
    }
    return unsigned.first.map { range in
      LedgerFault(
        .unsigned, at: range.lowerBound,
        range.count == 1
          ? "it was appended without the device's key"
          : "entries \(range.lowerBound) to \(range.upperBound) were appended without the device's key"
      )
    }
  }
}
