// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports
import AdStore

/// `page set PAGE`.
enum PageSet {
  static let page = Argument(.page, "The page; one that is new is added.")
  static let preset = Option<ThresholdPreset>(
    "preset", .choice("PRESET"), ThresholdFields.presetSummary)
  private static let options: [any DeclaresOption] = [preset] + ThresholdFields.options

  static let command = Command(
    "set", "Change the thresholds of a page; what is not named stays as it is.",
    effect: .changes, arguments: [page], options: options,
    examples: [
      Example("page set home --fetch 1200 --display 200", "Distances in points."),
      Example("page set home --unloading on --unload 2400", "Unload what is far away."),
      Example("page set home --preset viewability", "Distances that others found good."),
    ]
  ) { run in
    let names = options.map(\.declaration.name)
    if !names.contains(where: { run.input.options[$0] != nil }) {
      let pages = try run.readInventory { try $0.pages().map(\.page.id) }
      // A new page is added with the defaults.
      guard !pages.contains(run.input[page]) else {
        throw Failure(.usage, "nothing to set: name at least one threshold.")
      }
    }
    var warnings: [ChurnWarning] = []
    try run.changeInventory { edit in
      try edit.setPage(run.input[page]) { page in
        let base = run.input[preset]?.applied(to: page.thresholds) ?? page.thresholds
        page.thresholds = try ThresholdFields.apply(run.input, to: base)
        warnings = ChurnWarning.warnings(for: page.thresholds, remote: page.remote)
      }
    }
    for warning in warnings { try run.note("warning: \(warning)") }
  }
}

/// `page remote PAGE`.
enum PageRemote {
  static let page = Argument(.page, "The page.")
  static let fetch = Option("fetch", .percent(upTo: 1000), "Fetch distance in percent.")
  static let render = Option("render", .percent(upTo: 1000), "Display distance in percent.")
  static let clear = Flag("clear", "Go back to the distances in points.")

  static let command = Command(
    "remote", "Set distances in percent of the viewport's height, as a page's template gives them.",
    details: "They win over the distances in points, as long as they are set.",
    effect: .changes, arguments: [page], options: [fetch, render, clear],
    examples: [
      Example("page remote home --fetch 150 --render 100", "One and a half screens, and one."),
      Example("page remote home --clear", "None."),
    ]
  ) { run in
    let isCleared = run.input[clear]
    let percentages = (run.input[fetch], run.input[render])
    var warnings: [ChurnWarning] = []
    try run.changeInventory { edit in
      try edit.setPage(run.input[page]) { page in
        switch (percentages, isCleared) {
        case ((let fetch?, let render?), false):
          page.remote = try RemoteThresholds(fetch: fetch, render: render)
        case ((nil, nil), true):
          page.remote = nil
        default:
          throw Failure(
            .usage, "give both --fetch and --render, or --clear alone.",
            try: "adview-admin page remote --help")
        }
        warnings = ChurnWarning.warnings(for: page.thresholds, remote: page.remote)
      }
    }
    for warning in warnings { try run.note("warning: \(warning)") }
  }
}
