// SPDX-License-Identifier: MIT

/// `fleet`: the histories of many devices in one analytical database.
enum FleetNoun {
  static let noun = Noun("fleet", "Tables and statistics in SQL for the exports of many devices.") {
    [command(.clickHouse), command(.duckDB)]
  }

  /// A part of what a command prints.
  enum Part: String, CaseIterable {
    case schema, load, statistics
  }

  static let part = Option<Part>(
    "part", .choice("PART"), "schema, load or statistics.", defaultDescription: "all of them")
  static let loads = Option(
    "loads", .file, "The loads to load: what 'history export --loads' wrote.",
    defaultDescription: "loads.ndjson")
  static let sessions = Option(
    "sessions", .file, "The sessions to load.", defaultDescription: "sessions.ndjson")

  private static func command(_ dialect: FleetDialect) -> Command {
    let program = dialect.program
    return Command(
      dialect.rawValue,
      "Print the SQL that keeps exported loads and sessions in \(dialect.title).",
      details: "Rows may come twice, in any order and late: of each load and each session, the row "
        + "with the greatest revision counts. The statistics are those of 'history stats', column for "
        + "column, over all devices: views stats_by_unit, stats_by_page, stats_by_session, "
        + "stats_by_appVersion and stats_by_day, and the same with _approximate, whose latencies come "
        + "from a t-digest. The script says the version of its tables, "
        + "\(FleetScript.version).\n\nWhat is shown to others should leave out groups of few stores.",
      effect: .reads, output: .document("SQL"), options: [part, loads, sessions],
      examples: [
        Example("fleet \(dialect.rawValue) --part schema | \(program)", "Make the tables."),
        Example("fleet \(dialect.rawValue) --part load | \(program)", "Load what was exported."),
        Example("fleet \(dialect.rawValue) --part statistics | \(program)", "Make the views."),
      ]
    ) { run in
      let script = FleetScript(dialect)
      var parts = [script.heading]
      for part in Part.allCases where run.input[Self.part].map({ $0 == part }) ?? true {
        switch part {
        case .schema: parts.append(script.schema)
        case .load:
          parts.append(
            script.load(
              loads: run.input[loads] ?? "loads.ndjson",
              sessions: run.input[sessions] ?? "sessions.ndjson"))
        case .statistics: parts.append(script.statistics)
        }
      }
      try run.print(parts.joined(separator: "\n"))
    }
  }
}
