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

  /// Of every fourth level the nodes are kept: a fifteenth of all, and at most eight hashes make any
  /// other.
  package static let keptLevels = 4

  /// Finds the root of a complete subtree: that of the 2^`level` leaves from `place` times as many on.
  package typealias Node = (_ level: Int, _ place: Int) throws -> ContentHash

  /// The root over a tree's leaves; the root of no leaves is the hash of nothing.
  ///
  /// - Complexity: O(log *n*) hashes and nodes.
  package static func root(size: Int, _ node: Node) rethrows -> ContentHash {
    size > 0 ? try root(from: 0, size, node) : ContentHasher.hash([])
  }

  /// The audit path of a leaf (RFC 6962, section 2.1.1), nearest sibling first.
  ///
  /// - Parameters:
  ///   - index: The leaf's place, counted from zero.
  ///   - size: How many leaves the tree has.
  /// - Returns: The path, or nil when there is no such leaf.
  /// - Complexity: O(log *n*) nodes, and O(log *n*) hashes beside the last leaves.
  package static func inclusionProof(
    of index: Int, size: Int, _ node: Node
  ) rethrows -> [ContentHash]? {
    guard index >= 0, index < size else { return nil }
    var path: [ContentHash] = []
    var (start, count) = (0, size)
    while count > 1 {
      let split = largestPowerOfTwo(below: count)
      if index < start + split {
        path.append(try root(from: start + split, count - split, node))
        count = split
      } else {
        path.append(try root(from: start, split, node))
        (start, count) = (start + split, count - split)
      }
    }
    return path.reversed()
  }

  /// The root over leaves that begin where a complete subtree of as many would.
  private static func root(from start: Int, _ count: Int, _ node: Node) rethrows -> ContentHash {
    if count & (count - 1) == 0 {
      let level = count.trailingZeroBitCount
      return try node(level, start >> level)
    }
    let split = largestPowerOfTwo(below: count)
    return nodeHash(
      try root(from: start, split, node), try root(from: start + split, count - split, node))
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

  /// Goes on from a tree of so many leaves.
  /// - Complexity: O(log *n*) nodes.
  package init(size: Int, _ node: MerkleTree.Node) rethrows {
    for level in (0..<Int.bitWidth - 1).reversed() where size >> level & 1 == 1 {
      peaks.append(try node(level, self.size >> level))
      self.size += 1 << level
    }
  }

  /// Appends a leaf hash.
  ///
  /// - Parameter complete: Takes the root of each subtree that it completes, and its level, lowest
  ///   first.
  /// - Complexity: O(1) hashes on average, O(log *n*) at most.
  package mutating func append(
    _ leaf: ContentHash, complete: (_ level: Int, ContentHash) -> Void = { _, _ in }
  ) {
    var node = leaf
    var full = size
    var level = 0
    while full & 1 == 1, let left = peaks.popLast() {
      node = MerkleTree.nodeHash(left, node)
      full >>= 1
      level += 1
      complete(level, node)
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
