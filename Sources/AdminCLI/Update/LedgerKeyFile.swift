// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore
import AdSystem
import AdUpdate

/// A private key of P-256 in a PEM file that its owner alone can read, with which `openssl` signs what is
/// appended to the ledger; this program never reads it.
struct LedgerKeyFile: LedgerSigner {
  /// The environment variable that names the file.
  static let variable = "ADVIEW_DEVICE_KEY"

  private let path: String
  private let openssl: OpenSSL

  /// Takes the key of a file.
  /// - Throws: ``Failure`` with `notFound` where there is no such file, `badData` where others can read
  ///   it; `FileLayerError`.
  init(_ path: String, _ run: CommandRun) throws {
    guard let status = run.host.files.status(of: path) else {
      throw Failure(
        .notFound, "there is no key \(path.quotedForDisplay).",
        try: "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "
          + path.quotedForShell)
    }
    guard status.permissions & 0o077 == 0 else {
      throw Failure(
        .badData,
        "the key \(path.quotedForDisplay) could be used by others than you (mode 0"
          + "\(String(status.permissions, radix: 8))); nothing was signed with it.",
        try: "chmod 600 \(path.quotedForShell)")
    }
    self.path = path
    openssl = try OpenSSL()
  }

  var publicKey: [UInt8] {
    get throws {
      let key = OpenSSL.publicKeyBytes(of: path)
      guard LedgerEnrollment(key: key) != nil else { throw refusal }
      return key
    }
  }

  func sign(_ message: [UInt8]) throws -> [UInt8] {
    guard let signature = openssl.sign(message, with: path, .ecdsaP256("")) else { throw refusal }
    return signature
  }

  func isValid(
    _ signature: [UInt8], of message: [UInt8], by key: SigningKey.Material
  ) -> Bool {
    openssl.isValid(signature, of: message, by: key)
  }

  func sha512(_ bytes: [UInt8]) -> [UInt8]? { openssl.sha512(bytes) }

  private var refusal: Failure {
    do throws(Failure) { try OpenSSL.require(to: "signs") } catch { return error }
    return Failure(
      .badData,
      "openssl finds no private key of P-256 in \(path.quotedForDisplay), or cannot read it.",
      try: OpenSSL.advice(on: path))
  }

  /// The public key of a PEM file.
  /// - Throws: ``Failure`` with `badData` where it holds none of P-256.
  static func publicKey(in path: String, _ run: CommandRun) throws -> LedgerEnrollment {
    let lines = String(decoding: try run.read(path), as: UTF8.self).split(separator: "\n")
    let begin = lines.firstIndex(of: "-----BEGIN PUBLIC KEY-----")
    guard let begin, let end = lines.firstIndex(of: "-----END PUBLIC KEY-----"), begin < end,
      let key = Base64.bytes(lines[(begin + 1)..<end].joined()),
      let enrollment = LedgerEnrollment(key: key)
    else {
      throw Failure(
        .badData, "\(path.quotedForDisplay) holds no public key of P-256.",
        try: "openssl pkey -pubout -in KEY.pem")
    }
    return enrollment
  }

  /// What checks the signatures of a ledger; nil where nothing can, and where nothing is signed.
  static func verifier(for consent: ConsentRepository) throws -> (any SignatureVerifier)? {
    guard try !consent.deviceKeys().isEmpty, OpenSSL.isInstalled else { return nil }
    return try OpenSSL()
  }
}

extension CommandRun {
  /// The key that `$ADVIEW_DEVICE_KEY` names; nil where it names none.
  /// - Throws: ``Failure`` as ``LedgerKeyFile/init(_:_:)``.
  func deviceKey() throws -> LedgerKeyFile? {
    guard let path = try host.variable(LedgerKeyFile.variable), !path.isEmpty else { return nil }
    return try LedgerKeyFile(path, self)
  }
}
