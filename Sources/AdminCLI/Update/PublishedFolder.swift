// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdSystem
import AdUpdate

/// What lies in a folder that phones follow. Nothing of it is trusted: whoever reads it to publish the
/// next generation signs what it makes of it, and says so.
struct PublishedFolder {
  /// The longest document that is read.
  private static let documentLimit = InputLimit.inventory.bytes
  private static let metadataLimit = 8 << 20

  let path: String
  private let run: CommandRun
  /// The newest root; nil in a folder that nothing was signed in.
  private(set) var root: RootMetadata?
  private(set) var timestamp: TimestampMetadata?
  private(set) var snapshot: SnapshotMetadata?
  private(set) var snapshotBytes: [UInt8] = []
  private(set) var targets: TargetsMetadata?
  private(set) var targetsBytes: [UInt8] = []
  private(set) var timestampBytes: [UInt8] = []

  /// Reads the metadata of a folder.
  /// - Throws: ``Failure`` where it is none that was published.
  init(_ path: String, _ run: CommandRun) throws {
    self.path = path
    self.run = run
    do {
      while let bytes = try metadata("\((root?.header.version ?? 0) + 1).root.json") {
        root = try RootMetadata(file: bytes, named: "root.json")
      }
      guard let bytes = try metadata("timestamp.json") else { return }
      timestampBytes = bytes
      let timestamp = try TimestampMetadata(file: bytes, named: "timestamp.json")
      self.timestamp = timestamp
      let name = "\(timestamp.snapshot.version).snapshot.json"
      snapshotBytes = try run.host.files.read("\(path)/metadata/\(name)", atMost: 1 << 20)
      snapshot = try SnapshotMetadata(file: snapshotBytes, named: name)
      let number = snapshot?["targets.json"]?.version ?? 0
      let file = "\(path)/metadata/\(number).targets.json"
      targetsBytes = try run.host.files.read(file, atMost: Self.metadataLimit)
      targets = try TargetsMetadata(file: targetsBytes, named: "\(number).targets.json")
    } catch let refusal as UpdateRefusal {
      throw Failure(
        .badData, "the metadata in \(path.quotedForDisplay) cannot be read: \(refusal)",
        try: "put back the file as it was published, or publish to another folder")
    }
  }

  /// The folder of a publication that is there already.
  /// - Throws: ``Failure`` where nothing was published in it.
  static func standing(_ path: String, _ run: CommandRun) throws -> PublishedFolder {
    let folder = try PublishedFolder(path, run)
    guard folder.root != nil, folder.timestamp != nil else { throw folder.nothingPublished() }
    return folder
  }

  /// What is said where there is nothing to go on from.
  func nothingPublished() -> Failure {
    Failure(
      .notFound, "nothing was published in \(path.quotedForDisplay).",
      try: "adview-admin publish \(path.quotedForShell) --signing-keys DIR")
  }

  /// The keys that the newest root names for each role.
  var roles: [SigningKeys.Role: SigningRole] {
    guard let root else { return [:] }
    return [
      .root: root.root, .timestamp: root.timestamp, .snapshot: root.snapshot,
      .targets: root.targets,
    ]
  }

  private func metadata(_ name: String) throws -> [UInt8]? {
    let file = "\(path)/metadata/\(name)"
    return run.host.files.exists(file)
      ? try run.host.files.read(file, atMost: Self.metadataLimit) : nil
  }

  /// The header of a role's newest metadata.
  func header(of role: SigningKeys.Role) -> MetadataHeader? {
    switch role {
    case .root: root?.header
    case .timestamp: timestamp?.header
    case .snapshot: snapshot?.header
    case .targets: targets?.header
    }
  }

  // MARK: Generations

  /// A generation that lies in the folder.
  struct Generation {
    let described: PublishedGeneration
    let file: TargetFile
    var number: Int64 { described.number }

    /// The generation that metadata of targets describes.
    init?(_ targets: TargetsMetadata?) {
      guard let file = targets?[PublishedGeneration.wholeName],
        let described = PublishedGeneration(file)
      else { return nil }
      self.file = file
      self.described = described
    }
  }

  /// The newest generation.
  var newest: Generation? { Generation(targets) }

  /// The generations whose metadata is here, the newest first, each once; `body` says whether it wants
  /// the next.
  func forEachGeneration(_ body: (Generation) throws -> Bool) throws {
    var version = targets?.header.version ?? 0
    var last: Int64?
    while version > 0 {
      defer { version -= 1 }
      guard let bytes = try metadata("\(version).targets.json"),
        let generation = Generation(try? TargetsMetadata(file: bytes, named: "targets.json")),
        generation.number != last
      else { continue }
      last = generation.number
      guard try body(generation) else { return }
    }
  }

  /// The inventory of a generation; nil where its document is not here as it was described.
  func inventory(of generation: Generation) throws -> PublishedInventory? {
    guard let bytes = try bytes(of: generation.file) else { return nil }
    return try? PublishedInventory(document: bytes)
  }

  /// The bytes of a target; nil where they are not here as they were described.
  func bytes(of file: TargetFile) throws -> [UInt8]? {
    let place = "\(path)/\(Self.place(of: file))"
    guard run.host.files.exists(place) else { return nil }
    let bytes = try run.host.files.read(place, atMost: Self.documentLimit)
    return file.hashes.contains(FileHash(sha256: bytes)) ? bytes : nil
  }

  /// Where a target of ours lies below the folder.
  static func place(of file: TargetFile) -> String {
    "targets/\(file.hashes[0].digits).\(file.path)"
  }
}
