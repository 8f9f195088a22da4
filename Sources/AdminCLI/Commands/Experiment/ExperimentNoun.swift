// SPDX-License-Identifier: MIT

/// `experiment`: comparisons of settings among the phones of many people.
enum ExperimentNoun {
  static let noun = Noun(
    "experiment", "Experiments: thresholds that some of the phones try.",
    [
      "add": { ExperimentAdd.command }, "list": { ExperimentList.command },
      "show": { ExperimentShow.command }, "set": { ExperimentSet.command },
      "start": { ExperimentStart.command }, "stop": { ExperimentStop.command },
      "adopt": { ExperimentAdopt.command }, "remove": { ExperimentRemove.command },
    ])
}
