// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `init [--demo]`.
enum InitCommand {
  static let demo = Flag("demo", "Add a sample inventory: pages, units, constraints, targeting.")

  static let command = Command(
    "init", "Create a database that only you can read.",
    details: "A file that is there already is never touched.",
    effect: .changes, options: [demo],
    examples: [
      Example("init", "adview.sqlite in this folder."),
      Example("init --demo --db sample.sqlite", "Something to try the other commands on."),
    ]
  ) { run in
    let path = run.databasePath
    if run.isDryRun {
      if run.host.files.exists(path) {
        throw Failure(
          .cannotCreate, "\(path.quotedForPeople) exists already.",
          try: "adview-admin init --db another.sqlite")
      }
      return try run.print("would create \(path)\n")
    }
    let database = try AdDatabase.create(path: path, now: run.now)
    var changes: [InventoryChange] = []
    if run.input[demo] {
      changes = try InventoryRepository(database).change(by: run.actor, at: run.now) { edit in
        try edit.addSample()
      }
    }
    try database.close()
    guard run.format == .table else { return try run.list(changes, ChangeReport.columns) }
    try run.print("created \(path)\n")
    if run.input[demo] {
      let units = changes.filter { $0.noun == .unit && $0.verb == .add }.map(\.name)
      try run.print("added a sample inventory: \(units.joined(separator: ", "))\n")
    }
  }
}
