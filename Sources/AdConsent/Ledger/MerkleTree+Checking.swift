// SPDX-License-Identifier: MIT
public import AdModel

extension MerkleTree {
  /// Whether an audit path leads from a leaf to a root (RFC 9162, section 2.1.3.2).
  ///
  /// - Parameters:
  ///   - proof: The path, nearest sibling first.
  ///   - index: The leaf's place, counted from zero.
  ///   - size: How many leaves the tree has.
  /// - Returns: True only when the path is exactly as long as it must be and ends at the root.
  /// - Complexity: O(log *n*) hashes.
  public static func proves(
    inclusion proof: [ContentHash], of leaf: ContentHash, at index: Int, size: Int,
    root: ContentHash
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
}
