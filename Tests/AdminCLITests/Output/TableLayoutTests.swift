// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdminCLI

/// Tables on a terminal: how wide they may be, and what is said of what is not seen.
@Suite struct TableLayoutTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace(database: false)
    workspace.run("init")
    for line in [
      "unit add loop-10 --page a-page-with-a-rather-long-name --position 3 --target section=sport",
      "unit add loop-2 --page a-page-with-a-rather-long-name --position 1 --size 320x250",
      "unit add loop-1 --page a-page-with-a-rather-long-name --position 2 --notes x",
      "unit add other --page b --path /1234/a/path/of/some/length/in/ad/manager",
    ] {
      #expect(workspace.run(line).exit == .done)
    }
  }

  private func list(_ line: String, width: Int) -> RecordingHost.Outcome {
    workspace.host.isOutputTerminal = true
    workspace.host.outputColumns = width
    defer { workspace.host.isOutputTerminal = false }
    return workspace.run("\(line) --no-color")
  }

  @Test(arguments: [40, 60, 80, 100, 120])
  func `no line is wider than the terminal, and it is said how to see the rest`(width: Int) {
    let outcome = list("unit list", width: width)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 5)
    for line in lines { #expect(String(line).displayWidth <= width, "\(line)") }
    #expect(outcome.output.contains("…") || outcome.errors.contains("without"))
    #expect(outcome.errors.hasSuffix("; --wide shows everything\n"), "\(outcome.errors)")
  }

  @Test func `numbers are never cut, and the widest columns give way first`() {
    let output = list("unit list", width: 100).output
    #expect(output.contains("loop-10") && output.contains("a-page-with"))
    #expect(output.contains("/1234/a/path") && !output.contains("/in/ad/manager"))
  }

  @Test func `a wide table, and one that no terminal shows, is whole`() {
    for outcome in [list("unit list --wide", width: 60), workspace.run("unit list")] {
      #expect(outcome.output.contains("/1234/a/path/of/some/length/in/ad/manager"))
      #expect(outcome.errors.isEmpty)
    }
  }

  @Test func `a text is cut by what a terminal shows of it`() {
    #expect("abc".cut(to: 3) == "abc")
    #expect("abcd".cut(to: 3) == "ab…")
    #expect("日本語".cut(to: 4) == "日…")
    #expect("日本語".cut(to: 5) == "日本…")
  }

  @Test func `the units of a page stand by position, and all by what is asked for`() {
    func ids(_ line: String) -> [String] {
      workspace.run("\(line) --columns adUnitId --format csv").output.split(separator: "\r\n")
        .dropFirst().map(String.init)
    }
    #expect(
      ids("unit list --page a-page-with-a-rather-long-name") == ["loop-2", "loop-1", "loop-10"])
    #expect(ids("unit list --sort adUnitId") == ["loop-1", "loop-2", "loop-10", "other"])
    #expect(ids("unit list --sort -adUnitId --limit 2") == ["other", "loop-10"])
    #expect(ids("unit list --sort position") == ["loop-2", "loop-1", "loop-10", "other"])
  }

  @Test func `columns are chosen by their keys`() {
    #expect(
      workspace.run("unit list --columns adUnitId,notes --sort adUnitId --limit 1 --format json")
        .output == "[\n  {\"adUnitId\":\"loop-1\",\"notes\":\"x\"}\n]\n")
    #expect(
      workspace.run("unit list --columns note").errors == """
        error: there is no column 'note'. Did you mean 'notes'?
        try: adview-admin help formats unit list

        """)
  }

  @Test(arguments: [
    ("unit list", "no ad units"), ("page list", "no pages"),
    ("targeting list --app", "no targeting"),
    ("consent list", "no consent records"), ("history list", "no transitions"),
    ("history stats", "no transitions"), ("history sessions", "no recorded sessions"),
    ("unit log", "no changes"),
  ])
  func `an empty list says that it is empty, beside what programs read`(
    line: String, words: String
  ) {
    workspace.run("init --db DIR/empty.sqlite")
    let outcome = workspace.run("\(line) --db DIR/empty.sqlite")
    #expect(outcome == .init(exit: .done, output: "", errors: "\(words)\n"))
    #expect(workspace.run("\(line) --db DIR/empty.sqlite --format ndjson").errors.isEmpty)
  }
}
