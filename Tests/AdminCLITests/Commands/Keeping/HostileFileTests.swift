// SPDX-License-Identifier: MIT
import AdConsent
import AdSQLite
import AdSystem
import AdminCLI
import Foundation
import TestSupport
import Testing

/// Files that somebody has damaged, widened or prepared, and what commands make of them.
@Suite struct HostileFileTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.answer(.enabled, for: "user-1")
    try workspace.write(
      Array(
        """
        {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
        {"t":0,"frame":{"id":"div-gpt-ad-mobile_1","x":36.5,"y":900,"width":320,"height":320}}
        {"t":900,"viewport":{"x":0,"y":700,"width":393,"height":852}}

        """.utf8), to: "scroll.ndjson")
    try workspace.record(
      "simulate DIR/scroll.ndjson --page article --record --subject user-1 "
        + "--as one", lasting: 900)
  }

  private static let readings = [
    "unit list --format json", "unit log", "page list", "targeting list --app", "debug show",
    "consent list", "consent show user-1", "consent history user-1", "consent export user-1",
    "consent verify --loads", "consent head", "history list", "history sessions", "history stats",
    "history stats --by day", "history timeline one", "history export",
    "history prune --until 1d --dry-run", "export inventory", "doctor", "migrate status",
    "export bundle div-gpt-ad-mobile_1 --subject user-1",
    "publish DIR/public --signing-keys DIR/keys --dry-run",
    "unit show div-gpt-ad-mobile_1", "unit lint",
  ]
  private static let writings = [
    "consent withdraw user-1", "unit pause div-gpt-ad-mobile_1", "page set article --fetch 900",
    "consent set user-2 --accept-all", "history prune --until 1d --yes",
  ]

  /// The integer columns of all tables, as `table.column`.
  private func integerColumns(_ connection: Connection) throws -> [(table: String, column: String)]
  {
    try connection.prepare(
      """
      SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
      WHERE t.type = 'table' AND c.type = 'INTEGER' AND t.name NOT LIKE 'sqlite_%'
      ORDER BY t.name, c.cid
      """
    ) { try $0.all { ($0.text(0), $0.text(1)) } }
  }

  /// Some of the cases in the gate; `ADVIEW_FUZZ` tries more.
  @Test func `no stored integer ends a program`() throws {
    let original = try workspace.read("adview.sqlite")
    let columns = try integerColumns(workspace.connection())
    let values: [Int64] = [.min, .max, -1, 0, 1 << 40]
    var tried = 0
    try Fuzz.forEachSeed(24) { seed, random in
      let (table, column) = columns[random.int(0...columns.count - 1)]
      let value = values[random.int(0...values.count - 1)]
      try workspace.write(original, to: "adview.sqlite")
      // Guards and rules are for those who keep to them.
      let guards = try workspace.guards()
      let key = Self.key(of: table)
      try workspace.damage(
        "PRAGMA ignore_check_constraints = 1; "
          + guards.map { "DROP TRIGGER \($0.name);" }.joined()
          + "UPDATE OR IGNORE \(table) SET \(column) = \(value)"
          + " WHERE \(key) = (SELECT min(\(key)) FROM \(table));"
          + guards.map { "\($0.sql);" }.joined())
      for line in Self.readings + Self.writings {
        let outcome = workspace.run(line)
        tried += 1
        #expect(
          [.done, .answerIsNo, .badData, .notFound, .refused, .usage].contains(outcome.exit),
          "seed \(seed), \(table).\(column) = \(value), \(line): \(outcome)")
        if outcome.errors.contains("adview-admin doctor") {
          #expect(workspace.run("doctor").exit == .answerIsNo, "\(table).\(column), \(line)")
        }
      }
    }
    #expect(tried > 0)
  }

  private static func key(of table: String) -> String {
    switch table {
    case "unit_sizes", "unit_targeting": "unit"
    case "page_targeting": "page"
    case "tracks", "session_units", "session_transitions", "session_events", "session_rules",
      "session_scripts", "session_consents", "transition_geometry":
      "session"
    case "app_targeting": "scope"
    case "settings": "name"
    default: "rowid"
    }
  }

  @Test func `an index that lost its rows is found, and so is a value against its rule`() throws {
    try workspace.damage(
      "PRAGMA ignore_check_constraints = 1; UPDATE units SET minimum_width = -5")
    let outcome = workspace.run("doctor")
    #expect(outcome.exit == .answerIsNo)
    #expect(outcome.output.contains("CHECK constraint failed in units"), "\(outcome)")
    #expect(workspace.run("backup DIR/copy.sqlite").exit == .answerIsNo)
  }

  @Test func `a view in a table's place is not run`() throws {
    try workspace.damage(
      """
      DROP TABLE settings; CREATE VIEW settings AS
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS name, i AS value FROM n
      """)
    for line in ["debug show", "unit pause div-gpt-ad-mobile_1"] {
      #expect(workspace.run(line).exit == .badData, "\(line)")
    }
    #expect(workspace.run("doctor").output.contains("the table 'settings' is not as it was made"))
  }

  @Test func `a database that others can use becomes private, with a warning`() throws {
    let path = workspace.path("adview.sqlite")
    for line in ["unit list", "unit pause div-gpt-ad-mobile_1"] {
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
      let outcome = workspace.run(line)
      #expect(outcome.exit == .done)
      #expect(
        outcome.errors.contains(
          "warning: DIR/adview.sqlite could be used by others than you (mode 0644); now it is "
            + "yours alone"), "\(outcome)")
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect(mode as? Int == 0o600)
    }
  }

  @Test func `a name that looks like a URI is a name`() throws {
    let other = try workspace.read("adview.sqlite")
    try workspace.write(other, to: "other.db")
    func code(_ arguments: String...) throws -> Int32 {
      try BuiltProgram.run(arguments, in: workspace.folder).code
    }
    #expect(try code("backup", "file:other.db", "--db", "adview.sqlite") == 0)
    #expect(try workspace.read("other.db") == other)
    #expect(FileManager.default.fileExists(atPath: workspace.path("file:other.db")))
    #expect(try code("unit", "list", "--db", "file:other.db") == 0)
    #expect(try code("init", "--db", "file:new.db?x=1") == 0)
    #expect(FileManager.default.fileExists(atPath: workspace.path("file:new.db?x=1")))
  }

  @Test func `what is stored cannot steer a terminal through any export`() throws {
    workspace.host.isOutputTerminal = true
    let evil = "a\u{9B}31m\u{202E}\u{7F}\u{2028}"
    _ = workspace.run(["targeting", "set", "--app", "evil=\(evil)"])
    for line in [
      "export targeting div-gpt-ad-mobile_1", "export inventory", "targeting list --app",
      "export bundle div-gpt-ad-mobile_1 --subject user-1",
      "export bundle div-gpt-ad-mobile_1 --subject user-1 --form html",
      "export preview --page article --subject user-1", "targeting list --app --format csv",
    ] {
      let outcome = workspace.run(line)
      let steering = outcome.output.unicodeScalars.filter {
        ["\u{9B}", "\u{202E}", "\u{7F}", "\u{2028}"].contains($0)
      }
      #expect(steering.isEmpty, "\(line)")
    }
  }

  @Test func `a database is created whole or not at all`() throws {
    workspace.host.layer = FileLayer { call, _ in call == .link ? ENOSPC : nil }
    #expect(workspace.run("init --demo --db DIR/new.sqlite").exit == .inputOutput)
    #expect(!FileManager.default.fileExists(atPath: workspace.path("new.sqlite")))
    workspace.host.layer = .system
    #expect(workspace.run("init --demo --db DIR/new.sqlite").exit == .done)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: workspace.folder)
        .filter { $0.contains(".part") } == [])
  }
}

extension Workspace {
  /// A connection past all of the program's own code.
  func connection() throws -> Connection {
    try Connection(
      path: path("adview.sqlite"), mode: .readWrite,
      configuration: Connection.Configuration(applicationID: 0x4144_5657, newestVersion: 1_000))
  }

  /// The triggers, to be dropped and made again.
  fileprivate func guards() throws -> [(name: String, sql: String)] {
    try connection().prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'") {
      try $0.all { ($0.text(0), $0.text(1)) }
    }
  }
}
