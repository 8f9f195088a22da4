// SPDX-License-Identifier: MIT
import AdModel

/// The cells of a CSV file as spreadsheets write it: commas, semicolons or tabs, with or without a
/// byte order mark, any line end, quoted cells with line ends in them, a leading `sep=;`.
///
/// The file is held once, and where each record begins; cells are read when they are asked for.
package struct SpreadsheetTable {
  /// The cells of one line of the table, which may be several of the file.
  package struct Record {
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

  private let bytes: [UInt8]
  private var begins: [(line: UInt32, offset: UInt32)] = []
  /// How many records are read of one file, so that their places stay small.
  private static let mostRecords = 1_200_000
  private let separator: UInt8

  /// How many records there are, but lines on which no cell holds anything.
  package var count: Int { begins.count }
  /// The records behind one, by their indices.
  func records(after index: Int) -> Range<Int> { min(index + 1, count)..<count }
  /// Where a record begins, in bytes.
  func offset(of index: Int) -> Int { Int(begins[index].offset) }
  /// Whether numbers may have a comma in them, because it is not what separates cells.
  var hasDecimalComma: Bool { separator != UInt8(ascii: ",") }

  /// Why a record with fewer cells than titles is no line of this table.
  /// - Parameter count: How many titles mean something, the last of these included.
  func shortness(of record: Record, below count: Int) -> String {
    let text = record.cells.joined(separator: String(UnicodeScalar(separator)))
    let other = ";\t,".unicodeScalars.first { sign in
      sign.value != UInt32(separator) && text.unicodeScalars.count { $0 == sign } >= count - 1
    }
    let cells = "it has \(record.cells.count.counted("cell")) below \(count) titles"
    if let other, count > 1 {
      return
        "\(cells); cells stand between \(String(Character(UnicodeScalar(separator))).quotedForDisplay) in the "
        + "titles and between \(String(Character(other)).quotedForDisplay) here"
    }
    return "\(cells); a file that was cut off ends so"
  }

  /// Finds the records and checks the whole file.
  /// - Parameter progress: Told after some thousand records how many bytes are done; what it
  ///   throws ends the work.
  /// - Throws: ``Malformed`` for text that is not UTF-8, and for quotes that do not end; what
  ///   `progress` throws.
  /// - Complexity: Linear in the length of the file.
  package init(_ bytes: [UInt8], progress: (_ done: Int) throws -> Void = { _ in }) throws {
    if bytes.starts(with: Array("SQLite format 3\0".utf8)) {
      throw Malformed(
        line: 1,
        reason: "this is a database of SQLite, not a file of units; --db names the one to use")
    }
    if bytes.starts(with: Array("PK\u{3}\u{4}".utf8))
      || bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
    {
      throw Malformed(
        line: 1, reason: "this is a workbook of a spreadsheet program; save it as CSV UTF-8")
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw Malformed(line: 1, reason: "the file is UTF-16; save it as 'CSV UTF-8'")
    }
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var line = 1
    var separator = Self.separator(of: bytes[start...])
    if bytes[start...].prefix(4).elementsEqual("sep=".utf8), bytes.count > start + 4 {
      separator = bytes[start + 4]
      start = Self.lineEnd(in: bytes, from: start + 5)
      line = 2
    }
    self.bytes = bytes
    self.separator = separator
    let lines = bytes.count { $0 == UInt8(ascii: "\n") }
    begins.reserveCapacity(min(lines + 1, Self.mostRecords))
    while start < bytes.count {
      let begin = (line: UInt32(line), offset: UInt32(start))
      var isBlank = true
      start = try nextRecord(from: start, line: &line, isBlank: &isBlank)
      if !isBlank {
        guard begins.count < Self.mostRecords else {
          throw Malformed(
            line: Int(begin.line),
            reason:
              "no more than \(Self.mostRecords.counted("line")) are taken at once; cut the file")
        }
        begins.append(begin)
      }
      if begins.count.isMultiple(of: 4_096) { try progress(start) }
    }
  }

  /// Reads the cells of a record.
  /// - Parameter index: The record, from 0.
  package func record(at index: Int) -> Record {
    let begin = begins[index]
    var record = Record(line: Int(begin.line))
    var place = Int(begin.offset)
    while true {
      let cell = cell(from: place)
      record.cells.append(cell.text)
      guard cell.end < bytes.count, bytes[cell.end] == separator else { return record }
      place = cell.end + 1
    }
  }

  /// The sign that stands most often in the first line, outside quotes.
  private static func separator(of bytes: ArraySlice<UInt8>) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if Self.isLineEnd(byte) { break }
      counts[byte, default: 0] += 1
    }
    var best = UInt8(ascii: ",")
    for sign in ";\t".utf8 where counts[sign, default: 0] > counts[best, default: 0] { best = sign }
    return best
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// Where the line after the one with this place begins.
  private static func lineEnd(in bytes: [UInt8], from place: Int) -> Int {
    var place = place
    while place < bytes.count, !isLineEnd(bytes[place]) { place += 1 }
    guard place < bytes.count else { return place }
    let isPair =
      bytes[place] == UInt8(ascii: "\r") && place + 1 < bytes.count
      && bytes[place + 1] == UInt8(ascii: "\n")
    return place + (isPair ? 2 : 1)
  }

  /// Walks over a record.
  /// - Parameters:
  ///   - start: Where it begins.
  ///   - isBlank: Becomes false where a cell holds something.
  /// - Returns: Where the next one begins.
  /// - Throws: ``Malformed``.
  private func nextRecord(
    from start: Int, line: inout Int, isBlank: inout Bool
  ) throws(Malformed) -> Int {
    var place = start
    var lines = 0
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "\"") {
        guard let end = quotesEnd(from: place, lines: &lines) else {
          throw Malformed(line: line + lines, reason: "the quotes that begin here do not end")
        }
        if end > place + 2 { isBlank = false }
        place = end
      }
      while place < bytes.count, bytes[place] != separator, !Self.isLineEnd(bytes[place]) {
        isBlank = false
        place += 1
      }
      guard place < bytes.count, bytes[place] == separator else { break }
      place += 1
    }
    guard String(validating: bytes[start..<place], as: UTF8.self) != nil else {
      throw Malformed(line: line, reason: "the text is not UTF-8; save it as 'CSV UTF-8'")
    }
    line += lines + 1
    return Self.lineEnd(in: bytes, from: place)
  }

  /// The place behind the quotes that begin here; nil where they do not end, and then `lines` is how
  /// many lines there are up to where they begin.
  private func quotesEnd(from start: Int, lines: inout Int) -> Int? {
    var place = start + 1
    var inside = 0
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\"") {
        guard place < bytes.count, bytes[place] == byte else {
          lines += inside
          return place
        }
        place += 1
      } else if byte == UInt8(ascii: "\n") {
        inside += 1
      }
    }
    return nil
  }

  /// The text of a cell, and the place of the sign behind it.
  private func cell(from start: Int) -> (text: String, end: Int) {
    var end = start
    var quoted: [UInt8]?
    if start < bytes.count, bytes[start] == UInt8(ascii: "\"") {
      var lines = 0
      end = quotesEnd(from: start, lines: &lines) ?? bytes.count
      var content: [UInt8] = []
      var isFirstOfTwo = false
      for byte in bytes[start + 1..<max(start + 1, end - 1)] {
        // Of two quotes, one is meant.
        isFirstOfTwo = byte == UInt8(ascii: "\"") && !isFirstOfTwo
        if !isFirstOfTwo { content.append(byte) }
      }
      quoted = content
    }
    let rest = end
    while end < bytes.count, bytes[end] != separator, !Self.isLineEnd(bytes[end]) { end += 1 }
    let text =
      quoted.map { String(decoding: $0 + bytes[rest..<end], as: UTF8.self) }
      ?? String(decoding: bytes[start..<end], as: UTF8.self)
    return (FormulaGuard.taken(off: text), end)
  }
}
