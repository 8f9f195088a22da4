// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdConsent

@Suite struct `The Merkle tree` {
  /// The eight inputs of the Certificate Transparency reference tests.
  static let leaves = [
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
  ].map { MerkleTree.leafHash(Hexadecimal.bytes($0) ?? []) }

  /// Roots over the first *n* of them, from the same tests.
  static let roots = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  ]

  /// The path, with the roots of complete subtrees made from the leaves.
  private static func proof(of index: Int, in leaves: [ContentHash]) -> [ContentHash]? {
    MerkleTree.inclusionProof(of: index, size: leaves.count) { level, place in
      MerkleTree.root(of: leaves[place << level..<(place + 1) << level])
    }
  }

  @Test(arguments: 0...40)
  func `has the same root from its complete subtrees`(size: Int) {
    let leaves = (0..<size).map { MerkleTree.leafHash([UInt8($0)]) }
    var asked = 0
    let root = MerkleTree.root(size: size) { level, place in
      asked += 1
      return MerkleTree.root(of: leaves[place << level..<(place + 1) << level])
    }
    #expect(root == MerkleTree.root(of: leaves))
    #expect(asked == size.nonzeroBitCount)
  }

  @Test(arguments: 0...8)
  func `has the published roots`(size: Int) {
    #expect(MerkleTree.root(of: Self.leaves.prefix(size)).hex == Self.roots[size])
  }

  @Test func `gives the published audit path of the first of eight leaves`() {
    #expect(
      Self.proof(of: 0, in: Self.leaves)?.map(\.hex) == [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
      ])
  }

  @Test(arguments: 1...40)
  func `proves every leaf of a tree, and no other`(size: Int) throws {
    let leaves = (0..<size).map { MerkleTree.leafHash([UInt8($0)]) }
    let root = MerkleTree.root(of: leaves)
    for index in 0..<size {
      let proof = try #require(Self.proof(of: index, in: leaves))
      let leaf = leaves[index]
      #expect(
        MerkleTree.proves(inclusion: proof, of: leaf, at: index, size: size, root: root))
      let other = MerkleTree.leafHash([0xff, UInt8(index)])
      #expect(
        !MerkleTree.proves(inclusion: proof, of: other, at: index, size: size, root: root))
      #expect(
        !MerkleTree.proves(inclusion: proof + [leaf], of: leaf, at: index, size: size, root: root))
      #expect(
        !MerkleTree.proves(inclusion: proof, of: leaf, at: index + 1, size: size, root: root))
    }
  }

  @Test func `proves nothing about places it does not have`() {
    #expect(Self.proof(of: 8, in: Self.leaves) == nil)
    #expect(Self.proof(of: -1, in: Self.leaves) == nil)
  }

  /// The proof, with the roots of complete subtrees made from the leaves.
  private static func extensionProof(from old: Int, in leaves: [ContentHash]) -> [ContentHash]? {
    MerkleTree.extensionProof(from: old, to: leaves.count) { level, place in
      MerkleTree.root(of: leaves[place << level..<(place + 1) << level])
    }
  }

  @Test(arguments: [
    (
      1, 8,
      [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
      ]
    ),
    (
      6, 8,
      [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      ]
    ),
    (
      2, 5,
      [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
      ]
    ),
  ])
  func `gives the published proofs that one tree goes on from another`(
    old: Int, size: Int, published: [String]
  ) {
    #expect(
      Self.extensionProof(from: old, in: Array(Self.leaves.prefix(size)))?.map(\.hex) == published)
  }

  @Test(arguments: 0...40)
  func `proves of every smaller tree that it goes on from it, and of no other`(size: Int) throws {
    let leaves = (0..<size).map { MerkleTree.leafHash([UInt8($0)]) }
    let root = MerkleTree.root(of: leaves)
    let other = MerkleTree.leafHash([0xff])
    for old in 0...size {
      let proof = try #require(Self.extensionProof(from: old, in: leaves))
      let oldRoot = MerkleTree.root(of: leaves[..<old])
      func proves(
        _ proof: [ContentHash], from old: Int, _ oldRoot: ContentHash, to size: Int,
        _ root: ContentHash
      ) -> Bool {
        MerkleTree.proves(extension: proof, from: old, root: oldRoot, to: size, root: root)
      }
      #expect(proves(proof, from: old, oldRoot, to: size, root), "\(old)")
      #expect(!proves(proof + [other], from: old, oldRoot, to: size, root), "\(old)")
      #expect(!proves(proof, from: old, other, to: size, root), "\(old)")
      #expect(!proves(proof, from: old + size + 1, oldRoot, to: size, root), "\(old)")
      if old > 0 { #expect(!proves(proof, from: old, oldRoot, to: size, other), "\(old)") }
      for place in proof.indices {
        var changed = proof
        changed[place] = other
        #expect(!proves(changed, from: old, oldRoot, to: size, root), "\(old) \(place)")
        changed.remove(at: place)
        #expect(!proves(changed, from: old, oldRoot, to: size, root), "\(old) \(place)")
      }
      // The same from what is kept of the smaller tree alone.
      let peaks = MerklePeaks(size: old) { level, place in
        MerkleTree.root(of: leaves[place << level..<(place + 1) << level])
      }
      #expect(peaks.root == oldRoot && peaks.size == old)
      #expect(peaks.extensionProof(by: Array(leaves[old...])) == proof)
    }
    #expect(Self.extensionProof(from: size + 1, in: leaves) == nil)
  }
}
