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
  /// From how many generations back a difference leads to the newest.
  static let differences = 8

  /// The generation that is published.
  private(set) var generation: Int64 = 1
  /// Whether it is a new one.
  private(set) var isNew = false
  /// The newest root.
  private(set) var root: RootMetadata
  /// The document of the generation, as it is described.
  private(set) var file: TargetFile
  /// How many bytes a phone of the last generation fetches for the step to this one; nil where there
  /// is no such step.
  private(set) var stepBytes: Int64?

  private let folder: PublishedFolder
  private let run: CommandRun
  private let keys: SigningKeys
  private let terms: SigningTerms
  private var targets: TargetsMetadata
  private var targetsBytes: [UInt8]
  /// The files that are to be written, by their names below the folder.
  private var unwritten: [(name: String, bytes: [UInt8])] = []

  /// Publishes an inventory, and signs again what is old or was signed by others. Everything is made before
  /// the first file is written: whoever stops it leaves the folder as it was.
  /// - Parameters:
  ///   - inventory: The inventory; nil for what is published already.
  ///   - revoked: Ids of keys that nothing is to be signed by any more.
  /// - Throws: ``Failure``; `FileError`.
  init(
    of inventory: PublishedInventory?, in folder: PublishedFolder, keys: SigningKeys,
    _ terms: SigningTerms, revoking revoked: Set<String> = [], _ run: CommandRun
  ) throws {
    self.folder = folder
    self.run = run
    self.keys = keys
    self.terms = terms
    try run.checkInterruption()
    let (root, rootFile) = try Self.signedRoot(in: folder, keys, terms, revoked, run)
    self.root = root
    if let rootFile { unwritten.append(rootFile) }
    var files = folder.targets?.targets ?? []
    let last = folder.newest
    generation = last?.number ?? 0
    if let inventory {
      let whole = try inventory.document()
      if last?.file.hashes != [FileHash(sha256: whole)] {
        generation += 1
        isNew = true
        let made = try Self.files(of: inventory, whole, as: generation, in: folder, run)
        files = made.map(\.file)
        unwritten += made.map { (PublishedFolder.place(of: $0.file), $0.bytes) }
      }
    }
    guard let file = files.first(where: { $0.path == PublishedGeneration.wholeName }) else {
      throw folder.nothingPublished()
    }
    self.file = file
    let step = PublishedGeneration.differenceName(from: generation - 1)
    stepBytes = files.first { $0.path == step }?.length
    (targets, targetsBytes) = (TargetsMetadata(header: .none, targets: files), [])
    try signTargets()
    let (snapshot, snapshotBytes) = try signedSnapshot()
    try signTimestamp(of: snapshot, snapshotBytes)
    try run.checkInterruption()
    try write()
    try warn(snapshot.header)
  }

  /// Writes what was made. The documents of a generation never change, and the timestamp comes last.
  private func write() throws {
    for name in ["", "/metadata", "/targets"] {
      try run.host.files.makeFolder("\(folder.path)\(name)")
    }
    for (name, bytes) in unwritten {
      let path = "\(folder.path)/\(name)"
      if name.hasPrefix("targets/"), run.host.files.exists(path) { continue }
      try run.host.files.write(bytes, to: path, for: .everyone)
    }
  }

  // MARK: Root

  /// The newest root; a new one, with its file, where keys or thresholds are others, or the last one is old.
  private static func signedRoot(
    in folder: PublishedFolder, _ keys: SigningKeys, _ terms: SigningTerms, _ revoked: Set<String>,
    _ run: CommandRun
  ) throws -> (RootMetadata, file: (name: String, bytes: [UInt8])?) {
    let last = folder.root
    func role(_ role: SigningKeys.Role, _ standing: SigningRole?) throws -> SigningRole {
      // A role's keys may be kept elsewhere while nothing of it is signed.
      let here = keys.keys(of: role).map(\.id)
      let ids = (here.isEmpty ? standing?.keyIDs ?? [] : here).filter { !revoked.contains($0) }
      let threshold = terms.threshold(of: role, after: standing)
      guard ids.count >= max(threshold, 1) else {
        throw Failure(
          .notFound,
          ids.isEmpty
            ? "there is no key of \(role.rawValue) among these."
            : "\(role.rawValue) needs \(threshold.counted("key")), and has \(ids.count).",
          try:
            "a file \(role.rawValue).pem or \(role.rawValue)-NAME.pem; one that 'publish' makes a "
            + "folder for has them all")
      }
      return SigningRole(keyIDs: ids.sorted(), threshold: threshold)
    }
    let known =
      SigningKeys.Role.allCases.flatMap { keys.keys(of: $0) }
      + (last.map { Array($0.keys.values) } ?? [])
    let roles = (
      try role(.root, last?.root), try role(.timestamp, last?.timestamp),
      try role(.snapshot, last?.snapshot), try role(.targets, last?.targets)
    )
    let named = Set([roles.0, roles.1, roles.2, roles.3].flatMap(\.keyIDs))
    let days = terms.days(of: .root, after: last?.header)
    var new = RootMetadata(
      header: MetadataHeader(
        version: (last?.header.version ?? 0) + 1, expires: run.now.advanced(by: days * 86_400_000),
        days: days),
      keys: known.filter { named.contains($0.id) }, root: roles.0, timestamp: roles.1,
      snapshot: roles.2, targets: roles.3)
    if let last {
      let header = new.header
      new.header = last.header
      if new == last, !terms.change(last.header, of: .root) {
        let isOld = SigningTerms.isOld(last.header, .root, at: run.now)
        if !isOld || !keys.canSign(for: last.root) { return (last, nil) }
      }
      new.header = header
    }
    let name = "\(new.header.version).root.json"
    let bytes = try keys.sign(new, as: name, by: [new.root] + (last.map { [$0.root] } ?? []))
    return (new, ("metadata/\(name)", bytes))
  }

  // MARK: Targets

  /// The files of a generation: its document, and the differences that lead to it.
  private static func files(
    of inventory: PublishedInventory, _ whole: [UInt8], as generation: Int64,
    in folder: PublishedFolder, _ run: CommandRun
  ) throws -> [(file: TargetFile, bytes: [UInt8])] {
    var files = [
      (
        TargetFile(
          path: PublishedGeneration.wholeName, holding: whole,
          custom: PublishedGeneration.custom(generation)), whole
      )
    ]
    try folder.forEachGeneration { old in
      try run.checkInterruption()
      guard let last = try folder.inventory(of: old) else { return true }
      let bytes = try last.difference(to: inventory)
      let name = PublishedGeneration.differenceName(from: old.number)
      files.append((TargetFile(path: name, holding: bytes), bytes))
      return files.count <= differences
    }
    return files
  }

  private mutating func signTargets() throws {
    let header = folder.targets?.header
    if let old = folder.targets, !isNew,
      stands(old.header, folder.targetsBytes, .targets, root.targets)
    {
      (targets, targetsBytes) = (old, folder.targetsBytes)
      return
    }
    targets.header = self.header(.targets, after: header)
    targetsBytes = try keys.sign(targets, as: "targets.json", by: [root.targets])
    unwritten.append(("metadata/\(targets.header.version).targets.json", targetsBytes))
  }

  // MARK: Snapshot and timestamp

  private mutating func signedSnapshot() throws -> (SnapshotMetadata, [UInt8]) {
    let listed = listed(targets.header, targetsBytes)
    if let old = folder.snapshot, old["targets.json"] == listed,
      stands(old.header, folder.snapshotBytes, .snapshot, root.snapshot)
    {
      return (old, folder.snapshotBytes)
    }
    let new = SnapshotMetadata(
      header: header(.snapshot, after: folder.snapshot?.header), targets: listed)
    let bytes = try keys.sign(new, as: "snapshot.json", by: [root.snapshot])
    unwritten.append(("metadata/\(new.header.version).snapshot.json", bytes))
    return (new, bytes)
  }

  private mutating func signTimestamp(of snapshot: SnapshotMetadata, _ bytes: [UInt8]) throws {
    let timestamp = TimestampMetadata(
      header: header(.timestamp, after: folder.timestamp?.header),
      snapshot: listed(snapshot.header, bytes))
    let file = try keys.sign(timestamp, as: "timestamp.json", by: [root.timestamp])
    unwritten.append(("metadata/timestamp.json", file))
  }

  private func header(_ role: SigningKeys.Role, after old: MetadataHeader?) -> MetadataHeader {
    let days = terms.days(of: role, after: old)
    return MetadataHeader(
      version: (old?.version ?? 0) + 1, expires: run.now.advanced(by: days * 86_400_000), days: days
    )
  }

  private func listed(_ header: MetadataHeader, _ bytes: [UInt8]) -> ListedFile {
    ListedFile(
      version: header.version, length: Int64(bytes.count), hashes: [FileHash(sha256: bytes)])
  }

  /// Whether metadata whose content stays need not be signed again: it is signed by those who sign now,
  /// and young, or those are not here.
  private func stands(
    _ header: MetadataHeader, _ file: [UInt8], _ name: SigningKeys.Role, _ role: SigningRole
  ) -> Bool {
    guard let node = try? JSONNode(JSONReader.read(file)).member("signatures").elements() else {
      return false
    }
    // Who reads it checks the signatures themselves.
    let ids = Set(node.compactMap { try? $0.member("keyid").string() })
    guard ids.isSubset(of: role.keyIDs), ids.count >= role.threshold else { return false }
    if terms.change(header, of: name) { return false }
    return !SigningTerms.isOld(header, name, at: run.now) || !keys.canSign(for: role)
  }

  /// Warns of what will end soon: it should have been signed again, and who signs it is not here.
  private func warn(_ snapshot: MetadataHeader) throws {
    let headers: [(SigningKeys.Role, MetadataHeader)] = [
      (.root, root.header), (.targets, targets.header), (.snapshot, snapshot),
    ]
    for (role, header) in headers where SigningTerms.endsSoon(header, role, at: run.now) {
      try run.note(
        "warning: \(role.rawValue) ends at \(header.expires), and its keys are not here to sign it "
          + "again")
    }
  }
}

extension MetadataHeader {
  /// The header of metadata that is not signed yet.
  fileprivate static let none = MetadataHeader(version: 1, expires: Timestamp(milliseconds: 0))
}
