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
    _ cells: some Sequence<Cell>, isGuarded: Bool = true, to output: OutputBuffer
  ) throws(ChannelError) {
    let isWatched = output.isWatched
    try output.write { bytes in
      var isFirst = true
      for cell in cells {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        let start = bytes.count
        cell.append(to: &bytes)
        guard cell.isText else { continue }
        if isGuarded { FormulaGuard.guardText(in: &bytes, from: start) }
        if isWatched { bytes.makeSafeForTerminal(from: start) }
        quoteIfNeeded(&bytes, from: start)
      }
      bytes.append(UInt8(ascii: "\r"))
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  private static func quoteIfNeeded(_ bytes: inout [UInt8], from start: Int) {
    guard bytes[start...].contains(where: needsQuotes) else { return }
    let field = Array(bytes[start...])
    bytes.removeSubrange(start...)
    bytes.append(UInt8(ascii: "\""))
    for byte in field {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\r")
      || byte == UInt8(ascii: "\n")
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
