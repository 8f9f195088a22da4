// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdStore

/// Thresholds that `simulate --search --goal` proposed, of the file in which they were kept.
enum ProposedThresholds {
  static let from = Option(
    "from", .file, "Take a proposal of 'simulate --search --goal', written with --format json.")
  static let number = Option(
    "proposal", .whole(in: 1...3), "Which of its proposals.", defaultDescription: "1")

  /// Reads the proposal that is asked for; nil where no file is named.
  /// - Throws: ``Failure`` with `badData`, or what reading the file meets.
  static func read(_ run: CommandRun) throws -> LoadingThresholds? {
    guard let file = run.input[from] else {
      guard run.input[number] == nil else {
        throw Failure(.usage, "--proposal needs --from: the file with the proposals.")
      }
      return nil
    }
    let wanted = Int64(run.input[number] ?? 1)
    let advice =
      "adview-admin simulate --sessions all --search --goal fewest-late --format json"
    return try run.document(file, try: advice) { document in
      for row in try document.elements()
      where try row.optional("proposal")?.integer(in: 1...3) == wanted {
        var page = FieldTable<InventoryPage>.pages.standard
        for field in FieldGroup<InventoryPage>.thresholds.fields {
          try field.read(row.member(field.key), into: &page)
        }
        try page.thresholds.validate()
        return page.thresholds
      }
      throw Failure(.badData, "\(file.quotedForDisplay) has no proposal \(wanted).", try: advice)
    }
  }
}
