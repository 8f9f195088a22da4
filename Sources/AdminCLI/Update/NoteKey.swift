// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSystem
import AdUpdate

/// A key of Ed25519 by which notes are signed or checked, by the machine's `openssl`.
struct NoteKey {
  let name: String
  /// The public half, 32 bytes.
  let key: [UInt8]
  private let openssl: OpenSSL
  private let path: String?

  /// Takes the private key of a PEM file, which `openssl` alone reads.
  /// - Throws: ``Failure`` with `badData` where it holds none; `FileLayerError`.
  init(signingWith path: String, name: String) throws {
    let openssl = try OpenSSL()
    guard let found = openssl.publicKey(of: path, isPrivate: true),
      case .ed25519(let key) = found.material
    else {
      throw Failure(
        .badData,
        "openssl finds no private key of Ed25519 in \(path.quotedForDisplay), or cannot read it.",
        try: OpenSSL.advice(on: path))
    }
    self.openssl = openssl
    self.key = key
    self.name = name
    self.path = path
  }

  /// Takes a key as notes are checked with.
  /// - Throws: ``Failure`` with `usage` where it is none; `FileLayerError`.
  init(verifierKey text: String) throws {
    guard let (name, key) = SignedNote.key(of: text) else {
      throw Failure(
        .usage, "\(text.quotedForDisplay) is no key that notes are checked with: NAME+ID+KEY.",
        try: "the one that 'adview-admin consent head' told with --signing-key")
    }
    openssl = try OpenSSL()
    self.key = key
    self.name = name
    path = nil
  }

  /// Signs a text.
  /// - Throws: ``Failure`` where `openssl` does not.
  func sign(_ text: String) throws -> SignedNote {
    guard let path, let bytes = openssl.sign(Array(text.utf8), with: path, .ed25519(key)) else {
      throw OpenSSL.refusal(of: path ?? "")
    }
    let signature = SignedNote.Signature(
      name: name, keyID: SignedNote.keyID(of: key, name: name), bytes: bytes)
    return SignedNote(text: text, signatures: [signature])
  }

  /// Whether a note has a signature of this key; those of others are passed over.
  func hasSigned(_ note: SignedNote) -> Bool {
    let id = SignedNote.keyID(of: key, name: name)
    return note.signatures.contains { signature in
      signature.name == name && signature.keyID == id
        && openssl.isValid(signature.bytes, of: Array(note.text.utf8), by: .ed25519(key))
    }
  }
}
