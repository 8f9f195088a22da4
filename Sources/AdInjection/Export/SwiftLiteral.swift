// SPDX-License-Identifier: MIT

/// Text as a literal in Swift source.
enum SwiftLiteral {
  /// A literal on one line.
  static func line(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case " "..."~": literal.unicodeScalars.append(scalar)
      default: literal += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return literal + "\""
  }

  /// A raw literal over several lines, readable as it stands.
  ///
  /// It has one number sign more than the longest run of them in the text, so that nothing in the
  /// text can end it or escape from it.
  static func lines(_ text: String) -> String {
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "#") ? run + 1 : 0
      longest = max(longest, run)
    }
    let signs = String(repeating: "#", count: longest + 1)
    return "\(signs)\"\"\"\n\(text)\n\"\"\"\(signs)"
  }
}
