// SPDX-License-Identifier: MIT
import Testing

@testable import AdminCLI

@Suite struct AdminProgramTests {
  let host = RecordingHost(tree: SampleTree.tree)

  @Test func `something destructive asks a person at a terminal`() {
    host.input.isTerminal = true
    host.isErrorTerminal = true
    host.input.lines = ["y"]
    #expect(
      host.run("shelf clear top")
        == .init(exit: .done, output: "cleared top\n", errors: "Clear shelf 'top'? [y/N] "))
    host.input.lines = [""]
    let refused = host.run("shelf clear top")
    #expect(refused.exit == .answerIsNo)
    #expect(refused.output == "")
    #expect(refused.errors.hasSuffix("error: not confirmed; nothing was changed.\n"))
  }

  @Test func `something destructive needs a yes where nobody can be asked`() {
    let refused = host.run("shelf clear top")
    #expect(refused.exit == .usage)
    #expect(refused.output == "")
    #expect(host.run("shelf clear top --yes").output == "cleared top\n")
    #expect(host.run("shelf clear top --dry-run").exit == .done)
  }

  @Test(arguments: [(true, false), (false, true)])
  func `a question that nobody would see, or could answer, is not asked`(
    input: Bool, errors: Bool
  ) {
    host.input.isTerminal = input
    host.isErrorTerminal = errors
    host.input.lines = ["y"]
    let refused = host.run("shelf clear top")
    #expect(refused.exit == .usage)
    #expect(refused.output == "" && !refused.errors.contains("[y/N]"))
  }

  @Test func `a reader that has seen enough ends the program quietly`() {
    host.outputFailure = .closedByReader
    #expect(host.run("shelf list") == .init(exit: .done, output: "", errors: ""))
  }

  @Test func `an answer that nobody reads is the exit code all the same`() throws {
    let workspace = try Workspace()
    workspace.host.outputFailure = .closedByReader
    let outcome = workspace.run("consent show nobody --check")
    #expect(outcome.exit == .refused && outcome.errors.isEmpty)
  }

  @Test(arguments: [true, false])
  func `work that nobody hears of is done, and its answer is the exit code`(isOutput: Bool) throws {
    let workspace = try Workspace()
    let document = workspace.run("export inventory").output.replacing("annonce", with: "reklame")
    try workspace.write(Array(document.utf8), to: "inventory.json")
    workspace.run("unit add broken --path /1/a//b")
    let lines = [
      "import inventory DIR/inventory.json --dry-run --format ndjson",
      "consent show nobody --check", "unit lint --strict", "diff now DIR/inventory.json",
      "unit pause div-gpt-ad-mobile_1", "import inventory DIR/inventory.json",
    ]
    for line in lines {
      let expected = workspace.run("\(line)\(line.contains("dry") ? "" : " --format json")").exit
      if isOutput {
        workspace.host.outputFailure = .closedByReader
      } else {
        workspace.host.errorFailure = .closedByReader
      }
      #expect(workspace.run(line).exit == expected, "\(line)")
      (workspace.host.outputFailure, workspace.host.errorFailure) = (nil, nil)
    }
  }

  @Test func `a buffer that nobody reads takes all that comes, and forgets it`() throws {
    let sink = RecordingHost.Sink()
    sink.failure = .closedByReader
    let output = OutputBuffer(sink)
    for _ in 0..<3 { try output.write(String(repeating: "x", count: 70_000)) }
    sink.failure = nil
    try output.write("late")
    try output.flush()
    #expect(output.isClosed && sink.bytes.isEmpty)
  }

  @Test(arguments: ["ndjson", "csv", "table"])
  func `a list without an end has one where nobody reads it`(format: String) throws {
    let workspace = try Workspace()
    workspace.host.outputFailure = .closedByReader
    let query =
      "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"
    #expect(workspace.run(["query", query, "--format", format, "--timeout", "60"]).exit == .done)
  }

  @Test func `what nobody has read is not counted as exported`() throws {
    let workspace = try Workspace()
    workspace.run("consent set user-1 --accept-all")
    workspace.host.outputFailure = .closedByReader
    #expect(workspace.run("consent export --entries --cursor-file DIR/cursor").exit == .done)
    #expect(throws: (any Error).self) { try workspace.read("cursor") }
  }

  @Test func `an error is told although the output cannot be written`() throws {
    let workspace = try Workspace()
    let line = [
      "query", "select 1 as a union all select abs(-9223372036854775808)", "--format", "ndjson",
    ]
    let told = workspace.run(line)
    #expect(told.errors.contains("integer overflow"))
    workspace.host.outputFailure = .failed(reason: "cannot write: No space left on device")
    let full = workspace.run(line)
    #expect(full.exit == told.exit && full.errors == told.errors)
  }

  @Test func `what a program that was asked did not say any more is no answer`() throws {
    let workspace = try Workspace()
    try workspace.write(Array("no key".utf8), to: "key.pem")
    workspace.host.isInterrupted = true
    let outcome = workspace.run("consent head --signing-key DIR/key.pem")
    #expect(outcome.exit == .interrupted)
  }

  @Test func `output that cannot be written is an error`() {
    host.outputFailure = .failed(reason: "cannot write: No space left on device")
    let outcome = host.run("shelf list")
    #expect(outcome.exit == .inputOutput)
    #expect(outcome.errors == "error: cannot write: No space left on device.\n")
  }

  @Test func `Ctrl-C ends a list`() {
    host.isInterrupted = true
    #expect(host.run("shelf list").exit == .interrupted)
  }

  @Test(arguments: [
    ([:], false, false), ([:], true, true), (["NO_COLOR": "1"], true, false),
    (["NO_COLOR": ""], true, true), (["TERM": "dumb"], true, false),
  ])
  func `colours are for terminals, and never with NO_COLOR`(
    variables: [String: String], isTerminal: Bool, isColoured: Bool
  ) {
    host.variables = variables
    host.isOutputTerminal = isTerminal
    #expect(host.run("shelf list").output.contains("\u{1b}[") == isColoured)
    #expect(!host.run("shelf list --no-color").output.contains("\u{1b}["))
  }
}
