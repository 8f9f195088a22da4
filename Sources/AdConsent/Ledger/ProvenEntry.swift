// SPDX-License-Identifier: MIT
package import AdModel

/// An entry with the path that leads from it to a head's root, nearest sibling first.
package struct ProvenEntry: Hashable, Sendable {
  /// The entry.
  package let entry: LedgerEntry
  /// The inclusion path (RFC 9162, section 2.1.3.2).
  package let path: [ContentHash]

  /// Joins an entry with its path.
  package init(_ entry: LedgerEntry, path: [ContentHash]) {
    self.entry = entry
    self.path = path
  }

  /// Whether the path leads from the entry to a head's root.
  /// - Complexity: O(log *n*) hashes.
  package func isIn(_ head: LedgerHead) -> Bool {
    MerkleTree.proves(
      inclusion: path, of: entry.hash, at: Int(entry.sequence - 1), size: Int(head.size),
      root: head.root)
  }
}
