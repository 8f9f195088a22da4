// SPDX-License-Identifier: MIT

/// Aligns rows in columns by the width that a terminal gives them.
///
/// The first 1,000 rows decide the widths; after them rows are printed as they come, so a list of
/// any length needs little memory. A wider cell further down moves only its own row.
struct TableLayout {
  private static let rowsThatDecide = 1_000

  private let headings: [(title: String, isTrailing: Bool)]
  private let style: Style
  private var widths: [Int]
  private var waiting: [TableRow] = []
  private var current = TableRow()
  private var hasBegun = false

  init(headings: [(title: String, isTrailing: Bool)], style: Style) {
    self.headings = headings
    self.style = style
    widths = headings.map(\.title.displayWidth)
  }

  mutating func add(_ cells: some Sequence<Cell>, to output: OutputBuffer) throws {
    guard !hasBegun else {
      current.set(cells)
      try write(current, to: output)
      return
    }
    var row = TableRow()
    row.set(cells)
    for (index, mark) in row.marks.enumerated() {
      widths[index] = max(widths[index], mark.width)
    }
    waiting.append(row)
    if waiting.count == Self.rowsThatDecide {
      try begin(to: output)
    }
  }

  mutating func end(to output: OutputBuffer) throws {
    if !waiting.isEmpty {
      try begin(to: output)
    }
  }

  private mutating func begin(to output: OutputBuffer) throws {
    hasBegun = true
    try output.write { bytes in
      for (index, heading) in headings.enumerated() {
        pad(&bytes, width: heading.title.displayWidth, at: index) {
          $0.append(contentsOf: style.heading(heading.title).utf8)
        }
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    for row in waiting {
      try write(row, to: output)
    }
    waiting = []
  }

  private func write(_ row: TableRow, to output: OutputBuffer) throws {
    try output.write { bytes in
      for (index, mark) in row.marks.enumerated() {
        pad(&bytes, width: mark.width, at: index) { bytes in
          let cell = row.bytes[row.range(of: index)]
          if style.isColoured, mark.tone != nil {
            let text = style.toned(String(decoding: cell, as: UTF8.self), mark.tone)
            bytes.append(contentsOf: text.utf8)
          } else {
            bytes.append(contentsOf: cell)
          }
        }
      }
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Appends a cell with what its column's width leaves; nothing after the last column.
  private func pad(
    _ bytes: inout [UInt8], width: Int, at index: Int, _ appendCell: (inout [UInt8]) -> Void
  ) {
    let space = repeatElement(UInt8(ascii: " "), count: max(0, widths[index] - width))
    if index > 0 { bytes.append(contentsOf: "  ".utf8) }
    if headings[index].isTrailing { bytes.append(contentsOf: space) }
    appendCell(&bytes)
    if !headings[index].isTrailing, index < headings.count - 1 {
      bytes.append(contentsOf: space)
    }
  }
}
