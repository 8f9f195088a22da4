// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `diff FROM [TO]`.
enum DiffCommand {
  /// One of two things that are compared.
  enum Side: Sendable {
    case moment(Moment)
    case file(String)

    /// A time where the text is one, else the name of a file.
    init(_ text: String) {
      self = (try? Moment(text)).map(Side.moment) ?? .file(text)
    }
  }

  static let from = Argument(
    ValueKind<Side>("FROM", expected: "a time or a file", completion: .file) {
      $0.isEmpty ? nil : Side($0)
    }, "A time, or a document of 'export inventory'; - reads standard input.")
  static let to = Argument(
    ValueKind<Side>("TO", expected: "a time or a file", completion: .file) {
      $0.isEmpty ? nil : Side($0)
    }, "The other; the inventory as it is now where none is given.", count: .optional)

  static let command = Command(
    answering: "diff", "Compare the inventory at two times, or with a document.",
    details: """
      Lists what would have to be done to FROM to make it TO, and ends with 1 where there is anything, \
      else with 0. A unit that was renamed is one that went and one that came. A file that is called \
      like a time is named ./7d. The debug switch and the other settings are compared where both sides \
      are times: documents do not hold them. Changes nothing.
      """,
    effect: .reads, output: .keys(Column.keys(of: columns)), arguments: [from, to],
    examples: [
      Example("diff yesterday", "What is otherwise since the day before today began."),
      Example("diff 2026-11-20 2026-11-21", "What a day changed."),
      Example("diff inventory.json", "What was changed since the document was written."),
      Example("diff now inventory.json", "What importing it would change, and what it lacks."),
    ]
  ) { run in
    let sides = (run.input[from], run.input.optional(to) ?? .moment(.ago(0)))
    if case (.file("-"), .file("-")) = sides {
      throw Failure(
        .usage, "standard input can be read once.", try: "adview-admin diff --help")
    }
    let (before, old) = try state(of: sides.0, run)
    let (after, new) = try state(of: sides.1, run)
    var found = try before.differences(to: after)
    if let old, let new { found += try old.differences(to: new) }
    if run.format == .table {
      for difference in found {
        try run.print("\(sentence(for: difference).safeForTerminal)\n")
      }
      if found.isEmpty { try run.print("no difference\n") }
    } else {
      try run.list(found, columns)
    }
    return found.isEmpty ? .done : .answerIsNo
  }

  private static let columns: [Column<InventoryDifference>] = [
    Column("noun") { .text($0.noun.rawValue) },
    Column("name") { .text($0.name) },
    Column("verb") { .text($0.verb.rawValue) },
    Column("change") { .text(sentence(for: $0)) },
    Column("before") { ChangeReport.json($0.before) },
    Column("after") { ChangeReport.json($0.after) },
  ]

  private static func sentence(for difference: InventoryDifference) -> String {
    ChangeReport.sentence(difference.verb.rawValue, for: difference)
  }

  private static func state(
    of side: Side, _ run: CommandRun
  ) throws -> (InventoryContent, InventorySettings?) {
    switch side {
    case .file(let path): return (try document(path, run), nil)
    case .moment(.ago(0)):
      return try run.readInventory { (try $0.content(), try $0.settings()) }
    case .moment(let moment):
      let time = moment.time(at: run.now)
      return try run.withDatabase(.readWrite) { try InventoryRepository($0).state(at: time) }
    }
  }

  private static func document(_ path: String, _ run: CommandRun) throws -> InventoryContent {
    do {
      return try InventoryContent(document: run.read(path))
    } catch let error as InventoryDocumentError {
      for problem in error.problems { try run.note("problem: \(problem)") }
      throw Failure(
        .badData,
        "\(path == "-" ? "standard input" : path.quotedForDisplay) is no document to compare with.",
        try: "compare it with what 'adview-admin export inventory' writes")
    }
  }
}
