// SPDX-License-Identifier: MIT
import AdModel
import AdUpdate

/// Signatures that no mathematics stands behind: the hash of key and message. What a client makes of
/// signatures is tried with these; that real ones are checked is tried where the system checks them.
struct TestVerifier: SignatureVerifier {
  func isValid(_ signature: [UInt8], of message: [UInt8], by key: SigningKey.Material) -> Bool {
    signature == Self.sign(message, key)
  }

  func sha512(_ bytes: [UInt8]) -> [UInt8]? { nil }

  static func sign(_ message: [UInt8], _ key: SigningKey.Material) -> [UInt8] {
    guard case .ed25519(let bytes) = key else { return [] }
    return ContentHasher.hash(bytes + message).bytes
  }

  static func key(_ number: UInt8) -> SigningKey {
    SigningKey(.ed25519([UInt8](repeating: number, count: 32)))
  }
}

/// A publisher with its repository, which a test may make lie.
struct TestPublication {
  /// The moment of most updates.
  static let now = Timestamp(milliseconds: 1_800_000_000_000)
  static let later = now.advanced(by: 30 * 86_400_000)

  /// Everything that was ever published, by its path below metadata or targets.
  private(set) var files: [String: [UInt8]] = [:]
  /// The keys of each role, as they sign.
  var keys: [String: [SigningKey]] = [
    "root": [TestVerifier.key(1)], "timestamp": [TestVerifier.key(2)],
    "snapshot": [TestVerifier.key(3)], "targets": [TestVerifier.key(4)],
  ]
  /// The keys that sign for a role instead of its own.
  var signers: [String: [SigningKey]] = [:]
  var thresholds: [String: Int] = [:]
  var versions: [String: Int64] = [:]
  var expiries: [String: Timestamp] = [:]
  var targets: [TargetFile] = []
  /// The root that clients are shipped with.
  private(set) var firstRoot: [UInt8] = []

  init() throws {
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
  mutating func publishRoot() throws {
    versions["root"] = (versions["root"] ?? 0) + 1
    let root = RootMetadata(
      header: header("root"), keys: keys.values.flatMap { $0 }, root: role("root"),
      timestamp: role("timestamp"), snapshot: role("snapshot"), targets: role("targets"))
    files["\(header("root").version).root.json"] = try file("root", root)
  }

  /// Publishes a document and everything that leads to it.
  mutating func publish(_ document: [UInt8]) throws {
    targets = [TargetFile(path: "document.json", holding: document)]
    files["\(targets[0].hashes[0].digits).document.json"] = document
    for role in ["targets", "snapshot", "timestamp"] { versions[role] = (versions[role] ?? 0) + 1 }
    try write()
  }

  /// Signs the metadata as it stands, whatever it says.
  mutating func write() throws {
    let targets = try file(
      "targets", TargetsMetadata(header: header("targets"), targets: targets))
    files["\(header("targets").version).targets.json"] = targets
    try write(
      snapshotOf: ListedFile(
        version: header("targets").version, length: Int64(targets.count),
        hashes: [FileHash(sha256: targets)]))
  }

  mutating func write(snapshotOf targets: ListedFile) throws {
    let snapshot = try file(
      "snapshot", SnapshotMetadata(header: header("snapshot"), targets: targets))
    files["\(header("snapshot").version).snapshot.json"] = snapshot
    try write(
      timestampOf: ListedFile(
        version: header("snapshot").version, length: Int64(snapshot.count),
        hashes: [FileHash(sha256: snapshot)]))
  }

  mutating func write(timestampOf snapshot: ListedFile) throws {
    files["timestamp.json"] = try file(
      "timestamp", TimestampMetadata(header: header("timestamp"), snapshot: snapshot))
  }

  subscript(path: String) -> [UInt8]? {
    get { files[path] }
    set { files[path] = newValue }
  }
}

/// A phone: what it has stored, and what it was served.
struct TestPhone {
  private(set) var stored: [String: [UInt8]]
  private(set) var fetched: [UpdateFile] = []
  /// The document that it has.
  private(set) var document: [UInt8]?

  init(shippedWith root: [UInt8]) { stored = ["root.json": root] }

  /// Updates from what `serve` answers: bytes, or nil where there is nothing.
  mutating func update(
    at time: Timestamp = TestPublication.now, limits: UpdateLimits = UpdateLimits(),
    from serve: (UpdateFile) throws -> [UInt8]?
  ) throws {
    fetched = []
    var client = try UpdateClient(
      trusting: stored, at: time, limits: limits, verifier: TestVerifier())
    var step = client.refresh()
    while true {
      switch step {
      case .fetch(let file):
        fetched.append(file)
        if let bytes = try serve(file) {
          step = try client.arrived(Array(bytes.prefix(file.atMost + 1)))
        } else {
          step = try client.missing()
        }
      case .store(let files):
        for file in files { stored[file.name] = file.bytes }
        step = try client.stored()
      case .refreshed: step = try client.find("document.json")
      case .found(let target): step = try client.fetch(target)
      case .delivered(let bytes):
        document = bytes
        return
      }
    }
  }

  mutating func update(
    from publication: TestPublication, at time: Timestamp = TestPublication.now,
    limits: UpdateLimits = UpdateLimits()
  ) throws {
    try update(at: time, limits: limits) { publication[$0.path] }
  }

  /// The code that the publication is refused with; nil where it is taken.
  mutating func refusal(
    of publication: TestPublication, at time: Timestamp = TestPublication.now,
    limits: UpdateLimits = UpdateLimits()
  ) throws -> UpdateRefusal? {
    do {
      try update(from: publication, at: time, limits: limits)
      return nil
    } catch let refusal as UpdateRefusal {
      return refusal
    }
  }
}
