// SPDX-License-Identifier: MIT
package import AdModel

/// A public key of a publisher, as section 4.2 of TUF's specification writes it.
public struct SigningKey: Hashable, Sendable {
  /// What the key is, and how what it signed is checked. Cases may be added: `switch` over it with a
  /// `default`, and take no signature of a key that is not known.
  public enum Material: Hashable, Sendable {
    /// Ed25519 (RFC 8032): the 32 bytes of the key.
    case ed25519([UInt8])
    /// ECDSA over P-256 with SHA-256, signatures in DER: the key in PEM.
    case ecdsaP256(String)
    /// RSA-PSS with SHA-256: the key in PEM.
    case rsaPSS(String)
  }

  /// The SHA-256 of the key's canonical form, in hexadecimal digits.
  package let id: String
  /// The key itself.
  package let material: Material

  /// Makes a key of its material.
  package init(_ material: Material) {
    self.material = material
    // A form without numbers is always canonical.
    let bytes = (try? CanonicalJSON.bytes(Self.json(material))) ?? []
    id = ContentHasher.hash(bytes).hex
  }

  /// Reads the member of an object of keys.
  /// - Returns: nil for a key that nothing here can check, and for one under an id that is not its
  ///   own: metadata may name both, and neither counts.
  /// - Throws: `JSONError` for what is no key.
  static func read(_ id: String, _ node: JSONNode) throws(JSONError) -> SigningKey? {
    let type = try node.member("keytype").string()
    let scheme = try node.member("scheme").string()
    let text = try node.member("keyval").member("public").string()
    let material: Material
    switch (type, scheme) {
    case ("ed25519", "ed25519"):
      guard let bytes = Hexadecimal.bytes(text), bytes.count == 32 else { return nil }
      material = .ed25519(bytes)
    case ("ecdsa", "ecdsa-sha2-nistp256"), ("ecdsa-sha2-nistp256", "ecdsa-sha2-nistp256"):
      material = .ecdsaP256(text)
    case ("rsa", "rsassa-pss-sha256"):
      material = .rsaPSS(text)
    default:
      return nil
    }
    guard ContentHasher.hash(try CanonicalJSON.bytes(node.value)).hex == id else { return nil }
    return SigningKey(id: id, material: material)
  }

  private init(id: String, material: Material) {
    self.id = id
    self.material = material
  }

  /// The key as metadata holds it.
  package var json: JSONValue { Self.json(material) }

  private static func json(_ material: Material) -> JSONValue {
    let (type, scheme, text) =
      switch material {
      case .ed25519(let bytes): ("ed25519", "ed25519", Hexadecimal.text(bytes))
      case .ecdsaP256(let pem): ("ecdsa", "ecdsa-sha2-nistp256", pem)
      case .rsaPSS(let pem): ("rsa", "rsassa-pss-sha256", pem)
      }
    return [
      "keytype": .string(type), "keyval": ["public": .string(text)], "scheme": .string(scheme),
    ]
  }
}

/// Checks signatures by the system's own cryptography, and hashes what this library does not.
public protocol SignatureVerifier: Sendable {
  /// Whether a key made a signature over a message; `false` too where the key or the signature has
  /// no valid form.
  func isValid(_ signature: [UInt8], of message: [UInt8], by key: SigningKey.Material) -> Bool

  /// The SHA-512 of some bytes; nil where the system has none to give.
  func sha512(_ bytes: [UInt8]) -> [UInt8]?
}
