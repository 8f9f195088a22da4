// SPDX-License-Identifier: MIT
import AdminCLI
import Testing

@Suite struct QueryCommandTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func query(_ sql: String, _ more: String...) -> RecordingHost.Outcome {
    workspace.run(["query", sql] + more)
  }

  @Test func `the limit of time counts over all rows, not for each`() {
    let slow = """
      SELECT (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
        SELECT count(*) + outside.value FROM n) AS slow
      FROM (WITH RECURSIVE m(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM m WHERE value < 400)
        SELECT value FROM m) AS outside
      """
    let outcome = query(slow, "--timeout", "1")
    #expect(outcome.exit == .usage, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("error: the query took longer than 1 s and was stopped."))
  }

  @Test func `no single function can run for long, for it is given too little`() {
    let outcome = query("SELECT instr(hex(zeroblob(7000000)), hex(zeroblob(3500000)) || '1')")
    #expect(outcome.exit == .badData)
    #expect(outcome.errors.contains("too big"), "\(outcome.errors)")
  }

  @Test func `JSON that is stored can be taken apart, and nothing written`() {
    #expect(
      query("SELECT value FROM json_each('[1,2]')", "--format", "csv").output
        == "value\r\n1\r\n2\r\n")
    for sql in [
      "UPDATE sqlite_master SET sql = ''", "UPDATE sqlite_schema SET sql = ''",
      "UPDATE units SET notes = ''",
    ] {
      #expect(query(sql).exit == .usage, "\(sql)")
    }
  }

  @Test func `views are read where the schema is as it was made, and not where one was planted`()
    throws
  {
    let sql = "SELECT count(*) AS n FROM transitions JOIN viewable_impressions USING (unit)"
    #expect(query(sql, "--format", "csv").output == "n\r\n0\r\n")
    try workspace.damage("CREATE VIEW planted AS SELECT 1")
    let outcome = query(sql)
    #expect(outcome.exit != .done)
    #expect(outcome.errors.contains("access to view"), "\(outcome)")
  }

  @Test func `rows have the names of their columns, in every form`() {
    let sql = "SELECT 1 AS one, 2.5 AS half, 'a,b' AS text, NULL AS none, x'00ff' AS blob"
    #expect(
      query(sql).output == """
        one  half  text  none  blob
        1    2.5   a,b   -     x'00ff'

        """)
    #expect(
      query(sql, "--format", "csv").output
        == "one,half,text,none,blob\r\n1,2.5,\"a,b\",,x'00ff'\r\n")
    let object = #"{"one":1,"half":2.5,"text":"a,b","none":null,"blob":"x'00ff'"}"#
    #expect(query(sql, "--format", "ndjson").output == "\(object)\n")
    #expect(query(sql, "--format", "json").output == "[\n  \(object)\n]\n")
  }

  @Test func `columns of one name, and numbers that JSON lacks, still make valid JSON`() {
    #expect(
      query("SELECT 1 AS a, 2 AS a, 9e999, -9e999", "--format", "ndjson").output
        == #"{"a":1,"a:2":2,"9e999":"Inf","-9e999":"-Inf"}"# + "\n")
  }

  @Test func `what the inventory holds can be asked for, also from standard input`() {
    workspace.host.input.lines = ["SELECT count(*) AS units", "FROM units;"]
    #expect(workspace.run("query - --format csv").output == "units\r\n3\r\n")
    #expect(query("SELECT 1 AS a WHERE 0", "--format", "csv").output == "a\r\n")
  }

  @Test func `text in the database cannot steer a terminal`() {
    #expect(!query("SELECT char(27) || '[2J' AS a").output.contains("\u{1b}"))
  }

  @Test(arguments: [
    "INSERT INTO settings VALUES ('a', 'b')", "DELETE FROM units", "DROP TABLE units",
    "CREATE TABLE t (a)", "CREATE TEMP TABLE t (a)", "UPDATE units SET paused = 1",
    "PRAGMA user_version = 7", "PRAGMA journal_mode = delete", "ATTACH 'other.sqlite' AS other",
    "VACUUM", "VACUUM INTO 'copy.sqlite'", "BEGIN", "COMMIT", "ROLLBACK", "REINDEX", "ANALYZE",
    "SELECT load_extension('x')", "WITH a AS (SELECT 1) DELETE FROM units",
  ])
  func `a statement that does more than read is refused`(sql: String) throws {
    let before = try workspace.read("adview.sqlite")
    let outcome = query(sql)
    #expect(outcome.exit == .usage, "\(outcome.errors)")
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("error: "))
    #expect(try workspace.read("adview.sqlite") == before)
    #expect(workspace.run("unit list --format csv").exit == .done)
  }

  @Test func `a query that is wrong is answered with SQLite's words`() {
    #expect(
      query("SELECT * FROM unit")
        == .init(
          exit: .usage, output: "",
          errors: "error: the query is refused: no such table: unit.\n"
            + "try: adview-admin query \"SELECT sql FROM sqlite_schema\"\n"))
    #expect(query("SELECT 1; SELECT 2").errors.contains("more than one statement"))
    #expect(query("-- nothing").exit == .usage)
    #expect(query("SELECT ?").exit == .usage)
    #expect(query("SELECT json('{')").exit == .usage)
  }

  @Test func `a query that never ends is stopped after its time`() {
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
    let outcome = query(endless + "SELECT max(i) FROM n", "--timeout", "1")
    #expect(
      outcome
        == .init(
          exit: .usage, output: "",
          errors: "error: the query took longer than 1 s and was stopped.\n"
            + "try: the same command with --timeout 6\n"))
  }

  @Test func `Ctrl-C ends it`() {
    workspace.host.isInterrupted = true
    #expect(query("SELECT 1").exit == .interrupted)
  }
}
