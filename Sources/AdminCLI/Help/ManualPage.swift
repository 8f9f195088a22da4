// SPDX-License-Identifier: MIT

/// The help as pages for `man`, one for the program and one for each noun and command of its own, in
/// the macros of man(7).
enum ManualPage {
  /// The page of a noun or a command that has none; nil where there is no such word.
  static func text(of word: String, in tree: CommandTree) -> String? {
    guard let entry = tree.entry(word) else { return nil }
    var page = ManualText(name: "adview-admin-\(word)", summary: entry.summary)
    switch entry {
    case .command(_, let build): append(build(), name: word, to: &page)
    case .noun(let noun):
      page.section("SYNOPSIS")
      page.line(".B adview-admin \(noun.name)")
      page.text("VERB ...")
      if let own = noun.ownCommand { append(own, name: word, to: &page) }
      for command in noun.commands { append(command, name: "\(word) \(command.name)", to: &page) }
    }
    page.section("SEE ALSO")
    page.references(["adview-admin"])
    return page.finished
  }

  /// The page of the program; it names all others.
  static func overview(of tree: CommandTree) -> String {
    var page = ManualText(
      name: "adview-admin",
      summary: "administer an AdView database of ad units, targeting, consent and load history")
    page.section("SYNOPSIS")
    page.line(".B adview-admin")
    page.text("[OPTIONS] NOUN VERB ...")
    page.section("COMMANDS")
    for entry in tree.entries {
      switch entry {
      case .command: page.term(entry.name, entry.summary)
      case .noun(let noun):
        page.term("\(noun.name) \(noun.commandNames.joined(separator: "|"))", entry.summary)
      }
    }
    page.section("OPTIONS")
    append(GlobalOptions.everywhere, to: &page)
    page.text("Commands that change something also have:")
    append(GlobalOptions.declarations(for: .destroys), to: &page)
    page.section("EXIT STATUS")
    for code in ExitCode.allCases { page.term(String(code.rawValue), code.meaning) }
    page.section("FILES")
    page.term(
      "adview.sqlite", "The database, where neither --db nor the variable ADVIEW_DB names another.")
    page.section("SEE ALSO")
    page.references(tree.entries.map { "adview-admin-\($0.name)" })
    return page.finished
  }

  private static func append(_ command: Command, name: String, to page: inout ManualText) {
    page.section(name.uppercased())
    page.line(".B adview-admin \(name)")
    let words = command.arguments.map(\.formatted) + (command.options.isEmpty ? [] : ["[OPTIONS]"])
    if !words.isEmpty { page.text(words.joined(separator: " ")) }
    page.paragraph(command.summary)
    for paragraph in (command.details ?? "").split(separator: "\n\n") {
      page.paragraph(String(paragraph))
    }
    for argument in command.arguments { page.term(argument.placeholder, argument.summary) }
    append(command.options, to: &page)
    page.examples(command.examples)
  }

  private static func append(_ options: [OptionDeclaration], to page: inout ManualText) {
    for option in options {
      let (term, meaning) = HelpPage.definition(of: option)
      page.term(term, meaning)
    }
  }
}

/// Text in the macros of man(7), in which nothing that is said can be taken for a request.
private struct ManualText {
  private var lines: [String]

  init(name: String, summary: String) {
    lines = [
      ".TH \(Self.safe(name.uppercased())) 1 \"\" \"AdView \(AdminVersion.current)\" AdView",
      ".SH NAME", "\(Self.safe(name)) \\- \(Self.safe(summary))",
    ]
  }

  var finished: String { lines.joined(separator: "\n") + "\n" }

  /// A request, with words that are made safe.
  mutating func line(_ request: String) {
    let words = request.split(separator: " ", maxSplits: 1).map(String.init)
    lines.append(words[0] + words.dropFirst().map { " \(Self.safe($0))" }.joined())
  }

  mutating func section(_ title: String) { lines.append(".SH \(Self.safe(title))") }

  mutating func paragraph(_ words: String) {
    lines.append(".PP")
    text(words)
  }

  mutating func text(_ words: String) {
    lines += words.split(separator: "\n").map { Self.safe($0.drop { $0 == " " }) }
  }

  mutating func term(_ term: String, _ meaning: String) {
    lines += [".TP", ".B \(Self.safe(term))", Self.safe(meaning)]
  }

  mutating func examples(_ examples: [Example]) {
    for example in examples {
      paragraph(example.purpose)
      lines += [".EX", Self.safe("  adview-admin \(example.line)"), ".EE"]
    }
  }

  mutating func references(_ names: [String]) {
    for (place, name) in names.enumerated() {
      lines.append(".BR \(Self.safe(name)) (1)\(place + 1 < names.count ? "," : "")")
    }
  }

  /// Words in which a backslash, a hyphen and a quote are themselves, and that begin no request.
  private static func safe(_ words: some StringProtocol) -> String {
    var safe = ""
    for character in words {
      switch character {
      case "\\": safe += "\\e"
      case "-": safe += "\\-"
      case "'": safe += "\\(aq"
      case "`": safe += "\\(ga"
      case "\"": safe += "\\(dq"
      case "~": safe += "\\(ti"
      case "^": safe += "\\(ha"
      default: safe.append(character)
      }
    }
    return safe.hasPrefix(".") ? "\\&\(safe)" : safe
  }
}
