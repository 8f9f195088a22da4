// SPDX-License-Identifier: MIT

/// Comma-separated values as RFC 4180 writes them: CR LF, quotes where they are needed.
enum CSV {
  /// One record with its line end.
  ///
  /// A file gets the bytes as they are; a terminal gets them with control characters escaped.
  static func record(_ fields: [String], for channel: any OutputChannel) -> String {
    let shown = channel.isTerminal ? fields.map(\.safeForTerminal) : fields
    return shown.map(field).joined(separator: ",") + "\r\n"
  }

  private static func field(_ text: String) -> String {
    let needsQuotes = text.utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\r")
        || $0 == UInt8(ascii: "\n")
    }
    guard needsQuotes else { return text }
    let doubled = text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"")
    return "\"\(doubled)\""
  }
}
