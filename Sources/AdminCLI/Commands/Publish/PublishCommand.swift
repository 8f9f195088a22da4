// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdSystem

/// `publish DIR`, and what else operators do with a publication.
enum PublishCommand {
  static let command = Command(
    "publish", "Publish the inventory for apps to follow, signed, on any static host.",
    details: """
      The folder becomes a repository of The Update Framework: metadata, and as targets the document of \
      the generation and the differences from the last eight. Only pages, units, sizes, targeting and \
      the settings of apps are in it; consent, history, notes and the change log never are. All files \
      but metadata/timestamp.json never change, and that one is written last: copy the others to the \
      host before it. What is the same as was published is signed again and is no new generation.

      The keys are PEM files of Ed25519 or ECDSA P-256: root.pem, targets.pem, snapshot.pem and \
      timestamp.pem, or several of a role as root-NAME.pem. Where the folder is missing it is made \
      with one each. A role whose keys are not in the folder keeps those that it has: keep root.pem \
      elsewhere, it is needed where keys change and twice a year. With --threshold root=2 two of its \
      keys have to sign. A key is replaced by putting another in its place; of the root the old one \
      signs once more, as old-NAME.pem.

      A PEM file with a public key stands for a private key that is elsewhere, in a KMS or a hardware \
      token: --signing-command names the program that signs with it. It is run without a shell of \
      yours, with the name of the key's file without .pem as its only argument, reads the bytes to sign on \
      standard input and writes the signature alone to standard output: 64 bytes of Ed25519, or DER of \
      ECDSA with SHA-256. What it writes is checked before anything is published.

      That the newest is the newest is signed for 30 days (--expires timestamp=DAYS): publish at least every two \
      weeks. What is good for less than half of its time is signed again, and of what ends soon you \
      are warned. Days and thresholds stay as they were published until you say others. Apps are \
      shipped with metadata/1.root.json or a newer one.
      """,
    effect: .changes, output: .keys(of: PublicationReport.columns, .dryRun),
    arguments: [SigningOptions.folder], options: SigningOptions.all,
    examples: [
      Example("publish public/ads --signing-keys keys --dry-run", "What would be published."),
      Example("publish public/ads --signing-keys keys", "Then copy the folder to the host."),
      Example(
        "publish public/ads --signing-keys keys --signing-command ./sign-with-kms",
        "With keys that no file holds."),
      Example(
        "publish public/ads --signing-keys keys --threshold root=2 --expires timestamp=7",
        "Two people sign for the root; whoever is held back notices after a week."),
    ]
  ) { run in
    let folder = run.input[SigningOptions.folder]
    let keys = try SigningOptions.keysFolder(for: folder, run)
    try run.withDatabase(.readOnly) { database in
      if run.isDryRun { return try Self.plan(folder, Self.inventory(of: database), run) }
      if !run.host.files.exists(folder) { try run.requireCreatable(folder, isFolder: true) }
      let makesKeys = !run.host.files.exists(keys)
      if makesKeys { try SigningKeys.make(in: keys, run) }
      defer {
        // Keys by which nothing was signed that anybody could have are nobody's.
        if makesKeys, run.host.isInterrupted(), !run.host.files.exists(folder) {
          SigningKeys.remove(in: keys, run)
        }
      }
      let signers = try SigningOptions.keys(in: keys, run)
      try SigningOptions.withFolder(folder, run) { folder in
        // Read while nobody else publishes: whoever comes second publishes what is newer.
        let inventory = try Self.inventory(of: database)
        let signed = try SignedPublication(
          of: inventory, in: folder, keys: signers, SigningOptions.terms(run), run)
        if !signed.isNew {
          try run.note("nothing new: generation \(signed.generation) is signed again")
        }
        try run.tell(PublicationReport(signed, units: inventory.content.units.count))
      }
    }
  }

  private static func inventory(of database: AdDatabase) throws -> PublishedInventory {
    try InventoryRepository(database).read { try PublishedInventory(of: $0) }
  }

  /// Tells what would be published.
  private static func plan(
    _ folder: String, _ inventory: PublishedInventory, _ run: CommandRun
  ) throws {
    let isThere = run.host.files.exists(folder)
    try run.requireCreatable(isThere ? "\(folder)/metadata" : folder, isFolder: true)
    let units = inventory.content.units.count
    let report = PublicationReport(
      of: try inventory.document(), to: try PublishedFolder(folder, run), units: units)
    try run.tell(
      report,
      orPrint: "would publish generation \(report.generation) with \(units.counted("unit")) to "
        + folder.safeForTerminal)
  }
}
