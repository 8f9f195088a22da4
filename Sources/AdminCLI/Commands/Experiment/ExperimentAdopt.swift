// SPDX-License-Identifier: MIT
import AdModel
import AdReports
import AdStore

/// `experiment adopt EXPERIMENT ARM`.
enum ExperimentAdopt {
  static let arm = Argument(.arm, "The arm whose settings the page shall have.")

  static let command = Command(
    "adopt", "Write the settings of an arm into the page, and end the experiment.",
    details: """
      The page gets what the arm has otherwise, in one change of the log that 'revert' takes back, and the \
      next publication carries it. An experiment of all pages changes all of them.
      """,
    effect: .changes, output: .changes,
    arguments: [ExperimentOptions.experiment, arm],
    examples: [
      Example("experiment adopt near near --dry-run", "What would change."),
      Example("experiment adopt near near", "Change it."),
    ]
  ) { run in
    var warnings: Set<String> = []
    try run.changeInventory { edit in
      try edit.adoptExperiment(run.input[ExperimentOptions.experiment], run.input[arm])
      for page in edit.changedPages {
        let page = try edit.inventory.page(try PageID(page))
        let found = ChurnWarning.warnings(for: page.thresholds, remote: page.remote)
        warnings.formUnion(found.map(\.description))
      }
    }
    for warning in warnings.sorted() { try run.note("warning: \(warning)") }
  }
}
