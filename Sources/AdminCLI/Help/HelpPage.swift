// SPDX-License-Identifier: MIT

/// The help of every level, made of the declarations, at most 80 columns wide.
enum HelpPage {
  /// The help of what a path names; of the whole program where the path is empty.
  static func text(of path: [String], in tree: CommandTree) -> String {
    guard let first = path.first, let entry = tree.entry(first) else {
      return overview(of: tree)
    }
    switch entry {
    case .command(_, let build):
      return page(of: build(), name: first)
    case .noun(let noun):
      guard path.count > 1, let command = noun.command(path[1]) else {
        return noun.ownCommand.map { page(of: $0, name: first, verbs: noun) } ?? page(of: noun)
      }
      return page(of: command, name: "\(first) \(command.name)")
    }
  }

  /// The help of the whole program.
  static func overview(of tree: CommandTree) -> String {
    var text = HelpText()
    text.paragraph(
      "adview-admin: administer an AdView database of ad units, targeting, consent and load "
        + "history.")
    text.heading("Usage")
    text.line("  adview-admin [options] <noun> <verb> ...")
    text.heading("Commands")
    text.definitions(
      tree.entries.map { entry in
        switch entry {
        case .command: (entry.name, entry.summary)
        case .noun(let noun):
          ("\(noun.name) \(noun.commandNames.joined(separator: "|"))", noun.summary)
        }
      }, below: true)
    text.heading("Options of every command")
    text.definitions(GlobalOptions.everywhere.map(definition))
    text.heading("Options of commands that change something")
    text.definitions(GlobalOptions.declarations(for: .destroys).map(definition))
    text.heading("Exit codes")
    text.definitions(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) })
    text.paragraph("Help for one command: adview-admin <noun> <verb> --help")
    return text.finished
  }

  private static func page(of noun: Noun) -> String {
    var text = HelpText()
    text.paragraph("adview-admin \(noun.name): \(noun.summary)")
    text.heading("Usage")
    text.line("  adview-admin \(noun.name) <verb> ...")
    text.heading("Verbs")
    text.definitions(noun.commands.map { ($0.name, $0.summary) })
    text.examples(noun.commands.compactMap(\.examples.first))
    return text.finished
  }

  private static func page(of command: Command, name: String, verbs: Noun? = nil) -> String {
    var text = HelpText()
    text.paragraph("adview-admin \(name): \(command.summary)")
    if let details = command.details {
      for paragraph in details.split(separator: "\n\n") {
        text.paragraph(String(paragraph))
      }
    }
    let options = command.options
    text.heading("Usage")
    let arguments = command.arguments.map { " \($0.formatted)" }.joined()
    text.line("  adview-admin \(name)\(arguments)\(options.isEmpty ? "" : " [options]")")
    if verbs != nil { text.line("  adview-admin \(name) <verb> ...") }
    if !command.arguments.isEmpty {
      text.heading("Arguments")
      text.definitions(command.arguments.map { ($0.placeholder, $0.summary) })
    }
    if let verbs {
      text.heading("Verbs")
      text.definitions(verbs.commands.map { ($0.name, $0.summary) })
    }
    if !options.isEmpty {
      text.heading("Options")
      text.definitions(options.map(definition))
    }
    text.examples(command.examples)
    text.paragraph("Options of every command: adview-admin --help")
    return text.finished
  }

  /// An option and what it means, with what stands for it by itself.
  static func definition(of option: OptionDeclaration) -> (String, String) {
    var words = option.summary
    if let text = option.defaultDescription { words += " Default: \(text)." }
    if option.repeats { words += " May be given several times." }
    return (option.formatted + (option.value.map { " \($0.placeholder)" } ?? ""), words)
  }
}
