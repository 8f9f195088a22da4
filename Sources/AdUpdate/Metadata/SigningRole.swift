// SPDX-License-Identifier: MIT
import AdModel

/// Whose signatures a role's metadata needs, and how many of them.
package struct SigningRole: Hashable, Sendable {
  /// The ids of the role's keys, each once.
  package var keyIDs: [String]
  /// How many different keys have to have signed, at least 1.
  package var threshold: Int

  /// Makes a role.
  package init(keyIDs: [String], threshold: Int = 1) {
    self.keyIDs = keyIDs
    self.threshold = threshold
  }

  init(_ node: JSONNode) throws(JSONError) {
    var ids: [String] = []
    for element in try node.member("keyids").elements() {
      let id = try element.string()
      guard !ids.contains(where: id.hasSameBytes) else {
        throw element.notAllowed("a key stands twice")
      }
      ids.append(id)
    }
    keyIDs = ids
    threshold = Int(try node.member("threshold").integer(in: 1...1024))
  }

  /// Checks that enough of the role's keys have signed.
  ///
  /// A key counts once, however many signatures or ids it has; a signature that is wrong or by a key
  /// of somebody else does not count and does no harm.
  /// - Parameter keys: The keys that the role's delegator names, by their ids.
  /// - Throws: ``UpdateRefusal`` with `unsigned`.
  func check(
    _ metadata: SignedMetadata, keys: [String: SigningKey], by verifier: any SignatureVerifier
  ) throws(UpdateRefusal) {
    var signers: Set<SigningKey.Material> = []
    for (id, text) in metadata.signatures where signers.count < threshold {
      guard keyIDs.contains(id), let key = keys[id], !signers.contains(key.material),
        let signature = Hexadecimal.bytes(text), !signature.isEmpty
      else { continue }
      if verifier.isValid(signature, of: metadata.message, by: key.material) {
        signers.insert(key.material)
      }
    }
    guard signers.count >= threshold else {
      throw UpdateRefusal(
        .unsigned, metadata.file,
        "signed by \(signers.count) of its keys, and needs \(threshold)")
    }
  }
}
