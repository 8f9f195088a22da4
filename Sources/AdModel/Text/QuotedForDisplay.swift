// SPDX-License-Identifier: MIT

extension String {
  /// The text in single quotes as an error message shows it: control characters escaped, so that
  /// a terminal cannot be steered, and cut after 60 characters, so that a message stays a line.
  package var quotedForDisplay: String {
    var shown = ""
    for (index, scalar) in unicodeScalars.enumerated() {
      if index == 60 {
        return "'\(shown)…'"
      }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      default:
        shown.unicodeScalars.append(scalar)
      }
    }
    return "'\(shown)'"
  }
}
