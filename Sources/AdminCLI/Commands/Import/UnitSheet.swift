// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// Ad units as the lines of a spreadsheet: what a CSV file says of each, and what it leaves alone.
struct UnitSheet {
  /// What a column of the file holds.
  fileprivate enum Meaning {
    case id
    case field(Field<AdUnit>, ValueKind<FieldValue>)
    case targeting
    case targetingKey(String)
  }

  /// A place in the file and what is wrong there.
  struct Problems: Error {
    /// How many are looked for before reading stops.
    static let most = InventoryDocumentError.mostProblems
    private(set) var all: [String] = []
    var isCut: Bool { all.count >= Self.most }

    mutating func note(
      _ line: Int, _ column: Int? = nil, _ title: String = "", because reason: String
    ) {
      guard !isCut else { return }
      let place = column.map { ", column \($0 + 1)\(title.isEmpty ? "" : " (\(title))")" } ?? ""
      all.append("line \(line)\(place): \(reason)")
    }
  }

  private let table: SpreadsheetTable
  private let titles: [String]
  private var columns: [Meaning?] = []
  private var units: [(id: AdUnitID, record: SpreadsheetTable.Record)] = []
  private var problems = Problems()

  /// The ids in the order of the file.
  var ids: [AdUnitID] { units.map(\.id) }

  /// Reads the titles and the ids.
  /// - Parameters:
  ///   - bytes: The file.
  ///   - skipping: Whether columns that are no field of a unit are left out; else they are faults.
  /// - Throws: ``Problems``.
  init(_ bytes: [UInt8], skippingUnknown skipping: Bool) throws(Problems) {
    do throws(SpreadsheetTable.Malformed) {
      table = try SpreadsheetTable(bytes)
    } catch {
      problems.note(error.line, because: error.reason)
      throw problems
    }
    let head = table.records.first
    titles = head?.cells ?? []
    var seen: [String: Int] = [:]
    for (place, title) in titles.enumerated() {
      let meaning = Self.meaning(of: title)
      columns.append(meaning)
      if meaning == nil, !skipping, !title.isEmpty {
        problems.note(head?.line ?? 1, place, because: Self.unknown(title))
      }
      guard let name = meaning?.name else { continue }
      if let first = seen[name] {
        problems.note(
          head?.line ?? 1, place,
          because: "\(title.quotedForDisplay) says the same as column \(first + 1)")
      }
      seen[name] = place
    }
    guard let idPlace = columns.firstIndex(where: { if case .id? = $0 { true } else { false } })
    else {
      problems.note(
        head?.line ?? 1,
        because:
          "no column is called adUnitId; the first line of a CSV file names the columns, and a document "
          + "of 'export inventory' begins with {")
      throw problems
    }
    readUnits(idPlace)
    if !problems.all.isEmpty { throw problems }
  }

  private mutating func readUnits(_ idPlace: Int) {
    var lines: [AdUnitID: Int] = [:]
    for record in table.records.dropFirst() {
      if record.cells.count > titles.count,
        record.cells[titles.count...].contains(where: { !$0.isEmpty })
      {
        problems.note(
          record.line, titles.count, because: "there is a cell without a title above it")
      }
      let text = idPlace < record.cells.count ? record.cells[idPlace] : ""
      do {
        let id = try AdUnitID(text)
        if let first = lines[id] {
          problems.note(
            record.line, idPlace, titles[idPlace],
            because: "'\(id)' stands on line \(first) already")
        }
        lines[id] = record.line
        units.append((id, record))
      } catch {
        problems.note(record.line, idPlace, titles[idPlace], because: error.reason)
      }
      if problems.isCut { return }
    }
  }

  /// The units as the file would have them: what it has no column for stays as it is.
  /// - Parameter stored: The units that there are.
  /// - Returns: The units, in the order of the file.
  /// - Throws: ``Problems`` with every cell that is wrong, up to a bound.
  func entries(over stored: [AdUnitID: InventoryEntry]) throws(Problems) -> [InventoryEntry] {
    var problems = problems
    var entries: [InventoryEntry] = []
    for (id, record) in units {
      if problems.isCut { break }
      let before = problems.all.count
      var entry = stored[id] ?? InventoryEntry(unit: AdUnit(id: id))
      for (place, meaning) in columns.enumerated() {
        guard let meaning else { continue }
        let cell = place < record.cells.count ? record.cells[place] : ""
        do throws(InvalidValue) {
          try put(cell, as: meaning, in: &entry)
        } catch {
          problems.note(record.line, place, titles[place], because: error.reason)
        }
      }
      if problems.all.count == before {
        do throws(InvalidValue) {
          try entry.unit.validate()
        } catch {
          problems.note(record.line, because: "\(error)")
        }
      }
      entries.append(entry)
    }
    if !problems.all.isEmpty { throw problems }
    return entries
  }

  private func put(
    _ cell: String, as meaning: Meaning, in entry: inout InventoryEntry
  ) throws(InvalidValue) {
    switch meaning {
    case .id: break
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
      entry.targeting = try Targeting(entries)
    case .field(let field, let kind):
      if let value = try value(of: cell, of: field, kind) {
        try field.set(value, in: &entry.unit)
      }
    }
  }

  /// The value of a cell; nil where it is empty and the field must have one, which then stays.
  private func value(
    of cell: String, of field: Field<AdUnit>, _ kind: ValueKind<FieldValue>
  ) throws(InvalidValue) -> FieldValue? {
    var text = cell
    switch field.kind {
    case .text: return .text(cell)
    case .sizes:
      return .texts(cell.split(whereSeparator: { " ,;|".contains($0) }).map(String.init))
    case .flag(let yes, let no):
      let words = ["yes": yes, "true": yes, "1": yes, "on": yes, "no": no, "false": no, "0": no]
      text = words[cell.lowercased()] ?? (cell.lowercased() == "off" ? no : cell)
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
    for group in FieldTable<AdUnit>.units.groups {
      for field in group.fields where names(of: field, in: group).contains(name) {
        return .field(field, .field(field.kind))
      }
    }
    return nil
  }

  private static func names(of field: Field<AdUnit>, in group: FieldGroup<AdUnit>) -> [String] {
    // 'text' alone could be anything.
    let key = group.key == "label" ? [] : [field.key]
    let plural = field.kind == .sizes ? ["sizes"] : []
    return ([group.path(of: field), field.heading, field.option ?? ""] + key + plural).map(folded)
  }

  private static func unknown(_ title: String) -> String {
    let all = FieldTable<AdUnit>.units.groups.flatMap { group in
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
  /// One name for each thing that may have one column only.
  fileprivate var name: String {
    switch self {
    case .id: "id"
    case .field(let field, _): "field \(field.heading)"
    case .targeting: "targeting"
    case .targetingKey(let key): "key \(key)"
    }
  }
}
