// SPDX-License-Identifier: MIT
import AdModel
import AdSystem
import AdUpdate

/// The private keys of a publisher: PEM files in a folder, which `openssl` signs with.
///
/// `ROLE.pem` and `ROLE-NAME.pem` are the keys of a role. `old-NAME.pem` signs a new root beside the
/// keys that take its place. A key that is not needed may be kept elsewhere, as that of the root.
struct SigningKeys {
  /// The roles at the top of a publication.
  enum Role: String, CaseIterable {
    case root, timestamp, snapshot, targets
  }

  struct Entry {
    let path: String
    let key: SigningKey
  }

  private let openssl: OpenSSL
  private let entries: [(name: String, entry: Entry)]

  /// Reads the keys of a folder.
  /// - Throws: ``Failure`` for a file that holds no key.
  init(folder: String, openssl: OpenSSL, _ run: CommandRun) throws {
    self.openssl = openssl
    let names = try run.host.files.layer.names(in: folder) ?? []
    entries = try names.filter { $0.hasSuffix(".pem") }.sorted().map { name in
      let path = "\(folder)/\(name)"
      guard let key = openssl.publicKey(of: path) else {
        throw Failure(
          .badData,
          "\(path.quotedForDisplay) holds no private key of Ed25519, ECDSA P-256 or RSA.",
          try: "openssl genpkey -algorithm ed25519 -out \(path.quotedForShell)")
      }
      return (String(name.dropLast(4)), Entry(path: path, key: key))
    }
  }

  /// Makes a folder with a key for each role.
  static func make(in folder: String, _ run: CommandRun) throws {
    try run.host.files.makeFolder(folder)
    for role in Role.allCases {
      let path = "\(folder)/\(role.rawValue).pem"
      // The file is there for its owner alone before there is anything in it.
      try run.host.files.write([], to: path, for: .owner)
      let made = ChildProcess(["openssl", "genpkey", "-algorithm", "ed25519", "-out", path])
      guard made.exitCode == 0 else {
        throw Failure(
          .cannotCreate, "openssl could not make a key in \(path.quotedForDisplay).",
          try: "openssl genpkey -algorithm ed25519 -out \(path.quotedForShell)")
      }
    }
  }

  /// The keys of a role.
  func keys(of role: Role) -> [SigningKey] {
    entries.filter { $0.name == role.rawValue || $0.name.hasPrefix("\(role.rawValue)-") }
      .map(\.entry.key)
  }

  /// Signs metadata with those of some keys that are here.
  /// - Throws: ``Failure`` where too few of them are.
  func sign(
    _ metadata: some WrittenMetadata, as file: String, by roles: [SigningRole]
  ) throws -> [UInt8] {
    let message = try metadata.message()
    var signatures: [(keyID: String, signature: [UInt8])] = []
    for (_, entry) in entries
    where roles.contains(where: { $0.keyIDs.contains(entry.key.id) })
      && !signatures.contains(where: { $0.keyID == entry.key.id })
    {
      guard let signature = openssl.sign(message, with: entry.path, entry.key.material) else {
        throw Failure(
          .badData, "openssl could not sign with \(entry.path.quotedForDisplay).",
          try: "openssl pkey -noout -in \(entry.path.quotedForShell)")
      }
      signatures.append((entry.key.id, signature))
    }
    for role in roles {
      let count = signatures.filter { role.keyIDs.contains($0.keyID) }.count
      guard count >= role.threshold else {
        throw Failure(
          .notFound,
          "\(file) needs \(role.threshold.counted("signature")) of keys that are not among these: "
            + role.keyIDs.map { String($0.prefix(8)) }.joined(separator: ", ") + ".",
          try: "put the key there for this once; one that is replaced, as old-NAME.pem")
      }
    }
    return try metadata.file(signatures: signatures)
  }
}

extension OpenSSL {
  /// The public half of a private key in a file; nil where it holds none of a kind that is signed with.
  func publicKey(of path: String) -> SigningKey? {
    let der = ChildProcess(["openssl", "pkey", "-in", path, "-pubout", "-outform", "DER"])
    let pem = ChildProcess(["openssl", "pkey", "-in", path, "-pubout"])
    guard der.exitCode == 0, pem.exitCode == 0 else { return nil }
    let text = String(decoding: pem.output, as: UTF8.self)
    if der.output.starts(with: Self.ed25519Header) {
      return SigningKey(.ed25519(Array(der.output.dropFirst(Self.ed25519Header.count))))
    }
    if der.output.starts(with: Self.p256Header) { return SigningKey(.ecdsaP256(text)) }
    return der.output.starts(with: [0x30, 0x82]) ? SigningKey(.rsaPSS(text)) : nil
  }

  /// Signs; nil where `openssl` does not.
  func sign(_ message: [UInt8], with path: String, _ key: SigningKey.Material) -> [UInt8]? {
    guard let file = write(message, "message") else { return nil }
    let signed = ChildProcess(
      ["openssl", "pkeyutl", "-sign", "-inkey", path, "-rawin", "-in", file]
        + Self.options(of: key, saltLength: "digest"))
    return signed.exitCode == 0 && !signed.output.isEmpty ? signed.output : nil
  }

  /// What stands before the point of a P-256 key in its DER form (RFC 5480, section 2).
  private static let p256Header: [UInt8] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A,
    0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07,
  ]
}
