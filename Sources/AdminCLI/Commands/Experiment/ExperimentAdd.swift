// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `experiment add EXPERIMENT`.
enum ExperimentAdd {
  static let experiment = Argument(
    ValueKind<ExperimentID>("EXPERIMENT", expected: "an experiment name") { try ExperimentID($0) },
    "What it shall be called.")
  static let share = Option(
    "share", .percent(upTo: 50),
    "With --from, the share of the phones that each of the two arms gets, in percent.",
    defaultDescription: "50")

  static let command = Command(
    "add",
    "Prepare an experiment: which phones shall go by other settings, and what they shall tell.",
    details: ExperimentOptions.details + """
       With --from, the arms are control, which goes by the page, and proposal, which has the thresholds \
      of a search.

      Nothing changes until 'experiment start'. Phones get it with the next publication, or by \
      'import inventory'.
      """,
    effect: .changes, output: .changes, arguments: [experiment],
    options: ExperimentOptions.fields.options
      + [ExperimentOptions.arm, ProposedThresholds.from, ProposedThresholds.number, share],
    examples: [
      Example(
        "experiment add near --page home --arm control=5 --arm near=5,fetch=600 --goal viewable",
        "A twentieth of the phones each."),
      Example(
        "experiment add better --page home --from better.json --goal late --guard viewable",
        "What a search proposed, on all phones."),
      Example(
        "experiment add small --arm control=10 --arm few=10,live-views=4 --goal memory",
        "On all pages."),
    ]
  ) { run in
    let id = run.input[experiment]
    var draft = Experiment(id: id, salt: "\(id) \(run.now)")
    try ExperimentOptions.fields.apply(run.input, to: &draft)
    var arms = run.input.all(ExperimentOptions.arm)
    if let proposed = try ProposedThresholds.read(run) {
      guard arms.isEmpty else {
        throw Failure(.usage, "--from makes the arms; leave out --arm.")
      }
      let each = run.input[share] ?? 50
      arms = [
        GivenArm(id: ArmID(validated: "control"), share: each),
        GivenArm(
          id: ArmID(validated: "proposal"), share: each, settings: try ArmSettings(of: proposed)),
      ]
    } else if run.input[share] != nil {
      throw Failure(
        .usage, "--share goes with --from; --arm has its own share: --arm near=5,fetch=600.")
    }
    try draft.take(arms)
    let experiment = draft
    try run.changeInventory { try $0.add(experiment) }
  }
}
