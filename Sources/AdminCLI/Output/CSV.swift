// SPDX-License-Identifier: MIT

/// Comma-separated values as RFC 4180 writes them: CR LF, quotes where they are needed.
enum CSV {
  /// Prints one record with its line end.
  ///
  /// A file gets the bytes as they are; a terminal gets them with control characters escaped.
  static func write(
    _ fields: some Sequence<String>, to output: OutputBuffer
  ) throws(ChannelError) {
    try output.write { bytes in
      var isFirst = true
      for field in fields {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        append(output.isWatched ? field.safeForTerminal : field, to: &bytes)
      }
      bytes.append(UInt8(ascii: "\r"))
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    guard text.utf8.contains(where: needsQuotes) else {
      bytes.append(contentsOf: text.utf8)
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
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
