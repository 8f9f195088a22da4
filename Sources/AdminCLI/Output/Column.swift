// SPDX-License-Identifier: MIT
package import AdModel

/// One column of a list: its name for programs, its title for people, and where its value is.
///
/// One description serves every form. A list is written as
///
///     try run.list(units, [
///       Column("id", "Unit", meaning: "The id of the ad unit.") { $0.id },
///       Column("position", "Position", .trailing, meaning: "Where on its page it stands.") { $0.position },
///       Column("notes", meaning: "Remarks.") { $0.notes },     // not in the table
///     ])
///
/// A key with dots is a member of a member in JSON; see ``ColumnTree``.
package struct Column<Row>: Sendable {
  /// What it is called, and how it looks.
  package private(set) var heading: ColumnHeading
  /// What it means, in one sentence.
  package let meaning: String
  /// The keys of the objects in the list that it holds, where it holds one.
  package let elements: [OutputKey]
  /// Takes the value from a row.
  package let cell: @Sendable (Row) -> Cell
  /// Takes from a row what people see in a table.
  package private(set) var shown: @Sendable (Row) -> Cell

  /// The key in JSON and the header in CSV, in camel case.
  package var key: String { heading.key }
  /// The heading in a table; nil where a table leaves the column out.
  package var title: String? { heading.title }

  /// Describes a column.
  /// - Parameters:
  ///   - title: The heading in a table, or nil to leave the column out there.
  ///   - meaning: What it means, in one sentence.
  ///   - elements: The keys of the objects in the list that it holds, where it holds one.
  ///   - value: Takes the value from a row.
  package init<Value: CellConvertible>(
    _ key: String, _ title: String? = nil, _ alignment: ColumnHeading.Alignment = .leading,
    meaning: String, elements: [OutputKey] = [], _ value: @escaping @Sendable (Row) -> Value
  ) {
    heading = ColumnHeading(key: key, title: title, alignment: alignment)
    self.meaning = meaning
    self.elements = elements
    cell = { value($0).cell }
    shown = cell
  }

  /// The column where people see something else than programs.
  package func showing(_ shown: @escaping @Sendable (Row) -> Cell) -> Column {
    var column = self
    column.shown = shown
    return column
  }

  /// The column under another heading; nil leaves it out of tables.
  package func titled(_ title: String?) -> Column {
    var column = self
    column.heading.title = title
    return column
  }

  /// The column as one that a table does without first.
  package func secondary() -> Column {
    var column = self
    column.heading.isSecondary = true
    return column
  }

  /// The column for rows that hold such a row, in the outer row's own object or in a member of it.
  package func of<Outer>(
    under name: String? = nil, _ row: @escaping @Sendable (Outer) -> Row
  ) -> Column<Outer> {
    var column = Column<Outer>(
      name.map { "\($0).\(key)" } ?? key, name == nil ? title : nil, heading.alignment,
      meaning: meaning, elements: elements
    ) { cell(row($0)) }.showing { shown(row($0)) }
    column.heading.isSecondary = heading.isSecondary
    return column
  }

  /// Columns of an object that is there already, one for each of its members, with what they mean.
  package static func members(
    of name: String, _ keys: [OutputKey], _ object: @escaping @Sendable (Row) -> JSONObject?
  ) -> [Column] {
    keys.map { member in
      let key = member.key
      return Column("\(name).\(key)", meaning: member.meaning) { object($0)?[key] }
    }
  }

  /// The keys of columns with what they mean.
  package static func keys(of columns: [Column]) -> [OutputKey] {
    columns.flatMap { column in
      [OutputKey(column.key, column.meaning)] + column.elements.elements(of: column.key)
    }
  }
}

extension Array {
  /// The values of a row, in the columns' order.
  func cells<Row>(of row: Row) -> [Cell] where Element == Column<Row> {
    var cells: [Cell] = []
    cells.reserveCapacity(count)
    // By index: a walk over the elements would copy each.
    for index in indices { cells.append(self[index].cell(row)) }
    return cells
  }

  /// What people see of a row; nothing where a table leaves the column out.
  func shownCells<Row>(of row: Row) -> [Cell] where Element == Column<Row> {
    map { $0.title == nil ? .none : $0.shown(row) }
  }

  /// The columns that people see of a row, each with what they see.
  package func lines<Row>(
    of row: Row
  ) -> [(title: String, words: String)] where Element == Column<Row> {
    compactMap { column in column.title.map { (title: $0, words: column.shown(row).plain) } }
  }

  /// The columns with some of them as those that a table does without first.
  package func secondary<Row>(_ keys: String...) -> [Column<Row>] where Element == Column<Row> {
    map { keys.contains($0.key) ? $0.secondary() : $0 }
  }

  /// The columns with one of them under a heading, where people may see something else.
  package func titling<Row>(
    _ key: String, _ title: String, _ shown: (@Sendable (Row) -> Cell)? = nil
  ) -> [Column<Row>] where Element == Column<Row> {
    map { column in
      guard column.key == key else { return column }
      return column.titled(title).showing(shown ?? column.shown)
    }
  }
}
