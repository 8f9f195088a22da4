// SPDX-License-Identifier: MIT

/// Makes command lines to copy and paste from the one that failed.
struct CommandLineHints {
  private let arguments: [String]
  private let database: String?
  private let mayRepeat: Bool
  /// The help of the command that failed; nil where the line names none.
  let help: String?

  /// Looks at a command line that was understood.
  init(arguments: [String], tree: CommandTree) {
    self.arguments = arguments
    var parser = CommandLineParser(tree: tree, tokens: arguments)
    if case .run(let command, let path, let input)? = try? parser.parse() {
      help = "adview-admin \(path.joined(separator: " ")) --help"
      database = input[GlobalOptions.database]
      mayRepeat = !command.takesPersonalValues
    } else {
      help = nil
      database = nil
      mayRepeat = false
    }
  }

  /// A command line with the database that the failed one named.
  func onSameDatabase(_ line: String) -> String {
    database.map { "\(line) --db \($0.quotedForShell)" } ?? line
  }

  /// The failed line with the word that was meant in the place of the one that the message quotes.
  func corrected(message: String, meant: String) -> String? {
    guard mayRepeat else { return nil }
    for (index, token) in arguments.enumerated() {
      let prefix = token.hasPrefix("--") ? token.prefix { $0 != "=" } + "=" : ""
      let value = prefix.isEmpty ? token : String(token.dropFirst(prefix.count))
      guard !value.isEmpty, value != meant, message.contains("'\(value)'") else { continue }
      var line = arguments
      line[index] = prefix + meant
      return line.asLine
    }
    return nil
  }
}
