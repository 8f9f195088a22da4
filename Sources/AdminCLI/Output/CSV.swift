// SPDX-License-Identifier: MIT
import AdModel

/// Comma-separated values as RFC 4180 writes them: CR LF, quotes where they are needed. A text that a
/// spreadsheet would run as a formula has an apostrophe before it.
enum CSV {
  /// Prints one record with its line end.
  ///
  /// A file gets the bytes as they are; a terminal gets them with control characters escaped.
  /// - Parameter isGuarded: Whether formulas get their apostrophe, which only a spreadsheet takes off.
  static func write(
    _ cells: [Cell], isGuarded: Bool = true, to output: OutputBuffer
  ) throws(ChannelError) {
    let isWatched = output.isWatched
    try output.write { bytes in
      // By index: a walk over the cells would copy each.
      for place in cells.indices {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        let start = bytes.count
        cells[place].append(to: &bytes)
        guard cells[place].isText else { continue }
        if isGuarded { FormulaGuard.guardText(in: &bytes, from: start) }
        if isWatched { bytes.makeSafeForTerminal(from: start) }
        if needsQuotes(bytes, from: start) { bytes.quote(from: start) }
      }
      bytes.append(UInt8(ascii: "\r"))
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  private static func needsQuotes(_ bytes: [UInt8], from start: Int) -> Bool {
    // Letters and digits are beyond the first comparison.
    for index in start..<bytes.count where bytes[index] <= UInt8(ascii: ",") {
      switch bytes[index] {
      case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
        return true
      default: continue
      }
    }
    return false
  }
}

extension [UInt8] {
  /// Puts what stands from a place on between quotes, with the quotes in it doubled.
  mutating func quote(from start: Int) {
    let quote = UInt8(ascii: "\"")
    if let first = (start..<count).first(where: { self[$0] == quote }) {
      let rest = Array(self[first...])
      removeSubrange(first...)
      for byte in rest {
        if byte == quote { append(byte) }
        append(byte)
      }
    }
    insert(quote, at: start)
    append(quote)
  }
}

extension Cell {
  fileprivate var isText: Bool {
    switch self {
    case .value(.null), .value(.integer), .value(.double), .value(.bool): false
    case .value, .toned, .list: true
    }
  }
}
