// SPDX-License-Identifier: MIT
package import AdModel
package import AdUpdate

/// Signatures that no mathematics stands behind: the hash of key and message. What a client makes of
/// signatures is tried with these; that real ones are checked is tried where the system checks them.
package struct TestVerifier: SignatureVerifier {
  package init() {}

  package func isValid(_ signature: [UInt8], of message: [UInt8], by key: SigningKey.Material)
    -> Bool
  {
    signature == Self.sign(message, key)
  }

  package func sha512(_ bytes: [UInt8]) -> [UInt8]? { nil }

  package static func sign(_ message: [UInt8], _ key: SigningKey.Material) -> [UInt8] {
    guard case .ed25519(let bytes) = key else { return [] }
    return ContentHasher.hash(bytes + message).bytes
  }

  package static func key(_ number: UInt8) -> SigningKey {
    SigningKey(.ed25519([UInt8](repeating: number, count: 32)))
  }
}

/// A publisher with its repository, which a test may make lie.
package struct TestPublication {
  /// The moment of most updates.
  package static let now = Timestamp(milliseconds: 1_800_000_000_000)
  package static let later = now.advanced(by: 30 * 86_400_000)

  /// Everything that was ever published, by its path below metadata or targets.
  package private(set) var files: [String: [UInt8]] = [:]
  /// The keys of each role, as they sign.
  package var keys: [String: [SigningKey]] = [
    "root": [TestVerifier.key(1)], "timestamp": [TestVerifier.key(2)],
    "snapshot": [TestVerifier.key(3)], "targets": [TestVerifier.key(4)],
  ]
  /// The keys that sign for a role instead of its own.
  package var signers: [String: [SigningKey]] = [:]
  package var thresholds: [String: Int] = [:]
  package var versions: [String: Int64] = [:]
  package var expiries: [String: Timestamp] = [:]
  package var targets: [TargetFile] = []
  /// The root that clients are shipped with.
  package private(set) var firstRoot: [UInt8] = []

  package init() throws {
    try publishRoot()
    firstRoot = files["1.root.json"] ?? []
    try publish(Array("first".utf8))
  }

  private func header(_ role: String) -> MetadataHeader {
    MetadataHeader(version: versions[role] ?? 1, expires: expiries[role] ?? Self.later)
  }

  private func file(_ role: String, _ metadata: some WrittenMetadata) throws -> [UInt8] {
    let message = try metadata.message()
    let signers = signers[role] ?? keys[role] ?? []
    return try metadata.file(
      signatures: signers.map { ($0.id, TestVerifier.sign(message, $0.material)) })
  }

  private func role(_ name: String) -> SigningRole {
    SigningRole(keyIDs: (keys[name] ?? []).map(\.id), threshold: thresholds[name] ?? 1)
  }

  /// Publishes the next root.
  package mutating func publishRoot() throws {
    versions["root"] = (versions["root"] ?? 0) + 1
    let root = RootMetadata(
      header: header("root"), keys: keys.values.flatMap { $0 }, root: role("root"),
      timestamp: role("timestamp"), snapshot: role("snapshot"), targets: role("targets"))
    files["\(header("root").version).root.json"] = try file("root", root)
  }

  /// Publishes a document and everything that leads to it.
  package mutating func publish(_ document: [UInt8]) throws {
    try publish([TargetFile(path: "document.json", holding: document)], holding: [document])
  }

  /// Publishes files and everything that leads to them.
  package mutating func publish(_ targets: [TargetFile], holding bytes: [[UInt8]]) throws {
    self.targets = targets
    for (target, bytes) in zip(targets, bytes) {
      files["\(target.hashes[0].digits).\(target.path)"] = bytes
    }
    for role in ["targets", "snapshot", "timestamp"] { versions[role] = (versions[role] ?? 0) + 1 }
    try write()
  }

  /// Signs the metadata as it stands, whatever it says.
  package mutating func write() throws {
    let targets = try file(
      "targets", TargetsMetadata(header: header("targets"), targets: targets))
    files["\(header("targets").version).targets.json"] = targets
    try write(
      snapshotOf: ListedFile(
        version: header("targets").version, length: Int64(targets.count),
        hashes: [FileHash(sha256: targets)]))
  }

  package mutating func write(snapshotOf targets: ListedFile) throws {
    let snapshot = try file(
      "snapshot", SnapshotMetadata(header: header("snapshot"), targets: targets))
    files["\(header("snapshot").version).snapshot.json"] = snapshot
    try write(
      timestampOf: ListedFile(
        version: header("snapshot").version, length: Int64(snapshot.count),
        hashes: [FileHash(sha256: snapshot)]))
  }

  package mutating func write(timestampOf snapshot: ListedFile) throws {
    files["timestamp.json"] = try file(
      "timestamp", TimestampMetadata(header: header("timestamp"), snapshot: snapshot))
  }

  package subscript(path: String) -> [UInt8]? {
    get { files[path] }
    set { files[path] = newValue }
  }
}
