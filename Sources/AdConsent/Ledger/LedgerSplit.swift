// SPDX-License-Identifier: MIT
package import AdModel

/// Two heads of one store of which neither ledger goes on from the other: whoever was shown the one was
/// shown another ledger than who was shown the other. Both together are the proof.
package struct LedgerSplit: Hashable, Sendable {
  /// The head that was kept elsewhere.
  package let kept: LedgerHead
  /// How many entries the ledger at hand has, at most as many as that head.
  package let size: Int64
  /// The root over them.
  package let root: ContentHash

  /// Puts a head beside another one.
  package init(kept: LedgerHead, size: Int64, root: ContentHash) {
    self.kept = kept
    self.size = size
    self.root = root
  }
}
