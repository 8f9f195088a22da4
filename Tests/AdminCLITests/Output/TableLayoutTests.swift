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
    #expect(output.contains("loop-10") && output.contains("long-name"))
    #expect(output.contains("in/ad/manager") && !output.contains("/1234/a/path"))
  }

  @Test(arguments: [60, 70, 80])
  func `what tells rows apart is read in every width: whole ids, and the ends of names`(width: Int)
  {
    workspace.run(
      "unit add div-gpt-ad-mobile_11 --page div-gpt-page-11 --path /1/a/long/path/eleven")
    workspace.run(
      "unit add div-gpt-ad-mobile_12 --page div-gpt-page-12 --path /1/a/long/path/twelve")
    let output = list("unit list --text mobile", width: width).output
    for name in ["div-gpt-ad-mobile_11 ", "div-gpt-ad-mobile_12 ", "ge-11 ", "ge-12 "] {
      #expect(output.contains(name), "\(name): \(output)")
    }
  }

  @Test(arguments: [60, 80, 100])
  func `a time is never cut before its day ends, and not before its minute where it comes first`(
    width: Int
  ) {
    let log = list("log", width: width).output.split(separator: "\n").dropFirst()
    for line in log { #expect(line.hasPrefix("2026-11-21T06:26"), "\(line)") }
    workspace.run("consent set user-1 --accept-all")
    let consent = list("consent list", width: width).output
    #expect(consent.contains("2026-11-21"), "\(consent)")
  }

  /// Times are written shorter before anything else is, and what is left of them can be typed.
  @Test(arguments: [60, 70, 78, 80, 82])
  func `a time that has no room ends with its second, its minute or its day`(width: Int) throws {
    workspace.run("consent set user-1 --accept-all")
    workspace.run("consent withdraw user-1")
    let lines = list("consent history user-1", width: width).output.split(separator: "\n")
    for line in lines.dropFirst() {
      for word in line.split(separator: " ") where word.hasPrefix("20") {
        #expect([10, 17, 20, 24].contains(word.count), "\(line)")
        #expect(!word.contains("…") && (try? Moment(String(word))) != nil, "\(line)")
      }
    }
  }

  @Test func `what matters least is left out before names and texts are cut to shreds`() {
    let outcome = list("page list", width: 80)
    #expect(outcome.output.contains("  Units\n") && outcome.output.contains("long-name"))
    #expect(
      outcome.errors.contains(
        "without Throttle ms, Stability ms, Prediction ms, Feed pattern, Remote fetch %, Remote display %"
      ),
      "\(outcome.errors)")
  }

  @Test(arguments: [
    ("div-gpt-ad-mobile_12", 12, "div…obile_12"), ("div-gpt-ad-mobile_12", 8, "di…le_12"),
    ("short", 8, "short"), ("日本語日本語", 7, "日…本語"), ("e\u{301}tape-longue-1", 6, "e\u{301}…ue-1"),
  ])
  func `a name is cut inside`(name: String, width: Int, cut: String) {
    #expect(name.cutInside(to: width).unicodeScalars.elementsEqual(cut.unicodeScalars))
    #expect(name.cutInside(to: width).displayWidth <= width)
  }

  @Test(arguments: [
    "targeting list", "consent list", "log", "unit log", "unit lint", "history sessions",
    "history stats", "page list", "settings list", "unit list",
  ])
  func `every list takes its columns, its order and its length`(line: String) throws {
    let command = try #require(
      CommandTree.adview.commands.first { $0.path.joined(separator: " ") == line }?.command)
    #expect(Set(["columns", "sort", "limit"]).isSubset(of: command.options.map(\.name)))
    let refused = workspace.run("\(line) --sort nothing")
    #expect(refused.exit == .usage && refused.errors.contains("there is no column 'nothing'"))
    workspace.run("consent set user-1 --accept-all")
    workspace.run("consent set user-2 --accept-all")
    let keys = workspace.run("\(line) --format csv").output.prefix { $0 != "\r\n" }
      .split(separator: ",").map(String.init)
    let key = try #require(keys.first)
    let rows = workspace.run("\(line) --columns \(key) --sort -\(key) --limit 1 --format csv")
      .output.split(separator: "\r\n")
    #expect(rows.first == key[...] && rows.count <= 2, "\(rows)")
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

  /// What people type into other commands is whole, whatever the width.
  @Test(arguments: [40, 60, 80, 100])
  func `ids in the first column, sessions and units are never cut`(width: Int) throws {
    let long = ["", "-article"].map { "app0-article-in-feed-interstitial-of-some-length\($0)" }
    for id in long { workspace.run("unit add \(id) --page a-page-with-a-rather-long-name") }
    let output = list("unit list", width: width).output.split(separator: "\n")
    for id in long {
      #expect(output.contains { $0.split(separator: " ").first == id[...] }, "\(output)")
    }
    let lint = list("unit lint --code noSizes", width: max(width, 80)).output
    for id in long { #expect(lint.contains(id), "\(lint)") }
  }

  @Test func `a time gives way before a name is cut`() {
    let whole = workspace.run("log").output.split(separator: "\n").map { String($0).displayWidth }
    let width = (whole.max() ?? 0) - 4
    let log = list("log", width: width).output
    #expect(!log.contains("…"), "\(log)")
    for line in log.split(separator: "\n").dropFirst() {
      #expect(line.split(separator: " ").first?.count == 20, "\(line)")
    }
  }
}
