// SPDX-License-Identifier: MIT
import AdStore
import Testing

@testable import AdminCLI

@Suite struct FleetCommandTests {
  @Test(arguments: ["clickhouse", "duckdb"])
  func `a script says the form of its tables, and has every part that was asked for`(
    verb: String
  ) {
    let host = RecordingHost()
    let whole = host.run("fleet \(verb)").output
    #expect(whole.hasPrefix("-- adview fleet form 1, for "))
    for part in ["schema", "load", "statistics"] {
      let text = host.run("fleet \(verb) --part \(part)").output
      let body = text.drop { $0 != "\n" }.drop { $0 == "\n" }
      #expect(whole.contains(body), "\(part)")
      #expect(body.count < whole.count)
    }
  }

  @Test(arguments: ["clickhouse", "duckdb"])
  func `groups of few stores are left out by every view, and no view is of single ones`(
    verb: String
  ) {
    func script(_ options: String) -> String {
      RecordingHost().run("fleet \(verb) --part statistics \(options)").output
    }
    func views(_ script: String) -> Int {
      script.split(separator: "CREATE OR REPLACE VIEW").count - 1
    }
    let usual = script("")
    #expect(views(usual) == 5 && !usual.contains("stats_by_session"))
    #expect(usual.split(separator: "WHERE groups.stores >= 10").count - 1 == 5)
    let all = script("--least-stores 1 --by network")
    #expect(all.contains("stats_by_session") && all.contains("VIEW adview.stats_by_network AS"))
    #expect(views(all) == 7)
    #expect(RecordingHost().run("fleet \(verb) --by net-work").exit == .usage)
  }

  @Test(arguments: ["clickhouse", "duckdb"])
  func `days begin where the reader is`(verb: String) {
    let usual = RecordingHost().run("fleet \(verb) --part statistics").output
    let east = RecordingHost().run("fleet \(verb) --part statistics --utc-offset +05:30").output
    #expect(usual.contains("addMinutes(startedAt, 0)") || usual.contains("'0 minutes'"))
    #expect(east.contains("addMinutes(startedAt, 330)") || east.contains("'330 minutes'"))
    #expect(RecordingHost().run("fleet \(verb) --utc-offset Berlin").exit == .usage)
    #expect(RecordingHost().run("fleet \(verb) --utc-offset -05:00").exit == .done)
  }

  @Test(arguments: ["clickhouse", "duckdb"])
  func `every key of the exports is a column`(verb: String) {
    let schema = RecordingHost().run("fleet \(verb) --part schema").output
    let tables = schema.split(separator: "CREATE TABLE").dropFirst()
    for (table, columns) in zip(
      tables, [HistoryColumns.loads.map(\.key), HistoryColumns.sessions.map(\.key)])
    {
      for column in columns { #expect(table.contains("\n  \"\(column)\" "), "\(column)") }
    }
  }

  @Test(arguments: ["clickhouse", "duckdb"])
  func `older tables get what may be missing, and those of a newer form are refused`(verb: String) {
    let script = RecordingHost().run("fleet \(verb) --part migration").output
    #expect(script.contains("of a newer form than 1"))
    func added<Row>(_ fields: [ExportField<Row>]) -> (optional: Int, others: Int) {
      func count(_ isOptional: Bool) -> Int {
        fields.filter { $0.isOptional == isOptional }
          .count { script.contains("ADD COLUMN IF NOT EXISTS \"\($0.key)\" ") }
      }
      #expect(count(true) == fields.count(where: \.isOptional))
      return (count(true), count(false))
    }
    #expect(added([ExportField<ExportedLoad>].all).optional > 10)
    #expect(added([ExportField<ExportedSession>].all).others == 0)
    let body = RecordingHost().run("fleet \(verb) --part schema").output.drop { $0 != "\n" }
    #expect(script.hasSuffix(body.drop { $0 == "\n" }))
    #expect(!RecordingHost().run("fleet \(verb)").output.contains("ADD COLUMN"))
  }

  /// Rows of apps that know the first form alone come for years.
  @Test func `what came after the first form may be missing`() {
    func needed<Row>(_ fields: [ExportField<Row>]) -> Set<String> {
      Set(fields.filter { !$0.isOptional }.map(\.key))
    }
    let repeated: Set = [
      "store", "form", "session", "revision", "weight", "page", "appVersion", "device",
      "attributes",
      "startedAt", "measured",
    ]
    #expect(
      needed([ExportField<ExportedSession>].all)
        == repeated.union(["lastAt", "closed", "transitions", "lost", "gaps", "peakLoaded"]))
    #expect(
      needed([ExportField<ExportedLoad>].all)
        == repeated.union([
          "sequence", "adUnitId", "unloaded", "impressions", "viewableImpressions", "late", "blank",
          "churn", "wasted",
        ]))
  }

  @Test(arguments: ["clickhouse", "duckdb"])
  func `sessions of one name are told apart by their stores`(verb: String) {
    let script = RecordingHost().run("fleet \(verb) --part statistics --least-stores 1").output
    #expect(script.contains("concat(store, '/', session) AS k"))
  }

  @Test(arguments: ["clickhouse", "duckdb"])
  func `stores are erased by their ids, and by nothing else`(verb: String) {
    func run(_ options: String) -> RecordingHost.Outcome {
      RecordingHost().run("fleet \(verb) --part erasure \(options)")
    }
    let store = String(repeating: "0a", count: 16)
    let script = run("--store \(store.uppercased()) --store \(String(repeating: "1b", count: 16))")
      .output
    #expect(script.contains("'\(store)'"))
    #expect(script.count { $0 == "\n" } == (verb == "duckdb" ? 9 : 8))
    for options in [
      "", "--store 12", "--store \(store)'", "--store \(String(repeating: "g", count: 32))",
    ] {
      #expect(run(options).exit == .usage, "\(options)")
    }
    #expect(RecordingHost().run("fleet \(verb) --store \(store)").exit == .usage)
    #expect(!RecordingHost().run("fleet \(verb)").output.contains("DELETE"))
  }

  @Test func `the name of a file is a text of SQL, whatever it holds`() {
    let host = RecordingHost()
    let duck = host.run(["fleet", "duckdb", "--part", "load", "--loads", "a'b\\c"]).output
    #expect(duck.contains(#"read_csv('a''b\c'"#))
    let house = host.run(["fleet", "clickhouse", "--part", "load", "--loads", "a'b\\c"]).output
    #expect(house.contains(#"FROM INFILE 'a''b\\c'"#))
  }

  @Test func `the tables of ledgers have every key, and the parts that were asked for`() {
    let host = RecordingHost()
    let whole = host.run("fleet postgres").output
    #expect(whole.hasPrefix("-- adview fleet form 1, for PostgreSQL; "))
    for part in ["schema", "load", "checks"] {
      let text = host.run("fleet postgres --part \(part)").output
      let body = text.split(separator: "ON_ERROR_STOP on\n")[1].drop { $0 == "\n" }
      #expect(whole.contains(body) && body.count < whole.count, "\(part)")
    }
    let entries = ConsentExport.entryColumns.map(\.key)
    let tables = whole.split(separator: "CREATE TABLE").dropFirst()
    for (table, columns) in zip(tables, [entries, entries, ConsentExport.headColumns.map(\.key)]) {
      for column in columns { #expect(table.contains("\n  \"\(column)\" "), "\(column)") }
    }
    #expect(!whole.contains("DELETE") && !whole.contains("UPDATE"))
  }

  @Test(arguments: [
    ("a'b c", #"'cat ''a''\''''b c'' | "#), ("e.ndjson.gz", "'gzip -dc e.ndjson.gz | "),
    ("e.zst", "'zstd -dcq e.zst | "),
  ])
  func `the file of entries is a word of the shell in a text of SQL`(file: String, start: String) {
    let script = RecordingHost().run(["fleet", "postgres", "--part", "load", "--entries", file])
    #expect(script.output.contains("FROM PROGRAM \(start)"), "\(script.output)")
  }
}
