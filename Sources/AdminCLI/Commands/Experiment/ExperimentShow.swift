// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `experiment show EXPERIMENT`.
enum ExperimentShow {
  static let command = Command(
    "show", "Show one experiment with its arms.", effect: .reads,
    output: .keys(Column.keys(of: ExperimentRow.fields)),
    arguments: [ExperimentOptions.experiment],
    examples: [Example("experiment show near-fetch", "One experiment.")]
  ) { run in
    let row = try run.readInventory { inventory in
      let experiment = try inventory.experiment(run.input[ExperimentOptions.experiment])
      return ExperimentRow(
        experiment: experiment, storeArm: try inventory.storeArm(in: experiment))
    }
    try run.fields(row, ExperimentRow.fields, object: ExperimentRow.object)
  }
}
