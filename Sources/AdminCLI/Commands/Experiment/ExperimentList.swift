// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `experiment list`.
enum ExperimentList {
  static let state = Option<Experiment.State>(
    "state", .choice("STATE"), "Only those that are draft, running, stopped or adopted.",
    repeats: true)

  static let command = Command(
    "list", "List experiments with their arms.", effect: .reads,
    output: .keys(of: ExperimentRow.columns), options: [state] + ListOptions.all,
    examples: [
      Example("experiment list", "All of them."),
      Example("experiment list --state running", "Those that run."),
    ]
  ) { run in
    let states = run.input.all(state)
    let rows = try run.readInventory { inventory in
      try inventory.experiments().map { try ExperimentRow($0, in: inventory) }
    }
    try run.listChosen(
      rows.filter { states.isEmpty || states.contains($0.experiment.state) },
      ExperimentRow.columns, object: ExperimentRow.object, empty: "no experiments")
  }
}
