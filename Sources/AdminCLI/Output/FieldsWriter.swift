// SPDX-License-Identifier: MIT
import AdModel

/// Prints one thing: a line for each field that has a title for people, one object for programs.
package struct FieldsWriter<Row> {
  let columns: [Column<Row>]
  let object: ListWriter<Row>.ObjectWriter?
  let format: OutputFormat
  let style: Style
  let output: OutputBuffer

  /// Prints the thing.
  /// - Parameter row: The thing.
  /// - Throws: ``ChannelError``.
  func write(_ row: Row) throws {
    switch format {
    case .table:
      let widest = columns.compactMap(\.title?.displayWidth).max() ?? 0
      for column in columns {
        guard let title = column.title else { continue }
        let cell = column.shown(row)
        let space = String(repeating: " ", count: widest - title.displayWidth)
        let value = cell.plain.safeForTerminal
        let text = style.toned(value.isEmpty ? "-" : value, cell.tone)
        try output.write("\(style.heading(title))\(space)  \(text)\n")
      }
    case .json:
      var json = JSONWriter(.pretty)
      try json.object { json in
        if let object {
          try object(row, &json)
        } else {
          try ColumnTree(columns).write(row, to: &json)
        }
      }
      json.endLine()
      let isWatched = output.isWatched
      try output.write(bytes: isWatched ? json.bytes.jsonSafeForTerminal : json.bytes)
    case .ndjson, .csv:
      var list = ListWriter(
        columns, object: object, format: format, style: style, output: output)
      try list.write(row)
      try list.end()
    }
  }
}
