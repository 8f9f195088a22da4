// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import AdSystem

@testable import AdminCLI

/// A world for one run of the program inside a test: what goes in is given, what comes out is kept.
final class RecordingHost {
  /// Keeps what is written.
  final class Sink: OutputChannel {
    var isTerminal = false
    var columns: Int?
    /// Thrown by the next write, if set.
    var failure: ChannelError?
    private(set) var bytes: [UInt8] = []

    func write(_ bytes: [UInt8]) throws(ChannelError) {
      if let failure { throw failure }
      self.bytes += bytes
    }
  }

  /// Gives what was prepared.
  final class Source: InputChannel {
    var isTerminal = false
    var lines: [String] = []
    /// Done while the program waits for a line.
    var whileWaiting: () -> Void = {}

    func readLine() throws(ChannelError) -> String? {
      whileWaiting()
      return lines.isEmpty ? nil : lines.removeFirst()
    }

    func readAll(atMost limit: Int) throws(ChannelError) -> [UInt8] {
      defer { lines = [] }
      let bytes = Array(lines.map { "\($0)\n" }.joined().utf8)
      if bytes.count > limit { throw .tooLarge(limit: limit) }
      return bytes
    }
  }

  /// Everything one run left behind.
  struct Outcome: Equatable {
    let exit: ExitCode
    let output: String
    let errors: String
  }

  let input = Source()
  var variables = ["USER": "tester", "HOME": "/nowhere"]
  var isOutputTerminal = false
  var outputColumns: Int?
  var isErrorTerminal = false
  var outputFailure: ChannelError?
  var errorFailure: ChannelError?
  var isInterrupted = false
  /// How often the program may ask whether it is interrupted before it is.
  var interruptsAfter: Int?
  var time = Timestamp(milliseconds: 1_795_242_360_000)
  /// How many milliseconds pass whenever the program asks for the time.
  var timeStep: Int64 = 0
  /// The calls with which files are made.
  var layer = FileLayer.system
  private let tree: CommandTree

  init(tree: CommandTree = .adview) {
    self.tree = tree
  }

  /// Runs the whole program.
  func run(_ arguments: [String]) -> Outcome {
    let output = Sink()
    let errors = Sink()
    output.isTerminal = isOutputTerminal
    output.columns = outputColumns
    output.failure = outputFailure
    errors.isTerminal = isErrorTerminal
    errors.failure = errorFailure
    // A command runs on one thread, with all that it asks.
    nonisolated(unsafe) let this = self
    var host = Host(
      variable: { self.variables[$0] }, input: input, output: output, errors: errors,
      files: SystemFiles(layer: layer),
      now: {
        self.time = self.time.advanced(by: self.timeStep)
        return self.time
      },
      isInterrupted: { unsafe this.asksForInterruption() })
    host.busyTimeout = 20
    let exit = AdminProgram(host: host, tree: tree).run(arguments)
    return Outcome(
      exit: exit, output: String(decoding: output.bytes, as: UTF8.self),
      errors: String(decoding: errors.bytes, as: UTF8.self))
  }

  private func asksForInterruption() -> Bool {
    guard let left = interruptsAfter else { return isInterrupted }
    interruptsAfter = max(0, left - 1)
    return left == 0
  }

  /// Runs a line whose words are separated by spaces.
  func run(_ line: String) -> Outcome {
    run(line.split(separator: " ").map(String.init))
  }
}
