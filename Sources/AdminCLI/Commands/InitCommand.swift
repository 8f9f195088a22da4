// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdSystem

/// `init [--demo]`.
enum InitCommand {
  static let demo = Flag("demo", "Add a sample inventory: pages, units, constraints, targeting.")

  static let command = Command(
    "init", "Create a database that only you can read.",
    details: "A file that is there already is never touched.",
    effect: .changes, output: .keys(of: columns, .dryRun), options: [demo],
    examples: [
      Example("init", "adview.sqlite in this folder."),
      Example("init --demo --db sample.sqlite", "Something to try the other commands on."),
    ]
  ) { run in
    let path = try run.databasePath
    if run.isDryRun {
      if run.host.files.exists(path) {
        throw Failure(
          .cannotCreate, "\(path.quotedForDisplay) exists already.", try: "give another file")
      }
      let folder = FileLayer.folder(of: path)
      guard run.host.files.exists(folder) else {
        throw Failure(
          .cannotCreate,
          "cannot create \(path.quotedForDisplay): there is no folder \(folder.quotedForDisplay).",
          try: "give another file or folder")
      }
      try run.requireCreatable(path)
      let units = run.input[demo] ? try InventoryEdit.sample().map(\.unit.id.rawValue) : []
      return try report(path, units, run)
    }
    let changes = try AdDatabase.create(
      path: path, now: run.now, layer: run.host.files.layer
    ) { database in
      guard run.input[demo] else { return [InventoryChange]() }
      return try InventoryRepository(database).change(by: run.actor, at: run.now) { edit in
        try edit.addSample()
      }
    }
    run.output.reportsStoredWork = true
    let units = changes.filter { $0.noun == .unit && $0.verb == .add }.map(\.name)
    try report(path, units, run)
  }

  private static let columns: [Column<(path: String, units: [String])>] = [
    Column("database", meaning: "The file that was made.") { $0.path },
    Column("units", meaning: "The units of the sample inventory.") { $0.units },
  ]

  private static func report(_ path: String, _ units: [String], _ run: CommandRun) throws {
    guard run.format == .table else {
      return try run.fields((path, units), columns + run.dryRunColumns())
    }
    try run.print("\(run.isDryRun ? "would create" : "created") \(path)\n")
    if !units.isEmpty {
      try run.print(
        "\(run.isDryRun ? "would add" : "added") a sample inventory: "
          + "\(units.joined(separator: ", "))\n")
    }
  }
}
