// SPDX-License-Identifier: MIT
import AdModel
import AdReports
import AdStore

/// What the commands of `fleet` share: which parts of a script they print.
enum FleetParts {
  enum Part: String, CaseIterable {
    case schema, load, statistics, erasure, migration

    /// Whether it is printed where no part is asked for.
    var isUsual: Bool { self != .erasure && self != .migration }
  }

  static let part = Option<Part>(
    "part", .choice("PART"),
    "schema, load, statistics, the erasure of some stores, or the migration of older tables.",
    defaultDescription: "schema, load and statistics")
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

  static let experiment = Option(
    "experiment", .experiment,
    "Also the view that judges this experiment of the database here.", repeats: true)

  static let store = Option(
    "store",
    ValueKind<String>("ID", expected: "the random id of a store: 32 hexadecimal digits") {
      guard $0.utf8.count == 32, let bytes = Hexadecimal.bytes($0) else {
        throw InvalidValue(
          .malformed, field: "store", reason: "is no id: 32 hexadecimal digits are one")
      }
      return Hexadecimal.text(bytes)
    }, "With --part erasure: all rows of this store go, and none of them comes again.",
    repeats: true)

  static let options: [any DeclaresOption] = [
    part, loadsFile, sessionsFile, attributes, experiment, leastStores, HistoryOptions.utcOffset,
    store,
  ]

  static let details =
    "Rows may come twice, in any order and late: of each load and each session, the row with the "
    + "greatest revision counts. A line that is damaged, or of a newer form than "
    + "\(ExportForm.current), is set aside in table set_aside with what is wrong with it, and keeps no other from being taken; tables of "
    + "another form are refused, and --part migration prints what brings older ones to this one. The files "
    + "may be compressed, .gz or .zst: 'history export --loads | gzip >loads.ndjson.gz' there, and --loads "
    + "loads.ndjson.gz here.\n\n"
    + "The statistics are those of 'history stats', column for column, over "
    + "all devices: views stats_by_unit, stats_by_page, stats_by_appVersion, stats_by_day, stats_by_arm and "
    + "stats_by_GROUP for each attribute of --by. Where setting history-sample has one phone in N send "
    + "its history, each of its rows counts N times. With --experiment, view experiment_NAME has "
    + "the differences that 'experiment show' tells, over all devices.\n\nThe views leave out groups of few stores, "
    + "by which somebody could be found. With --least-stores 1 they show everything, and there is "
    + "stats_by_session, by store and session, for whoever may see single devices.\n\n"
    + "A person's rows are those of the stores on their devices; field store of 'history export' names "
    + "one. --part erasure prints what erases them, and keeps out what still arrives from them."

  /// The experiments that were named, as they were planned.
  private static func experiments(
    _ run: CommandRun
  ) throws -> [(id: ExperimentID, plan: ExperimentPlan)] {
    let ids = run.input.all(experiment)
    guard !ids.isEmpty else { return [] }
    return try run.readInventory { inventory in
      try ids.map { id in
        guard let plan = ExperimentPlan(try inventory.experiment(id)) else {
          throw Failure(
            .badData, "experiment '\(id)' has no goal, or no two arms with a share to compare.",
            try: "adview-admin experiment set \(id) --goal viewable")
        }
        return (id, plan)
      }
    }
  }

  /// Prints the parts that were asked for.
  static func write(_ dialect: FleetDialect, _ run: CommandRun) throws {
    let script = FleetScript(
      dialect: dialect, attributes: run.input.all(attributes),
      leastStores: run.input[leastStores] ?? FleetScript.standardLeastStores,
      utcOffset: run.input[HistoryOptions.utcOffset])
    let stores = run.input.all(store)
    guard stores.isEmpty == (run.input[part] != .erasure) else {
      throw Failure(
        .usage, "--part erasure needs --store, and --store needs --part erasure.",
        try: "adview-admin fleet \(dialect.verb) --part erasure --store ID")
    }
    var texts = [script.heading]
    for part in Part.allCases where run.input[Self.part].map({ $0 == part }) ?? part.isUsual {
      switch part {
      case .schema: texts.append(script.schema)
      case .load:
        texts.append(
          script.load(
            loads: run.input[loadsFile] ?? "loads.ndjson",
            sessions: run.input[sessionsFile] ?? "sessions.ndjson"))
      case .statistics:
        texts.append(script.statistics)
        texts += try experiments(run).map { script.statistics(of: $0.rawValue, by: $1) }
      case .erasure: texts.append(script.erasure(of: stores))
      case .migration: texts.append(script.migration)
      }
    }
    try run.print(texts.joined(separator: "\n"))
  }
}
