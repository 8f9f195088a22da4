// SPDX-License-Identifier: MIT

/// Aligns rows in columns by the width that a terminal gives them.
///
/// The first 1,000 rows decide the widths; after them rows are printed as they come, so a list of
/// any length needs little memory. A wider cell further down moves only its own row.
///
/// Where a line may only have so many cells, times are written shorter, as far as they can still be
/// typed; then the widest columns are narrowed, and what does not fit in them gets an ellipsis: texts at
/// their ends; names, which often begin alike, in their middles. Names in the first column, and what names
/// a thing in another, are never cut: people type them. Where that would leave little to read, the columns
/// that matter least are left out, and where even that is too much, the last ones.
struct TableLayout {
  private static let rowsThatDecide = 1_000
  /// How wide a time is that is written to the second, to the minute, and to the day.
  private static let (secondWidth, minuteWidth, dayWidth) = (20, 17, 10)

  /// What the cells of a column are, which says how they are cut.
  private enum Content {
    /// Sentences and lists.
    case text
    /// Words without spaces: ids, paths, states.
    case name
    /// Points in time; they end with the second, the minute or the day.
    case time
  }

  private let headings: [(title: String, isTrailing: Bool)]
  /// The columns that are left out first.
  private let secondary: Set<Int>
  /// The columns that name things, as the first one does.
  private let naming: Set<Int>
  private var contents: [Content] = []
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

  init(
    headings: [(title: String, isTrailing: Bool)], secondary: Set<Int> = [],
    naming: Set<Int> = [], style: Style, lineWidth: Int? = nil
  ) {
    self.headings = headings
    self.secondary = secondary
    self.naming = naming
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

  /// Narrows columns and leaves some out until a line fits.
  private mutating func fit(_ lineWidth: Int) {
    contents = headings.indices.map(content)
    for width in [Self.secondWidth, Self.minuteWidth]
    where shown.reduce(2 * (shown.count - 1), { $0 + widths[$1] }) > lineWidth {
      for index in shown where contents[index] == .time {
        widths[index] = min(widths[index], width)
      }
    }
    var left = shown
    if narrow(left, to: lineWidth, floor: comfortable) { return }
    for index in shown.reversed() where secondary.contains(index) && left.count > 1 {
      left.removeAll { $0 == index }
      if narrow(left, to: lineWidth, floor: comfortable) { return }
    }
    while !narrow(left, to: lineWidth, floor: least), left.count > 1 { left.removeLast() }
  }

  /// How narrow a column may become as long as another could give way. A number that is cut is
  /// another number.
  private func comfortable(_ index: Int) -> Int {
    if isWhole(index) { return widths[index] }
    if contents[index] == .time { return min(widths[index], Self.minuteWidth) }
    return min(widths[index], index == shown.first ? 24 : contents[index] == .text ? 16 : 12)
  }

  /// Whether a column is never cut: a number that is cut is another number, and a name is nobody's.
  private func isWhole(_ index: Int) -> Bool {
    headings[index].isTrailing
      || contents[index] == .name && (index == headings.indices.first || naming.contains(index))
  }

  /// A time without the end that does not fit, never with half of a number; it can be typed so.
  private static func time(_ text: String, within width: Int) -> String {
    if width >= secondWidth { return text.prefix(19) + "Z" }
    return width >= minuteWidth ? text.prefix(16) + "Z" : String(text.prefix(dayWidth))
  }

  /// How narrow a column may become.
  private func least(_ index: Int) -> Int {
    if isWhole(index) { return widths[index] }
    let isFirst = index == shown.first
    if contents[index] == .time {
      return min(widths[index], isFirst ? Self.minuteWidth : Self.dayWidth)
    }
    return min(widths[index], isFirst ? 20 : 8)
  }

  /// Narrows the widest of some columns, one cell after the other, until a line fits.
  /// - Returns: Whether it does; nothing is narrowed where it does not, and one column is shown as it
  ///   is.
  private mutating func narrow(
    _ columns: [Int], to lineWidth: Int, floor: (Int) -> Int
  ) -> Bool {
    let floors = headings.indices.map(floor)
    var narrowed = widths
    var line = columns.reduce(2 * (columns.count - 1)) { $0 + narrowed[$1] }
    while line > lineWidth,
      let widest = columns.filter({ narrowed[$0] > floors[$0] }).max(by: {
        narrowed[$0] < narrowed[$1]
      })
    {
      narrowed[widest] -= 1
      line -= 1
    }
    guard line <= lineWidth || columns.count == 1 else { return false }
    widths = narrowed
    shown = columns
    return true
  }

  /// What the cells of a column are, as the rows that decide say.
  private func content(_ index: Int) -> Content {
    var isTime = true
    var hasValue = false
    for row in waiting {
      let cell = row.bytes[row.range(of: index)]
      if cell.elementsEqual("-".utf8) { continue }
      if cell.contains(UInt8(ascii: " ")) { return .text }
      hasValue = true
      isTime =
        isTime && cell.count == 24 && cell.last == UInt8(ascii: "Z")
        && cell[cell.startIndex + 10] == UInt8(ascii: "T")
    }
    return hasValue && isTime ? .time : .name
  }

  private mutating func write(_ row: TableRow, to output: OutputBuffer) throws {
    var isCut = false
    try output.write { bytes in
      for index in shown {
        let mark = row.marks[index]
        var cell = row.bytes[row.range(of: index)]
        var width = mark.width
        if lineWidth != nil, width > widths[index] {
          let whole = String(decoding: cell, as: UTF8.self)
          let text =
            switch contents[index] {
            case .name where !cell.contains(UInt8(ascii: " ")): whole.cutInside(to: widths[index])
            case .time where whole.utf8.count == 24: Self.time(whole, within: widths[index])
            case .name, .text, .time: whole.cut(to: widths[index])
            }
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
