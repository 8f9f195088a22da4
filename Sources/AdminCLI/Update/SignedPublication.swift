// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdSystem
import AdUpdate

/// A folder that phones follow: the inventory as a repository of The Update Framework, in `metadata`
/// and `targets`, for any static host.
///
/// All files but `metadata/timestamp.json` are immutable, and that one is written last: whoever reads
/// meanwhile finds a generation that is whole. What is in the folder is not trusted: a new root names
/// the keys of this run alone, and a phone checks what a difference leads to.
struct SignedPublication {
  /// How long the metadata of a role is good for, in days.
  static let days: [SigningKeys.Role: Int64] = [
    .root: 365, .targets: 90, .snapshot: 90, .timestamp: 30,
  ]
  /// From how many generations back a difference leads to the newest.
  static let differences = 8

  /// The generation that is published.
  private(set) var generation: Int64 = 1
  /// Whether it is a new one.
  private(set) var isNew = true
  /// The newest root.
  private(set) var root: RootMetadata
  /// How many bytes a phone of the last generation fetches for the step to this one; nil where there
  /// is no such step.
  private(set) var stepBytes: Int?

  private let folder: String
  private let run: CommandRun
  private let keys: SigningKeys
  private var targets: TargetsMetadata?
  private var targetsBytes: [UInt8] = []
  private var snapshot: SnapshotMetadata?
  private var snapshotBytes: [UInt8] = []

  /// Publishes an inventory.
  /// - Throws: ``Failure``; `FileError`; `UpdateRefusal` for a folder whose metadata cannot be read.
  init(of inventory: PublishedInventory, in folder: String, keys: SigningKeys, _ run: CommandRun)
    throws
  {
    self.folder = folder
    self.run = run
    self.keys = keys
    for name in [folder, "\(folder)/metadata", "\(folder)/targets"] {
      try run.host.files.makeFolder(name)
    }
    root = try Self.signedRoot(in: folder, keys, run)
    let old = try readTimestamp()
    try publishTargets(of: inventory)
    try publishSnapshot()
    let timestamp = TimestampMetadata(
      header: header(.timestamp, after: old?.header),
      snapshot: listed(snapshot?.header, snapshotBytes))
    let bytes = try keys.sign(timestamp, as: "timestamp.json", by: [root.timestamp])
    try run.host.files.write(bytes, to: "\(folder)/metadata/timestamp.json", for: .everyone)
  }

  private func header(_ role: SigningKeys.Role, after old: MetadataHeader?) -> MetadataHeader {
    MetadataHeader(version: (old?.version ?? 0) + 1, expires: Self.expiry(of: role, run))
  }

  private static func expiry(of role: SigningKeys.Role, _ run: CommandRun) -> Timestamp {
    run.now.advanced(by: (days[role] ?? 0) * 86_400_000)
  }

  /// Whether metadata is good for less than half of the time that it is signed for.
  private static func isOld(
    _ header: MetadataHeader, _ role: SigningKeys.Role, _ run: CommandRun
  ) -> Bool {
    header.expires < run.now.advanced(by: (days[role] ?? 0) * 43_200_000)
  }

  private func listed(_ header: MetadataHeader?, _ bytes: [UInt8]) -> ListedFile {
    ListedFile(
      version: header?.version ?? 1, length: Int64(bytes.count), hashes: [FileHash(sha256: bytes)])
  }

  // MARK: What is there

  private static func read(_ path: String, _ run: CommandRun) throws -> [UInt8]? {
    run.host.files.exists(path) ? try run.host.files.read(path, atMost: 256 << 20) : nil
  }

  private mutating func readTimestamp() throws -> TimestampMetadata? {
    let place = "\(folder)/metadata"
    guard let bytes = try Self.read("\(place)/timestamp.json", run) else { return nil }
    let timestamp = try TimestampMetadata(file: bytes, named: "timestamp.json")
    let name = "\(timestamp.snapshot.version).snapshot.json"
    snapshotBytes = try run.host.files.read("\(place)/\(name)", atMost: 8 << 20)
    snapshot = try SnapshotMetadata(file: snapshotBytes, named: name)
    let version = snapshot?["targets.json"]?.version ?? 0
    targetsBytes = try run.host.files.read("\(place)/\(version).targets.json", atMost: 8 << 20)
    targets = try TargetsMetadata(file: targetsBytes, named: "\(version).targets.json")
    return timestamp
  }

  // MARK: Root

  /// The newest root; a new one where the keys are others or the last one is old.
  private static func signedRoot(
    in folder: String, _ keys: SigningKeys, _ run: CommandRun
  ) throws -> RootMetadata {
    var last: RootMetadata?
    while let bytes = try read(
      "\(folder)/metadata/\((last?.header.version ?? 0) + 1).root.json", run)
    {
      last = try RootMetadata(file: bytes, named: "root.json")
    }
    func role(_ role: SigningKeys.Role, _ standing: SigningRole?) throws -> SigningRole {
      let found = keys.keys(of: role).map(\.id)
      // The root's key may be kept elsewhere while nothing of it changes.
      if found.isEmpty, role == .root, let standing { return standing }
      guard !found.isEmpty else {
        throw Failure(
          .notFound, "there is no key of \(role.rawValue) among these.",
          try: "a file \(role.rawValue).pem; one that 'publish' makes a folder for has them all")
      }
      return SigningRole(keyIDs: found)
    }
    let known =
      SigningKeys.Role.allCases.flatMap { keys.keys(of: $0) }
      + (keys.keys(of: .root).isEmpty ? last.map { Array($0.keys.values) } ?? [] : [])
    let (rootRole, timestamp, snapshot, targets) = (
      try role(.root, last?.root), try role(.timestamp, nil), try role(.snapshot, nil),
      try role(.targets, nil)
    )
    let named = Set([rootRole, timestamp, snapshot, targets].flatMap(\.keyIDs))
    var new = RootMetadata(
      header: MetadataHeader(
        version: (last?.header.version ?? 0) + 1, expires: expiry(of: .root, run)),
      keys: known.filter { named.contains($0.id) }, root: rootRole, timestamp: timestamp,
      snapshot: snapshot, targets: targets)
    if let last {
      var same = new
      same.header = last.header
      if same == last {
        if last.header.expires > run.now.advanced(by: 60 * 86_400_000) { return last }
        if keys.keys(of: .root).isEmpty {
          try run.note(
            "warning: the root expires at \(last.header.expires), and its key is not here to sign "
              + "the next one")
          return last
        }
      }
    }
    new.header.expires = expiry(of: .root, run)
    let name = "\(new.header.version).root.json"
    let bytes = try keys.sign(new, as: name, by: [new.root] + (last.map { [$0.root] } ?? []))
    try run.host.files.write(bytes, to: "\(folder)/metadata/\(name)", for: .everyone)
    return new
  }

  // MARK: Targets and snapshot

  private func generation(of targets: TargetsMetadata) -> (number: Int64, file: TargetFile)? {
    guard let file = targets[InventoryUpdate.wholeName],
      case .integer(let number)? = file.custom[InventoryUpdate.generationKey]
    else { return nil }
    return (number, file)
  }

  private mutating func publishTargets(of inventory: PublishedInventory) throws {
    let whole = try inventory.document()
    let last = targets.flatMap(generation(of:))
    isNew = last?.file.hashes != [FileHash(sha256: whole)]
    generation = (last?.number ?? 0) + (isNew ? 1 : 0)
    if !isNew, let targets, !Self.isOld(targets.header, .targets, run),
      isSigned(targetsBytes, by: root.targets)
    {
      return
    }
    var custom = JSONObject()
    custom[InventoryUpdate.generationKey] = .integer(generation)
    var files = [
      (TargetFile(path: InventoryUpdate.wholeName, holding: whole, custom: custom), whole)
    ]
    for (number, old) in try lastGenerations() where number < generation {
      let bytes = try old.difference(to: inventory)
      if number == generation - 1 { stepBytes = bytes.count }
      files.append(
        (TargetFile(path: InventoryUpdate.differenceName(from: number), holding: bytes), bytes))
    }
    for (file, bytes) in files {
      let path = "\(folder)/targets/\(file.hashes[0].digits).\(file.path)"
      if !run.host.files.exists(path) {
        try run.host.files.write(bytes, to: path, for: .everyone)
      }
    }
    let new = TargetsMetadata(
      header: header(.targets, after: targets?.header), targets: files.map(\.0))
    targetsBytes = try keys.sign(new, as: "targets.json", by: [root.targets])
    targets = new
    try run.host.files.write(
      targetsBytes, to: "\(folder)/metadata/\(new.header.version).targets.json", for: .everyone)
  }

  /// The generations before this one, the newest first, as their documents say them.
  private func lastGenerations() throws -> [(number: Int64, inventory: PublishedInventory)] {
    var found: [(number: Int64, inventory: PublishedInventory)] = []
    var version = targets?.header.version ?? 0
    while version > 0, found.count < Self.differences {
      defer { version -= 1 }
      guard let bytes = try Self.read("\(folder)/metadata/\(version).targets.json", run),
        let old = try? TargetsMetadata(file: bytes, named: "targets.json"),
        let (number, file) = generation(of: old), found.last?.number != number,
        let document = try Self.read(
          "\(folder)/targets/\(file.hashes[0].digits).\(InventoryUpdate.wholeName)", run),
        FileHash(sha256: document) == file.hashes[0],
        let inventory = try? PublishedInventory(document: document)
      else { continue }
      found.append((number, inventory))
    }
    return found
  }

  private mutating func publishSnapshot() throws {
    let listed = listed(targets?.header, targetsBytes)
    if let snapshot, snapshot["targets.json"] == listed,
      !Self.isOld(snapshot.header, .snapshot, run), isSigned(snapshotBytes, by: root.snapshot)
    {
      return
    }
    let new = SnapshotMetadata(header: header(.snapshot, after: snapshot?.header), targets: listed)
    snapshotBytes = try keys.sign(new, as: "snapshot.json", by: [root.snapshot])
    snapshot = new
    try run.host.files.write(
      snapshotBytes, to: "\(folder)/metadata/\(new.header.version).snapshot.json", for: .everyone)
  }

  /// Whether a file names signatures of a role's present keys; who reads it checks them.
  private func isSigned(_ file: [UInt8], by role: SigningRole) -> Bool {
    guard let node = try? JSONNode(JSONReader.read(file)).member("signatures").elements() else {
      return false
    }
    let ids = Set(node.compactMap { try? $0.member("keyid").string() })
    return ids == Set(role.keyIDs)
  }
}
