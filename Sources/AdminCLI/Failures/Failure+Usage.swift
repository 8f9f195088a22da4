// SPDX-License-Identifier: MIT

extension Failure {
  /// A command line that cannot be understood, with a line that can.
  init(_ error: UsageError, in tree: CommandTree) {
    self.init(.usage, error.message, try: Self.hint(for: error, in: tree, corrections: 3))
  }

  /// The corrected line where it is one that runs, else help for what was understood. A line of a
  /// command that takes personal values is never repeated.
  private static func hint(
    for error: UsageError, in tree: CommandTree, corrections: Int
  ) -> String {
    guard corrections > 0, let corrected = error.corrected else { return help(error.path) }
    var parser = CommandLineParser(tree: tree, tokens: corrected)
    do throws(UsageError) {
      switch try parser.parse() {
      case .run(let command, let path, _):
        return command.takesPersonalValues && corrected != path ? help(path) : corrected.asLine
      case .help, .version, .start: return corrected.asLine
      }
    } catch {
      return hint(for: error, in: tree, corrections: corrections - 1)
    }
  }

  private static func help(_ path: [String]) -> String {
    (["adview-admin"] + path + ["--help"]).joined(separator: " ")
  }
}
