// SPDX-License-Identifier: MIT
import AdModel

/// `help [COMMAND…]`: the same pages as `--help`.
enum HelpCommand {
  static let words = Argument(
    ValueKind<String>("COMMAND", expected: "the name of a command", completion: .commands) { $0 },
    "A noun, or a noun and a verb; behind 'formats', the keys of what it writes; behind 'man', a page "
      + "for man(1).", count: .any)

  static let command: Command = Command(
    "help", "Show help for the program or for one command.", effect: .reads, output: .words,
    arguments: [words],
    examples: [
      Example("help unit add", "How to add an ad unit."),
      Example("help", "All commands."),
      Example("help formats unit list", "The keys of its JSON and the columns of its CSV."),
      Example("help man unit > adview-admin-unit.1", "Its page for man(1)."),
    ]
  ) { run in
    let path = run.input.all(words)
    if path.first == "formats" {
      return try run.print(
        try FormatsPage.text(of: Array(path.dropFirst()), in: CommandTree.adview))
    }
    if path.first == "man", path.count < 2 {
      return try run.print(ManualPage.overview(of: CommandTree.adview))
    }
    if path.first == "man", let page = ManualPage.text(of: path[1], in: CommandTree.adview) {
      return try run.print(page)
    }
    if let first = path.first(where: { $0 != "man" }), CommandTree.adview.entry(first) == nil {
      let guess = Spelling.nearest(to: first, in: CommandTree.adview.entries.map(\.name))
      let question = guess.map { " Did you mean '\($0)'?" } ?? ""
      throw Failure(
        .usage, "unknown command \(first.quotedForDisplay).\(question)",
        try: guess.map { "adview-admin help \($0)" } ?? "adview-admin help")
    }
    if path.count > 1, !CommandTree.adview.commands.contains(where: { $0.path == path }) {
      throw Failure(
        .usage, "no command \(path.joined(separator: " ").quotedForDisplay).",
        try: "adview-admin help \(path[0])")
    }
    try run.print(HelpPage.text(of: path, in: CommandTree.adview))
  }
}
