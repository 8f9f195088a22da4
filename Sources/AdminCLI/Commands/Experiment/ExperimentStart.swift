// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `experiment start EXPERIMENT`.
enum ExperimentStart {
  static let command = Command(
    "start", "Have the arms of a draft hold from now on, on phones with the next publication.",
    details:
      "One experiment runs on a page at a time. Sessions that go on follow, and are not counted.",
    effect: .changes, output: .keys(ChangeReport.keys),
    arguments: [ExperimentOptions.experiment],
    examples: [Example("experiment start near", "From now on.")]
  ) { run in
    try run.changeInventory { edit in
      try edit.startExperiment(run.input[ExperimentOptions.experiment])
    }
  }
}
