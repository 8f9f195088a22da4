// SPDX-License-Identifier: MIT

/// Lays out help: paragraphs, headings, and terms beside what they mean.
struct HelpText {
  private static let width = 80
  private static let widestTerm = 26
  private var lines: [String] = []

  /// The text with its last line end.
  var finished: String { lines.joined(separator: "\n") + "\n" }

  mutating func line(_ line: String) {
    lines.append(line)
  }

  mutating func heading(_ heading: String) {
    lines += ["", "\(heading):"]
  }

  mutating func paragraph(_ text: String) {
    if !lines.isEmpty { lines.append("") }
    lines += Self.wrap(text, width: Self.width)
  }

  /// Terms in one column and their meanings in another; a long term has its meaning below it.
  mutating func definitions(_ terms: [(term: String, meaning: String)], below: Bool = false) {
    let fitting = terms.map(\.term.displayWidth).filter { $0 <= Self.widestTerm }
    let column = below ? 6 : (fitting.max() ?? 0) + 4
    for (term, meaning) in terms {
      let wrapped = Self.wrap(meaning, width: Self.width - column)
      let indent = String(repeating: " ", count: column)
      if below || term.displayWidth > Self.widestTerm {
        lines += Self.wrap(term, width: Self.width - 2, breaksAt: "|").map { "  \($0)" }
        lines += wrapped.map { indent + $0 }
      } else {
        let space = String(repeating: " ", count: column - 2 - term.displayWidth)
        lines.append("  \(term)\(space)\(wrapped.first ?? "")")
        lines += wrapped.dropFirst().map { indent + $0 }
      }
    }
  }

  mutating func examples(_ examples: [Example]) {
    guard !examples.isEmpty else { return }
    heading("Examples")
    for example in examples {
      lines.append("  # \(example.purpose)")
      lines.append("  adview-admin \(example.line)")
    }
  }

  /// Breaks a text into lines at spaces, or after another character.
  private static func wrap(
    _ text: String, width: Int, breaksAt separator: Character = " "
  ) -> [String] {
    var lines: [String] = []
    var current = ""
    for word in text.split(separator: separator) {
      let glue = current.isEmpty ? "" : String(separator)
      if !current.isEmpty, (current + glue + word).displayWidth > width {
        lines.append(separator == " " ? current : current + glue)
        current = separator == " " ? String(word) : "  \(word)"
      } else {
        current += glue + word
      }
    }
    return current.isEmpty ? lines : lines + [current]
  }
}
