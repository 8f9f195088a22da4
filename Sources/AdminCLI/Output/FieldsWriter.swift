// SPDX-License-Identifier: MIT
import AdModel

/// Prints one thing with all of its fields: a line each for people, one object for programs.
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
      let titles = columns.map { $0.title ?? $0.key }
      let widest = titles.map(\.displayWidth).max() ?? 0
      for (title, column) in zip(titles, columns) {
        let cell = column.cell(row)
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
          for column in columns { try column.cell(row).write(as: column.key, to: &json) }
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
