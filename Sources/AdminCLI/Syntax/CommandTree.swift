// SPDX-License-Identifier: MIT

/// All commands, by noun and verb.
package struct CommandTree: Sendable {
  /// What stands at the top: a noun with verbs, or a command of one word.
  package enum Entry: Sendable {
    /// `unit`, with `add`, `list` and so on below it.
    case noun(Noun)
    /// `init`, built only when someone asks, because a run needs one command.
    case command(String, @Sendable () -> Command)

    var name: String {
      switch self {
      case .noun(let noun): noun.name
      case .command(let name, _): name
      }
    }

    var summary: String {
      switch self {
      case .noun(let noun): noun.summary
      case .command(_, let build): build().summary
      }
    }
  }

  let entries: [Entry]

  /// Makes a tree.
  /// - Parameter entries: What stands at the top, in the order of help.
  package init(_ entries: [Entry]) {
    self.entries = entries
  }

  func entry(_ name: String) -> Entry? {
    entries.first { $0.name == name }
  }
}

/// The subject of commands: `unit`, `targeting`, `page`.
package struct Noun: Sendable {
  let name: String
  /// One sentence.
  let summary: String
  /// Built only when someone asks, because a run needs the verbs of one noun.
  private let build: @Sendable () -> [Command]

  /// Names a noun.
  /// - Parameters:
  ///   - summary: One sentence.
  ///   - commands: Its verbs, in the order of help.
  package init(_ name: String, _ summary: String, commands: @escaping @Sendable () -> [Command]) {
    self.name = name
    self.summary = summary
    build = commands
  }

  var commands: [Command] { build() }
}
