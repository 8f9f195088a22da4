// SPDX-License-Identifier: MIT
import AdStore

/// What the commands of `fleet` share: which parts of a script they print.
enum FleetParts {
  enum Part: String, CaseIterable {
    case schema, load, statistics
  }

  static let part = Option<Part>(
    "part", .choice("PART"), "schema, load or statistics.", defaultDescription: "all of them")
  static let loadsFile = Option(
    "loads", .file, "The loads to load: what 'history export --loads' wrote.",
    defaultDescription: "loads.ndjson")
  static let sessionsFile = Option(
    "sessions", .file, "The sessions to load.", defaultDescription: "sessions.ndjson")

  static let attributes = Option(
    "by",
    ValueKind<String>("GROUP", expected: "the name of an attribute of sessions") {
      try SessionAttributes.check(name: $0)
      return $0
    }, "Statistics by this attribute of sessions, too.", repeats: true)
  static let leastStores = Option(
    "least-stores", .whole(in: 1...1_000_000),
    "The views leave out groups of fewer devices; 1 shows everything.",
    defaultDescription: "\(FleetScript.standardLeastStores)")

  static let options: [any DeclaresOption] = [
    part, loadsFile, sessionsFile, attributes, leastStores,
  ]

  static let details =
    "Rows may come twice, in any order and late: of each load and each session, the row with the "
    + "greatest revision counts. The statistics are those of 'history stats', column for column, over "
    + "all devices: views stats_by_unit, stats_by_page, stats_by_appVersion, stats_by_day, stats_by_arm and "
    + "stats_by_GROUP for each attribute of --by, and the same with _approximate, whose times come from a t-digest. The script "
    + "says the version of its tables, \(FleetScript.version).\n\nThe views leave out groups of few stores, "
    + "by which somebody could be found. With --least-stores 1 they show everything, and there is "
    + "stats_by_session, for whoever may see single devices."

  /// Prints the parts that were asked for.
  static func write(_ dialect: FleetDialect, _ run: CommandRun) throws {
    let script = FleetScript(
      dialect, attributes: run.input.all(attributes),
      leastStores: run.input[leastStores] ?? FleetScript.standardLeastStores)
    var texts = [script.heading]
    for part in Part.allCases where run.input[Self.part].map({ $0 == part }) ?? true {
      switch part {
      case .schema: texts.append(script.schema)
      case .load:
        texts.append(
          script.load(
            loads: run.input[loadsFile] ?? "loads.ndjson",
            sessions: run.input[sessionsFile] ?? "sessions.ndjson"))
      case .statistics: texts.append(script.statistics)
      }
    }
    try run.print(texts.joined(separator: "\n"))
  }
}
