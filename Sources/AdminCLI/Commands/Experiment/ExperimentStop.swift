// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `experiment stop EXPERIMENT`.
enum ExperimentStop {
  static let command = Command(
    "stop", "End an experiment: every phone goes by the page again.",
    effect: .changes, output: .changes,
    arguments: [ExperimentOptions.experiment],
    examples: [Example("experiment stop near", "The page holds again.")]
  ) { run in
    try run.changeInventory { edit in
      try edit.stopExperiment(run.input[ExperimentOptions.experiment])
    }
  }
}
