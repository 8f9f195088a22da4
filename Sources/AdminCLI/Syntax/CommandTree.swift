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
  /// By their names; each is built only when someone asks, because a run needs one of them.
  private let verbs: KeyValuePairs<String, @Sendable () -> Command>
  /// The command that the noun is itself, where no verb follows: `publish DIR`.
  private let own: (@Sendable () -> Command)?

  /// Names a noun.
  /// - Parameters:
  ///   - summary: One sentence.
  ///   - verbs: Its verbs, in the order of help.
  ///   - own: What it does where another word than a verb follows.
  package init(
    _ name: String, _ summary: String, _ verbs: KeyValuePairs<String, @Sendable () -> Command>,
    own: (@Sendable () -> Command)? = nil
  ) {
    self.name = name
    self.summary = summary
    self.verbs = verbs
    self.own = own
  }

  /// The commands of its verbs.
  var commands: [Command] { verbs.map { $0.value() } }

  /// The command that it is itself; nil where a verb has to follow.
  var ownCommand: Command? { own?() }

  /// The names of the verbs, without building any.
  package var commandNames: [String] { verbs.map(\.key) }

  func command(_ name: String) -> Command? { verbs.first { $0.key == name }?.value() }
}
