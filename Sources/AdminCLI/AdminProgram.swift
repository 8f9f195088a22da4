// SPDX-License-Identifier: MIT
import AdStore
import AdSystem

/// The whole program: arguments in, exit code out, everything else through a host.
///
///     let code = AdminProgram(host: .system()).run(Array(CommandLine.arguments.dropFirst()))
package struct AdminProgram {
  private let host: Host
  private let tree: CommandTree

  /// Prepares the program.
  /// - Parameter host: The world outside.
  package init(host: Host, tree: CommandTree = .adview) {
    self.host = host
    self.tree = tree
  }

  /// Runs one command line.
  /// - Parameter arguments: The arguments without the program's name.
  /// - Returns: What the process ends with; everything has been written by then.
  package func run(_ arguments: [String]) -> ExitCode {
    let code = runAndReport(arguments)
    try? host.paged?.end()
    return code
  }

  private func runAndReport(_ arguments: [String]) -> ExitCode {
    if arguments.contains(GlobalOptions.noPager.declaration.formatted) {
      try? host.paged?.settle()
    }
    let output = OutputBuffer(host.output)
    do {
      let code = try perform(arguments, output)
      try output.flush()
      try output.finish()
      return code
    } catch ChannelError.closedByReader {
      // A long list of which nobody reads the rest, as after `| head`.
      return .done
    } catch {
      let failure = self.failure(of: error, arguments, isStored: output.reportsStoredWork)
      // Where one of them does not arrive, the other may, and the exit code still says it.
      try? output.flush()
      try? host.errors.write(Array(failure.text.utf8))
      return failure.exit
    }
  }

  /// What an error means, with the command line that would have worked where that can be told.
  private func failure(
    of error: any Error, _ arguments: [String], isStored: Bool
  ) -> Failure {
    if isStored, case ChannelError.failed(let reason) = error {
      return Failure(
        .inputOutput, "\(reason). What was asked for is stored; only its report is missing.")
    }
    // A program that was asked ends with us, and what it did not say is no answer.
    if host.isInterrupted() { return Failure(describing: ChannelError.interrupted) }
    let hints = CommandLineHints(arguments: arguments, tree: tree)
    if let error = error as? StoreError { return Failure(error, hints: hints) }
    let failure = Failure(describing: error)
    guard failure.exit == .usage, failure.hint == nil else { return failure }
    return Failure(.usage, failure.message, try: hints.help)
  }

  /// Runs a command whose output goes into a file: all of it or nothing, and as no terminal shows it.
  private func write(_ command: Command, _ run: CommandRun, to file: String) throws -> ExitCode {
    let document = CollectedOutput()
    let output = OutputBuffer(document)
    var host = host
    host.output = document
    host.paged = nil
    let code = try command.run(
      CommandRun(
        input: run.input, path: run.path, arguments: run.arguments, host: host, output: output))
    try output.flush()
    if run.isDryRun {
      try run.note("would write \(file)")
      return code
    }
    // What is exported may hold a person's consent.
    var isScript = false
    if case .document("JavaScript", _) = command.output { isScript = true }
    try run.write(run.marked(document.bytes, isScript: isScript), toFile: file)
    try output.finish()
    return code
  }

  private func perform(_ arguments: [String], _ output: OutputBuffer) throws -> ExitCode {
    if arguments.first == CompletionLine.command {
      // A shell asks while somebody types: what cannot be read offers nothing, and says nothing.
      try output.write(
        CompletionLine(tree: tree, words: Array(arguments.dropFirst()), host: host).text)
      return .done
    }
    var parser = CommandLineParser(tree: tree, tokens: arguments)
    let line: ParsedLine
    do throws(UsageError) {
      line = try parser.parse()
    } catch {
      throw Failure(error, in: tree)
    }
    switch line {
    case .help(let path):
      try output.write(HelpPage.text(of: path, in: tree))
      return .done
    case .version:
      try output.write("adview-admin \(AdminVersion.current)\n")
      return .done
    case .start(let input):
      try StartPage.show(
        CommandRun(input: input, path: [], arguments: arguments, host: host, output: output))
      return .done
    case .run(let command, let path, let input):
      let run = CommandRun(
        input: input, path: path, arguments: command.takesPersonalValues ? nil : arguments,
        host: host, output: output)
      try run.requireWritable()
      guard command.goesIntoFile, let file = run.input[GlobalOptions.out], file != "-" else {
        return try command.run(run)
      }
      return try write(command, run, to: file)
    }
  }
}

/// Output that is kept until it is whole.
private final class CollectedOutput: OutputChannel {
  private(set) var bytes: [UInt8] = []

  let isTerminal = false
  let columns: Int? = nil

  func write(_ bytes: [UInt8]) throws(ChannelError) { self.bytes += bytes }
}
