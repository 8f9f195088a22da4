// SPDX-License-Identifier: MIT
package import AdModel

/// Prints rows as they come, in any of the forms.
///
/// Nothing is held back but the first rows of a table, which decide how wide its columns are.
package struct ListWriter<Row> {
  /// Writes the members of a row's JSON object, where they are more than the columns.
  package typealias ObjectWriter = @Sendable (Row, inout JSONWriter) throws -> Void

  private let columns: [Column<Row>]
  private let tree: ColumnTree<Row>
  private let shown: [Column<Row>]
  private let object: ObjectWriter?
  private let format: OutputFormat
  private let output: OutputBuffer
  private var table: TableLayout
  private var json = JSONWriter()
  private var count = 0
  private let tell: (String) throws -> Void
  private let empty: String

  /// Prepares a list.
  /// - Parameters:
  ///   - columns: What is shown of each row.
  ///   - object: What JSON shows instead, where that is more.
  ///   - format: The form.
  ///   - style: Whether a table is coloured.
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
    tree = ColumnTree(columns)
    self.object = object
    self.format = format
    self.output = output
    self.empty = empty
    self.tell = tell
    let shown = columns.filter { $0.title != nil }
    self.shown = shown
    table = TableLayout(
      headings: shown.map { ($0.title ?? $0.key, $0.alignment == .trailing) },
      secondary: Set(shown.indices.filter { shown[$0].isSecondary }), style: style,
      lineWidth: lineWidth)
  }

  /// Prints one row.
  /// - Parameter row: The row.
  /// - Throws: ``ChannelError``.
  package mutating func write(_ row: Row) throws {
    switch format {
    case .table:
      try table.add(shown.lazy.map { $0.shown(row) }, to: output)
    case .json:
      try output.write(count == 0 ? "[\n  " : ",\n  ")
      try writeObject(row)
    case .ndjson:
      try writeObject(row)
      try output.write("\n")
    case .csv:
      if count == 0 { try writeHeader() }
      try CSV.write(columns.lazy.map { $0.cell(row) }, to: output)
    }
    count += 1
  }

  /// Ends the list; an empty one is still a valid document of its form.
  /// - Throws: ``ChannelError``.
  package mutating func end() throws {
    switch format {
    case .table:
      try table.end(to: output)
      if count == 0 { try tell(empty) } else if let words = table.omission { try tell(words) }
    case .json: try output.write(count == 0 ? "[]\n" : "\n]\n")
    case .ndjson: break
    case .csv: if count == 0 { try writeHeader() }
    }
  }

  private func writeHeader() throws {
    try CSV.write(columns.map { .text($0.key) }, to: output)
  }

  private mutating func writeObject(_ row: Row) throws {
    json.removeAll()
    try json.object { json in
      if let object {
        try object(row, &json)
      } else {
        try tree.write(row, to: &json)
      }
    }
    try output.write(bytes: output.isWatched ? json.bytes.jsonSafeForTerminal : json.bytes)
  }
}
