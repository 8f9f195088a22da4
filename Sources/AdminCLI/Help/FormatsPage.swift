// SPDX-License-Identifier: MIT
import AdModel

/// `help formats`: the keys of what commands write for programs, made of the same columns.
enum FormatsPage {
  /// The keys of the commands that a path names; of all where it is empty.
  /// - Throws: ``Failure`` with `usage` where it names none.
  static func text(of path: [String], in tree: CommandTree) throws(Failure) -> String {
    var text = HelpText()
    text.paragraph(
      "Keys are members in JSON and NDJSON, and columns in CSV; of a member of a member, both names "
        + "with a dot. A value that is not there is null, in CSV nothing. Times are RFC 3339 in UTC, "
        + "durations whole milliseconds under names that end in Ms.")
    let commands = tree.commands.filter { $0.path.starts(with: path) }
    guard !commands.isEmpty else {
      throw Failure(
        .usage, "no command \(path.joined(separator: " ").quotedForDisplay).",
        try: "adview-admin help formats")
    }
    for (path, command) in commands {
      let name = path.joined(separator: " ")
      switch command.output {
      case .words: continue
      case .document(let form):
        text.heading(name)
        text.line("  always \(form)")
      case .keys(let keys):
        text.heading(name)
        text.definitions(keys.map { ($0.key, $0.meaning) })
      }
    }
    return text.finished
  }
}

extension CommandTree {
  /// Every command with its path.
  package var commands: [(path: [String], command: Command)] {
    entries.flatMap { entry in
      switch entry {
      case .command(let name, let build): [([name], build())]
      case .noun(let noun): noun.commands.map { ([noun.name, $0.name], $0) }
      }
    }
  }
}
