// SPDX-License-Identifier: MIT
public import AdModel

/// The ledger's state in a few bytes: whoever keeps it elsewhere can tell later whether the ledger
/// still holds everything it held.
public struct LedgerHead: Hashable, Sendable {
  /// The store's id in hexadecimal digits.
  public let store: String
  /// How many entries there are.
  public let size: Int64
  /// The Merkle root over them (RFC 6962).
  public let root: ContentHash
  /// When the head was taken.
  public let time: Timestamp

  /// Describes a state.
  public init(store: String, size: Int64, root: ContentHash, time: Timestamp) {
    self.store = store
    self.size = size
    self.root = root
    self.time = time
  }
}
