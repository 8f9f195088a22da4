// SPDX-License-Identifier: MIT
package import AdConsent
package import AdModel
import AdSQLite

/// The ledger of one moment, as far as it is published.
package struct PublishedLedger: ~Copyable {
  /// Its head.
  package let head: LedgerHead
  private let ledger: LedgerReader
  private let nodes: LedgerNodes

  fileprivate init(_ connection: Connection, at now: Timestamp) throws {
    ledger = LedgerReader(connection)
    nodes = LedgerNodes(connection)
    head = try ledger.head(at: now)
  }

  /// The root over the first entries; nil where there are fewer.
  /// - Throws: ``StoreError`` with `corrupt` where hashes that are kept are gone.
  /// - Complexity: O(log *n*).
  package func root(over size: Int64) throws -> ContentHash? {
    guard size <= head.size else { return nil }
    return try MerkleTree.root(size: Int(size), nodes.node)
  }

  /// What a tile holds: its hashes one after the other.
  /// - Throws: ``StoreError`` with `corrupt` where one is gone.
  package func bytes(of tile: LogTile) throws -> [UInt8] {
    let level = tile.treeLevel / MerkleTree.keptLevels
    return try nodes.hashes(level, from: Int(tile.firstHash), count: Int(tile.width))
      .flatMap(\.bytes)
  }

  /// The entries that a tile of level 0 has the hashes of, each behind its length in two bytes.
  /// - Throws: ``StoreError`` with `corrupt` where one is gone or is not what was appended.
  package func entries(of tile: LogTile) throws -> [UInt8] {
    let entries = try ledger.entries(after: tile.firstHash, limit: Int(tile.width))
    guard entries.count == Int(tile.width) else {
      throw StoreError.altered(tile.firstHash + Int64(entries.count) + 1)
    }
    return entries.flatMap { entry in
      let bytes = entry.bytes
      return [UInt8(truncatingIfNeeded: bytes.count >> 8), UInt8(truncatingIfNeeded: bytes.count)]
        + bytes
    }
  }
}

extension ConsentRepository {
  /// Reads the ledger of one moment, to be published.
  /// - Parameters:
  ///   - now: The time to write into the head.
  ///   - body: Takes the ledger; other processes may go on appending meanwhile.
  /// - Throws: ``StoreError``; what `body` throws.
  package func withPublishedLedger<Result: Sendable>(
    at now: Timestamp, _ body: (borrowing PublishedLedger) throws -> Result
  ) throws -> Result {
    try database.read { connection in try body(try PublishedLedger(connection, at: now)) }
  }
}
