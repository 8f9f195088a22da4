// SPDX-License-Identifier: MIT
package import AdModel

/// What a device signs of a ledger: that it appended every entry of a run.
///
/// An entry's hash covers all before it, so this is a signed head as well.
package enum LedgerSignature {
  /// The bytes that are signed, as `LedgerFormat` says.
  /// - Parameters:
  ///   - store: The store's id.
  ///   - sequence: The last entry of the run.
  ///   - hash: The hash of that.
  ///   - since: The run's first entry.
  package static func message(
    of store: [UInt8], through sequence: Int64, _ hash: ContentHash, since: Int64
  ) -> [UInt8] {
    var bytes = CanonicalBytes(.signature)
    bytes.append(store)
    bytes.append(sequence)
    bytes.append(hash)
    bytes.append(since)
    return bytes.bytes
  }
}
