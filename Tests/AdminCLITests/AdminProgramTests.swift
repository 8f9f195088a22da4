// SPDX-License-Identifier: MIT
import AdminCLI
import Testing

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
