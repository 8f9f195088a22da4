// SPDX-License-Identifier: MIT

/// What may follow the words typed so far: the same for every shell.
struct CompletionPlace {
  /// The noun and verb before it; empty at the top.
  let path: [String]
  /// Nouns or verbs that may come next, with their summaries.
  let words: [(name: String, summary: String)]
  /// The command's own options.
  let options: [OptionDeclaration]
  /// What the command takes by position.
  let arguments: [ArgumentDeclaration]

  /// The command's own options and those of every command; its own come first where both have a
  /// name.
  var allOptions: [OptionDeclaration] {
    let names = options.map(\.name)
    return options + GlobalOptions.everywhere.filter { !names.contains($0.name) }
  }

  /// All places of a tree: the top, each noun, each command.
  static func all(in tree: CommandTree) -> [CompletionPlace] {
    var places = [
      CompletionPlace(
        path: [], words: tree.entries.map { ($0.name, $0.summary) },
        options: [], arguments: [])
    ]
    for entry in tree.entries {
      switch entry {
      case .command(let name, let build):
        places.append(place(of: build(), path: [name]))
      case .noun(let noun):
        let commands = noun.commands
        places.append(
          CompletionPlace(
            path: [noun.name], words: commands.map { ($0.name, $0.summary) },
            options: [], arguments: []))
        places += commands.map { place(of: $0, path: [noun.name, $0.name]) }
      }
    }
    return places
  }

  private static func place(of command: Command, path: [String]) -> CompletionPlace {
    CompletionPlace(
      path: path, words: [], options: command.options, arguments: command.arguments)
  }

  /// The options of all places that take a value: a word after one of them is no noun.
  static func namesWithValue(in places: [CompletionPlace]) -> [String] {
    var names: [String] = []
    for option in places.flatMap(\.allOptions) where option.value != nil {
      if !names.contains(option.formatted) { names.append(option.formatted) }
    }
    return names
  }
}
