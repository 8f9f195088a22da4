// SPDX-License-Identifier: MIT
import AdConsent
import Testing

@testable import AdminCLI

@Suite struct HistoryReportCommandTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.answer(.enabled, for: "ann")
    try workspace.write(
      Array(
        #"""
        {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
        {"t":0,"frame":{"id":"div-gpt-ad-mobile_3","x":36.5,"y":100,"width":320,"height":320}}
        {"t":3000,"viewport":{"x":0,"y":10,"width":393,"height":852}}

        """#.utf8), to: "scroll.ndjson")
  }

  @Test func `a report is a file of its owner's, or standard output`() throws {
    let outcome = workspace.run("history report --out DIR/report.html")
    #expect(outcome.exit == .done && outcome.output.isEmpty, "\(outcome)")
    let page = String(decoding: try workspace.read("report.html"), as: UTF8.self)
    #expect(page.hasPrefix("<!doctype html>"))
    #expect(workspace.run("history report --out -").output.hasPrefix("<!doctype html>"))
  }

  @Test func `a report needs a page that exists`() {
    #expect(workspace.run("history report --page nowhere --out -").exit == .notFound)
  }
}

@Suite struct FleetCommandTests {
  @Test(arguments: ["clickhouse", "duckdb"])
  func `a script says the version of its tables, and has every part that was asked for`(
    verb: String
  ) {
    let host = RecordingHost()
    let whole = host.run("fleet \(verb)").output
    #expect(whole.hasPrefix("-- adview fleet schema 3, for "))
    for part in ["schema", "load", "statistics"] {
      let text = host.run("fleet \(verb) --part \(part)").output
      let body = text.drop { $0 != "\n" }.drop { $0 == "\n" }
      #expect(whole.contains(body), "\(part)")
      #expect(body.count < whole.count)
    }
  }

  @Test(arguments: ["clickhouse", "duckdb"])
  func `every key of the exports is a column`(verb: String) {
    let schema = RecordingHost().run("fleet \(verb) --part schema").output
    let tables = schema.split(separator: "CREATE TABLE").dropFirst()
    #expect(tables.count == 2)
    for (table, columns) in zip(
      tables, [HistoryColumns.loads.map(\.key), HistoryColumns.sessions.map(\.key)])
    {
      for column in columns { #expect(table.contains("\n  \"\(column)\" "), "\(column)") }
    }
  }

  @Test func `the name of a file is a text of SQL, whatever it holds`() {
    let host = RecordingHost()
    let duck = host.run(["fleet", "duckdb", "--part", "load", "--loads", "a'b\\c"]).output
    #expect(duck.contains(#"read_json('a''b\c'"#))
    let house = host.run(["fleet", "clickhouse", "--part", "load", "--loads", "a'b\\c"]).output
    #expect(house.contains(#"FROM INFILE 'a''b\\c'"#))
  }
}
