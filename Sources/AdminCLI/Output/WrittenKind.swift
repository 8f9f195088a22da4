// SPDX-License-Identifier: MIT

/// Tells a file that a command of ours has written from everybody else's, by how it begins.
///
/// Pages, pictures and scripts begin alike wherever they come from, so those of ours have a comment. A
/// JSON document is known by its first key.
enum WrittenKind {
  /// How many bytes of a file are looked at.
  static let length = 256

  /// How many tell a kind that has neither comment nor key.
  private static let telling = 24

  /// A page, a picture or a script with a comment; everything else as it is.
  static func marked(_ bytes: [UInt8], _ comment: String, isScript: Bool) -> [UInt8] {
    let doctype = Array("<!doctype html>\n".utf8)
    if bytes.starts(with: doctype) {
      return doctype + Array("<!-- \(comment) -->\n".utf8) + bytes.dropFirst(doctype.count)
    }
    if bytes.starts(with: "<svg".utf8) { return Array("<!-- \(comment) -->\n".utf8) + bytes }
    return isScript ? Array("// \(comment)\n".utf8) + bytes : bytes
  }

  /// Whether what is there is of the kind of what is to be written; an empty file and an empty list are
  /// of any.
  static func isSame(_ there: [UInt8], _ bytes: [UInt8]) -> Bool {
    if there.isEmpty || there == Array("[]\n".utf8) { return true }
    if let comment = comment(in: bytes) { return self.comment(in: there) == comment }
    if let key = key(in: bytes) { return self.key(in: there) == key }
    return there.prefix(telling) == bytes.prefix(telling)
  }

  private static func comment(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    let lines = bytes.prefix(length).split(separator: UInt8(ascii: "\n"), maxSplits: 2).prefix(2)
    return lines.first { line in
      ["<!-- adview-admin ", "// adview-admin "].contains { line.starts(with: $0.utf8) }
    }
  }

  private static func key(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    guard let sign = bytes.first, "[{".utf8.contains(sign) else { return nil }
    let begin = bytes.prefix(length).drop { " \r\n\t[{".utf8.contains($0) }
    guard begin.first == UInt8(ascii: "\"") else { return nil }
    let key = begin.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
    // All schemas begin with the same keys.
    return key.first == UInt8(ascii: "$") ? begin.prefix(length / 2) : key
  }
}
