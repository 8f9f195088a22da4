// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdminCLI

@Suite struct ProgressLineTests {
  /// What is shown where the line is asked for at these times, in milliseconds after its beginning.
  private func shown(_ steps: [(time: Int64, done: Int64)], isTerminal: Bool = true) -> String {
    let errors = RecordingHost.Sink()
    errors.isTerminal = isTerminal
    var time: Int64 = 0
    let host = Host(
      variable: { _ in nil }, input: RecordingHost.Source(), output: RecordingHost.Sink(),
      errors: errors, files: Host.system().files, now: { Timestamp(milliseconds: time) },
      isInterrupted: { false })
    let line = ProgressLine("verifying", "entries", host: host)
    for step in steps {
      time = step.time
      line.show(step.done, of: 100_000)
    }
    line.end()
    line.end()
    return String(decoding: errors.bytes, as: UTF8.self)
  }

  @Test func `a line begins after half a second, is written over, and goes`() {
    let text = shown([
      (400, 1_000), (500, 5_000), (550, 6_000), (2_000, 40_000), (2_100, 41_000),
    ])
    #expect(
      text.split(separator: "\u{1b}[K").map(String.init) == [
        "\rverifying 5000 of 100000 entries, 5 %, 10000/s, 10 s left",
        "\rverifying 40000 of 100000 entries, 40 %, 20000/s, 3 s left",
        "\rverifying 41000 of 100000 entries, 41 %, 19523/s, 4 s left", "\r",
      ])
  }

  @Test func `quick work and a pipe show nothing`() {
    #expect(shown([(100, 1_000), (499, 99_000)]) == "")
    #expect(shown([(1_000, 1_000), (2_000, 99_000)], isTerminal: false) == "")
  }

  @Test func `work of hours is told in minutes`() {
    #expect(shown([(60_000, 10)]).contains("10 of 100000 entries, 0 %, 9999 min left"))
  }

  /// What a command shows on a terminal where everything takes long.
  private func shown(by line: String, toPerson: Bool = false) throws -> String {
    let workspace = try Workspace()
    workspace.host.isErrorTerminal = true
    workspace.host.isOutputTerminal = toPerson
    workspace.host.timeStep = 600
    return workspace.run(line).errors
  }

  @Test(arguments: [
    ("unit lint --format json", "\rexamining 2 units"), ("export gam-csv", "\rreading 1 units"),
    ("export prebid", "\rreading 1 units"), ("export inventory", "\rwriting "),
  ])
  func `what goes through all units tells how many`(line: String, text: String) throws {
    let errors = try shown(by: line)
    #expect(errors.contains(text) && errors.contains("\r\u{1b}[K"), "\(errors)")
  }

  @Test func `nothing stands in the middle of what a person reads as it comes`() throws {
    #expect(try !shown(by: "export inventory --no-pager", toPerson: true).contains("writing"))
  }

  @Test func `a verification shows it, and can be ended`() throws {
    let workspace = try Workspace()
    workspace.host.isErrorTerminal = true
    workspace.run("consent set user-1 --accept-all")
    #expect(workspace.run("consent verify").errors == "")
  }
}
