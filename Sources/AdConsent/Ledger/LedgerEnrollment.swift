// SPDX-License-Identifier: MIT
package import AdModel

/// Which key of a device entries are signed with from here on: the content of an entry `enrolled`.
package struct LedgerEnrollment: Hashable, Sendable {
  /// The public half: a SubjectPublicKeyInfo of P-256 (RFC 5480) in DER, 91 bytes.
  package let key: [UInt8]

  /// Takes a key; nil for one of another kind.
  package init?(key: [UInt8]) {
    guard key.count == Self.header.count + 64, key.starts(with: Self.header) else { return nil }
    self.key = key
  }

  /// What stands before the two coordinates of the key's point.
  private static let header: [UInt8] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A,
    0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
  ]

  /// The key as PEM (RFC 7468).
  package var pem: String {
    let text = Base64.text(key)
    return "-----BEGIN PUBLIC KEY-----\n\(text.prefix(64))\n\(text.dropFirst(64))\n"
      + "-----END PUBLIC KEY-----\n"
  }

  /// The SHA-256 of the key's DER form, by which people tell keys apart.
  package var fingerprint: String { ContentHasher.hash(key).hex }

  /// The content as it is stored.
  package var json: JSONValue { ["key": .string(Base64.text(key))] }

  /// Reads what ``json`` wrote.
  /// - Throws: `JSONError` for anything else.
  package init(json node: JSONNode) throws(JSONError) {
    try node.object(knowing: ["key"])
    let text = try node.member("key")
    guard let key = Base64.bytes(try text.string()), let enrollment = Self(key: key) else {
      throw text.notAllowed("a public key of P-256 in DER, in Base64")
    }
    self = enrollment
  }
}
