// SPDX-License-Identifier: MIT
package import AdModel

/// A file that is published, as signed metadata describes it.
package struct TargetFile: Hashable, Sendable {
  /// Its path, relative to the folder of all targets.
  package let path: String
  /// How many bytes it has.
  package let length: Int64
  /// Its hashes, at least one.
  package let hashes: [FileHash]
  /// What the publisher says besides.
  package let custom: JSONObject

  /// Describes a file.
  package init(path: String, holding bytes: [UInt8], custom: JSONObject = JSONObject()) {
    self.path = path
    length = Int64(bytes.count)
    hashes = [FileHash(sha256: bytes)]
    self.custom = custom
  }

  init(_ path: String, _ node: JSONNode) throws(JSONError) {
    self.path = path
    length = try node.member("length").integer(in: 0...Int64.max)
    hashes = try FileHash.read(try node.member("hashes"))
    let said = try node.optional("custom")?.object().value
    custom = if case .object(let object)? = said { object } else { JSONObject() }
  }

  /// Whether two descriptions are of the same bytes under the same path.
  package static func == (left: TargetFile, right: TargetFile) -> Bool {
    left.path.hasSameBytes(as: right.path) && left.length == right.length
      && left.hashes == right.hashes
  }

  /// Puts path, length and hashes into a hash.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(length)
    hasher.combine(hashes)
  }

  /// Checks the bytes of the file.
  /// - Throws: ``UpdateRefusal`` with `mismatch`.
  package func check(
    _ bytes: [UInt8], by verifier: any SignatureVerifier
  ) throws(UpdateRefusal) {
    guard length == bytes.count else {
      throw UpdateRefusal(
        .mismatch, path, "has \(bytes.count.counted("byte")), not \(length) as signed")
    }
    try FileHash.check(hashes, of: bytes, named: path, by: verifier)
  }

  /// Where the file lies below the folder of all targets: with a hash before its name where the
  /// repository is consistent (section 6.2 of the specification), percent-encoded.
  func location(isConsistent: Bool) -> String {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if isConsistent, let hash = hashes.first(where: { $0.function == "sha256" }) ?? hashes.first {
      parts[parts.count - 1] = "\(hash.digits).\(parts[parts.count - 1])"
    }
    return parts.map(\.percentEncoded).joined(separator: "/")
  }
}

/// The role that describes the files, or a role that it delegated some of them to.
package struct TargetsMetadata: Sendable {
  /// Version and expiry.
  package var header: MetadataHeader
  /// The files, in their order.
  package let targets: [TargetFile]
  /// The roles that may describe others, the most trusted first.
  let delegations: [Delegation]

  package init(_ node: JSONNode) throws(JSONError) {
    header = try MetadataHeader(node, type: "targets")
    var targets: [TargetFile] = []
    for (path, value) in try node.member("targets").members() {
      targets.append(try TargetFile(path, value))
    }
    self.targets = targets
    delegations = try node.optional("delegations").map(Delegation.read) ?? []
  }

  /// The file under a path, byte for byte.
  package subscript(path: String) -> TargetFile? {
    targets.first { $0.path.hasSameBytes(as: path) }
  }
}
