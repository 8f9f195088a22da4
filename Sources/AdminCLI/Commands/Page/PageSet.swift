// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports
import AdStore

/// `page set PAGE`.
enum PageSet {
  static let page = Argument(.page, "The page; one that is new is added.")
  static let preset = Option<ThresholdPreset>(
    "preset", .choice("PRESET"),
    "Fetch, display and unload distances for a purpose: viewability 400/0/1600, balanced "
      + "1700/200/3400, yield 2500/850/5000.")
  private static let fields = FieldOptions(FieldTable<InventoryPage>.pages)

  static let command = Command(
    "set", "Change a page's thresholds or feed pattern; the rest stays as it is.",
    effect: .changes, output: .changes, arguments: [page],
    options: [preset, ProposedThresholds.from, ProposedThresholds.number] + fields.options,
    examples: [
      Example("page set home --fetch 1200 --display 200", "Distances in points."),
      Example("page set home --unloading yes --unload 2400", "Unload what is far away."),
      Example("page set home --preset viewability", "Distances that others found good."),
      Example("page set home --from better.json", "What a search proposed."),
      Example("page set home --feed-pattern 3,6/8", "An ad in the third and sixth of eight."),
    ]
  ) { run in
    let proposed = try ProposedThresholds.read(run)
    if run.input[preset] == nil, proposed == nil, !fields.areGiven(in: run.input) {
      let pages = try run.readInventory { try $0.pages().map(\.page.id) }
      // A new page is added with the defaults.
      guard !pages.contains(run.input[page]) else {
        throw Failure(.usage, "nothing to set: name at least one threshold, or a feed pattern.")
      }
    }
    var warnings: [ChurnWarning] = []
    try run.changeInventory { edit in
      try edit.setPage(run.input[page]) { page in
        if let preset = run.input[preset] {
          page.thresholds = preset.applied(to: page.thresholds)
        }
        if let proposed { page.thresholds = proposed }
        try fields.apply(run.input, to: &page)
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
  static let display = Option("display", .percent(upTo: 1000), "Display distance in percent.")
  static let clear = Flag("clear", "Go back to the distances in points.")

  static let command = Command(
    "remote", "Set distances in percent of the viewport's height, as a page's template gives them.",
    details: "They win over the distances in points, as long as they are set.",
    effect: .changes, output: .changes, arguments: [page],
    options: [fetch, display, clear],
    examples: [
      Example("page remote home --fetch 150 --display 100", "One and a half screens, and one."),
      Example("page remote home --clear", "None."),
    ]
  ) { run in
    let isCleared = run.input[clear]
    let percentages = (run.input[fetch], run.input[display])
    var warnings: [ChurnWarning] = []
    try run.changeInventory { edit in
      try edit.setPage(run.input[page]) { page in
        switch (percentages, isCleared) {
        case ((let fetch?, let display?), false):
          page.remote = try RemoteThresholds(fetch: fetch, render: display)
        case ((nil, nil), true):
          page.remote = nil
        default:
          throw Failure(.usage, "give both --fetch and --display, or --clear alone.")
        }
        warnings = ChurnWarning.warnings(for: page.thresholds, remote: page.remote)
      }
    }
    for warning in warnings { try run.note("warning: \(warning)") }
  }
}
