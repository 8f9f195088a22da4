// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// Ad units as the lines of a spreadsheet with our own columns: what it says of each, and what it leaves
/// alone.
struct UnitSheet: UnitSource {
  private let form: InventorySheet
  private let table: SpreadsheetTable
  private let titles: [String]
  private var columns: [InventorySheet.Meaning?] = []
  private var units: [(id: AdUnitID, record: Int)] = []

  let advice = UnitProblems.cellAdvice
  var count: Int { units.count }
  func id(at place: Int) -> AdUnitID { units[place].id }

  /// Reads the titles and the ids.
  /// - Parameters:
  ///   - table: The cells.
  ///   - form: How the cells are meant.
  ///   - progress: Told from time to time how many bytes are done; what it throws ends the work.
  /// - Throws: ``UnitProblems``; what `progress` throws.
  init(
    _ table: SpreadsheetTable, _ form: InventorySheet,
    progress: (_ done: Int) throws -> Void
  ) throws {
    self.form = form
    self.table = table
    var problems = UnitProblems(advice: advice)
    let titled = table.count > 0 ? table.record(at: 0) : nil
    titles = titled?.cells.map(\.trimmedCell) ?? []
    let line = titled?.line ?? 1
    readTitles(on: line, &problems)
    guard let idPlace = columns.firstIndex(where: { $0?.isID == true }) else {
      problems.note(
        line,
        because:
          "no column is called adUnitId; the first line of a CSV file names the columns, and a document "
          + "of 'export inventory' begins with {")
      throw problems
    }
    try readUnits(idPlace, &problems, progress)
    if !problems.all.isEmpty { throw problems }
  }

  private mutating func readTitles(on line: Int, _ problems: inout UnitProblems) {
    var seen: [String: Int] = [:]
    for (place, title) in titles.enumerated() {
      let meaning = title.isEmpty ? nil : form.meaning(of: title)
      columns.append(meaning)
      if meaning == nil, !title.isEmpty, !form.leavesOutUnknown {
        problems.note(line, place, because: Self.unknown(title))
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
    _ idPlace: Int, _ problems: inout UnitProblems, _ progress: (_ done: Int) throws -> Void
  ) throws {
    var lines: [AdUnitID: Int] = [:]
    // pandas writes the number of each row before it, below no title.
    var isNumbered = titles.first == ""
    for index in table.records(after: 0) where isNumbered {
      isNumbered = table.record(at: index).cells.first?.trimmedCell == "\(index - 1)"
    }
    for index in table.records(after: 0) {
      if index.isMultiple(of: 4_096) { try progress(table.offset(of: index)) }
      let record = table.record(at: index)
      // Spreadsheets write columns that were deleted, without a title and with nothing below.
      let strange = record.cells.enumerated().first { place, cell in
        place >= titles.count || titles[place].isEmpty && !(place == 0 && isNumbered)
          ? !cell.trimmedCell.isEmpty : false
      }
      if let strange {
        problems.note(
          record.line, strange.offset, because: "there is a cell without a title above it")
      }
      // What is missing was not left empty: it would be taken for what clears a field.
      if let last = columns.lastIndex(where: { $0 != nil }), record.cells.count <= last {
        problems.note(record.line, because: table.shortness(of: record, below: last + 1))
      }
      do {
        let text = (idPlace < record.cells.count ? record.cells[idPlace] : "").trimmedCell
        let id = try AdUnitID(text.unspoiled("ad unit id"))
        if let first = lines[id] {
          problems.note(
            record.line, idPlace, titles[idPlace],
            because: "'\(id)' stands on line \(first) already")
        }
        lines[id] = record.line
        units.append((id, index))
      } catch {
        problems.note(record.line, idPlace, titles[idPlace], because: error.reason)
      }
      if problems.isCut { return }
    }
  }

  func entry(
    at place: Int, over stored: InventoryEntry?, noting problems: inout UnitProblems
  ) -> InventoryEntry? {
    let record = table.record(at: units[place].record)
    let line = SheetLine(cells: record.cells, columns: columns)
    let before = problems.all.count
    var entry = stored ?? InventoryEntry(unit: InventoryUnit(id: units[place].id))
    for (place, meaning) in columns.enumerated() {
      guard let meaning else { continue }
      do throws(InvalidValue) {
        try form.put(line.cell(in: place), as: meaning, in: &entry)
      } catch {
        problems.note(record.line, place, titles[place], because: error.reason)
      }
    }
    guard problems.all.count == before else { return nil }
    do throws(InvalidValue) {
      try form.finish(&entry, of: line)
      try FieldTable<InventoryUnit>.units.check(entry.unit)
      return entry
    } catch {
      problems.note(record.line, because: "\(error)")
      return nil
    }
  }

  private static func unknown(_ title: String) -> String {
    let all = FieldTable<InventoryUnit>.units.groups.flatMap { group in
      group.fields.map { group.path(of: $0) }
    }
    let guess = Spelling.nearest(to: title, in: all).map { "; did you mean '\($0)'?" } ?? ""
    return "\(title.quotedForDisplay) is no field of an ad unit\(guess)"
  }
}

extension UnitProblems {
  /// What to do about problems in cells.
  static let cellAdvice =
    "correct the cells; 'adview-admin help formats unit list' names the columns"
}
