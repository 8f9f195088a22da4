// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import AdStore

/// `query SQL`.
enum QueryCommand {
  static let sql = Argument(
    ValueKind<String>("SQL", expected: "one SELECT statement, or - for standard input") {
      $0.isEmpty ? nil : $0
    }, "One SELECT statement; - reads it from standard input.", isPersonal: true)
  static let timeout = Option(
    "timeout", .whole(in: 1...3_600, "SECONDS"), "How long SQLite may work on it.",
    defaultDescription: "10")

  static let command = Command(
    "query", "Run one SELECT statement and print its rows.",
    details: """
      Nothing but selects, columns and functions is allowed: no statement can change the database \
      or reach another file. Rows are printed as they are found, all of one moment. A blob is \
      written in hexadecimal, as x'00ff'; of columns with one name, the second is named NAME:2.
      """,
    effect: .reads, output: .foreign("the columns of the statement"), arguments: [sql],
    options: [timeout],
    examples: [
      Example(#"query "SELECT name, fetch FROM pages" --format csv"#, "What a page fetches."),
      Example(
        #"query "SELECT at, to_state, cause FROM transitions LIMIT 9""#,
        "The history by its views, transitions, ad_events and viewable_impressions."),
      Example(
        #"query "SELECT id, page, sizes FROM units_named""#,
        "What people read: units_named, and loads with times and names."),
      Example("query - --timeout 60 < report.sql", "A longer one, from a file."),
    ]
  ) { run in
    var text = run.input[sql]
    if text == "-" { text = String(decoding: try run.read("-", atMost: .line), as: UTF8.self) }
    try run.withDatabase(.readOnly) { database in
      try database.read { connection in
        do {
          try AdDatabase.withOwnViews(of: connection) { try print(text, on: connection, run) }
        } catch let error as SQLiteError {
          throw try failure(of: error, run)
        }
      }
    }
  }

  private static func print(_ text: String, on connection: Connection, _ run: CommandRun) throws {
    let clock = ContinuousClock()
    let limit = Duration.seconds(run.input[timeout] ?? 10)
    // Only SQLite's own time counts, not that of whoever reads the output.
    var spent = Duration.zero
    var start = clock.now
    let isInterrupted = run.host.isInterrupted
    try connection.withReadingOnly {
      try connection.withProgress(
        every: 1_000, while: { spent + (clock.now - start) < limit && !isInterrupted() }
      ) {
        try connection.prepare(text) { statement in
          let names = distinct(statement.columnNames)
          var writer = run.listWriter(
            names.enumerated().map { place, name in
              Column<[Cell]>(name, name.safeForTerminal, meaning: name) { $0[place] }
            }
          ) { cells, object in
            // Written one by one, because a name may have a dot.
            for (name, cell) in zip(names, cells) { try object.member(name, cell.json) }
          }
          var rows = try statement.query()
          while try rows.next() {
            spent += clock.now - start
            try run.checkListing()
            try writer.write(
              names.indices.map { place in cell(rows.row, Int32(place)) })
            start = clock.now
          }
          try writer.end()
        }
      }
    }
  }

  /// Names of which no two are alike, as an object needs them.
  private static func distinct(_ names: [String]) -> [String] {
    var taken: [String] = []
    for name in names {
      var candidate = name
      var count = 1
      while taken.contains(where: { $0.hasSameBytes(as: candidate) }) {
        count += 1
        candidate = "\(name):\(count)"
      }
      taken.append(candidate)
    }
    return taken
  }

  private static func cell(_ row: borrowing Row, _ column: Int32) -> Cell {
    switch row.storage(column) {
    case .null: .none
    case .integer: .integer(row.int64(column))
    case .real:
      // JSON has no infinity; SQLite has, and writes it like this.
      row.double(column).isFinite
        ? .number(row.double(column)) : .text(row.double(column) < 0 ? "-Inf" : "Inf")
    case .text: .text(row.text(column))
    case .blob: .text("x'\(Hexadecimal.text(row.blob(column)))'")
    }
  }

  /// What an error of the statement means; one of the file itself is left to the store.
  private static func failure(of error: SQLiteError, _ run: CommandRun) throws -> any Error {
    switch error.code.primary {
    case .interrupted:
      try run.checkInterruption()
      let seconds = run.input[timeout] ?? 10
      return Failure(
        .usage, "the query took longer than \(seconds) s and was stopped.",
        try: run.again(with: "--timeout \(min(seconds * 6, 3_600))"))
    case .notAuthorized:
      return Failure(
        .usage, "the query would do more than read, which is not allowed: \(error.message).")
    case .misuse, .range:
      return Failure(.usage, "\(error.message).")
    case .error:
      return Failure(
        .usage, "the query is refused: \(error.message).",
        try: #"adview-admin query "SELECT sql FROM sqlite_schema""#)
    case .tooBig:
      return Failure(.badData, "the query failed: \(error.message).")
    default:
      return error
    }
  }
}
