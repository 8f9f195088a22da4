// SPDX-License-Identifier: MIT
package import AdModel

/// Prints rows as they come, in any of the forms.
///
/// Nothing is held back but the first rows of a table, which decide how wide its columns are.
package struct ListWriter<Row> {
  /// Writes the members of a row's JSON object, where they are more than the columns.
  package typealias ObjectWriter = @Sendable (Row, inout JSONWriter) throws -> Void

  private let columns: [Column<Row>]
  private let object: ObjectWriter?
  private var cells: CellWriter

  /// Prepares a list.
  /// - Parameters:
  ///   - object: What JSON shows instead, where that is more.
  ///   - output: Where it goes.
  ///   - lineWidth: How many terminal cells a line of a table may fill; nil for any number.
  ///   - empty: What people are told of a table without rows.
  ///   - tell: Tells people what a table cannot.
  package init(
    _ columns: [Column<Row>], object: ObjectWriter? = nil, format: OutputFormat, style: Style,
    output: OutputBuffer, lineWidth: Int? = nil, empty: String = "",
    tell: @escaping (String) throws -> Void = { _ in }
  ) {
    self.columns = columns
    self.object = object
    cells = CellWriter(
      columns.map(\.heading), format: format, style: style, output: output,
      lineWidth: lineWidth, empty: empty, tell: tell)
  }

  /// Prints one row.
  /// - Throws: ``ChannelError``.
  package mutating func write(_ row: Row) throws {
    if let object, cells.writesObjects {
      try cells.write { try object(row, &$0) }
    } else if cells.isTable {
      try cells.write(columns.shownCells(of: row))
    } else {
      try cells.write(columns.cells(of: row))
    }
  }

  /// Ends the list; an empty one is still a valid document of its form.
  /// - Throws: ``ChannelError``.
  package mutating func end() throws {
    try cells.end()
  }
}
