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
  private var idColumn = 0

  let advice = UnitProblems.cellAdvice
  var count: Int { table.records(after: 0).count }

  /// Each was checked when the file was read.
  func id(at place: Int) -> AdUnitID {
    AdUnitID(validated: idText(of: table.record(at: place + 1)))
  }

  private func idText(of record: SpreadsheetTable.Record) -> String {
    (idColumn < record.cells.count ? record.cells[idColumn] : "").trimmedCell
  }

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
    guard let idColumn = columns.firstIndex(where: { $0?.isID == true }) else {
      problems.note(
        line,
        because:
          "no column is called adUnitId; the first line of a CSV file names the columns, and a document "
          + "of 'export inventory' begins with {")
      throw problems
    }
    self.idColumn = idColumn
    try readUnits(&problems, progress)
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

  private func readUnits(
    _ problems: inout UnitProblems, _ progress: (_ done: Int) throws -> Void
  ) throws {
    var unreadable: Set<Int> = []
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
      do throws(InvalidValue) {
        _ = try AdUnitID(idText(of: record).unspoiled("ad unit id"))
      } catch {
        problems.note(record.line, idColumn, titles[idColumn], because: error.reason)
        unreadable.insert(index - 1)
      }
      if problems.isCut { return }
    }
    let named = NamedUnits(count: count, where: { !unreadable.contains($0) }, id: id)
    for (place, first) in named.repeated(limit: UnitProblems.most) {
      problems.note(
        table.record(at: place + 1).line, idColumn, titles[idColumn],
        because: "'\(id(at: place))' stands on line \(table.record(at: first + 1).line) already")
    }
  }

  func entry(
    at place: Int, over stored: InventoryEntry?, noting problems: inout UnitProblems
  ) -> InventoryEntry? {
    let record = table.record(at: place + 1)
    let before = problems.all.count
    var named: Set<String> = []
    var entry = stored ?? InventoryEntry(unit: InventoryUnit(id: id(at: place)))
    for (place, meaning) in columns.enumerated() {
      guard let meaning else { continue }
      do throws(InvalidValue) {
        let cell = place < record.cells.count ? record.cells[place] : ""
        try form.put(cell, as: meaning, in: &entry)
        if case .field(let field, _) = meaning, !cell.isEmpty { named.insert(field.heading) }
      } catch {
        problems.note(record.line, place, titles[place], because: error.reason)
      }
    }
    guard problems.all.count == before else { return nil }
    do throws(InvalidValue) {
      FieldTable<InventoryUnit>.units.settle(&entry.unit, named: named)
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
