// SPDX-License-Identifier: MIT

/// Aligns rows in columns by the width that a terminal gives them.
///
/// The first 1,000 rows decide the widths; after them rows are printed as they come, so a list of
/// any length needs little memory. A wider cell further down moves only its own row.
///
/// Where a line may only have so many cells, the widest columns of text are narrowed and what does
/// not fit in them ends in an ellipsis; where even that is too much, the last columns are left out.
struct TableLayout {
  private static let rowsThatDecide = 1_000
  /// A column of text is made no narrower.
  private static let narrowest = 8

  private let headings: [(title: String, isTrailing: Bool)]
  private let style: Style
  /// How many terminal cells a line may fill; nil for any number.
  private let lineWidth: Int?
  /// The columns that are shown, in order.
  private var shown: [Int]
  private var hasCut = false
  private var widths: [Int]
  private var waiting: [TableRow] = []
  private var current = TableRow()
  private var hasBegun = false

  init(headings: [(title: String, isTrailing: Bool)], style: Style, lineWidth: Int? = nil) {
    self.headings = headings
    self.style = style
    self.lineWidth = lineWidth
    shown = Array(headings.indices)
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

  /// What is not to be seen of the table, in words; nil where all of it is.
  var omission: String? {
    let missing = headings.indices.filter { !shown.contains($0) }.map { headings[$0].title }
    let columns = missing.isEmpty ? "" : "without \(missing.joined(separator: ", "))"
    guard hasCut || !missing.isEmpty, let lineWidth else { return nil }
    let words = [hasCut ? "cut to \(lineWidth) columns" : "", columns].filter { !$0.isEmpty }
    return "\(words.joined(separator: ", ")); --wide shows everything"
  }

  private mutating func begin(to output: OutputBuffer) throws {
    hasBegun = true
    if let lineWidth { fit(lineWidth) }
    try output.write { bytes in
      for index in shown {
        let title = headings[index].title.cut(to: widths[index])
        pad(&bytes, width: title.displayWidth, at: index) {
          $0.append(contentsOf: style.heading(title).utf8)
        }
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    for row in waiting {
      try write(row, to: output)
    }
    waiting = []
  }

  /// Narrows the widest columns, one cell after the other, until a line fits.
  private mutating func fit(_ lineWidth: Int) {
    let natural = widths
    // A number that is cut is another number.
    func floor(_ index: Int) -> Int {
      headings[index].isTrailing ? natural[index] : min(natural[index], Self.narrowest)
    }
    while true {
      let gaps = 2 * (shown.count - 1)
      while shown.reduce(gaps, { $0 + widths[$1] }) > lineWidth,
        let widest = shown.filter({ widths[$0] > floor($0) }).max(by: { widths[$0] < widths[$1] })
      {
        widths[widest] -= 1
      }
      guard shown.reduce(gaps, { $0 + widths[$1] }) > lineWidth, shown.count > 1 else { return }
      shown.removeLast()
      widths = natural
    }
  }

  private mutating func write(_ row: TableRow, to output: OutputBuffer) throws {
    var isCut = false
    try output.write { bytes in
      for index in shown {
        let mark = row.marks[index]
        var cell = row.bytes[row.range(of: index)]
        var width = mark.width
        if lineWidth != nil, width > widths[index] {
          let text = String(decoding: cell, as: UTF8.self).cut(to: widths[index])
          cell = Array(text.utf8)[...]
          width = text.displayWidth
          isCut = true
        }
        pad(&bytes, width: width, at: index) { bytes in
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
    if isCut { hasCut = true }
  }

  /// Appends a cell with what its column's width leaves; nothing after the last column.
  private func pad(
    _ bytes: inout [UInt8], width: Int, at index: Int, _ appendCell: (inout [UInt8]) -> Void
  ) {
    let space = repeatElement(UInt8(ascii: " "), count: max(0, widths[index] - width))
    if index != shown.first { bytes.append(contentsOf: "  ".utf8) }
    if headings[index].isTrailing { bytes.append(contentsOf: space) }
    appendCell(&bytes)
    if !headings[index].isTrailing, index != shown.last {
      bytes.append(contentsOf: space)
    }
  }
}
