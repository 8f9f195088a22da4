// SPDX-License-Identifier: MIT
import AdSystem

/// Makes command lines to copy and paste from the one that failed.
struct CommandLineHints {
  private let arguments: [String]
  private let database: String?
  private let mayRepeat: Bool
  private let places: [Invocation.ValuePlace]
  /// The help of the command that failed; nil where the line names none.
  let help: String?
  /// The file that was to be gone back to.
  let backup: String?

  /// Looks at a command line that was understood.
  init(arguments: [String], tree: CommandTree) {
    self.arguments = arguments
    var parser = CommandLineParser(tree: tree, tokens: arguments)
    if case .run(let command, let path, let input)? = try? parser.parse() {
      help = "adview-admin \(path.joined(separator: " ")) --help"
      database = input[GlobalOptions.database]
      mayRepeat = !command.takesPersonalValues
      places = input.places
      backup = path == ["restore"] ? input[RestoreCommand.file] : nil
    } else {
      help = nil
      backup = nil
      database = nil
      mayRepeat = false
      places = []
    }
  }

  /// A command line with the database that the failed one named.
  func onSameDatabase(_ line: String) -> String {
    database.map { "\(line) --db \($0.quotedForShell)" } ?? line
  }

  /// Puts another name in the place of the one that is unknown.
  /// - Parameter completion: What a shell would have offered there: the ids of units, the names of
  ///   pages.
  /// - Returns: The line; nil where the name stands nowhere, or where the line must not be repeated.
  func corrected(_ unknown: String, meant: String, among completion: Completion) -> String? {
    guard mayRepeat,
      let place = places.first(where: {
        $0.completion.names(theSameAs: completion) && $0.value == unknown
      })
    else { return nil }
    var line = arguments
    line[place.index] = String(line[place.index].dropLast(unknown.count)) + meant
    return line.asLine
  }
}

extension [String] {
  /// Arguments of this program as a line to copy into a shell.
  package var asLine: String {
    (["adview-admin"] + map(\.quotedForShell)).joined(separator: " ")
  }
}
