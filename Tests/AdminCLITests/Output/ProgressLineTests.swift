// SPDX-License-Identifier: MIT
import AdModel
import AdminCLI
import Foundation
import Testing

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

  /// A workspace whose inventory takes long to read.
  private func largeInventory() throws -> Workspace {
    let workspace = try Workspace()
    var sheet = "adUnitId,page,notes\n"
    for number in 0..<3_000 { sheet += "u\(number),page\(number % 7),x\n" }
    try workspace.write(Array(sheet.utf8), to: "units.csv")
    workspace.run("import inventory DIR/units.csv --format csv")
    workspace.host.isErrorTerminal = true
    return workspace
  }

  @Test(arguments: [
    ("export inventory --out DIR/inventory.json", "reading"),
    ("unit lint --format json", "reading"),
    ("unit list --format csv", "reading"),
    ("targeting list", "reading"),
  ])
  func `whatever takes long shows that it goes on, and leaves nothing behind`(
    line: String, verb: String
  ) throws {
    let workspace = try largeInventory()
    #expect(!workspace.run(line).errors.contains("\r"))
    workspace.host.timeStep = 600
    let slow = workspace.run(line)
    let shown = slow.errors.split(separator: "\u{1b}[K").map(String.init)
    #expect(
      shown.first?.hasPrefix("\r\(verb) the database, ") == true, "\(slow.errors.prefix(200))")
    #expect(slow.errors.contains("\r\u{1b}[K"))
  }

  @Test func `what a person reads already is not written over`() throws {
    let workspace = try largeInventory()
    workspace.host.isOutputTerminal = true
    workspace.host.timeStep = 600
    let outcome = workspace.run("unit list --no-pager --format ndjson")
    // The line went as the first piece was shown, and none came after it.
    #expect(outcome.errors.hasSuffix("\r\u{1b}[K"), "\(outcome.errors.suffix(200))")
    #expect(outcome.errors.components(separatedBy: "\r\u{1b}[K").count == 2)
  }

  @Test func `a verification shows it, and can be ended`() throws {
    let workspace = try Workspace()
    workspace.host.isErrorTerminal = true
    workspace.run("consent set user-1 --accept-all")
    #expect(workspace.run("consent verify").errors == "")
  }
}
