// SPDX-License-Identifier: MIT
import AdInjection

/// Text as a literal in Swift source.
enum SwiftLiteral {
  /// A literal on one line.
  static func line(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case " "..."~": literal.unicodeScalars.append(scalar)
      // Noncharacters: the compiler takes them as they are and refuses their escapes.
      case _ where (0xFDD0...0xFDEF).contains(scalar.value): literal.unicodeScalars.append(scalar)
      default: literal += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return literal + "\""
  }

  /// A raw literal over several lines, readable as it stands.
  ///
  /// It has one number sign more than the longest run of them in the text, so that nothing in the
  /// text can end it or escape from it. Characters that cannot be seen are escaped: the compiler
  /// refuses some, and a reader should know of the others.
  static func lines(_ text: String) -> String {
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "#") ? run + 1 : 0
      longest = max(longest, run)
    }
    let signs = String(repeating: "#", count: longest + 1)
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where scalar != "\n", .format, .lineSeparator, .paragraphSeparator:
        shown += "\\\(signs)u{\(String(scalar.value, radix: 16))}"
      default:
        shown.unicodeScalars.append(scalar)
      }
    }
    return "\(signs)\"\"\"\n\(shown)\n\"\"\"\(signs)"
  }
}
