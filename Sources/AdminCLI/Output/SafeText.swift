// SPDX-License-Identifier: MIT
import AdModel

extension Unicode.Scalar {
  /// Whether a terminal could take the scalar for a command, or show text in another order than
  /// it is stored: control characters, line separators and the marks that turn writing direction.
  var steersTerminals: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F: true
    default: turnsWriting
    }
  }

  /// The scalar as visible ASCII, `\u{1b}`.
  var escaped: String { "\\u{\(String(value, radix: 16))}" }
}

extension String {
  /// The text with every scalar escaped that could steer a terminal.
  ///
  /// Data from the database and from files passes through here before a person sees it.
  package var safeForTerminal: String {
    if unicodeScalars.allSatisfy({ !$0.steersTerminals }) {
      return self
    }
    var safe = ""
    for scalar in unicodeScalars {
      if scalar.steersTerminals {
        safe += scalar.escaped
      } else {
        safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }
}

extension [UInt8] {
  /// Escapes the end of the bytes, a text of its own, as ``Swift/String/safeForTerminal`` does.
  /// - Parameter start: Where the text begins.
  /// - Returns: Whether the text was printable ASCII already, which most is.
  @discardableResult
  mutating func makeSafeForTerminal(from start: Int) -> Bool {
    if self[start...].allSatisfy({ (0x20...0x7E).contains($0) }) { return true }
    let safe = String(decoding: self[start...], as: UTF8.self).safeForTerminal
    replaceSubrange(start..., with: safe.utf8)
    return false
  }

  /// What a terminal is shown of output of any kind, scripts and pages among it: every scalar that
  /// could steer it is escaped, but for the ends of lines, tabs, and the colours of our own.
  ///
  /// Colours that somebody stored could come through; they were escaped where they were read.
  var shownOnTerminal: [UInt8] {
    let isPlain = allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A }
    if isPlain { return self }
    var shown = ""
    var rest = String(decoding: self, as: UTF8.self).unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\n", "\t": shown.unicodeScalars.append(scalar)
      case "\r" where rest.first == "\n": shown.unicodeScalars.append(scalar)
      case "\u{1b}" where rest.first == "[":
        let digits = rest.dropFirst().prefix { $0 == ";" || ("0"..."9").contains($0) }
        guard digits.count <= 8, rest.dropFirst(digits.count + 1).first == "m" else { fallthrough }
        shown += "\u{1b}[\(String(digits))m"
        rest = rest.dropFirst(digits.count + 2)
      case _ where scalar.steersTerminals: shown += scalar.escaped
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return Array(shown.utf8)
  }

  /// JSON in which no character can steer a terminal, still the same JSON: control characters
  /// stand in its strings only, where `\u009b` means what the character meant.
  var jsonSafeForTerminal: [UInt8] {
    var safe: [UInt8] = []
    for scalar in String(decoding: self, as: UTF8.self).unicodeScalars {
      if scalar.steersTerminals, scalar != "\n" {
        let digits = String(scalar.value, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.utf8.count)
        safe += "\\u\(zeros)\(digits)".utf8
      } else {
        safe += String(scalar).utf8
      }
    }
    return safe
  }
}
