// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

/// The ledger's Merkle tree, of which every fourth level is kept.
struct LedgerNodes {
  private let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// The root of a complete subtree; `corrupt` where something of it is gone.
  func node(_ level: Int, _ place: Int) throws -> ContentHash {
    let above = level % MerkleTree.keptLevels
    return try MerkleTree.root(
      of: hashes(level / MerkleTree.keptLevels, from: place << above, count: 1 << above))
  }

  /// Keeps what follows from the entries up to one, once they are complete.
  func extend(to sequence: Int64) throws {
    var (level, count) = (1, Int(sequence))
    let width = 1 << MerkleTree.keptLevels
    while count > 0, count.isMultiple(of: width) {
      let hash = try MerkleTree.root(of: hashes(level - 1, from: count - width, count: width))
      count /= width
      try connection.statement(
        "INSERT INTO consent_nodes (level, place, hash) VALUES (?1, ?2, ?3)"
      ).run(level, count - 1, hash.bytes)
      level += 1
    }
  }

  /// The hashes that are kept of the subtrees that an entry completes, lowest first.
  func completed(by sequence: Int64) throws -> [ContentHash] {
    var (level, count) = (1, Int(sequence))
    let width = 1 << MerkleTree.keptLevels
    var nodes: [ContentHash] = []
    while count > 0, count.isMultiple(of: width) {
      count /= width
      let hash = try connection.statement(
        "SELECT hash FROM consent_nodes WHERE level = ?1 AND place = ?2"
      ).first(level, count - 1) { ContentHash(bytes: $0.blob(0)) }
      guard let hash = hash ?? nil else { break }
      nodes.append(hash)
      level += 1
    }
    return nodes
  }

  /// How many hashes are kept.
  func count() throws -> Int64 {
    try connection.statement("SELECT count(*) FROM consent_nodes").first { $0.int64(0) } ?? 0
  }

  /// How many hashes are kept of a ledger with so many entries.
  static func count(of size: Int64) -> Int64 {
    var (left, count) = (size, Int64(0))
    while left > 0 {
      left >>= MerkleTree.keptLevels
      count += left
    }
    return count
  }

  /// Hashes of a kept level; `corrupt` where one is gone.
  /// - Parameter level: 0 for the entries', 1 for those over 16 entries each, and so on.
  func hashes(_ level: Int, from first: Int, count: Int) throws -> [ContentHash] {
    let hashes =
      if level == 0 {
        try connection.statement(
          "SELECT hash FROM consent_entries WHERE sequence BETWEEN ?1 AND ?2 ORDER BY sequence"
        ).all(first + 1, first + count) { ContentHash(bytes: $0.blob(0)) }
      } else {
        try connection.statement(
          """
          SELECT hash FROM consent_nodes WHERE level = ?1 AND place BETWEEN ?2 AND ?3 ORDER BY place
          """
        ).all(level, first, first + count - 1) { ContentHash(bytes: $0.blob(0)) }
      }
    let whole = hashes.compactMap { $0 }
    guard whole.count == count else {
      throw StoreError.altered(Int64((first + whole.count) << (level * MerkleTree.keptLevels)) + 1)
    }
    return whole
  }
}
