// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdSystem

/// `publish rollback DIR GENERATION`.
enum PublishRollback {
  static let generation = Argument(
    ValueKind<Int64>("GENERATION", expected: "the number of a generation") {
      Int64($0).flatMap { $0 > 0 ? $0 : nil }
    }, "The generation whose content phones should have again.")

  static let command = Command(
    "rollback", "Publish the content of an older generation as a newer one.",
    details: """
      Phones never go back: what was bad is followed by a generation that says what the older one said. \
      No database is asked or changed. The inventory still says what was bad, and the next 'publish' \
      would publish that again: revert it there as well.
      """,
    effect: .changes, output: .keys(of: PublicationReport.columns, .dryRun),
    arguments: [SigningOptions.folder, generation], options: SigningOptions.all,
    examples: [
      Example("publish rollback public/ads 41 --signing-keys keys", "What generation 41 said.")
    ]
  ) { run in
    let path = run.input[SigningOptions.folder]
    let number = run.input[generation]
    let keys = try SigningOptions.keysFolder(for: path, run)
    let standing = try PublishedFolder.standing(path, run)
    if run.isDryRun {
      let inventory = try Self.inventory(of: number, in: standing)
      let report = PublicationReport(
        of: try inventory.document(), to: standing, units: inventory.content.units.count)
      return try run.tell(
        report,
        orPrint: "would publish generation \(report.generation) with what generation \(number) said"
      )
    }
    let signers = try SigningOptions.keys(in: keys, run)
    try SigningOptions.withFolder(path, run) { folder in
      let inventory = try Self.inventory(of: number, in: folder)
      let signed = try SignedPublication(
        of: inventory, in: folder, keys: signers, SigningOptions.terms(run), run)
      try run.note(
        "generation \(signed.generation) says what generation \(number) said; revert the inventory, "
          + "too, before the next 'publish'")
      try run.tell(PublicationReport(signed, units: inventory.content.units.count))
    }
  }

  private static func inventory(
    of number: Int64, in folder: PublishedFolder
  ) throws -> PublishedInventory {
    var found: PublishedInventory?
    try folder.forEachGeneration { generation in
      if generation.number == number { found = try folder.inventory(of: generation) }
      return generation.number > number
    }
    guard let found else {
      throw Failure(
        .notFound,
        "the document of generation \(number) is not in \(folder.path.quotedForDisplay).",
        try: "adview-admin publish status \(folder.path.quotedForShell)")
    }
    return found
  }
}
