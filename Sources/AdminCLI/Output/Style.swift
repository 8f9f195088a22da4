// SPDX-License-Identifier: MIT

/// Whether text is coloured, and how: only for a person at a terminal, never with `NO_COLOR`.
package struct Style: Sendable {
  /// Whether escape sequences are written at all.
  package let isColoured: Bool

  /// No colours.
  package static let plain = Style(isColoured: false)

  /// A heading.
  /// - Returns: The text, bold where there are colours.
  package func heading(_ text: String) -> String { wrap(text, "1") }

  /// A text in a tone.
  /// - Parameter tone: How it is to be seen; nil for as it is.
  /// - Returns: The text, coloured where there are colours.
  package func toned(_ text: String, _ tone: Cell.Tone?) -> String {
    switch tone {
    case .good: wrap(text, "32")
    case .warning: wrap(text, "33")
    case .bad: wrap(text, "31")
    case .faint: wrap(text, "2")
    case nil: text
    }
  }

  private func wrap(_ text: String, _ code: String) -> String {
    isColoured ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}
