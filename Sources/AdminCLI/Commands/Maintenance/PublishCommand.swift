// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import AdStore
import AdSystem

/// `publish DIR`.
enum PublishCommand {
  static let folder = Argument(.folder, "The folder; made where it is missing.")
  static let keys = Option(
    "signing-keys", .folder,
    "Also publish for phones, signed by the private keys in this folder; made where it is missing.")

  static let command = Command(
    "publish", "Write the inventory as an immutable file with a manifest, for any static host.",
    details: """
      Only pages, units, sizes and targeting are published; consent, history, notes and the change \
      log never are. The file is named by its generation and hash and never changes; manifest.json \
      is replaced last, in one step, so that a reader finds a manifest whose file is there. Older \
      files stay for whoever is still reading them.

      The same inventory gives the same file, byte for byte. The generation is the number of the \
      last change and rises with every change. A client reads the manifest, compares bytes and \
      sha256, and opens the file read-only.

      With --signing-keys it also writes what apps follow over the air: metadata and targets, a repository of \
      The Update Framework with the document of the generation and the differences from the last \
      eight. Publish at least every two weeks: that the newest is the newest is signed for 30 days. \
      The folder has PEM files: root.pem, targets.pem, snapshot.pem and timestamp.pem, or several \
      of a role as root-NAME.pem. root.pem is needed where keys change and once a year: keep it \
      elsewhere. A key is replaced by putting another in its place; of the root the old one signs \
      once more, as old-NAME.pem. Apps are shipped with metadata/1.root.json or a newer one.
      """,
    effect: .changes, output: .keys(Column.keys(of: Snapshot.columns) + .dryRun),
    arguments: [folder], options: [keys],
    examples: [
      Example("publish public/ads --dry-run", "What would be published."),
      Example("publish public/ads", "Then copy the folder to the host."),
      Example("publish public/ads --signing-keys keys", "For phones, too."),
    ]
  ) { run in
    let folder = run.input[folder].withoutLastSlashes
    let manifest = "\(folder)/manifest.json"
    let old = try readManifest(manifest, run)
    try run.withDatabase(.readOnly) { database in
      let inventory = InventoryRepository(database)
      let current = try inventory.publication()
      if let old, old > current.generation {
        try run.note(
          "warning: \(folder) holds generation \(old) already, newer than \(current.generation); "
            + "is this the database that was published before?")
      }
      if run.isDryRun {
        let isThere = run.host.files.exists(folder)
        try run.requireCreatable(isThere ? manifest : folder, isFolder: !isThere)
        guard run.format == .table else {
          return try run.fields(
            Snapshot(publication: current), Snapshot.columns + run.dryRunColumns())
        }
        return try run.print(
          "would publish generation \(current.generation) with "
            + "\(current.unitCount.counted("unit")) to "
            + "\(folder.safeForTerminal)\n")
      }
      try run.host.files.makeFolder(folder)
      let (draft, publication, bytes) = try snapshot(of: inventory, in: folder, run)
      let hash = ContentHasher.hash(bytes).hex
      let file = "inventory-\(publication.generation)-\(hash.prefix(16)).sqlite"
      let snapshot = Snapshot(
        publication: publication, sha256: hash, bytes: bytes.count, file: file)
      try draft.finish(as: "\(folder)/\(file)", .replacing)
      try run.host.files.write(try snapshot.manifest, to: manifest, for: .everyone)
      if let keys = run.input[keys] {
        try publishForPhones(inventory, in: folder, keys: keys.withoutLastSlashes, run)
      }
      try run.fields(snapshot, Snapshot.columns + run.dryRunColumns())
    }
  }

  /// Writes what apps follow over the air.
  private static func publishForPhones(
    _ inventory: InventoryRepository, in folder: String, keys: String, _ run: CommandRun
  ) throws {
    guard OpenSSL.isInstalled else {
      throw Failure(.notFound, "openssl is not installed, and signs.", try: "install openssl 3")
    }
    if !run.host.files.exists(keys) { try SigningKeys.make(in: keys, run) }
    let openssl = try OpenSSL()
    let signed = try SignedPublication(
      of: try inventory.read { try PublishedInventory(of: $0) }, in: folder,
      keys: try SigningKeys(folder: keys, openssl: openssl, run), run)
    let step = signed.stepBytes.map { ", \($0.counted("byte")) from the last" } ?? ""
    try run.note(
      signed.isNew
        ? "signed generation \(signed.generation)\(step)"
        : "signed again, nothing new: generation \(signed.generation)")
  }

  /// The generation of the manifest that is there; nil where there is none.
  /// - Throws: ``Failure`` where the file is another program's.
  private static func readManifest(_ path: String, _ run: CommandRun) throws -> Int64? {
    guard run.host.files.exists(path) else { return nil }
    let document = try? JSONNode(JSONReader.read(run.read(path, atMost: .line)))
    guard let generation = try? document?.member("generation").integer(),
      (try? document?.member("sha256").string()) != nil
    else {
      throw Failure(
        .cannotCreate,
        "\(path.quotedForDisplay) is not a manifest of this program, and is not replaced.",
        try: "another folder")
    }
    return generation
  }

  /// Writes the inventory under a name that no client looks for, and takes its bytes.
  private static func snapshot(
    of inventory: InventoryRepository, in folder: String, _ run: CommandRun
  ) throws -> (Draft, InventoryRepository.Publication, [UInt8]) {
    let draft = try Draft(
      of: "\(folder)/inventory.sqlite", permissions: FileReaders.everyone.permissions,
      layer: run.host.files.layer)
    // A fixed time for the schema, so that the same inventory gives the same bytes.
    let publication = try run.withProgress("publishing", "rows") { show in
      try inventory.publish(
        into: draft.path, named: folder, at: Timestamp(milliseconds: 0)
      ) { try show($0, nil) }
    }
    return (draft, publication, try run.host.files.read(draft.path, atMost: .max))
  }

  /// A file that was published, or only what would be in it.
  private struct Snapshot: Sendable {
    let publication: InventoryRepository.Publication
    var sha256: String?
    var bytes: Int?
    var file: String?

    static let columns: [Column<Snapshot>] = [
      Column("generation", "Generation", meaning: "The number of the last change.") {
        .integer($0.publication.generation)
      },
      Column("file", "File", meaning: "The name of the file.") { .optional($0.file) },
      Column("sha256", "SHA-256", meaning: "The SHA-256 of the file.") { .optional($0.sha256) },
      Column("bytes", "Bytes", meaning: "How many bytes.") { .optional(integer: $0.bytes) },
      Column("schemaVersion", "Schema", meaning: "The version of the schema.") {
        .integer(Int64($0.publication.schemaVersion))
      },
      Column("units", "Units", meaning: "The units, or how many there are.") {
        .integer(Int64($0.publication.unitCount))
      },
    ]

    var manifest: [UInt8] {
      get throws {
        var json = JSONWriter(.pretty)
        try json.object { json in
          for column in Self.columns { try json.member(column.key, column.cell(self).json) }
        }
        json.endLine()
        return json.bytes
      }
    }
  }
}
