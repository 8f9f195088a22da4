// SPDX-License-Identifier: MIT

/// Reads JSON lines: one value per line, blank lines passed over, lines numbered for errors.
///
/// Nothing is copied and no more than one line is parsed at a time.
package struct JSONLines {
  private let bytes: [UInt8]
  private let limits: JSONReader.Limits
  private var at = 0

  /// The number, from 1, of the line that `next()` read last; 0 before the first.
  package private(set) var line = 0

  /// Prepares to read from the first line.
  ///
  /// - Parameters:
  ///   - bytes: The lines in UTF-8, ended by LF or CR LF; the last may lack its end.
  ///   - limits: What each line may not exceed.
  package init(_ bytes: [UInt8], limits: JSONReader.Limits = .document) {
    self.bytes = bytes
    self.limits = limits
  }

  /// Reads the next line that is not blank.
  ///
  /// A line that is refused is passed all the same, so that a caller may go on.
  ///
  /// - Returns: The value, or `nil` after the last line.
  /// - Throws: `JSONError` whose position names the line.
  /// - Complexity: Linear in the length of the line.
  package mutating func next() throws(JSONError) -> JSONValue? {
    while at < bytes.count {
      let start = at
      var isBlank = true
      while at < bytes.count, bytes[at] != UInt8(ascii: "\n") {
        let byte = bytes[at]
        if byte != 0x20, byte != 0x09, byte != 0x0D { isBlank = false }
        at += 1
      }
      let end = at
      at += 1
      line += 1
      if isBlank { continue }
      return try JSONReader.read(bytes, in: start..<end, firstLine: line, limits: limits)
    }
    return nil
  }
}
