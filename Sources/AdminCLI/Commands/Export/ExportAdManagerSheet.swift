// SPDX-License-Identifier: MIT
import AdModel
import AdReports
import AdStore
import AdSystem

/// `export gam-csv`.
enum ExportAdManagerSheet {
  static let network = Option(
    "network", ImportOptions.network.kind,
    "Only the units of this network, and those without a path.")
  static let withTitles = Flag(
    "with-titles", "Write the titles and remarks of the sample, which have to go before the upload."
  )
  static let batch = Option(
    "batch", .whole(in: 1...1_000),
    "Which 1,000 of more units, for Ad Manager takes that many at once.")
  static let missingFrom = Option(
    "missing-from", .file, "Only units that this report of Ad Manager does not have.")

  static let command = Command(
    "gam-csv", "Write ad units as a file of Google Ad Manager.",
    details: """
      Without options, a table with titles as its reports have them: code, codes level by level, sizes \
      (a v behind those of video), status and description. 'import inventory' reads it back as it was.

      With --sample or --columns, the file for creating units in bulk, without titles, as its upload \
      wants it. Its columns are those of the sample that Ad Manager offers for each network, and stand \
      nowhere else: what the sample has and this inventory does not stays empty. A unit's name is its \
      code. Units that are there already make an upload fail: --missing-from leaves them out.

      Units are those that are not archived, parents before what stands below them; one of several with \
      one path is written. A unit without a path is written as one at the top, called like its id. \
      What Ad Manager would refuse is told, all of it, and nothing is written then. A file that is there \
      is replaced with --force alone, for one of Ad Manager's looks like one of these.
      """,
    effect: .reads, output: .document("CSV"),
    options: [
      network, ImportOptions.sample, ImportOptions.columns, withTitles, batch, missingFrom,
    ],
    examples: [
      Example("export gam-csv --out ad-units.csv", "A table to look at, and to import."),
      Example(
        "export gam-csv --sample sample.csv --missing-from report.csv --out upload.csv",
        "What Ad Manager does not have yet, for its upload."),
    ]
  ) { run in
    try requireNew(run)
    var rows: [Row] = try run.readInventory { try Self.rows(of: $0, run) }
    if let path = run.input[missingFrom] {
      let known = try places(in: path, run)
      rows.removeAll { known.contains(AdManagerPath.codesKey(of: $0.codes)) }
    }
    let sample = try InventoryFile.template(run)
    guard let columns = run.input[ImportOptions.columns] ?? sample?.columns else {
      return try writeTable(rows, run)
    }
    try check(rows)
    rows = try part(of: rows, run)
    if run.input[withTitles], let sample {
      for remark in sample.remarks { try run.print("\(remark)\n") }
      try CSV.write(sample.titles.map { .text($0) }, isGuarded: false, to: run.output)
    }
    for row in rows {
      let cells = columns.map { Cell.text($0.map(row.cell) ?? "") }
      try CSV.write(cells, isGuarded: false, to: run.output)
    }
  }

  /// Refuses to replace a file unasked: nothing tells one that was written here from a report of Ad Manager,
  /// and a line that said so would stand in the way of whoever reads it.
  private static func requireNew(_ run: CommandRun) throws {
    guard let file = run.input[GlobalOptions.out], file != "-", !run.input[GlobalOptions.force],
      try run.host.files.beginning(of: file, count: 1)?.isEmpty == false
    else { return }
    throw Failure(
      .cannotCreate, "\(file.quotedForDisplay) exists, and may be a report of Ad Manager.",
      try: run.again(with: "--force"))
  }

  /// A unit where Ad Manager has it.
  private struct Row {
    let codes: [String]
    let unit: InventoryUnit
    /// Whether others at the same path have another status.
    var hasOtherStatus = false

    /// What the row says in a column.
    func cell(_ meaning: AdManagerTitle) -> String {
      switch meaning {
      case .id: unit.id.rawValue
      case .code, .name: codes.last ?? ""
      case .parent: codes.dropLast().joined(separator: "/")
      case .path, .allNames: unit.adManagerPath?.rawValue ?? codes.joined(separator: "/")
      case .level(let level), .nameLevel(let level):
        level <= codes.count ? codes[level - 1] : ""
      case .sizes, .requestedSizes:
        unit.declaredSizes.map { size in
          size == .fluid ? "Fluid" : "\(size)\(unit.media == .video ? "v" : "")"
        }.joined(separator: ";")
      case .status: hasOtherStatus ? "" : status
      case .notes: unit.notes
      case .media: unit.media.rawValue
      }
    }

    private var status: String {
      switch unit.status {
      case .active: "Active"
      case .paused: "Inactive"
      case .archived: "Archived"
      }
    }
  }

  /// The units that are not archived, each path once, parents first.
  private static func rows(
    of inventory: borrowing InventorySnapshot, _ run: CommandRun
  ) throws -> [Row] {
    var rows: [Row] = []
    var known: [String: Int] = [:]
    var networks: Set<String> = []
    var twins = 0
    try run.withRows("reading", "units") { next in
      try inventory.forEachUnit { unit in
        try next()
        if let path = unit.adManagerPath {
          let main = String(path.network.prefix { $0 != "," })
          if let wanted = run.input[network], wanted.prefix(while: { $0 != "," }) != main { return }
          networks.insert(main)
        }
        let codes =
          unit.adManagerPath?.codes ?? unit.id.rawValue.split(separator: "/").map(String.init)
        if let first = known.updateValue(rows.count, forKey: AdManagerPath.codesKey(of: codes)) {
          known[AdManagerPath.codesKey(of: codes)] = first
          twins += 1
          if rows[first].unit.status != unit.status { rows[first].hasOtherStatus = true }
          return
        }
        rows.append(Row(codes: codes, unit: unit))
      }
    }
    guard networks.count < 2 else {
      throw Failure(
        .usage,
        "units of several networks are there: \(networks.sorted().joined(separator: ", ")).",
        try: run.again(with: "--network \(networks.sorted()[0])"))
    }
    if twins > 0 {
      try run.note("\(twins.counted("unit")) left out: another at the same path is written")
    }
    return rows.sorted {
      ($0.codes.count, $0.codes.joined(separator: "/")) < (
        $1.codes.count, $1.codes.joined(separator: "/")
      )
    }
  }

  private static func writeTable(_ rows: [Row], _ run: CommandRun) throws {
    let depth = max(rows.map(\.codes.count).max() ?? 0, 1)
    let columns: [(title: String, meaning: AdManagerTitle)] =
      [("Ad unit code", .code)] + (1...depth).map { ("Ad unit code level \($0)", .level($0)) }
      + [("Sizes", .sizes), ("Status", .status), ("Description", .notes)]
    try CSV.write(columns.map { .text($0.title) }, to: run.output)
    for row in rows {
      try run.checkListing()
      try CSV.write(columns.map { .text(row.cell($0.meaning)) }, to: run.output)
    }
  }

  /// Refuses what an upload would be refused for.
  private static func check(_ rows: [Row]) throws {
    var problems = UnitProblems(advice: "correct the paths: adview-admin unit set UNIT --path PATH")
    for row in rows {
      for (_, what) in row.codes.flatMap(InventoryLint.faults) {
        problems.note("unit '\(row.unit.id)': \(what)")
      }
    }
    if !problems.all.isEmpty {
      throw Failure(
        .badData,
        "Ad Manager would refuse \(problems.all.count.counted("code"))"
          + "\(problems.isCut ? " or more" : ""): \(problems.all.joined(separator: "; ")).",
        try: problems.advice)
    }
  }

  private static let mostAtOnce = 1_000

  private static func part(of rows: [Row], _ run: CommandRun) throws -> [Row] {
    let parts = (rows.count + mostAtOnce - 1) / mostAtOnce
    guard let part = run.input[batch] ?? (parts > 1 ? nil : 1) else {
      throw Failure(
        .usage,
        "Ad Manager takes \(mostAtOnce) at once, and this is \(rows.count.counted("unit")): say which batch, 1 to \(parts).",
        try: run.again(with: "--batch 1"))
    }
    return Array(rows.dropFirst((part - 1) * mostAtOnce).prefix(mostAtOnce))
  }

  /// The places that a report has, in no letter case.
  private static func places(in path: String, _ run: CommandRun) throws -> Set<String> {
    let rows = try InventoryFile.adManagerRows(in: path, run)
    return Set(rows.compactMap { $0.place.map { AdManagerPath.codesKey(of: $0.codes) } })
  }
}
