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
    effect: .changes, output: .keys(Column.keys(of: PublicationReport.columns) + .dryRun),
    arguments: [SigningOptions.folder, generation], options: SigningOptions.all,
    examples: [
      Example("publish rollback public/ads 41 --signing-keys keys", "What generation 41 said.")
    ]
  ) { run in
    let path = run.input[SigningOptions.folder]
    let number = run.input[generation]
    let keys = try SigningOptions.keysFolder(for: path, run)
    let folder = try PublishedFolder.standing(path, run)
    var found: PublishedInventory?
    try folder.forEachGeneration { generation in
      if generation.number == number { found = try folder.inventory(of: generation) }
      return generation.number > number
    }
    guard let inventory = found else {
      throw Failure(
        .notFound, "the document of generation \(number) is not in \(path.quotedForDisplay).",
        try: "adview-admin publish status \(path.quotedForShell)")
    }
    let units = inventory.content.units.count
    if run.isDryRun {
      let report = PublicationReport(of: try inventory.document(), to: folder, units: units)
      guard run.format == .table else {
        return try run.fields(report, PublicationReport.columns + run.dryRunColumns())
      }
      return try run.print(
        "would publish generation \(report.generation) with what generation \(number) said\n")
    }
    let signed = try SignedPublication(
      of: inventory, in: folder, keys: try SigningOptions.keys(in: keys, run),
      SigningOptions.terms(run), run)
    try run.note(
      "generation \(signed.generation) says what generation \(number) said; revert the inventory, "
        + "too, before the next 'publish'")
    try run.fields(
      PublicationReport(signed, units: units), PublicationReport.columns + run.dryRunColumns())
  }
}
