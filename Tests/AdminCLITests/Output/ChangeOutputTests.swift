// SPDX-License-Identifier: MIT
import AdminCLI
import Testing

/// What programs read of a change: whether it was made, and what could not be told of it.
@Suite struct ChangeOutputTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test func `a dry run says in JSON that nothing was changed`() {
    let line = "unit pause div-gpt-ad-mobile_1 --format ndjson"
    let planned = workspace.run("\(line) --dry-run").output
    #expect(planned.contains(#""change":"would pause unit div-gpt-ad-mobile_1"#), "\(planned)")
    #expect(planned.contains(#""dryRun":true"#))
    #expect(planned.contains(#""time":null"#))
    #expect(planned.contains(#""number":null"#))
    let made = workspace.run(line).output
    #expect(made.contains(#""change":"paused unit div-gpt-ad-mobile_1"#), "\(made)")
    #expect(made.contains(#""dryRun":false"#))
  }

  @Test func `init tells a program which database it made`() throws {
    let outcome = try Workspace(database: false).run("init --db DIR/new.sqlite --format ndjson")
    #expect(outcome.output.contains("DIR/new.sqlite"), "\(outcome)")
    #expect(outcome.output.contains("dryRun"))
  }

  @Test func `a change whose report cannot be printed is said to be stored`() {
    workspace.host.outputFailure = .failed(reason: "cannot write: No space left on device")
    let outcome = workspace.run("debug on")
    #expect(outcome.exit == .inputOutput)
    #expect(
      outcome.errors
        == "error: cannot write: No space left on device. What was asked for is stored; "
        + "only its report is missing.\n")
    #expect(!workspace.run("debug on --dry-run").errors.contains("stored"))
    workspace.host.outputFailure = nil
    #expect(workspace.run("debug show").output == "on\n")
  }
}
