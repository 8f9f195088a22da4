// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// What a column of a spreadsheet holds.
protocol SheetMeaning {
  /// Whether it says which unit a line is about.
  var isID: Bool { get }
  /// One name for each thing that may have one column only.
  var name: String { get }
}

/// How spreadsheets of one origin say what they say of ad units.
protocol SheetForm {
  associatedtype Meaning: SheetMeaning
  /// Whether columns without a meaning are left out; else they are faults.
  var leavesOutUnknown: Bool { get }
  /// Whether several lines may say the same of one unit, as a report has one for each day.
  var allowsRepetition: Bool { get }
  /// The meaning of a column's title; nil where it has none.
  func meaning(of title: String) -> Meaning?
  /// The id on a line; nil where the line is about no unit.
  func id(on line: SheetLine<Meaning>) -> String?
  /// Makes of a unit what a cell says of it.
  func put(
    _ cell: String, as meaning: Meaning, in entry: inout InventoryEntry) throws(InvalidValue)
  /// Makes of a unit what the cells of its line say together.
  func finish(
    _ entry: inout InventoryEntry, of line: SheetLine<Meaning>) throws(InvalidValue)
}

/// One line of a spreadsheet with the meanings of its columns.
struct SheetLine<Meaning> {
  let cells: [String]
  let columns: [Meaning?]

  /// The cell in a column; nothing where the line is shorter.
  func cell(in column: Int) -> String { column < cells.count ? cells[column] : "" }

  /// The cells that mean something.
  var said: [(cell: String, meaning: Meaning)] {
    zip(cells, columns).compactMap { cell, meaning in meaning.map { (cell, $0) } }
  }
}

extension String {
  /// A title without what people write differently: case, spaces and signs.
  var foldedTitle: String { String(lowercased().filter { $0.isLetter || $0.isNumber }) }
}
