// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// Differences as a comment for a pull request: a line of counts, a table, and what is more folded away.
///
/// Values stand in code, so that no `@name` and no `#12` in them calls anybody. GitHub refuses a comment
/// of more than 65,536 characters, so this ends before, and says how many are left out.
struct MarkdownPlan {
  /// By this, a program finds the comment that it wrote before.
  static let mark = "<!-- adview-plan -->"
  private static let mostRows = 50
  private static let mostBytes = 60_000
  private static let mostCharacters = 300

  private let differences: [InventoryDifference]

  init(_ differences: [InventoryDifference]) { self.differences = differences }

  /// The comment, with a line end after it.
  var text: String {
    var text = "\(Self.mark)\n\(sum)\n"
    if differences.isEmpty { return text }
    text += "\n| | Name | Change |\n|---|---|---|\n"
    var shown = 0
    for difference in differences.prefix(Self.mostRows) {
      let row =
        "| \(difference.verb.rawValue) \(difference.noun.rawValue) | \(Self.code(difference.name)) | "
        + "\(Self.code(ChangeReport.details(of: difference))) |\n"
      guard text.utf8.count + row.utf8.count < Self.mostBytes else { break }
      text += row
      shown += 1
    }
    let rest = differences.dropFirst(shown)
    if rest.isEmpty { return text }
    let lines = rest.map {
      "\(Self.sign(of: $0)) \(Self.line(ChangeReport.sentence($0.verb.rawValue, for: $0)))"
    }
    let fence = String(repeating: "`", count: max(3, (lines.map(Self.ticks).max() ?? 0) + 1))
    text += "\n<details><summary>\(rest.count) more</summary>\n\n\(fence)diff\n"
    var left = lines.count
    for line in lines {
      guard text.utf8.count + line.utf8.count < Self.mostBytes else { break }
      text += "\(line)\n"
      left -= 1
    }
    text += "\(fence)\n"
    if left > 0 { text += "\nand \(left) that have no room here\n" }
    return text + "\n</details>\n"
  }

  private var sum: String {
    if differences.isEmpty { return "no difference" }
    func count(_ verbs: [InventoryChange.Verb]) -> Int {
      differences.count { verbs.contains($0.verb) }
    }
    let counts = [
      (count([.add, .restore]), "to add"),
      (count([.set, .rename, .activate, .pause]), "to change"),
      (count([.archive]), "to archive"), (count([.remove]), "to remove"),
    ]
    return counts.filter { $0.0 > 0 }.map { "\($0) \($1)" }.joined(separator: ", ")
  }

  private static func sign(of difference: InventoryDifference) -> String {
    switch difference.verb {
    case .add, .restore: "+"
    case .remove, .archive: "-"
    default: "!"
    }
  }

  /// A value as code in a cell of a table, whatever is in it.
  private static func code(_ value: String) -> String {
    let value = line(value)
    if value.isEmpty { return "" }
    let fence = String(repeating: "`", count: ticks(value) + 1)
    let space = value.hasPrefix("`") || value.hasSuffix("`") ? " " : ""
    return fence + space + value.replacing("|", with: "\\|") + space + fence
  }

  /// One line of no great length.
  private static func line(_ value: String) -> String {
    let value = value.safeForTerminal.replacing("\n", with: " ")
    return value.count > mostCharacters ? value.prefix(mostCharacters) + "…" : value
  }

  /// The longest run of backticks.
  private static func ticks(_ value: String) -> Int {
    value.split { $0 != "`" }.map(\.count).max() ?? 0
  }
}
