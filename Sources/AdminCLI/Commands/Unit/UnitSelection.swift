// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// Which units a command changes: those that are named, those that standard input names, or those
/// that meet conditions.
enum UnitSelection {
  static let units = units(offering: InventoryUnit.Status.allCases)

  /// The argument, where shells offer the units of some statuses.
  static func units(offering statuses: [InventoryUnit.Status]) -> Argument<AdUnitID> {
    Argument(
      .unit(offering: statuses), "The ad units; - reads ids from standard input, a line each.",
      count: .any)
  }

  static let page = Option("page", .page, "Instead of naming units: those of this page.")
  static let fromPage = Option("from-page", .page, "Instead of naming units: those of this page.")
  static let status = Option<InventoryUnit.Status>(
    "status", .choice("STATUS"), "Instead of naming units: those of this status.", repeats: true)
  static let target = Option(
    "target", .targetingMatch, "Instead of naming units: those that send this key, or this value.",
    repeats: true)
  static let text = Option(
    "text", .text, "Instead of naming units: those with this in id, page, path or notes.")
  static let like = Option(
    "like", .pattern, "Instead of naming units: those whose ids are like this: 'app0-news-*'.")
  static let size = Option(
    "size", .size, "Instead of naming units: those that declare this size.", repeats: true)
  static let path = Option(
    "path", .pattern,
    "Instead of naming units: those at or below this Ad Manager path, or whose paths are like it.")
  static let options: [any DeclaresOption] = [page, status, target, text, like, size, path]

  static let details = """
    Units are named, or read from standard input with -, or selected: those that meet all options that \
    are given. All are changed in one transaction, or none. Before more than 20 are changed, it asks on \
    a terminal.
    """

  /// Changes each unit that is meant, in one transaction.
  /// - Parameters:
  ///   - statuses: The statuses of which units are selected where none is named.
  ///   - body: Changes one unit.
  /// - Throws: What ``chosen(_:onPage:among:)`` throws; what `body` throws, and nothing has changed then.
  static func change(
    _ run: CommandRun, onPage page: Option<PageID> = page,
    among statuses: [InventoryUnit.Status] = InventoryFilter.standard.statuses,
    _ body: (inout InventoryEdit, AdUnitID) throws -> Void
  ) throws {
    let ids = try chosen(run, onPage: page, among: statuses)
    try run.confirmMany(ids.count)
    try change(ids, run, body)
  }

  /// The same for units that are known already.
  static func change(
    _ ids: [AdUnitID], _ run: CommandRun, _ body: (inout InventoryEdit, AdUnitID) throws -> Void
  ) throws {
    try run.changeInventory { edit in
      for id in ids {
        try run.checkInterruption()
        try body(&edit, id)
      }
    }
  }

  /// The units that are meant, each once.
  /// - Throws: ``Failure`` with `usage` where none is named and nothing selects any, or both is
  ///   done; with `badData` for a line of standard input that is no id.
  static func chosen(
    _ run: CommandRun, onPage page: Option<PageID> = page,
    among statuses: [InventoryUnit.Status] = InventoryFilter.standard.statuses
  ) throws -> [AdUnitID] {
    let named = run.input.all(units)
    var filter = InventoryFilter(
      statuses: statuses, page: run.input[page], targeting: run.input.all(target),
      text: run.input[text])
    filter.idPattern = run.input[like]
    // The command that sets size and path has options of these names for that.
    if page.declaration.name == Self.page.declaration.name {
      filter.sizes = run.input.all(size)
      filter.pathPattern = run.input[path]
    }
    let isSelecting =
      filter != InventoryFilter(statuses: statuses) || !run.input.all(status).isEmpty
    guard named.isEmpty == isSelecting else {
      throw Failure(
        .usage,
        isSelecting
          ? "units are named and selected; do one of the two."
          : "no ad unit is named; name some, or select them with --\(page.declaration.name), "
            + "--status, --target, --text or --like.")
    }
    guard isSelecting else { return try expanded(named, run) }
    if !run.input.all(status).isEmpty { filter.statuses = run.input.all(status) }
    let ids = try run.readInventory { try $0.units(matching: filter).map(\.id) }
    if ids.isEmpty { try run.note("no ad units that meet the conditions") }
    return ids
  }

  /// The units, each once, with those of standard input in the place of `-`: a line each, or the column
  /// `adUnitId` of CSV.
  static func expanded(_ named: [AdUnitID], _ run: CommandRun) throws -> [AdUnitID] {
    var known: Set<AdUnitID> = []
    var ids: [AdUnitID] = []
    for id in named {
      let meant = id.rawValue == "-" ? try idsOfInput(run) : [id]
      ids += meant.filter { known.insert($0).inserted }
    }
    return ids
  }

  private static func idsOfInput(_ run: CommandRun) throws -> [AdUnitID] {
    let bytes = try run.read("-")
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let titles = try? SpreadsheetTable(Array((lines.first ?? "").utf8)).record(at: 0).cells
    do {
      guard let column = titles?.firstIndex(of: "adUnitId") else {
        // An id may have commas and quotes in it, and these lines are no table.
        return try lines.enumerated().compactMap { place, text in
          let text = String(text).trimmedCell
          return text.isEmpty ? nil : try id(text, line: place + 1)
        }
      }
      let table = try SpreadsheetTable(bytes)
      return try table.records(after: 0).map { index in
        let record = table.record(at: index)
        return try id(
          record.cells.indices.contains(column) ? record.cells[column] : "", line: record.line)
      }
    } catch let error as SpreadsheetTable.Malformed {
      throw Failure(
        .badData, "line \(error.line) of standard input: \(error.reason); nothing was changed.",
        try: "adview-admin unit list --columns adUnitId --format csv")
    }
  }

  private static func id(
    _ text: String, line: Int
  ) throws(SpreadsheetTable.Malformed) -> AdUnitID {
    do {
      return try AdUnitID(text)
    } catch {
      throw SpreadsheetTable.Malformed(line: line, reason: "\(error)")
    }
  }
}
