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
    }, "A time, or a file that 'import inventory' takes; - reads standard input.")
  static let to = Argument(
    ValueKind<Side>("TO", expected: "a time or a file", completion: .file) {
      $0.isEmpty ? nil : Side($0)
    }, "The other; the inventory as it is now where none is given.", count: .optional)

  /// How differences are printed: as a list is, or as a comment.
  enum Form: String, CaseIterable {
    case table, json, ndjson, csv, markdown
  }

  static let form = Option<Form>(
    "format", .choice("FORMAT"),
    "How to print: table, json, ndjson, csv, or markdown for a comment on a pull request.",
    defaultDescription: "table")

  static let command = Command(
    answering: "diff", "Compare the inventory at two times, or with a file.",
    details: """
      Lists what would have to be done to FROM to make it TO, and ends with 1 where there is anything, \
      else with 0. A unit that was renamed is one that went and one that came. A file that is called \
      like a time is named ./7d. Changes nothing.

      Files are those that 'import inventory' takes, read as it reads them: what one does not say is \
      as on the other side. 'diff now FILE' is the dry run of an import with the same options, and so \
      what the file does not name is only told on standard error, unless --archive-missing or \
      --remove-missing is given. In other comparisons, a document lacks the units that its list does not \
      name.
      """,
    effect: .reads,
    output: .forms([
      OutputForm("in every format but one", .keys(of: columns)),
      OutputForm("with --format markdown", .foreign("a comment for a pull request")),
    ]), arguments: [from, to],
    options: [form, ImportOptions.archiveMissing, ImportOptions.removeMissing]
      + InventoryFile.options,
    examples: [
      Example("diff yesterday", "What is otherwise since the day before today began."),
      Example("diff 2026-11-20 2026-11-21", "What a day changed."),
      Example("diff inventory.json", "What was changed since the document was written."),
      Example("diff now inventory.json --remove-missing", "What importing it so would change."),
      Example(
        "diff now inventory.json --format markdown > comment.md", "The same for a pull request."),
      Example("diff now units.csv", "What importing a spreadsheet would change."),
    ]
  ) { run in
    let sides = (run.input[from], run.input.optional(to) ?? .moment(.ago(0)))
    if case (.file("-"), .file("-")) = sides {
      throw Failure(.usage, "standard input can be read once.")
    }
    var count = 0
    var comment: [InventoryDifference] = []
    var list = run.listWriter(columns)
    try forEachDifference(between: sides, run) { difference in
      try run.checkInterruption()
      count += 1
      if run.input[form] == .markdown {
        comment.append(difference)
      } else if run.format == .table {
        try run.print("\(sentence(for: difference).safeForTerminal)\n")
      } else {
        try list.write(difference)
      }
    }
    if run.input[form] == .markdown {
      try run.print(MarkdownPlan(comment).text)
    } else if run.format != .table {
      try list.end()
    } else if count == 0 {
      try run.print("no difference\n")
    }
    return count == 0 ? .done : .answerIsNo
  }

  private static func forEachDifference(
    between sides: (from: Side, to: Side), _ run: CommandRun,
    _ body: (InventoryDifference) throws -> Void
  ) throws {
    if case (.moment(.ago(0)), .file(let path)) = sides {
      var unplanned = PlannedImport()
      let found = try ImportInventory.importing(
        [path], isTrial: true, "cannot be compared", "", &unplanned, run
      ) {
        try body(InventoryDifference($0))
      }
      try ImportInventory.tell(of: found.overlap, run)
      return
    }
    let (before, after) = try states(of: sides, run)
    var found = try before.differences(to: after)
    if let old = before.settings, let new = after.settings {
      found += try old.differences(to: new)
    }
    for difference in found { try body(difference) }
  }

  private static let columns: [Column<InventoryDifference>] = [
    Column("noun", meaning: "What kind of thing differs.") { $0.noun.rawValue },
    Column("name", meaning: "The name of what differs.") { $0.name },
    Column("verb", meaning: "What would have to be done.") { $0.verb.rawValue },
    Column("change", meaning: "The difference in words.") { sentence(for: $0) },
    Column("before", meaning: "What the first says, as JSON.") { ChangeReport.json($0.before) },
    Column("after", meaning: "What the second says, as JSON.") { ChangeReport.json($0.after) },
  ]

  private static func sentence(for difference: InventoryDifference) -> String {
    ChangeReport.sentence(difference.verb.rawValue, for: difference)
  }

  private static func states(
    of sides: (from: Side, to: Side), _ run: CommandRun
  ) throws -> (from: InventoryContent, to: InventoryContent) {
    switch sides {
    case (.moment(let from), .moment(let to)):
      return (try state(at: from, run), try state(at: to, run))
    case (.file(let path), .moment(let moment)):
      let other = try state(at: moment, run)
      return (try content(of: path, over: other, run), other)
    case (.moment(let moment), .file(let path)):
      let other = try state(at: moment, run)
      return (other, try content(of: path, over: other, run))
    case (.file(let from), .file(let to)):
      let first = try content(of: from, over: nil, run)
      return (first, try content(of: to, over: first, run))
    }
  }

  private static func state(at moment: Moment, _ run: CommandRun) throws -> InventoryContent {
    var content: InventoryContent
    let settings: InventorySettings
    (content, settings) =
      if case .ago(0) = moment {
        try run.readInventory { (try $0.content(), try $0.settings()) }
      } else {
        try run.withInventory(kept: false) { database in
          try run.withProgress("taking back", "changes") { show in
            try InventoryRepository(database).state(at: moment.time(at: run.now)) {
              try show(Int64($0), Int64($1))
            }
          }
        }
      }
    content.settings = settings
    return content
  }

  /// What a file holds.
  /// - Parameter other: What it is compared with, for what it does not say; nil where nothing is
  ///   known yet.
  /// - Throws: ``Failure`` with `badData` for a file that is none; what reading meets.
  private static func content(
    of path: String, over other: InventoryContent?, _ run: CommandRun
  ) throws -> InventoryContent {
    try InventoryFile.reading([path], run, "cannot be compared") {
      switch try InventoryFile([path], run) {
      case .units(let source): return try units(of: source, over: other, run)
      case .document(let bytes):
        var content = try InventoryContent(document: bytes, over: other)
        if let other {
          // A list that is left out is not one that is empty.
          if !content.listsUnits { content.units = other.units }
          if !content.listsPages { content.pages = other.pages }
          if !content.listsExperiments { content.experiments = other.experiments }
        }
        return content
      }
    }
  }

  /// What the other side would be with the units of a file; those that the file does not name are
  /// told.
  private static func units(
    of given: any UnitSource, over other: InventoryContent?, _ run: CommandRun
  ) throws -> InventoryContent {
    var source = given
    let notes = try source.meet {
      var places = StoredPlaces()
      for entry in other?.units ?? [] { places.note(entry.unit) }
      return places
    }
    for note in notes { try run.note(note) }
    var content = other ?? InventoryContent()
    var units: [AdUnitID: InventoryEntry] = [:]
    for entry in content.units { units[entry.unit.id] = entry }
    let named = source.named
    let unnamed = content.units.map(\.unit).filter {
      $0.status != .archived && !named.contains($0.id)
    }
    try run.withProgress("comparing", "units") { show in
      var problems = UnitProblems(advice: source.advice)
      for place in 0..<source.count where !problems.isCut {
        try show(Int64(place), Int64(source.count))
        let id = source.id(at: place)
        let entry = source.entry(at: place, over: units[id], noting: &problems)
        if let entry { units[id] = entry }
      }
      if !problems.all.isEmpty { throw problems }
    }
    content.units = Array(units.values)
    let known = Set(content.pages.map(\.page.id))
    for page in Set(content.units.compactMap(\.unit.page)).subtracting(known) {
      content.pages.append(InventoryContent.PageEntry(page: InventoryPage(id: page)))
    }
    if !unnamed.isEmpty {
      try run.note("not named by the file: \(unnamed.map(\.id).listed)")
    }
    return content
  }
}
