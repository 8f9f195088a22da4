// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `experiment start EXPERIMENT`.
enum ExperimentStart {
  static let command = Command(
    "start", "Have the arms of a draft hold from now on, on phones with the next publication.",
    details:
      "One experiment runs on a page at a time. Sessions that go on follow, and are not counted.",
    effect: .changes, output: .changes,
    arguments: [ExperimentOptions.experiment],
    examples: [Example("experiment start near", "From now on.")]
  ) { run in
    let id = run.input[ExperimentOptions.experiment]
    var overruled: [PageID] = []
    try run.changeInventory { edit in
      try edit.startExperiment(id)
      let experiment = try edit.inventory.experiment(id)
      let distances = experiment.arms.flatMap(\.settings.keys).filter(
        ["fetch", "display"].contains)
      guard !distances.isEmpty else { return }
      overruled = try edit.inventory.pages().map(\.page).filter { page in
        page.remote != nil && (experiment.page.map { $0 == page.id } ?? true)
      }.map(\.id)
    }
    for page in overruled {
      try run.note(
        "warning: page '\(page)' has distances in percent, which win over those of the arms: "
          + "adview-admin page remote \(page) --clear")
    }
  }
}
