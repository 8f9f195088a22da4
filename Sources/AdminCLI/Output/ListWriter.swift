// SPDX-License-Identifier: MIT
import AdModel

/// Prints rows as they come, in any of the forms.
///
/// Nothing is held back but the first rows of a table, which decide how wide its columns are.
package struct ListWriter<Row> {
  private let columns: [Column<Row>]
  private let format: OutputFormat
  private let output: OutputBuffer
  private var table: TableLayout
  private var json = JSONWriter()
  private var count = 0

  /// Prepares a list.
  /// - Parameters:
  ///   - columns: What is shown of each row.
  ///   - format: The form.
  ///   - style: Whether a table is coloured.
  ///   - output: Where it goes.
  package init(
    _ columns: [Column<Row>], format: OutputFormat, style: Style, output: OutputBuffer
  ) {
    self.columns = columns
    self.format = format
    self.output = output
    table = TableLayout(
      headings: columns.compactMap { column in
        column.title.map { ($0, column.alignment == .trailing) }
      }, style: style)
  }

  /// Prints one row.
  /// - Parameter row: The row.
  /// - Throws: ``ChannelError``.
  package mutating func write(_ row: Row) throws {
    switch format {
    case .table:
      let cells = columns.filter { $0.title != nil }.map { $0.cell(row) }
      try table.add(cells, to: output)
    case .json:
      try output.write(count == 0 ? "[\n  " : ",\n  ")
      try writeObject(row)
    case .ndjson:
      try writeObject(row)
      try output.write("\n")
    case .csv:
      if count == 0 { try writeHeader() }
      try output.write(CSV.record(columns.map { $0.cell(row).plain ?? "" }, for: output.channel))
    }
    count += 1
  }

  /// Ends the list; an empty one is still a valid document of its form.
  /// - Throws: ``ChannelError``.
  package mutating func end() throws {
    switch format {
    case .table: try table.end(to: output)
    case .json: try output.write(count == 0 ? "[]\n" : "\n]\n")
    case .ndjson: break
    case .csv: if count == 0 { try writeHeader() }
    }
  }

  private func writeHeader() throws {
    try output.write(CSV.record(columns.map(\.key), for: output.channel))
  }

  private mutating func writeObject(_ row: Row) throws {
    json.removeAll()
    try json.object { object in
      for column in columns {
        switch column.cell(row) {
        case .text(let text), .toned(let text, _): object.member(column.key, text)
        case .integer(let integer): object.member(column.key, integer)
        case .number(let number): try object.member(column.key, number)
        case .flag(let flag): object.member(column.key, flag)
        case .none: object.member(column.key, String?.none)
        case .list(let texts):
          object.array(column.key) { array in
            for text in texts { array.element(text) }
          }
        case .json(let value): try object.member(column.key, value)
        }
      }
    }
    let isWatched = output.channel.isTerminal
    try output.write(bytes: isWatched ? json.bytes.jsonSafeForTerminal : json.bytes)
  }
}
