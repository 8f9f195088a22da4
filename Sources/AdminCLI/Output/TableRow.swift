// SPDX-License-Identifier: MIT

/// The cells of one row of a table, safe for a terminal and measured, in one piece of memory.
struct TableRow {
  /// Where a cell's bytes end, how many terminal cells they fill, and how they are to be seen.
  struct Mark {
    let end: Int
    let width: Int
    let tone: Cell.Tone?
  }

  private(set) var bytes: [UInt8] = []
  private(set) var marks: [Mark] = []

  /// Takes the cells of the next row in place of those before.
  mutating func set(_ cells: some Sequence<Cell>) {
    bytes.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
    for cell in cells {
      let start = bytes.count
      cell.append(to: &bytes)
      if bytes.count == start { bytes.append(UInt8(ascii: "-")) }
      let isPlain = bytes.makeSafeForTerminal(from: start)
      let width = isPlain ? bytes.count - start : text(from: start).displayWidth
      marks.append(Mark(end: bytes.count, width: width, tone: cell.tone))
    }
  }

  /// The bytes of a cell.
  func range(of index: Int) -> Range<Int> {
    (index == 0 ? 0 : marks[index - 1].end)..<marks[index].end
  }

  private func text(from start: Int) -> String {
    String(decoding: bytes[start...], as: UTF8.self)
  }
}
