// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// Ad units as the lines of a spreadsheet: what a CSV file says of each, and what it leaves alone.
struct UnitSheet<Form: SheetForm>: UnitSource {
  private let form: Form
  private let table: SpreadsheetTable
  private let titles: [String]
  private(set) var columns: [Form.Meaning?] = []
  /// The titles that mean nothing here.
  private(set) var leftOut: [String] = []
  private var units: [(id: AdUnitID, record: Int)] = []

  let advice = UnitProblems.cellAdvice
  var count: Int { units.count }
  func id(at place: Int) -> AdUnitID { units[place].id }

  /// Reads the titles and the ids.
  /// - Parameters:
  ///   - table: The cells.
  ///   - head: The place of the titles among the records.
  ///   - form: How the cells are meant.
  ///   - progress: Told from time to time how many bytes are done; what it throws ends the work.
  /// - Throws: ``UnitProblems``; what `progress` throws.
  init(
    _ table: SpreadsheetTable, below head: Int, _ form: Form,
    progress: (_ done: Int) throws -> Void
  ) throws {
    self.form = form
    self.table = table
    var problems = UnitProblems(advice: advice)
    let titled = head < table.count ? table.record(at: head) : nil
    titles = titled?.cells ?? []
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
    try readUnits(below: head, idPlace, &problems, progress)
    if !problems.all.isEmpty { throw problems }
  }

  private mutating func readTitles(on line: Int, _ problems: inout UnitProblems) {
    var seen: [String: Int] = [:]
    for (place, title) in titles.enumerated() {
      // Spreadsheets write columns that were deleted without a title.
      let meaning = title.isEmpty ? nil : form.meaning(of: title)
      columns.append(meaning)
      if meaning == nil, !title.isEmpty {
        if form.leavesOutUnknown {
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
    below head: Int, _ idPlace: Int, _ problems: inout UnitProblems,
    _ progress: (_ done: Int) throws -> Void
  ) throws {
    var lines: [AdUnitID: (line: Int, said: [String])] = [:]
    for index in table.records(after: head) {
      if index.isMultiple(of: 4_096) { try progress(table.offset(of: index)) }
      let record = table.record(at: index)
      let line = SheetLine(cells: record.cells, columns: columns)
      guard let text = form.id(on: line) else { continue }
      if record.cells.dropFirst(titles.count).contains(where: { !$0.isEmpty }) {
        problems.note(
          record.line, titles.count, because: "there is a cell without a title above it")
      }
      // What is missing was not left empty: it would be taken for what clears a field.
      if let last = columns.lastIndex(where: { $0 != nil }), record.cells.count <= last {
        problems.note(
          record.line,
          because:
            "it has \(record.cells.count.counted("cell")) below \(last + 1) titles; a file that "
            + "was cut off ends so")
      }
      do {
        let id = try AdUnitID(text)
        let said = form.allowsRepetition ? line.said.map(\.cell) : []
        if let first = lines[id] {
          if form.allowsRepetition, first.said == said { continue }
          problems.note(
            record.line, idPlace, titles[idPlace],
            because: "'\(id)' stands on line \(first.line) already"
              + (form.allowsRepetition ? ", and is otherwise there" : ""))
        }
        lines[id] = (record.line, said)
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
