// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// Google Ad Manager's own CSV files: the report of ad units and the file for creating them in bulk.
///
/// Both come from the network that they are about, with columns of that network's choice; what has no
/// meaning here, such as impressions, is left out.
struct AdManagerSheet {
  /// What the user says of the file.
  struct Options {
    /// The network's code, maybe with a child's, for paths.
    var network: String?
    /// Whether names are codes, as they are where nobody chose codes.
    var takesNames = false
    /// Whether sizes that were asked for are the unit's, where the file says no others.
    var takesRequestedSizes = false
    /// The meanings of titles that no file of Ad Manager has, without case, spaces and signs.
    var titles: [String: AdManagerTitle] = [:]
  }

  private let options: Options
  private let titles: [String]
  private var columns: [AdManagerTitle?] = []
  private(set) var rows: [ForeignUnit] = []
  /// Whether several rows of a unit have some of its sizes each.
  private(set) var unitesSizes = false
  /// Titles that mean nothing here.
  private(set) var leftOut: [String] = []
  /// Words in cells that mean nothing here, each with how often it stands there.
  private(set) var unread: [String: Int] = [:]

  /// Reads the rows below titles.
  /// - Parameters:
  ///   - head: The record with the titles; nil where the file has none, and `columns` says them.
  ///   - columns: What each column holds, where the titles do not say it.
  ///   - progress: Told from time to time how many bytes are done; what it throws ends the work.
  /// - Throws: ``UnitProblems``; what `progress` throws.
  init(
    _ table: SpreadsheetTable, below head: Int?, columns: [AdManagerTitle?]? = nil,
    _ options: Options, progress: (_ done: Int) throws -> Void
  ) throws {
    self.options = options
    var problems = UnitProblems(advice: UnitProblems.cellAdvice)
    let titled = head.map { table.record(at: $0) }
    titles = titled?.cells.map(\.trimmedCell) ?? []
    if let columns {
      self.columns = columns
    } else {
      readTitles(on: titled?.line ?? 1, &problems)
    }
    let said = self.columns.compactMap { $0 }
    let hasCode =
      said.contains(where: \.saysUnit) || options.takesNames && said.contains(where: \.isOfNames)
    if !hasCode {
      problems.note(titled?.line ?? 1, because: "no column is the code of the ad unit")
      throw problems
    }
    unitesSizes = !said.contains(.sizes) && options.takesRequestedSizes
    let indices = head.map { table.records(after: $0) } ?? 0..<table.count
    for index in indices where !problems.isCut {
      if index.isMultiple(of: 4_096) { try progress(table.offset(of: index)) }
      let record = table.record(at: index)
      guard let row = row(record, isLast: index + 1 == table.count, &problems) else { continue }
      rows.append(row)
      if let last = self.columns.lastIndex(where: { $0 != nil }), record.cells.count <= last {
        problems.note(record.line, because: table.shortness(of: record, below: last + 1))
      }
    }
    if !problems.all.isEmpty { throw problems }
  }

  private mutating func readTitles(on line: Int, _ problems: inout UnitProblems) {
    var seen: [AdManagerTitle: Int] = [:]
    for (place, title) in titles.enumerated() {
      var meaning =
        title.isEmpty ? nil : options.titles[title.foldedTitle] ?? AdManagerTitle(title: title)
      if let known = meaning, let first = seen[known] {
        if titles[first].foldedTitle == title.foldedTitle {
          problems.note(
            line, place, because: "\(title.quotedForDisplay) says the same as column \(first + 1)")
        }
        // Of two ways to say one thing, the first.
        meaning = nil
      } else if let known = meaning {
        seen[known] = place
      }
      let isUsed =
        switch meaning {
        case .name?, .nameLevel?, .allNames?: options.takesNames
        case .requestedSizes?: options.takesRequestedSizes
        case nil: false
        default: true
        }
      columns.append(isUsed ? meaning : nil)
      if !isUsed, !title.isEmpty { leftOut.append(title) }
    }
  }

  /// What one row says; nil where it is about no unit: a remark, or the sum below a report.
  private mutating func row(
    _ record: SpreadsheetTable.Record, isLast: Bool, _ problems: inout UnitProblems
  ) -> ForeignUnit? {
    if record.cells.first(where: { !$0.trimmedCell.isEmpty })?.hasPrefix("#") == true { return nil }
    if !titles.isEmpty, record.cells.map(\.trimmedCell) == titles { return nil }
    var unit = ForeignUnit(at: .line(record.line))
    var said = Said()
    for (place, (cell, meaning)) in zip(record.cells, columns).enumerated() {
      guard let meaning else { continue }
      let text = meaning == .notes ? cell : cell.trimmedCell
      guard Self.saysSomething(text) else { continue }
      do throws(InvalidValue) {
        try take(text, as: meaning, &unit, &said)
      } catch {
        problems.note(
          record.line, place, place < titles.count ? titles[place] : "", because: error.reason)
      }
    }
    let isSum =
      isLast && said.code.lowercased() == "total" && said.levels.isEmpty && said.path.isEmpty
    if isSum { return nil }
    unit.place = said.place(in: options.network, columns.contains(where: Self.saysPlace))
    return unit.id == nil && unit.place == nil ? nil : unit
  }

  /// Takes over what a cell says.
  private mutating func take(
    _ text: String, as meaning: AdManagerTitle, _ unit: inout ForeignUnit, _ said: inout Said
  ) throws(InvalidValue) {
    switch meaning {
    case .id: unit.id = try AdUnitID(text.unspoiled("ad unit id"))
    case .code: said.code = try text.unspoiled("ad unit code")
    case .parent: said.parent = text
    case .path: said.path = text
    case .level(let level): said.levels.append((level, text))
    case .name: said.name = text
    case .nameLevel(let level): said.nameLevels.append((level, text))
    case .allNames: said.allNames = text
    case .sizes: try take(text, of: &unit)
    case .requestedSizes: if unitesSizes { try take(text, of: &unit) }
    case .status: unit.status = try Self.status(text)
    case .notes: unit.notes = text
    case .media: unit.media = try Self.media(text)
    }
  }

  private mutating func take(_ cell: String, of unit: inout ForeignUnit) throws(InvalidValue) {
    for word in unit.take(try WrittenSizes(cell)) { unread[word, default: 0] += 1 }
  }

  private static func saysPlace(_ meaning: AdManagerTitle?) -> Bool {
    switch meaning {
    case .level?, .parent?, .path?, .nameLevel?, .allNames?: true
    default: false
    }
  }

  /// Whether a cell holds a value, and not a sign for none.
  private static func saysSomething(_ cell: String) -> Bool {
    !["", "-", "n/a", "(not applicable)"].contains(cell.lowercased())
  }

  /// The status that Ad Manager's word means.
  static func status(_ word: String) throws(InvalidValue) -> InventoryUnit.Status {
    switch word.lowercased() {
    case "active": return .active
    case "inactive": return .paused
    case "archived": return .archived
    default:
      throw InvalidValue(
        .malformed, field: "status",
        reason: "\(word.quotedForDisplay) is not active, inactive or archived")
    }
  }

  private static func media(_ word: String) throws(InvalidValue) -> InventoryUnit.Media {
    if let media = InventoryUnit.Media(rawValue: word.lowercased()) { return media }
    throw InvalidValue(
      .malformed, field: "media", reason: "\(word.quotedForDisplay) is not display or video")
  }

  /// What one row says of where a unit stands.
  private struct Said {
    var code = ""
    var parent = ""
    var path = ""
    var name = ""
    var allNames = ""
    var levels: [(level: Int, code: String)] = []
    var nameLevels: [(level: Int, code: String)] = []

    /// The place; nil where the row names none.
    /// - Parameter isKnown: Whether the file says what stands above units.
    func place(in network: String?, _ isKnown: Bool) -> AdUnitPlace? {
      // Codes first: names only where there are none.
      let line = (levels.isEmpty ? nameLevels : levels).sorted { $0.level < $1.level }.map(\.code)
      let own = Self.parts(of: code.isEmpty && line.isEmpty ? name : code)
      var place = AdUnitPlace(network: network, codes: [], isWhole: isKnown)
      for text in [path, code] where place.codes.isEmpty {
        guard let (network, codes) = Self.withNetwork(text, isPath: text == path, network) else {
          continue
        }
        (place.network, place.codes, place.isWhole) = (network, codes, true)
      }
      if place.codes.isEmpty, !path.isEmpty { place.codes = Self.parts(of: path) }
      if place.codes.isEmpty {
        let above = Self.withNetwork(parent, isPath: false, network)
        if let above { place.network = above.network }
        place.codes = above?.codes ?? Self.parts(of: parent)
        if place.codes.isEmpty { place.codes = line.isEmpty ? Self.parts(of: allNames) : line }
        if let network, place.codes.first == network { place.codes.removeFirst() }
        // Below a parent comes the unit itself; levels most often end with it.
        let isThere = parent.isEmpty && place.codes.last?.lowercased() == own.last?.lowercased()
        if !isThere { place.codes += own }
      } else if let last = own.last, place.codes.last?.lowercased() != last.lowercased() {
        place.codes += own
      }
      if place.codes.count > 1 { place.isWhole = true }
      return place.codes.isEmpty ? nil : place
    }

    /// A path with a network in front: `/1234,56/news/top`, and without the slash in a column of paths.
    private static func withNetwork(
      _ text: String, isPath: Bool, _ network: String?
    ) -> (network: String, codes: [String])? {
      guard text.hasPrefix("/") || isPath || text.contains("/") && network != nil else {
        return nil
      }
      let parts = parts(of: text)
      guard let first = parts.first, parts.count > 1 || text.hasPrefix("/"),
        first.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ",") }),
        text.hasPrefix("/") || isPath || first == network
      else { return nil }
      return (first, Array(parts.dropFirst()))
    }

    /// Codes with slashes between them, or the signs that reports show instead.
    private static func parts(of text: String) -> [String] {
      text.split { "/»>".contains($0) }.map { String($0).trimmedCell }.filter { !$0.isEmpty }
    }
  }
}
