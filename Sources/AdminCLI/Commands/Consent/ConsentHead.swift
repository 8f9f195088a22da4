// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// `consent head`.
enum ConsentHead {
  static let command = Command(
    "head", "Print the ledger's size and root, for keeping elsewhere.",
    details: """
      Whoever owns the file can rewrite all of it. A head that is kept where they cannot reach it \
      shows whether they did: 'consent verify --head FILE' proves that the ledger still begins with \
      everything that it held then. Appended to one file, several heads narrow down where a history \
      was written anew.
      """,
    effect: .reads, output: .keys(Column.keys(of: columns)),
    examples: [
      Example("consent head", "For people."),
      Example("consent head --format ndjson >> heads.ndjson", "For 'consent verify --head'."),
    ]
  ) { run in
    let head = try run.withConsent(.readOnly) { try $0.head(at: run.now) }
    try run.fields(head, columns)
  }

  static let columns: [Column<LedgerHead>] = [
    Column("store", "Store", meaning: "The random id of the database.") { .text($0.store) },
    Column("size", "Size", meaning: "How many entries the ledger has.") { .integer($0.size) },
    Column("root", "Root", meaning: "The root of the ledger's hashes.") { .text($0.root.hex) },
    Column("time", "Time", meaning: "When the head was taken.") { .text($0.time.description) },
  ]
}
