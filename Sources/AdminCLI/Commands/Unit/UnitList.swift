// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// `unit list`.
enum UnitList {
  enum StatusChoice: String, CaseIterable {
    case active, paused, archived, all
  }

  static let page = Option("page", .page, "Only units of this page.")
  static let status = Option<StatusChoice>(
    "status", .choice("STATUS"), "Only units of this status: active, paused, archived or all.",
    defaultDescription: "active and paused", repeats: true)
  static let target = Option(
    "target", .targetingMatch, "Only units that send this key, or this value of it.", repeats: true)
  static let text = Option(
    "text", .text, "Only units with this in id, page, Ad Manager path or notes.")

  static let like = Option("like", .pattern, "Only units whose ids are like this: 'app0-news-*'.")
  static let size = Option("size", .size, "Only units that declare this size.", repeats: true)
  static let path = Option(
    "path", .pattern, "Only units at or below this Ad Manager path, or whose paths are like it.")

  static let command = Command(
    "list", "List ad units.",
    details: "A unit is listed when it meets every condition. Targeting counts wherever it is set: "
      + "for the unit, its page or the app. In patterns, * stands for anything, ? for one character, "
      + "[ab] for one of these. The units of one page are listed by position, else all "
      + "by id.",
    effect: .reads, output: .keys(of: UnitColumns.list),
    options: [page, status, target, text, like, size, path] + ListOptions.all,
    examples: [
      Example("unit list", "All units that are not archived."),
      Example("unit list --page home --target section=sport", "Those that send a value."),
      Example("unit list --like 'div-*' --size 320x320", "By pattern and size."),
      Example("unit list --columns adUnitId,notes --sort page", "Two columns, page by page."),
      Example("unit list --status all --format csv", "Everything, for a spreadsheet."),
    ]
  ) { run in
    var filter = InventoryFilter.standard
    filter.page = run.input[page]
    filter.text = run.input[text]
    filter.targeting = run.input.all(target)
    filter.idPattern = run.input[like]
    filter.sizes = run.input.all(size)
    filter.pathPattern = run.input[path]
    let statuses = run.input.all(status)
    if statuses.contains(.all) {
      filter.statuses = InventoryUnit.Status.allCases
    } else if !statuses.isEmpty {
      filter.statuses = statuses.compactMap { InventoryUnit.Status(rawValue: $0.rawValue) }
    }
    let empty = "no ad units" + (filter == .standard ? "" : " that meet the conditions")
    try run.readInventory { inventory in
      var list = try ChosenList(
        UnitColumns.list, object: UnitColumns.object,
        sortedBy: filter.page == nil ? [] : ["position"], empty: empty, run)
      try inventory.forEachEntry(matching: filter, limit: list.wanted) {
        try list.append(UnitColumns.Listed($0))
      }
      try list.end()
    }
  }
}
