// SPDX-License-Identifier: MIT

/// The cells of a CSV file as spreadsheets write it: commas, semicolons or tabs, with or without a
/// byte order mark, any line end, quoted cells with line ends in them, a leading `sep=;`.
struct SpreadsheetTable {
  /// The cells of one line of the table, which may be several of the file.
  struct Record {
    /// The line of the file on which it begins, from 1.
    let line: Int
    /// The texts, in order; formulas that were guarded are as they were before.
    var cells: [String] = []
  }

  /// Why bytes are no table.
  struct Malformed: Error {
    let line: Int
    let reason: String
  }

  /// Everything but lines on which no cell holds anything.
  private(set) var records: [Record] = []
  /// Whether numbers may have a comma in them, because it is not what separates cells.
  let hasDecimalComma: Bool

  /// Reads the cells.
  /// - Parameter bytes: The file.
  /// - Throws: ``Malformed`` for text that is not UTF-8, and for quotes that do not end.
  /// - Complexity: Linear in the length of the file.
  init(_ bytes: [UInt8]) throws(Malformed) {
    var bytes = bytes[...]
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw Malformed(line: 1, reason: "the file is UTF-16; save it as CSV in UTF-8")
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    var line = 1
    var separator = Self.separator(of: bytes)
    if bytes.prefix(4).elementsEqual("sep=".utf8), let named = bytes.dropFirst(4).first {
      separator = named
      bytes = bytes[Self.lineEnd(in: bytes)...]
      line = 2
    }
    hasDecimalComma = separator != UInt8(ascii: ",")
    var record = Record(line: line)
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let (cell, next) = try Self.cell(in: bytes, from: start, separator, line: &line)
      record.cells.append(cell)
      guard next < bytes.endIndex else {
        start = next
        break
      }
      if bytes[next] == separator {
        start = next + 1
        if start == bytes.endIndex { record.cells.append("") }
        continue
      }
      start = Self.lineEnd(in: bytes[next...])
      line += 1
      add(record)
      record = Record(line: line)
    }
    add(record)
  }

  private mutating func add(_ record: Record) {
    if record.cells.contains(where: { !$0.isEmpty }) { records.append(record) }
  }

  /// The sign that stands most often in the first line, outside quotes.
  private static func separator(of bytes: ArraySlice<UInt8>) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
      counts[byte, default: 0] += 1
    }
    var best = UInt8(ascii: ",")
    for sign in ";\t".utf8 where counts[sign, default: 0] > counts[best, default: 0] { best = sign }
    return best
  }

  /// Where the line after this one begins.
  private static func lineEnd(in bytes: ArraySlice<UInt8>) -> Int {
    guard
      let end = bytes.firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
    else { return bytes.endIndex }
    let isPair =
      bytes[end] == UInt8(ascii: "\r") && bytes[end...].dropFirst().first == UInt8(ascii: "\n")
    return end + (isPair ? 2 : 1)
  }

  /// The text of a cell, and the place of the sign behind it.
  private static func cell(
    in bytes: ArraySlice<UInt8>, from start: Int, _ separator: UInt8, line: inout Int
  ) throws(Malformed) -> (text: String, next: Int) {
    var place = start
    var content: [UInt8] = []
    if bytes[start] == UInt8(ascii: "\"") {
      let firstLine = line
      place += 1
      while true {
        guard place < bytes.endIndex else {
          throw Malformed(line: firstLine, reason: "the quotes that begin here do not end")
        }
        let byte = bytes[place]
        place += 1
        if byte == UInt8(ascii: "\"") {
          guard place < bytes.endIndex, bytes[place] == byte else { break }
          place += 1
        } else if byte == UInt8(ascii: "\n") {
          line += 1
        }
        content.append(byte)
      }
    }
    while place < bytes.endIndex, bytes[place] != separator, bytes[place] != UInt8(ascii: "\n"),
      bytes[place] != UInt8(ascii: "\r")
    {
      content.append(bytes[place])
      place += 1
    }
    guard let text = String(validating: content, as: UTF8.self) else {
      throw Malformed(line: line, reason: "the text is not UTF-8; save it as CSV in UTF-8")
    }
    return (FormulaGuard.taken(off: text), place)
  }
}
