// SPDX-License-Identifier: MIT
import AdModel

/// Prints rows of cells as they come, in any of the forms; see ``ListWriter``.
struct CellWriter {
  private let headings: [ColumnHeading]
  private let format: OutputFormat
  private let style: Style
  private let output: OutputBuffer
  private let lineWidth: Int?
  private var json = JSONWriter()
  private var count = 0
  private let tell: (String) throws -> Void
  private let empty: String

  init(
    _ headings: [ColumnHeading], format: OutputFormat, style: Style, output: OutputBuffer,
    lineWidth: Int?, empty: String, tell: @escaping (String) throws -> Void
  ) {
    self.headings = headings
    self.format = format
    self.style = style
    self.output = output
    self.lineWidth = lineWidth
    self.empty = empty
    self.tell = tell
  }

  // What only one of the forms needs is made for it alone.

  private lazy var tree = ColumnTree(headings.map(\.key))

  /// The places of the columns that a table shows.
  private lazy var shown = headings.indices.filter { headings[$0].title != nil }

  private lazy var table = {
    let columns = shown.map { headings[$0] }
    return TableLayout(
      headings: columns.map { ($0.title ?? $0.key, $0.alignment == .trailing) },
      secondary: Set(columns.indices.filter { columns[$0].isSecondary }),
      naming: Set(columns.indices.filter { columns[$0].isNaming }), style: style,
      lineWidth: lineWidth)
  }()

  /// Whether people read it, who may see something else than programs.
  var isTable: Bool { format == .table }

  /// Whether each row is an object.
  var writesObjects: Bool { format == .json || format == .ndjson }

  /// Prints a row.
  /// - Throws: ``ChannelError``.
  mutating func write(_ cells: [Cell]) throws {
    switch format {
    case .table:
      let shown = shown
      try table.add(shown.lazy.map { cells[$0] }, to: output)
      count += 1
    case .json, .ndjson:
      let tree = tree
      try write { try tree.write(cells, to: &$0) }
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
