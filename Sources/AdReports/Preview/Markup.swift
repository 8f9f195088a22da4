// SPDX-License-Identifier: MIT
import AdInjection
import AdModel

/// HTML that we wrote, into which text is put escaped.
///
/// A `String` in a literal of this type is text or an attribute's value and is escaped: also what
/// turns the writing direction, and control characters, which HTML cannot hold, as U+FFFD. Other
/// markup and script source stand as they are. Script source never holds `</` or `<!--`: values have `<`
/// escaped, and our own scripts do without.
struct Markup: ExpressibleByStringInterpolation {
  let html: String

  init(stringLiteral value: String) {
    html = value
  }

  init(stringInterpolation: Interpolation) {
    html = stringInterpolation.html
  }

  private init(html: String) {
    self.html = html
  }

  static func joined(_ parts: [Markup]) -> Markup {
    Markup(html: parts.map(\.html).joined(separator: "\n"))
  }

  struct Interpolation: StringInterpolationProtocol {
    var html = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      html.reserveCapacity(literalCapacity + interpolationCount * 64)
    }

    mutating func appendLiteral(_ literal: String) {
      html += literal
    }

    mutating func appendInterpolation(_ markup: Markup) {
      html += markup.html
    }

    mutating func appendInterpolation(_ source: JavaScriptSource) {
      html += source.text
    }

    mutating func appendInterpolation(_ script: UserScript) {
      html += script.source
    }

    mutating func appendInterpolation(_ text: String) {
      for character in text.unicodeScalars {
        switch character {
        case "&": html += "&amp;"
        case "<": html += "&lt;"
        case ">": html += "&gt;"
        case "\"": html += "&quot;"
        case "'": html += "&#39;"
        case "\n", "\t": html.unicodeScalars.append(character)
        case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": html += "\u{FFFD}"
        case _ where character.turnsWriting: html += "&#\(character.value);"
        default: html.unicodeScalars.append(character)
        }
      }
    }
  }

  typealias StringInterpolation = Interpolation
}
