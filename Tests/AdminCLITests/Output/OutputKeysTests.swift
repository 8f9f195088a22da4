// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import AdStore
import AdSystem
import Foundation
import TestSupport
import Testing

@testable import AdminCLI

/// What commands write for programs, compared with what they say that they write.
@Suite struct OutputKeysTests {
  /// A command line whose output has something under every key.
  struct Line: Sendable, CustomTestStringConvertible {
    let text: String
    /// Which of the command's forms it is.
    var form = 0
    var formats = ["json", "ndjson", "csv"]
    /// Lines that are run before it.
    var before: [String] = []
    /// Statements that are run on the database before it.
    var sql = ""
    /// Whether its last line is of the form, and not its first.
    var isLast = false

    init(
      _ text: String, form: Int = 0, formats: [String] = ["json", "ndjson", "csv"],
      after before: [String] = [], sql: String = "", isLast: Bool = false
    ) {
      self.isLast = isLast
      self.text = text
      self.form = form
      self.formats = formats
      self.before = before
      self.sql = sql
    }

    var testDescription: String { text }
  }

  /// At least a line for each thing that a command writes, on the sample inventory with a session.
  static let lines: [Line] = [
    Line("init --db DIR/new.sqlite --demo"), Line("migrate status"),
    Line(
      "migrate up --dry-run",
      sql: """
        DELETE FROM schema_migrations WHERE version = (SELECT max(version) FROM schema_migrations);
        PRAGMA user_version = \(AdDatabase.schema.migrations.count - 1)
        """),
    Line(
      "migrate accept 2 --yes",
      sql: "UPDATE schema_migrations SET sql = '-- x' || sql WHERE version = 2"),
    Line("unit list --text top"), Line("unit show top"), Line("unit log"), Line("unit lint top"),
    Line("unit add another"), Line("unit set div-gpt-ad-mobile_1 --notes x"),
    Line("unit copy top tip"), Line("unit rename top tip"), Line("unit pause div-gpt-ad-mobile_1"),
    Line("unit activate top", after: ["unit pause top"]), Line("unit archive top"),
    Line("unit restore top", after: ["unit archive top"]),
    Line("unit remove div-gpt-ad-mobile_1 --yes"),
    Line("page list"), Line("page show article"), Line("page set article --fetch 900"),
    Line("page remote article --fetch 200 --display 100"),
    Line("page rename article story"), Line("page remove article --yes"),
    Line("experiment add other --page article"), Line("experiment list"),
    Line("experiment show near"), Line("experiment set near --difference 2"),
    Line("experiment start near"),
    Line("experiment stop near", after: ["experiment start near"]),
    Line("experiment adopt near near", after: ["experiment start near"]),
    Line("experiment remove near --yes"),
    Line("log"), Line("diff DIR/inventory.json"), Line("revert --since 1d --yes"),
    Line("targeting list"), Line("targeting set a=b --app"), Line("targeting add a=b --app"),
    Line("targeting remove a --app", after: ["targeting set a=b --app"]),
    Line("settings list"), Line("settings show template"), Line("settings set --live-views 3"),
    Line("settings reset --all", after: ["settings set --live-views 3"]),
    Line("debug on"), Line("debug off", after: ["debug on"]), Line("debug show"),
    Line("consent set bob --decline-all"), Line("consent import DIR/answers.ndjson"),
    Line("consent show ann --explain"), Line("consent list"), Line("consent laws"),
    Line("consent hold ann"), Line("consent release ann", after: ["consent hold ann"]),
    Line("consent accept 2"),
    Line("consent enroll DIR/device.pem"),
    Line("consent prune --expired-before 1d --yes"),
    Line("notice add DIR/notice.html --id n1 --picture DIR/notice.png"),
    Line("notice list", after: ["notice add DIR/notice.html --picture DIR/notice.png"]),
    Line(
      "notice show \(ContentHasher.hash("<p>May we?</p>").hex)",
      after: ["notice add DIR/notice.html --picture DIR/notice.png"]),
    Line("consent ask ann"), Line("consent loads ann"), Line("consent stats"),
    Line("consent history ann"),
    Line("consent withdraw ann"), Line("consent erase ann --yes"), Line("consent head"),
    Line("consent decode TCSTRING", form: 0), Line("consent decode DBABM~TCSTRING", form: 1),
    Line("consent decode 1YNN", form: 2), Line("consent decode 2~1~dv.2", form: 3),
    Line(
      "consent verify --loads --head DIR/other.json", after: ["consent withdraw ann"],
      sql: "UPDATE sessions SET started_at = started_at + 2000, last_at = last_at + 2000"),
    Line(
      "consent stamp DIR/head.note --authority-command DIR/ask --authority-ca DIR/ca.pem"),
    Line(
      "consent verify --receipt DIR/receipt.json --head DIR/other.json", form: 1,
      after: ["consent export ann --receipt --out DIR/receipt.json"]),
    Line("consent evidence ann --out DIR/evidence"),
    Line("consent publish DIR/log --signing-key DIR/head.pem"),
    Line("consent export ann", formats: ["json", "ndjson"]),
    Line("consent export --entries", form: 8, formats: ["ndjson", "csv"]),
    Line("consent export --entries", form: 9, formats: ["ndjson"], isLast: true),
    Line("consent export ann --device-keys", form: 4), Line("consent rekey --yes"),
    Line("export bundle top --subject ann", formats: ["json"]),
    Line("export inventory", formats: [""]),
    Line("export parameters top --subject ann --customer-id 1", formats: ["json"]),
    Line(
      "export parameters top --subject ann --customer-id 1", form: 1, formats: ["ndjson", "csv"]),
    Line("import inventory DIR/inventory.json"),
    Line("history list"), Line("history sessions"), Line("history stats"),
    Line("history timeline run"), Line("history loads"),
    Line("history compare all all", sql: copies),
    Line(
      "history sessions --dropped", form: 1,
      sql: "INSERT INTO history_drops VALUES (1, 2, 30, 1794000000000, 1793000000000)"),
    Line("history export", formats: ["ndjson", "csv"]),
    Line("simulate --sessions all --search --tries 3", form: 2),
    Line("simulate --sessions all --search --tries 3 --goal fewest-late", form: 3),
    Line(
      "history export --loads", form: 1, formats: ["ndjson", "csv"],
      sql: "UPDATE sessions SET simulated = 0"),
    Line(
      "history export --sessions", form: 2, formats: ["ndjson", "csv"],
      sql: "UPDATE sessions SET simulated = 0"),
    Line("history prune --until 2100-01-01T00:00:00Z --dry-run"),
    Line("simulate DIR/scroll.ndjson"),
    Line("simulate DIR/scroll.ndjson --summary", form: 1),
    Line("layout masonry DIR/grid.json"), Line("layout feed DIR/feed.json"),
    Line("layout page article"),
    Line("publish DIR/public --signing-keys DIR/keys --dry-run"),
    Line(
      "publish status DIR/public", after: ["publish DIR/public --signing-keys DIR/keys"]),
    Line(
      "publish rollback DIR/public 1 --signing-keys DIR/keys",
      after: ["publish DIR/public --signing-keys DIR/keys"]),
    Line(
      "publish revoke DIR/public timestamp --signing-keys DIR/keys --yes",
      after: ["publish DIR/public --signing-keys DIR/keys"]),
    Line(
      "publish verify DIR/public --root DIR/public/metadata/timestamp.json",
      after: ["publish DIR/public --signing-keys DIR/keys"]),
    Line("update status"),
    Line("version"),
    Line("doctor", after: ["debug on"]), Line("backup DIR/copy.sqlite --dry-run"),
    Line("restore DIR/copy.sqlite --yes", after: ["backup DIR/copy.sqlite"]),
    Line(
      "restore DIR/copy.sqlite --inventory-only --yes", form: 1,
      after: ["backup DIR/copy.sqlite", "unit remove div-gpt-ad-mobile_1 --yes"]),
  ]

  private static func command(of line: Line) -> (path: [String], command: Command)? {
    let words = line.text.split(separator: " ").map(String.init)
    return CommandTree.adview.commands.first { words.starts(with: $0.path) }
  }

  /// The keys that a form of a command's output declares; nil where it has none of ours.
  private static func keys(of output: CommandOutput, form: Int = 0) -> [String]? {
    switch output {
    case .words, .foreign: nil
    case .keys(let keys): keys.map(\.key)
    case .changes: ChangeReport.keys.map(\.key)
    case .document(_, let keys): keys.isEmpty ? nil : keys.map(\.key)
    case .forms(let forms): forms.indices.contains(form) ? Self.keys(of: forms[form].output) : nil
    }
  }

  /// The ways to all values, as far down as something is declared; null stands for all below it. A
  /// list of which something is declared must hold something.
  private func paths(
    in value: JSONValue, under prefix: String, knowing known: [String]
  ) -> [String] {
    guard case .object(let object) = value else { return [] }
    return object.members.flatMap { member in
      let path = prefix + member.key
      let below = known.filter { $0.hasPrefix("\(path).") }
      if known.contains(path) {
        guard known.contains(where: { $0.hasPrefix("\(path)[].") }),
          case .array(let elements) = member.value, let first = elements.first
        else { return [path] }
        return [path] + paths(in: first, under: "\(path)[].", knowing: known)
      }
      if member.value == .null, !below.isEmpty { return below }
      let found = paths(in: member.value, under: "\(path).", knowing: known)
      return found.isEmpty ? [path] : found
    }
  }

  /// The sample inventory with something for every command to show, made once.
  private static let sample = Result {
    let workspace = try Workspace()
    workspace.run("unit add top --page article --target 1a=b")
    workspace.run(
      "experiment add near --page article --arm control=50 --arm near=50,fetch=600 --goal late "
        + "--guard viewable")
    try workspace.answer(.enabled, for: "ann")
    try workspace.write(
      Array(
        #"""
        {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
        {"t":0,"frame":{"id":"div-gpt-ad-mobile_3","x":36.5,"y":100,"width":320,"height":320}}
        {"t":3000,"viewport":{"x":0,"y":10,"width":393,"height":852}}

        """#.utf8), to: "scroll.ndjson")
    for (name, text) in [
      ("notice.html", "<p>May we?</p>"), ("notice.png", "a picture"),
      ("answers.ndjson", #"{"subject":"bob"}"#), ("grid.json", LayoutCommandTests.grid),
      ("feed.json", #"{"batches":[10]}"#),
      (
        "inventory.json",
        workspace.run("export inventory").output
          .replacingOccurrences(of: #""notes": """#, with: #""notes": "x""#)
      ),
    ] { try workspace.write(Array(text.utf8), to: name) }
    try workspace.record(
      "simulate DIR/scroll.ndjson --page article --record --subject ann --as run",
      lasting: 3_000)
    return try workspace.contents()
  }

  /// The sample with what a line needs besides.
  private func workspace(for line: Line) throws -> Workspace {
    let workspace = try Workspace(copying: Self.sample.get())
    if line.text.contains("consent accept") {
      // The clock was an hour behind.
      workspace.host.time = workspace.host.time.advanced(by: -3_600_000)
      workspace.run("consent set late --accept-all")
      workspace.host.time = workspace.host.time.advanced(by: 3_600_000)
    }
    for line in line.before {
      let outcome = workspace.run(line)
      #expect(outcome.exit == .done, "\(outcome)")
    }
    if !line.sql.isEmpty {
      let connection = try Connection(
        path: workspace.path("adview.sqlite"), mode: .readWrite,
        configuration: Connection.Configuration(
          applicationID: AdDatabase.applicationID, newestVersion: .max))
      try connection.execute(line.sql)
      try connection.close()
    }
    if line.text.contains("consent enroll") || line.text.contains("verify --loads") {
      let made = ChildProcess([
        "openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256",
      ])
      try workspace.write(made.output, to: "device.pem")
    }
    if line.text.contains("verify --loads") {
      workspace.run("consent enroll DIR/device.pem")
      workspace.run("consent set late --accept-all")
    }
    if line.text.contains("--head DIR/other.json") {
      // The head of another ledger of the same size.
      let head = workspace.run("consent head --format json").output
      let root = try JSONNode(JSONReader.read(text: head)).member("root").string()
      try workspace.write(
        Array(
          head.replacingOccurrences(of: root, with: String(repeating: "0", count: 64)).utf8),
        to: "other.json")
    }
    if line.text.contains("consent stamp") || line.text.contains("--signing-key DIR/head.pem") {
      try workspace.makeAuthority()
      try workspace.write(
        Array(workspace.run("consent head --signing-key DIR/head.pem").output.utf8),
        to: "head.note")
    }
    if line.text.contains("rekey") {
      try workspace.write(Array("0123456789abcdef".utf8), to: "secret")
      workspace.host.variables["ADVIEW_SUBJECT_SECRET_FILE"] = workspace.path("secret")
    }
    return workspace
  }

  private static func string() throws -> String {
    var tc = try ConsentAnswerTests.tc()
    tc.publisherRestrictions = [
      PublisherRestriction(purpose: 2, kind: .notAllowed, vendors: try VendorSet([7]))
    ]
    return tc.encoded()
  }

  /// The session that was kept, twenty times more.
  private static let copies = """
    INSERT INTO sessions (session, id, page, app_version, device, started_at, last_at, measured)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
    SELECT session + 1000 * i, id || i, page, app_version, device, started_at, last_at, measured
    FROM sessions, n;
    INSERT INTO session_units (session, unit)
    SELECT s.session, u.unit FROM session_units AS u, sessions AS s
    WHERE s.session > 1000 AND s.session % 1000 = u.session;
    INSERT INTO session_transitions
    SELECT t.unit, s.session, t.sequence, t.elapsed, t.kind, t.consent
    FROM session_transitions AS t, sessions AS s
    WHERE s.session > 1000 AND s.session % 1000 = t.session;
    """

  @Test(arguments: lines)
  func `a command writes exactly the keys that help names`(line: Line) throws {
    let command = try #require(Self.command(of: line)).command
    let known = try #require(Self.keys(of: command.output, form: line.form))
    let text = line.text.replacingOccurrences(of: "TCSTRING", with: try Self.string())
    for format in line.formats {
      let outcome = try workspace(for: line)
        .run(format.isEmpty ? text : "\(text) --format \(format)")
      if format == "csv" {
        let columns = known.filter { !$0.contains("[]") }
        #expect(
          outcome.output.prefix { $0 != "\r\n" } == columns.joined(separator: ","), "\(outcome)")
        continue
      }
      let lines = outcome.output.split(separator: "\n")
      let first =
        format == "ndjson"
        ? String((line.isLast ? lines.last : lines.first) ?? "") : outcome.output
      var value = try JSONReader.read(Array(first.utf8))
      if case .array(let elements) = value { value = try #require(elements.first, "\(outcome)") }
      #expect(paths(in: value, under: "", knowing: known) == known, "\(format)")
    }
  }

  @Test func `everything that a command writes with keys of ours has a line here`() {
    for (path, command) in CommandTree.adview.commands {
      let forms: [CommandOutput]
      if case .forms(let several) = command.output {
        forms = several.map(\.output)
      } else {
        forms = [command.output]
      }
      for (form, output) in forms.enumerated() where Self.keys(of: output) != nil {
        #expect(
          Self.lines.contains { $0.form == form && Self.command(of: $0)?.path == path },
          "\(path) \(form)")
      }
    }
  }

  @Test func `whatever statistics are grouped by, the other keys are the same`() throws {
    let workspace = try workspace(for: Line("history stats"))
    let headers = (StatisticsGrouping.named + [.attribute("network")]).map { grouping in
      workspace.run("history stats --by \(grouping.word) --format csv").output
        .prefix { $0 != "\r\n" }.split(separator: ",")
    }
    #expect(
      headers.map { $0[0] } == [
        "adUnitId", "page", "session", "appVersion", "day", "arm", "network",
      ])
    #expect(Set(headers.map { $0.dropFirst() }).count == 1)
  }

  @Test func `a command with one form takes no other`() throws {
    let workspace = try Workspace()
    for (path, command) in CommandTree.adview.commands {
      guard case .document(let form, _) = command.output else { continue }
      let words = command.examples[0].line.split(separator: " ").map(String.init)
      let line = words.prefix { $0 != ">" && $0 != "|" } + ["--format", "csv"]
      let outcome = workspace.run(Array(line))
      #expect(outcome.exit == .usage, "\(path)")
      #expect(outcome.errors.contains("it always writes \(form)."), "\(outcome.errors)")
    }
    #expect(workspace.run("--version --format json").exit == .usage)
    let bundle = "export bundle div-gpt-ad-mobile_1 --subject ann --out DIR/b --format html"
    #expect(workspace.run(bundle).exit == .usage)
    #expect(!SystemFiles().exists(workspace.path("b")))
  }
}
