// SPDX-License-Identifier: MIT
import AdModel

/// Prints rows of cells as they come, in any of the forms; see ``ListWriter``.
struct CellWriter {
  private let headings: [ColumnHeading]
  private let tree: ColumnTree
  /// The places of the columns that a table shows.
  private let shown: [Int]
  private let format: OutputFormat
  private let output: OutputBuffer
  private var table: TableLayout
  private var json = JSONWriter()
  private var count = 0
  private let tell: (String) throws -> Void
  private let empty: String

  init(
    _ headings: [ColumnHeading], format: OutputFormat, style: Style, output: OutputBuffer,
    lineWidth: Int?, empty: String, tell: @escaping (String) throws -> Void
  ) {
    self.headings = headings
    tree = ColumnTree(headings.map(\.key))
    self.format = format
    self.output = output
    self.empty = empty
    self.tell = tell
    let shown = headings.indices.filter { headings[$0].title != nil }
    self.shown = shown
    table = TableLayout(
      headings: shown.map {
        (headings[$0].title ?? headings[$0].key, headings[$0].alignment == .trailing)
      },
      secondary: Set(shown.indices.filter { headings[shown[$0]].isSecondary }),
      naming: Set(shown.indices.filter { headings[shown[$0]].isNaming }), style: style,
      lineWidth: lineWidth)
  }

  /// Whether people read it, who may see something else than programs.
  var isTable: Bool { format == .table }

  /// Whether each row is an object.
  var writesObjects: Bool { format == .json || format == .ndjson }

  /// Prints a row.
  /// - Throws: ``ChannelError``.
  mutating func write(_ cells: [Cell]) throws {
    switch format {
    case .table:
      try table.add(shown.lazy.map { cells[$0] }, to: output)
      count += 1
    case .json, .ndjson:
      try write { [tree] in try tree.write(cells, to: &$0) }
    case .csv:
      if count == 0 { try writeHeader() }
      try CSV.write(cells, to: output)
      count += 1
    }
  }

  /// Prints a row of a form that has objects.
  /// - Throws: ``ChannelError``; what `members` throws.
  mutating func write(object members: (inout JSONWriter) throws -> Void) throws {
    if format == .json { try output.write(count == 0 ? "[\n  " : ",\n  ") }
    json.removeAll()
    try json.object(members)
    try output.write(json: json.bytes)
    if format == .ndjson { try output.write("\n") }
    count += 1
  }

  /// Ends the list.
  /// - Throws: ``ChannelError``.
  mutating func end() throws {
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
    try CSV.write(headings.map { .text($0.key) }, to: output)
  }
}
