// SPDX-License-Identifier: MIT

extension MerkleTree {
  /// Whether an audit path leads from a leaf to a root (RFC 9162, section 2.1.3.2).
  ///
  /// - Parameters:
  ///   - proof: The path, nearest sibling first.
  ///   - leaf: The leaf's hash.
  ///   - index: The leaf's place, counted from zero.
  ///   - size: How many leaves the tree has.
  ///   - root: The tree's root.
  /// - Returns: True only when the path is exactly as long as it must be and ends at the root.
  /// - Complexity: O(log *n*) hashes.
  public static func proves(
    inclusion proof: [Digest], of leaf: Digest, at index: Int, size: Int, root: Digest
  ) -> Bool {
    guard index >= 0, index < size else { return false }
    var node = leaf
    var place = index
    var last = size - 1
    for sibling in proof {
      guard last > 0 else { return false }
      if place & 1 == 1 || place == last {
        node = nodeHash(sibling, node)
        while place & 1 == 0, place > 0 {
          place >>= 1
          last >>= 1
        }
      } else {
        node = nodeHash(node, sibling)
      }
      place >>= 1
      last >>= 1
    }
    return last == 0 && node == root
  }

  /// Whether a newer tree begins with all of an older one (RFC 9162, section 2.1.4.2).
  ///
  /// - Parameters:
  ///   - proof: What `consistencyProof(from:in:)` gave for the two sizes.
  ///   - older: The size and root of the older tree; at least one leaf.
  ///   - newer: The size and root of the newer tree.
  /// - Returns: True only when the proof leads to both roots.
  /// - Complexity: O(log *n*) hashes.
  public static func proves(
    consistency proof: [Digest], from older: (size: Int, root: Digest),
    to newer: (size: Int, root: Digest)
  ) -> Bool {
    guard older.size > 0, older.size <= newer.size else { return false }
    if older.size == newer.size { return proof.isEmpty && older.root == newer.root }
    var rest = proof[...]
    // The older tree's own root stands in for the first node when its size is a power of two.
    guard let first = older.size & (older.size - 1) == 0 ? older.root : rest.popFirst() else {
      return false
    }
    var place = older.size - 1
    var last = newer.size - 1
    while place & 1 == 1 {
      place >>= 1
      last >>= 1
    }
    var oldNode = first
    var newNode = first
    for sibling in rest {
      guard last > 0 else { return false }
      if place & 1 == 1 || place == last {
        oldNode = nodeHash(sibling, oldNode)
        newNode = nodeHash(sibling, newNode)
        while place & 1 == 0, place > 0 {
          place >>= 1
          last >>= 1
        }
      } else {
        newNode = nodeHash(newNode, sibling)
      }
      place >>= 1
      last >>= 1
    }
    return last == 0 && oldNode == older.root && newNode == newer.root
  }
}
