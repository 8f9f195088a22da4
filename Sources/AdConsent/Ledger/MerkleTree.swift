// SPDX-License-Identifier: MIT
public import AdModel

/// The Merkle tree of RFC 6962, section 2.1: leaves are hashed with a zero byte in front, nodes
/// with a one, and a tree of *n* leaves splits at the largest power of two below *n*.
///
/// All functions take leaf hashes, not leaf data, so that a proof can be made without the data.
public enum MerkleTree {
  /// The hash of one leaf's data.
  public static func leafHash(_ data: [UInt8]) -> ContentHash {
    var hash = ContentHasher()
    hash.update([0x00])
    hash.update(data)
    return hash.finish()
  }

  static func nodeHash(_ left: ContentHash, _ right: ContentHash) -> ContentHash {
    var hash = ContentHasher()
    hash.update([0x01])
    hash.update(left.bytes)
    hash.update(right.bytes)
    return hash.finish()
  }

  /// The root over leaf hashes; the root of no leaves is the hash of nothing.
  ///
  /// - Complexity: O(*n*) hashes.
  package static func root(of leaves: some Collection<ContentHash>) -> ContentHash {
    var peaks = MerklePeaks()
    for leaf in leaves { peaks.append(leaf) }
    return peaks.root
  }

  /// The audit path of a leaf (RFC 6962, section 2.1.1), nearest sibling first.
  ///
  /// - Parameter index: The leaf's place, counted from zero.
  /// - Returns: The path, or nil when there is no such leaf.
  /// - Complexity: O(*n*) hashes.
  package static func inclusionProof(of index: Int, in leaves: [ContentHash]) -> [ContentHash]? {
    guard leaves.indices.contains(index) else { return nil }
    return path(index, leaves[...])
  }

  private static func path(_ index: Int, _ leaves: ArraySlice<ContentHash>) -> [ContentHash] {
    guard leaves.count > 1 else { return [] }
    let split = largestPowerOfTwo(below: leaves.count)
    let left = leaves.prefix(split)
    let right = leaves.dropFirst(split)
    return index < split
      ? path(index, left) + [root(of: right)]
      : path(index - split, right) + [root(of: left)]
  }

  private static func largestPowerOfTwo(below count: Int) -> Int {
    1 << (Int.bitWidth - 1 - (count - 1).leadingZeroBitCount)
  }
}

/// The roots of a growing tree's complete subtrees: all that is needed to append, and to know the
/// root, without keeping the leaves.
package struct MerklePeaks: Sendable {
  private var peaks: [ContentHash] = []

  /// How many leaves have been appended.
  package private(set) var size = 0

  /// Starts an empty tree.
  package init() {}

  /// Appends a leaf hash.
  ///
  /// - Complexity: O(1) hashes on average, O(log *n*) at most.
  package mutating func append(_ leaf: ContentHash) {
    var node = leaf
    var full = size
    while full & 1 == 1, let left = peaks.popLast() {
      node = MerkleTree.nodeHash(left, node)
      full >>= 1
    }
    peaks.append(node)
    size += 1
  }

  /// The root over everything appended.
  ///
  /// - Complexity: O(log *n*) hashes.
  package var root: ContentHash {
    guard var node = peaks.last else { return ContentHasher.hash([]) }
    for left in peaks.dropLast().reversed() { node = MerkleTree.nodeHash(left, node) }
    return node
  }
}
