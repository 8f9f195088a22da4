// SPDX-License-Identifier: MIT
public import AdModel

extension MerkleTree {
  /// The proof that a tree goes on from its first leaves (RFC 9162, section 2.1.4.1), nearest sibling
  /// first.
  ///
  /// - Parameters:
  ///   - old: How many leaves the earlier tree had.
  ///   - size: How many the tree has.
  /// - Returns: The path; empty where one of the trees is empty or they are of one size, nil where the
  ///   earlier one is larger.
  /// - Complexity: O(log *n*) nodes, and O(log *n*) hashes beside the last leaves.
  package static func extensionProof(
    from old: Int, to size: Int, _ node: Node
  ) rethrows -> [ContentHash]? {
    guard 0...max(size, 0) ~= old else { return nil }
    guard old > 0 else { return [] }
    var path: [ContentHash] = []
    var (start, count, wanted) = (0, size, old)
    while wanted < count {
      let split = largestPowerOfTwo(below: count)
      if wanted <= split {
        path.append(try root(from: start + split, count - split, node))
        count = split
      } else {
        path.append(try root(from: start, split, node))
        (start, count, wanted) = (start + split, count - split, wanted - split)
      }
    }
    // The whole earlier tree is known to whoever checks.
    if count < old { path.append(try root(from: start, count, node)) }
    return path.reversed()
  }

  /// Whether a proof shows that a tree goes on from an earlier one (RFC 9162, section 2.1.4.2).
  ///
  /// - Parameters:
  ///   - proof: The path, nearest sibling first.
  ///   - old: How many leaves the earlier tree had.
  ///   - oldRoot: Its root.
  ///   - size: How many leaves the later tree has.
  ///   - root: Its root.
  /// - Returns: True only when the path is exactly as long as it must be and leads to both roots.
  /// - Complexity: O(log *n*) hashes.
  public static func proves(
    extension proof: [ContentHash], from old: Int, root oldRoot: ContentHash, to size: Int,
    root: ContentHash
  ) -> Bool {
    guard old > 0, old < size else {
      return old >= 0 && old <= size && proof.isEmpty
        && (old == size ? oldRoot == root : oldRoot == ContentHasher.hash([]))
    }
    var steps = proof[...]
    // A complete subtree is the earlier tree itself.
    guard let first = old & (old - 1) == 0 ? oldRoot : steps.popFirst() else { return false }
    var (place, last) = (old - 1, size - 1)
    while place & 1 == 1 { (place, last) = (place >> 1, last >> 1) }
    var (earlier, later) = (first, first)
    for sibling in steps {
      guard last > 0 else { return false }
      if place & 1 == 1 || place == last {
        (earlier, later) = (nodeHash(sibling, earlier), nodeHash(sibling, later))
        while place & 1 == 0, place > 0 { (place, last) = (place >> 1, last >> 1) }
      } else {
        later = nodeHash(later, sibling)
      }
      (place, last) = (place >> 1, last >> 1)
    }
    return last == 0 && earlier == oldRoot && later == root
  }
}

extension MerklePeaks {
  /// The proof that the tree goes on from here once leaves are appended; see
  /// `MerkleTree.extensionProof(from:to:_:)`.
  ///
  /// - Complexity: O(*k*) hashes in the number of leaves.
  package func extensionProof(by leaves: [ContentHash]) -> [ContentHash] {
    let old = size
    let path = MerkleTree.extensionProof(from: old, to: old + leaves.count) { level, place in
      let start = place << level
      return start < old
        ? peak(level) : MerkleTree.root(of: leaves[start - old..<start - old + 1 << level])
    }
    return path ?? []
  }
}
