// SPDX-License-Identifier: MIT

/// Aligns rows in columns by the width that a terminal gives them.
///
/// The first 1,000 rows decide the widths; after them rows are printed as they come, so a list of
/// any length needs little memory. A wider cell further down moves only its own row.
struct TableLayout {
  private struct ShownCell {
    let text: String
    let width: Int
    let tone: Cell.Tone?
  }

  private static let rowsThatDecide = 1_000

  private let headings: [(title: String, isTrailing: Bool)]
  private let style: Style
  private var widths: [Int]
  private var waiting: [[ShownCell]] = []
  private var hasBegun = false

  init(headings: [(title: String, isTrailing: Bool)], style: Style) {
    self.headings = headings
    self.style = style
    widths = headings.map(\.title.displayWidth)
  }

  mutating func add(_ cells: [Cell], to output: OutputBuffer) throws {
    let shown = cells.map { cell in
      var text = cell.plain?.safeForTerminal ?? ""
      if text.isEmpty { text = "-" }
      return ShownCell(text: text, width: text.displayWidth, tone: cell.tone)
    }
    guard !hasBegun else {
      try write(shown, to: output)
      return
    }
    for index in shown.indices {
      widths[index] = max(widths[index], shown[index].width)
    }
    waiting.append(shown)
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
    var line = ""
    for (index, heading) in headings.enumerated() {
      let width = heading.title.displayWidth
      pad(&line, style.heading(heading.title), width: width, at: index)
    }
    try output.write(line + "\n")
    for row in waiting {
      try write(row, to: output)
    }
    waiting = []
  }

  private func write(_ row: [ShownCell], to output: OutputBuffer) throws {
    var line = ""
    for (index, cell) in row.enumerated() {
      pad(&line, style.toned(cell.text, cell.tone), width: cell.width, at: index)
    }
    try output.write(line + "\n")
  }

  /// Appends a cell with what its column's width leaves; nothing after the last column.
  private func pad(_ line: inout String, _ text: String, width: Int, at index: Int) {
    let space = String(repeating: " ", count: max(0, widths[index] - width))
    if index > 0 { line += "  " }
    if headings[index].isTrailing {
      line += space + text
    } else {
      line += index == headings.count - 1 ? text : text + space
    }
  }
}
