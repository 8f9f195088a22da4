// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `experiment remove EXPERIMENT`.
enum ExperimentRemove {
  static let command = Command(
    "remove", "Delete an experiment; the log and the sessions of its arms stay.",
    details: "One that runs ends with it. 'adview-admin revert' takes it back.",
    effect: .destroys, output: .changes,
    arguments: [ExperimentOptions.experiment],
    examples: [Example("experiment remove near --yes", "One that was a mistake.")]
  ) { run in
    let id = run.input[ExperimentOptions.experiment]
    let experiment = try run.readInventory { try $0.experiment(id) }
    if experiment.state == .running {
      try run.confirm(
        "Remove experiment '\(id)', which runs?",
        because: "would end experiment '\(id)', which runs")
    }
    try run.changeInventory { try $0.removeExperiment(id) }
  }
}
