// SPDX-License-Identifier: MIT
import AdModel

/// A hash that signed metadata gives for a file.
package struct FileHash: Hashable, Sendable {
  /// The function, as metadata names it: `sha256`, `sha512`, or one that is not known here.
  package let function: String
  /// The hash in hexadecimal digits.
  package let digits: String

  /// The SHA-256 of some bytes.
  package init(sha256 bytes: [UInt8]) {
    function = "sha256"
    digits = ContentHasher.hash(bytes).hex
  }

  init(_ function: String, _ node: JSONNode) throws(JSONError) {
    self.function = function
    digits = try node.string()
    guard let bytes = Hexadecimal.bytes(digits), !bytes.isEmpty else {
      throw node.notAllowed("expected hexadecimal digits")
    }
  }

  static func read(_ node: JSONNode) throws(JSONError) -> [FileHash] {
    var hashes: [FileHash] = []
    for (function, value) in try node.members() { hashes.append(try FileHash(function, value)) }
    guard !hashes.isEmpty else { throw node.notAllowed("expected a hash") }
    return hashes
  }

  /// Checks bytes against hashes: each whose function is known has to be theirs, and one has to be
  /// known.
  /// - Throws: ``UpdateRefusal`` with `mismatch`.
  static func check(
    _ hashes: [FileHash], of bytes: [UInt8], named file: String, by verifier: any SignatureVerifier
  ) throws(UpdateRefusal) {
    var isKnown = false
    for hash in hashes {
      let found: [UInt8]? =
        switch hash.function {
        case "sha256": ContentHasher.hash(bytes).bytes
        case "sha512": verifier.sha512(bytes)
        default: nil
        }
      guard let found else { continue }
      isKnown = true
      guard found == Hexadecimal.bytes(hash.digits) else {
        throw UpdateRefusal(.mismatch, file, "its \(hash.function) is not the one that was signed")
      }
    }
    guard isKnown else {
      throw UpdateRefusal(.mismatch, file, "no hash of it is of a kind that can be checked here")
    }
  }
}

/// What a timestamp or a snapshot says about a file of metadata.
package struct ListedFile: Hashable, Sendable {
  /// The version that it has to have.
  package var version: Int64
  /// How many bytes it has, where that is said.
  package var length: Int64?
  /// Its hashes, where they are said.
  package var hashes: [FileHash]

  /// Lists a file.
  package init(version: Int64, length: Int64? = nil, hashes: [FileHash] = []) {
    self.version = version
    self.length = length
    self.hashes = hashes
  }

  init(_ node: JSONNode) throws(JSONError) {
    version = try node.member("version").integer(in: MetadataHeader.versions)
    length = try node.optional("length")?.integer(in: 0...Int64.max)
    hashes = try node.optional("hashes").map(FileHash.read) ?? []
  }

  /// Checks the bytes of the file.
  /// - Throws: ``UpdateRefusal`` with `mismatch`.
  func check(
    _ bytes: [UInt8], named file: String, by verifier: any SignatureVerifier
  ) throws(UpdateRefusal) {
    if let length, length != bytes.count {
      throw UpdateRefusal(
        .mismatch, file, "has \(bytes.count.counted("byte")), not \(length) as signed")
    }
    if !hashes.isEmpty { try FileHash.check(hashes, of: bytes, named: file, by: verifier) }
  }
}
