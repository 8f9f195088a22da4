// SPDX-License-Identifier: MIT
import AdModel
package import AdSystem
package import AdUpdate

/// Cryptography by the `openssl` of the machine, version 3 or later.
package struct OpenSSL: SignatureVerifier {
  private let files = SystemFiles()
  private let folder: ScratchFolder

  /// Makes a folder for what `openssl` is told.
  /// - Throws: `FileLayerError`.
  package init() throws(FileLayerError) {
    folder = try ScratchFolder()
  }

  /// Whether the machine has the program.
  package static var isInstalled: Bool { ChildProcess(["openssl", "version"]).exitCode == 0 }

  /// Makes sure that the machine has it.
  /// - Parameter verb: What it does here: `signs`.
  static func require(to verb: String) throws(Failure) {
    guard isInstalled else {
      throw Failure(.notFound, "openssl is not installed, and \(verb).", try: "install openssl 3")
    }
  }

  /// Why it did not sign with the key in a file.
  static func refusal(of path: String) -> Failure {
    Failure(
      .badData, "openssl could not sign with \(path.quotedForDisplay).",
      try: "openssl pkey -noout -in \(path.quotedForShell)")
  }

  /// What to do where it finds no key in a file: it may be one that only its owner can read.
  static func advice(on path: String) -> String {
    "openssl pkey -noout -in \(path.quotedForShell), which says why; keep the file until you know"
  }

  package func isValid(
    _ signature: [UInt8], of message: [UInt8], by key: SigningKey.Material
  ) -> Bool {
    let (form, bytes): (String, [UInt8]) =
      switch key {
      case .ed25519(let bytes): ("DER", Self.ed25519Header + bytes)
      case .ecdsaP256(let pem), .rsaPSS(let pem): ("PEM", Array(pem.utf8))
      }
    guard let keyFile = write(bytes, "key"), let messageFile = write(message, "message"),
      let signatureFile = write(signature, "signature")
    else { return false }
    let check = ChildProcess(
      [
        "openssl", "pkeyutl", "-verify", "-pubin", "-keyform", form, "-inkey", keyFile, "-rawin",
        "-in", messageFile, "-sigfile", signatureFile,
      ] + Self.options(of: key, saltLength: "auto"))
    return check.exitCode == 0
  }

  package func sha512(_ bytes: [UInt8]) -> [UInt8]? {
    guard let file = write(bytes, "message") else { return nil }
    let digest = ChildProcess(["openssl", "dgst", "-sha512", "-binary", file])
    return digest.exitCode == 0 && digest.output.count == 64 ? digest.output : nil
  }

  /// What tells `openssl` the scheme of a key.
  static func options(of key: SigningKey.Material, saltLength: String) -> [String] {
    switch key {
    case .ed25519: []
    case .ecdsaP256: ["-digest", "sha256"]
    case .rsaPSS:
      [
        "-digest", "sha256", "-pkeyopt", "rsa_padding_mode:pss", "-pkeyopt",
        "rsa_pss_saltlen:\(saltLength)",
      ]
    }
  }

  /// Writes a file for `openssl` to read.
  func write(_ bytes: [UInt8], _ name: String) -> String? {
    let path = "\(folder.path)/\(name)"
    return (try? files.write(bytes, to: path, for: .owner)) == nil ? nil : path
  }

  /// What stands before the 32 bytes of a key in its DER form (RFC 8410, section 4).
  static let ed25519Header: [UInt8] = [
    0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
  ]
}
