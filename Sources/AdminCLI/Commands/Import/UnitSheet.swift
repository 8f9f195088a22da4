// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// Ad units as the lines of a spreadsheet, ours or Ad Manager's: what a CSV file says of each, and
/// what it leaves alone.
struct UnitSheet: UnitSource {
  /// What a column of the file holds.
  fileprivate enum Meaning {
    case id
    case field(Field<InventoryUnit>, ValueKind<FieldValue>)
    case targeting
    case targetingKey(String)
    case adManager(AdManagerSheet.Meaning)
  }

  private let table: SpreadsheetTable
  private var titles: [String] = []
  /// The place of the titles among the records.
  private var head = 0
  /// The network's code, for paths of Ad Manager.
  private let network: String?
  /// Whether Ad Manager wrote the file.
  let isAdManagers: Bool
  /// The titles that mean nothing here, in a file that is not ours.
  private(set) var leftOut: [String] = []
  private var columns: [Meaning?] = []
  private var units: [(id: AdUnitID, record: Int)] = []

  var name: String { isAdManagers ? "ad units of Ad Manager" : "ad units in CSV" }
  private static let cellAdvice =
    "correct the cells; 'adview-admin help formats unit list' names the columns"
  let advice: String = UnitSheet.cellAdvice
  var count: Int { units.count }
  func id(at place: Int) -> AdUnitID { units[place].id }
  func isGone(at place: Int) -> Bool { false }
  /// Whether paths could not be made, because nothing says of which network they are.
  var lacksNetwork: Bool {
    isAdManagers && network == nil
      && columns.contains {
        if case .adManager(let meaning)? = $0 { meaning.isOfPath } else { false }
      }
  }

  /// Reads the titles and the ids.
  /// - Parameters:
  ///   - skipping: Whether columns that are no field of a unit are left out; else they are faults.
  ///   - network: The code of the network, for a file of Ad Manager.
  ///   - progress: Told from time to time how many bytes are done; what it throws ends the work.
  /// - Throws: ``UnitProblems``; what `progress` throws.
  init(
    _ bytes: [UInt8], skippingUnknown skipping: Bool, network: String? = nil,
    progress: (_ done: Int) throws -> Void = { _ in }
  ) throws {
    self.network = network
    var problems = UnitProblems(advice: Self.cellAdvice)
    let table: SpreadsheetTable
    do {
      table = try SpreadsheetTable(bytes, progress: progress)
    } catch let error as SpreadsheetTable.Malformed {
      problems.note(error.line, because: error.reason)
      throw problems
    }
    self.table = table
    // Reports begin with lines about themselves.
    let place = (0..<min(30, table.count)).first { index in
      AdManagerSheet.isHead(table.record(at: index).cells.map(Self.folded))
    }
    isAdManagers = place != nil
    head = place ?? 0
    let titled = head < table.count ? table.record(at: head) : nil
    titles = titled?.cells ?? []
    let line = titled?.line ?? 1
    if !isAdManagers, AdManagerSheet.isReport(titles.map(Self.folded)) {
      problems.note(
        line,
        because: "this report of Ad Manager does not say 'Ad unit code'; add that to its dimensions"
      )
      throw problems
    }
    readTitles(on: line, skipping, &problems)
    if !columns.contains(where: { $0?.isID == true }) {
      problems.note(
        line,
        because:
          "no column is called adUnitId; the first line of a CSV file names the columns, and a document "
          + "of 'export inventory' begins with {")
      throw problems
    }
    try readUnits(&problems, progress)
    if !problems.all.isEmpty { throw problems }
  }

  private mutating func readTitles(
    on line: Int, _ skipping: Bool, _ problems: inout UnitProblems
  ) {
    var seen: [String: Int] = [:]
    for (place, title) in titles.enumerated() {
      let meaning = isAdManagers ? Self.adManagerMeaning(of: title) : Self.meaning(of: title)
      columns.append(meaning)
      if meaning == nil, !title.isEmpty {
        if isAdManagers || skipping {
          leftOut.append(title)
        } else {
          problems.note(line, place, because: Self.unknown(title))
        }
      }
      guard let name = meaning?.name else { continue }
      if let first = seen[name] {
        problems.note(
          line, place, because: "\(title.quotedForDisplay) says the same as column \(first + 1)")
      }
      seen[name] = place
    }
  }

  private mutating func readUnits(
    _ problems: inout UnitProblems, _ progress: (_ done: Int) throws -> Void
  ) throws {
    let idPlace = columns.firstIndex { $0?.isID == true } ?? 0
    var lines: [AdUnitID: (line: Int, cells: [String])] = [:]
    for index in table.records(after: head) {
      if index.isMultiple(of: 4_096) { try progress(table.offset(of: index)) }
      let record = table.record(at: index)
      let text =
        isAdManagers
        ? adManagerPlace(of: record).id : idPlace < record.cells.count ? record.cells[idPlace] : ""
      if isAdManagers, AdManagerSheet.isPassedOver(record.cells, id: text) { continue }
      if record.cells.count > titles.count,
        record.cells[titles.count...].contains(where: { !$0.isEmpty })
      {
        problems.note(
          record.line, titles.count, because: "there is a cell without a title above it")
      }
      do {
        let id = try AdUnitID(text)
        let said = cellsWithMeaning(record)
        if let first = lines[id] {
          // A report has a line for each day.
          if isAdManagers, first.cells == said { continue }
          problems.note(
            record.line, idPlace, titles[idPlace],
            because: "'\(id)' stands on line \(first.line) already"
              + (isAdManagers ? ", and is otherwise there" : ""))
        }
        lines[id] = (record.line, said)
        units.append((id, index))
      } catch {
        problems.note(record.line, idPlace, titles[idPlace], because: error.reason)
      }
      if problems.isCut { return }
    }
  }

  private func cellsWithMeaning(_ record: SpreadsheetTable.Record) -> [String] {
    guard isAdManagers else { return [] }
    return zip(record.cells, columns).filter { $1 != nil }.map(\.0)
  }

  /// Where a unit of Ad Manager's stands there.
  private func adManagerPlace(of record: SpreadsheetTable.Record) -> AdManagerSheet.Place {
    var place = AdManagerSheet.Place()
    for (cell, meaning) in zip(record.cells, columns) {
      if case .adManager(let meaning)? = meaning { place.take(cell, as: meaning) }
    }
    return place
  }

  func entry(
    at place: Int, over stored: InventoryEntry?, noting problems: inout UnitProblems
  ) -> InventoryEntry? {
    let record = table.record(at: units[place].record)
    let before = problems.all.count
    var entry = stored ?? InventoryEntry(unit: InventoryUnit(id: units[place].id))
    for (place, meaning) in columns.enumerated() {
      guard let meaning else { continue }
      let cell = place < record.cells.count ? record.cells[place] : ""
      do throws(InvalidValue) {
        if case .adManager(let meaning) = meaning {
          try put(cell, as: meaning, in: &entry.unit)
        } else {
          try put(cell, as: meaning, in: &entry)
        }
      } catch {
        problems.note(record.line, place, titles[place], because: error.reason)
      }
    }
    guard problems.all.count == before else { return nil }
    do throws(InvalidValue) {
      if isAdManagers, let path = try adManagerPlace(of: record).path(in: network) {
        entry.unit.adManagerPath = path
      }
      try entry.unit.validate()
      return entry
    } catch {
      problems.note(record.line, because: "\(error)")
      return nil
    }
  }

  private func put(
    _ cell: String, as meaning: Meaning, in entry: inout InventoryEntry
  ) throws(InvalidValue) {
    switch meaning {
    case .id, .adManager: break
    case .targeting: entry.targeting = try TargetingText.targeting(cell)
    case .targetingKey(let key):
      let values = try TargetingText.values(cell)
      let new = values.isEmpty ? nil : try TargetingEntry(key: key, values: values)
      var entries = entry.targeting.entries
      if let place = entries.firstIndex(where: { $0.key.utf8.elementsEqual(key.utf8) }) {
        entries.replaceSubrange(place...place, with: new.map { [$0] } ?? [])
      } else if let new {
        entries.append(new)
      }
      entry.targeting = try AdTargeting(entries)
    case .field(let field, let kind):
      if let value = try value(of: cell, of: field, kind) {
        try field.set(value, in: &entry.unit)
      }
    }
  }

  /// An empty cell of Ad Manager's says nothing; where the unit stands is put together of several.
  private func put(
    _ cell: String, as meaning: AdManagerSheet.Meaning, in unit: inout InventoryUnit
  ) throws(InvalidValue) {
    guard AdManagerSheet.saysSomething(cell) else { return }
    switch meaning {
    case .code, .level, .parent, .path: break
    case .sizes: unit.declaredSizes = try AdManagerSheet.sizes(cell)
    case .status: unit.status = try AdManagerSheet.status(cell)
    case .description: unit.notes = cell
    }
  }

  /// The value of a cell; nil where it is empty and the field must have one, which then stays.
  private func value(
    of cell: String, of field: Field<InventoryUnit>, _ kind: ValueKind<FieldValue>
  ) throws(InvalidValue) -> FieldValue? {
    var text = cell
    switch field.kind {
    case .text: return .text(cell)
    case .sizes:
      return .texts(cell.split(whereSeparator: { " ,;|".contains($0) }).map(String.init))
    case .flag(let yes, let no):
      switch cell.lowercased() {
      case "yes", "true", "1", "on": text = yes
      case "no", "false", "0", "off": text = no
      default: break
      }
    case .choice(_, let words):
      text = words.first { $0.lowercased() == cell.lowercased() } ?? cell
    case .points, .length, .percent, .whole, .milliseconds:
      if table.hasDecimalComma { text = cell.replacing(",", with: ".") }
    case .written, .unit, .page, .adManagerPath, .feedPattern: break
    }
    if cell.isEmpty { return field.isOptional ? FieldValue.none : nil }
    do {
      if let value = try kind.read(text) { return value }
    } catch let error as InvalidValue {
      throw error
    } catch {}
    throw InvalidValue(
      .malformed, field: field.key,
      reason: "\(cell.quotedForDisplay) is not \(kind.shape.expected)")
  }

  // MARK: Titles

  private static func adManagerMeaning(of title: String) -> Meaning? {
    AdManagerSheet.meaning(of: folded(title)).map { .adManager($0) }
  }

  private static func meaning(of title: String) -> Meaning? {
    let name = folded(title)
    if ["adunitid", "id", "unit", "unitid", "adunit"].contains(name) { return .id }
    if name == "targeting" || name == "owntargeting" { return .targeting }
    let prefix = "targeting"
    if name.hasPrefix(prefix), title.utf8.count > prefix.utf8.count + 1 {
      let rest = title.dropFirst(prefix.count)
      if let sign = rest.first, ".: _".contains(sign) {
        return .targetingKey(String(rest.dropFirst()))
      }
    }
    for group in FieldTable<InventoryUnit>.units.groups {
      for field in group.fields where names(of: field, in: group).contains(name) {
        return .field(field, .field(field.kind))
      }
    }
    return nil
  }

  private static func names(of field: Field<InventoryUnit>, in group: FieldGroup<InventoryUnit>)
    -> [String]
  {
    // 'text' alone could be anything.
    let key = group.key == "label" ? [] : [field.key]
    let plural = field.kind == .sizes ? ["sizes"] : []
    return ([group.path(of: field), field.heading, field.option ?? ""] + key + plural).map(folded)
  }

  private static func unknown(_ title: String) -> String {
    let all = FieldTable<InventoryUnit>.units.groups.flatMap { group in
      group.fields.map { group.path(of: $0) }
    }
    let guess = Spelling.nearest(to: title, in: all).map { "; did you mean '\($0)'?" } ?? ""
    return "\(title.quotedForDisplay) is no field of an ad unit\(guess)"
  }

  /// A title without what people write differently: case, spaces and signs.
  private static func folded(_ title: String) -> String {
    String(title.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}

extension UnitSheet.Meaning {
  /// Whether the column says which unit a line is about.
  fileprivate var isID: Bool {
    switch self {
    case .id, .adManager(.code), .adManager(.level): true
    case .field, .targeting, .targetingKey, .adManager: false
    }
  }

  /// One name for each thing that may have one column only.
  fileprivate var name: String {
    switch self {
    case .id: "id"
    case .field(let field, _): "field \(field.heading)"
    case .targeting: "targeting"
    case .targetingKey(let key): "key \(key)"
    case .adManager(let meaning): "Ad Manager's \(meaning)"
    }
  }
}
