// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `experiment set EXPERIMENT`.
enum ExperimentSet {
  static let command = Command(
    "set", "Change a draft; of an experiment that runs, let arms have more of the phones.",
    details: ExperimentOptions.details + """
       An arm that is named again gets that share; while it runs, it can only grow, with phones that were in \
      no arm, so that nobody changes from one arm to another.
      """,
    effect: .changes, output: .changes,
    arguments: [ExperimentOptions.experiment],
    options: ExperimentOptions.fields.options
      + [ExperimentOptions.fields.clear, ExperimentOptions.arm],
    examples: [
      Example("experiment set near --goal viewable --guard late --difference 3", "What it is for."),
      Example("experiment set near --arm control=20 --arm near=20", "More phones."),
    ]
  ) { run in
    let id = run.input[ExperimentOptions.experiment]
    let arms = run.input.all(ExperimentOptions.arm)
    let hasFields = ExperimentOptions.fields.areGiven(in: run.input, clearing: true)
    guard hasFields || !arms.isEmpty else {
      throw Failure(.usage, "nothing to set: name an arm or a field.")
    }
    try run.changeInventory { edit in
      var experiment = try edit.inventory.experiment(id)
      switch experiment.state {
      case .draft: break
      case .running where !hasFields: break
      case .running:
        throw Failure(
          .badData,
          "experiment '\(id)' runs; what it is for was said before it began, and only shares can grow.",
          try: "adview-admin experiment stop \(id)")
      case .stopped, .adopted:
        throw Failure(
          .badData, "experiment '\(id)' has ended.",
          try: "adview-admin experiment add --help")
      }
      try ExperimentOptions.fields.apply(run.input, to: &experiment, clearing: true)
      try experiment.take(arms)
      try edit.put(experiment)
    }
  }
}
