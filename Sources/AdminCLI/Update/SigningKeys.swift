// SPDX-License-Identifier: MIT
import AdModel
import AdSystem
import AdUpdate

/// The keys of a publisher: PEM files in a folder.
///
/// `ROLE.pem` and `ROLE-NAME.pem` are the keys of a role. `old-NAME.pem` and `revoked-NAME.pem` are of
/// no role: they sign a new root beside the keys that take their place. A file that holds a private key
/// is signed with by `openssl`. One that holds a public key names a key whose private half is
/// elsewhere: in a machine that a command asks, or with somebody who is not needed this time.
struct SigningKeys {
  /// The roles at the top of a publication.
  enum Role: String, CaseIterable {
    case root, timestamp, snapshot, targets
  }

  /// A key of the folder.
  struct Entry {
    /// The name of its file without `.pem`.
    let name: String
    let path: String
    let key: SigningKey
    /// Whether the file holds the private half.
    let isPrivate: Bool

    /// The role that it signs for; nil for one that is replaced.
    var role: Role? {
      Role.allCases.first { name == $0.rawValue || name.hasPrefix("\($0.rawValue)-") }
    }
  }

  private let openssl: OpenSSL
  private let command: String?
  let entries: [Entry]

  /// Reads the keys of a folder.
  /// - Parameter command: The program that signs for those whose private halves are not here.
  /// - Throws: ``Failure`` for a file that holds no key.
  init(folder: String, command: String?, openssl: OpenSSL, _ run: CommandRun) throws {
    self.openssl = openssl
    self.command = command
    let names = try run.host.files.layer.names(in: folder) ?? []
    entries = try names.filter { $0.hasSuffix(".pem") }.sorted().map { name in
      let path = "\(folder)/\(name)"
      let name = String(name.dropLast(4))
      if let key = openssl.publicKey(of: path, isPrivate: true) {
        return Entry(name: name, path: path, key: key, isPrivate: true)
      }
      if let key = openssl.publicKey(of: path, isPrivate: false) {
        return Entry(name: name, path: path, key: key, isPrivate: false)
      }
      throw Failure(
        .badData,
        "openssl finds no key of Ed25519, ECDSA P-256 or RSA in \(path.quotedForDisplay), or cannot read it.",
        try: OpenSSL.advice(on: path))
    }
  }

  /// Makes a folder with a key for each role: all of it, or nothing.
  static func make(in folder: String, _ run: CommandRun) throws {
    let entries = try Role.allCases.map {
      FolderEntry(name: "\($0.rawValue).pem", bytes: try made())
    }
    try run.host.files.writeFolder(entries, to: folder) { _ in false }
  }

  /// Takes away what ``make(in:_:)`` made, and no file of anybody else.
  static func remove(in folder: String, _ run: CommandRun) {
    for role in Role.allCases { run.host.files.layer.remove("\(folder)/\(role.rawValue).pem") }
    run.host.files.layer.removeEmptyFolder(folder)
  }

  /// Makes a key of Ed25519 in a folder.
  static func make(_ name: String, in folder: String, _ run: CommandRun) throws {
    try run.host.files.write(try made(), to: "\(folder)/\(name).pem", for: .owner)
  }

  /// A new key. It is written by us and not by `openssl`: so that it is on the disk, for its owner
  /// alone, before anything is signed with it.
  private static func made() throws -> [UInt8] {
    let made = ChildProcess(["openssl", "genpkey", "-algorithm", "ed25519"])
    guard made.exitCode == 0, !made.output.isEmpty else {
      throw Failure(
        .cannotCreate, "openssl could not make a key.",
        try: "openssl genpkey -algorithm ed25519")
    }
    return made.output
  }

  /// The keys of a role, each once, without those that a file says were revoked.
  func keys(of role: Role) -> [SigningKey] {
    var seen = Set(entries.filter { $0.name.hasPrefix("revoked-") }.map(\.key.id))
    return entries.filter { $0.role == role && seen.insert($0.key.id).inserted }.map(\.key)
  }

  /// Whether enough of a role's keys are here to sign for it.
  func canSign(for role: SigningRole) -> Bool {
    role.keyIDs.count { id in entries.contains { $0.key.id == id && canSign(with: $0) } }
      >= role.threshold
  }

  private func canSign(with entry: Entry) -> Bool { entry.isPrivate || command != nil }

  /// Signs metadata with as many of the keys of some roles as these need.
  /// - Throws: ``Failure`` where too few of them are here.
  func sign(
    _ metadata: some WrittenMetadata, as file: String, by roles: [SigningRole]
  ) throws -> [UInt8] {
    let message = try metadata.message()
    var signatures: [(keyID: String, signature: [UInt8])] = []
    func isWanting(_ role: SigningRole) -> Bool {
      signatures.count { role.keyIDs.contains($0.keyID) } < role.threshold
    }
    for entry in entries where canSign(with: entry) {
      guard roles.contains(where: { $0.keyIDs.contains(entry.key.id) && isWanting($0) }),
        !signatures.contains(where: { $0.keyID == entry.key.id })
      else { continue }
      signatures.append((entry.key.id, try sign(message, with: entry)))
    }
    for role in roles where isWanting(role) {
      throw Failure(
        .notFound,
        "\(file) needs \(role.threshold.counted("signature")) of keys that are not among these: "
          + role.keyIDs.map { String($0.prefix(8)) }.joined(separator: ", ") + ".",
        try: "put the key there for this once, or name what signs with --signing-command; one that "
          + "is replaced, as old-NAME.pem")
    }
    return try metadata.file(signatures: signatures)
  }

  private func sign(_ message: [UInt8], with entry: Entry) throws -> [UInt8] {
    if entry.isPrivate {
      if let signature = openssl.sign(message, with: entry.path, entry.key.material) {
        return signature
      }
      throw OpenSSL.refusal(of: entry.path)
    }
    let program = command ?? ""
    guard let file = openssl.write(message, "message") else {
      throw Failure(.inputOutput, "what is to be signed could not be written.", try: "free space")
    }
    let child = ChildProcess([program, entry.name], input: file, atMost: 4096)
    guard child.exitCode == 0 else {
      throw Failure(
        .inputOutput,
        "\(program.quotedForDisplay) did not sign with \(entry.name.quotedForDisplay): it ended with "
          + (child.exitCode.map(String.init) ?? "a signal") + ".",
        try: "\(program.quotedForShell) \(entry.name.quotedForShell) </dev/null | wc -c")
    }
    // Whatever it signed, a phone would find out; here nothing is published by it.
    guard openssl.isValid(child.output, of: message, by: entry.key.material) else {
      throw Failure(
        .badData,
        "what \(program.quotedForDisplay) wrote, \(child.output.count.counted("byte")), is no "
          + "signature of \(entry.path.quotedForDisplay) over what it was given.",
        try:
          "the signature alone, 64 bytes of Ed25519 or DER of ECDSA with SHA-256, over the bytes of "
          + "standard input")
    }
    return child.output
  }
}

extension OpenSSL {
  /// The public half of a key in a file, in DER; empty where it holds none.
  static func publicKeyBytes(of path: String, isPrivate: Bool = true) -> [UInt8] {
    ChildProcess(
      ["openssl", "pkey", "-in", path, "-pubout", "-outform", "DER"] + (isPrivate ? [] : ["-pubin"])
    ).output
  }

  /// The public half of a key in a file; nil where it holds none of a kind that is signed with.
  func publicKey(of path: String, isPrivate: Bool) -> SigningKey? {
    let command = ["openssl", "pkey", "-in", path, "-pubout"] + (isPrivate ? [] : ["-pubin"])
    let der = ChildProcess(command + ["-outform", "DER"])
    let pem = ChildProcess(command)
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
