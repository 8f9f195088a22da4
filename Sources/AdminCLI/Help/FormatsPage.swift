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
        + "with a dot, and of the objects in a list, the list's with []. A value that is not there is "
        + "null, in CSV nothing; lists of objects are JSON in CSV. In CSV, a text that begins with one of "
        + "= + - @ ' has an apostrophe before it, so that no spreadsheet runs it; 'import' takes it off "
        + "again. Times are RFC 3339 in UTC, durations "
        + "whole milliseconds under names that end in Ms.")
    let commands = tree.commands.filter { $0.path.starts(with: path) }
    guard !commands.isEmpty else {
      throw Failure(
        .usage, "no command \(path.joined(separator: " ").quotedForDisplay).",
        try: "adview-admin help formats")
    }
    for (path, command) in commands {
      let name = path.joined(separator: " ")
      if case .words = command.output { continue }
      text.heading(name)
      append(command.output, to: &text)
    }
    return text.finished
  }

  private static func append(_ output: CommandOutput, to text: inout HelpText) {
    switch output {
    case .words: break
    case .changes: append(.keys(ChangeReport.keys), to: &text)
    case .keys(let keys): text.definitions(keys.map { ($0.key, $0.meaning) })
    case .foreign(let words): text.line("  \(words)")
    case .document(let form, let keys):
      text.line("  always \(form)")
      text.definitions(keys.map { ($0.key, $0.meaning) })
    case .forms(let forms):
      for form in forms {
        text.line("  \(form.condition):")
        append(form.output, to: &text)
      }
    }
  }
}

extension CommandTree {
  /// Every command with its path.
  package var commands: [(path: [String], command: Command)] {
    entries.flatMap { entry in
      switch entry {
      case .command(let name, let build): [([name], build())]
      case .noun(let noun):
        noun.commands.map { ([noun.name, $0.name], $0) }
          + (noun.ownCommand.map { [([noun.name], $0)] } ?? [])
      }
    }
  }
}
