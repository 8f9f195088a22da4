// SPDX-License-Identifier: MIT
import AdConsent
import AdLoading
import AdModel
import AdSQLite
import AdStore
import AdminCLI
import Testing

@Suite struct ConsentLedgerCommandTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    for number in 1...5 { workspace.run("consent set user-\(number) --accept-all") }
  }

  @Test func `an untouched ledger verifies, by itself and against a head kept elsewhere`() throws {
    let head = workspace.run("consent head --format ndjson").output
    try workspace.write(Array(head.utf8), to: "heads.ndjson")
    workspace.run("consent withdraw user-3")
    let verified = workspace.run("consent verify --head DIR/heads.ndjson")
    #expect(verified.exit == .done)
    #expect(verified.output.hasPrefix("Verified  yes\nEntries   6\n"))
    #expect(verified.output.contains("\nHeads     1\n"))
  }

  /// Each kind of damage at least once, done to the file with SQL from outside.
  @Test(arguments: [
    (["UPDATE consent_entries SET event = 'refused' WHERE sequence = 2"], "edited", 2),
    (
      ["UPDATE consent_contents SET content = replace(content, 'enabled', 'disabled')"], "edited", 1
    ),
    (["DELETE FROM consent_entries WHERE sequence = 3"], "missing", 3),
    (
      [
        "UPDATE consent_entries SET sequence = 9 WHERE sequence = 2",
        "UPDATE consent_entries SET sequence = 2 WHERE sequence = 3",
        "UPDATE consent_entries SET sequence = 3 WHERE sequence = 9",
      ], "reordered", 2
    ),
    (
      [
        "DELETE FROM consent_contents WHERE sequence > 3",
        "DELETE FROM consent_entries WHERE sequence > 3",
      ], "truncated", 4
    ),
  ])
  func `a tampered file is named with the first bad entry`(
    statements: [String], kind: String, sequence: Int
  ) throws {
    let head = workspace.run("consent head --format json").output
    try workspace.write(Array(head.utf8), to: "head.json")
    try tamper(statements)
    let verified = workspace.run("consent verify --head DIR/head.json --format ndjson")
    #expect(verified.exit == .answerIsNo)
    #expect(verified.output.hasPrefix(#"{"verified":false"#))
    #expect(
      verified.output.contains(#""fault":{"kind":"\#(kind)","sequence":\#(sequence),"#),
      "\(verified.output)")
  }

  @Test func `a history written anew is told by a head`() throws {
    let head = workspace.run("consent head --format json").output
    try workspace.write(Array(head.utf8), to: "head.json")
    try tamper([
      "DELETE FROM consent_contents WHERE sequence > 3",
      "DELETE FROM consent_entries WHERE sequence > 3",
    ])
    workspace.run("consent set user-8 --accept-all")
    workspace.run("consent set user-9 --accept-all")
    #expect(workspace.run("consent verify").exit == .done)
    let verified = workspace.run("consent verify --head DIR/head.json")
    #expect(verified.exit == .answerIsNo)
    #expect(verified.output.contains("Fault     entry 1 forked: "))
  }

  @Test func `an entry dated back and hashed anew is told by its time`() throws {
    workspace.host.time = workspace.host.time.advanced(by: 60_000)
    workspace.run("consent set user-6 --accept-all")
    let connection = try connection()
    let entry = try connection.statement(
      """
      SELECT at, subject_commitment, payload_commitment, previous FROM consent_entries
      WHERE sequence = 6
      """
    ).first { row in
      LedgerEntry(
        sequence: 6, time: Timestamp(milliseconds: row.int64(0) - 180_000), event: .given,
        subject: try #require(ContentHash(bytes: row.blob(1))),
        payload: try #require(ContentHash(bytes: row.blob(2))),
        origin: try EntryOrigin(.operator, channel: "adview-admin"),
        previous: try #require(ContentHash(bytes: row.blob(3))))
    }
    let forged = try #require(entry)
    try tamper([
      "UPDATE consent_entries SET at = \(forged.time.milliseconds), hash = x'\(forged.hash.hex)' "
        + "WHERE sequence = 6"
    ])
    let verified = workspace.run("consent verify")
    #expect(verified.exit == .answerIsNo)
    #expect(verified.output.contains("Fault     entry 6 clockBack: "))
  }

  @Test(arguments: ["consent show user-1", "export bundle top --subject user-1"])
  func `an altered record opens nothing and says how to find out more`(line: String) throws {
    workspace.run("unit add top")
    try tamper(["UPDATE consent_contents SET content = replace(content, 'gdpr', 'none')"])
    let refused = workspace.run(line)
    #expect(refused.exit == .badData)
    #expect(
      refused.errors == """
        error: consent record 1 is not what was appended.
        try: adview-admin consent verify

        """)
  }

  @Test func `an erasure leaves nothing but the proof that it happened`() throws {
    workspace.run("consent set user-2 --decline-all --user-id forgotten-device")
    #expect(
      workspace.run("consent erase user-2 --yes --dry-run").output
        == "would erase 2 records, as ledger entry 7\n")
    #expect(
      workspace.run("consent erase user-2 --yes").output
        == "erased 2 records; ledger entry 7 says so\n")
    #expect(workspace.run("consent show user-2").exit == .notFound)
    #expect(workspace.run("consent verify").exit == .done)
    let bytes = String(decoding: try workspace.read("adview.sqlite"), as: UTF8.self)
    #expect(!bytes.contains("forgotten-device") && !bytes.contains("user-2"))
    #expect(bytes.contains("user-3"))
    #expect(workspace.run("consent erase --scrub --yes").errors == "no erasure is pending\n")
  }

  @Test func `an erasure beside a reader is told until it is complete`() throws {
    let reader = try connection()
    try reader.execute("BEGIN")
    _ = try reader.statement("SELECT count(*) FROM consent_entries").first { $0.int(0) }
    let erased = workspace.run("consent erase user-2 --yes")
    #expect(erased.exit == .busy)
    #expect(
      erased.errors.hasPrefix(
        "error: the records are erased, and nothing leads to them any more; but the database file "
          + "and its write-ahead log still hold their bytes, because another connection still "),
      "\(erased)")
    #expect(workspace.run("consent erase user-2 --yes").exit == .busy)
    #expect(workspace.run("consent erase --scrub --yes").exit == .busy)
    let verified = workspace.run("consent verify")
    #expect(verified.exit == .done)
    #expect(
      verified.output.contains("\nErasure   entry 6 of 2026-11-21T06:26:00.000Z is not complete\n"))
    #expect(
      workspace.run("consent verify --format ndjson").output
        .contains(#""pendingErasure":{"entry":6,"since":"2026-11-21T06:26:00.000Z"}"#))
    let doctor = workspace.run("doctor --format csv")
    #expect(doctor.exit == .answerIsNo)
    #expect(doctor.output.contains("warning,an erasure (ledger entry 6 of "), "\(doctor)")
    #expect(doctor.output.contains("adview-admin consent erase --scrub --yes"))
    try reader.execute("COMMIT")
    try reader.close()
    #expect(
      workspace.run("consent erase user-2 --yes").output
        == "nothing is held of this subject; the erasure of ledger entry 6, which was pending, is "
        + "complete\n")
    #expect(workspace.run("consent erase user-2 --yes").exit == .notFound)
    #expect(workspace.run("doctor").exit == .done)
    #expect(
      !String(decoding: try workspace.read("adview.sqlite"), as: UTF8.self).contains("user-2"))
  }

  @Test func `an entry from the future is named, and opens nothing`() throws {
    workspace.host.time = workspace.host.time.advanced(by: 365 * 86_400_000)
    workspace.run("consent set user-6 --accept-all")
    workspace.host.time = workspace.host.time.advanced(by: -365 * 86_400_000)
    let verified = workspace.run("consent verify")
    #expect(verified.exit == .answerIsNo)
    #expect(verified.output.contains("Fault     entry 6 clockAhead: it is of 2027-11-21T06:26:00"))
    let doctor = workspace.run("doctor --format csv").output
    #expect(doctor.contains("warning,\"the consent ledger has times that cannot be: "), "\(doctor)")
    #expect(workspace.run("consent show user-6 --check").exit == .refused)
    #expect(
      workspace.run("consent set user-6 --accept-all").output.hasPrefix("recorded 7: renewed under")
    )
    #expect(workspace.run("consent show user-6 --check").exit == .done)
    #expect(
      workspace.run("consent history user-6 --format ndjson").output
        .contains(#""recordedAt":"2026-11-21T06:26:00.000Z""#))
  }

  @Test func `a load that its record did not allow is found`() throws {
    let database = try AdDatabase(path: workspace.path("adview.sqlite"), access: .readWrite)
    let start = workspace.host.time.advanced(by: 60_000)
    let session = try RecordedSession(
      id: SessionID("s1"), page: PageID("homepage"), appVersion: "1", device: "phone",
      startedAt: start, clockAtStart: 0, measuresViewability: false)
    let recorder = TransitionRecorder(session, in: database)
    recorder.record([
      .changed(
        LoadTransition(
          time: 0, unit: try AdUnitID("div-gpt-ad-mobile_1"), from: .notLoaded, to: .fetched,
          cause: .enteredFetchZone, frame: AdRect(x: 0, y: 0, width: 320, height: 320),
          viewport: AdRect(x: 0, y: 0, width: 393, height: 852),
          permit: LoadPermit(record: ConsentRecordID(1), mode: .personalized)))
    ])
    try recorder.close()
    try database.close()
    let export = workspace.run("consent export user-1 --format ndjson").output
    #expect(
      export.contains(
        #""loads":[{"adUnitId":"div-gpt-ad-mobile_1","time":"\#(start)","servingMode":"personalized"}]"#
      ))
    #expect(export.contains(#""entryHash":""#))
    #expect(
      workspace.run("consent export user-2 --format ndjson").output.contains(#""loads":[]"#))
    let good = workspace.run("consent verify --loads")
    #expect(good.exit == .done)
    #expect(
      good.output.hasSuffix(
        "Loads     1 checked, 0 not allowed, 0 while a change was being stored, 0 under records "
          + "erased since\n"))
    let strict = workspace.run("consent verify --loads --policy consented")
    #expect(strict.exit == .done)
    workspace.run("consent withdraw user-1")
    #expect(workspace.run("consent verify --loads").exit == .answerIsNo)
    let json = workspace.run("consent verify --loads --format ndjson").output
    #expect(json.contains(#""adUnitId":"div-gpt-ad-mobile_1","session":"s1","consentRecord":1,"#))
  }

  @Test func `a file of heads that is none is refused`() throws {
    try workspace.write(Array("{}".utf8), to: "head.json")
    let verified = workspace.run("consent verify --head DIR/head.json")
    #expect(verified.exit == .badData)
    #expect(
      verified.errors == "error: the member store is missing.\ntry: correct the document there\n")
  }

  private func connection() throws -> Connection {
    try Connection(
      path: workspace.path("adview.sqlite"), mode: .readWrite,
      configuration: Connection.Configuration(
        applicationID: AdDatabase.applicationID, newestVersion: .max))
  }

  /// What needs a table, a view or a column, and which one is lost.
  @Test(arguments: [
    ("consent verify", "TABLE consent_contents"), ("consent verify", "TABLE consent_store"),
    ("consent show user-17", "TABLE consent_subjects"),
    ("consent show user-17", "TABLE consent_secret"),
    ("unit list", "TABLE units"),
    ("history list", "TABLE sessions"), ("debug show", "TABLE settings"),
    ("doctor", "TABLE settings"),
  ])
  func `a table that is gone is damage, whoever misses it`(line: String, lost: String) throws {
    let connection = try connection()
    try connection.execute("PRAGMA foreign_keys = OFF; DROP \(lost)")
    try connection.close()
    let outcome = workspace.run(line)
    let said = line == "doctor" ? outcome.output : outcome.errors
    let name = lost.split(separator: " ")[1]
    #expect(
      said.contains(
        line == "doctor"
          ? "the table '\(name)' is missing"
          : "'DIR/adview.sqlite' is damaged: no such table: "), "\(outcome)")
    #expect(said.contains("\(name)"))
    #expect(outcome.exit == (line == "doctor" ? .answerIsNo : .badData))
    #expect(line == "doctor" || said.hasSuffix("try: adview-admin doctor\n"))
  }

  /// What was planted in the file or taken from it, and how it is named.
  @Test(arguments: [
    (
      "DROP TRIGGER consent_entries_are_never_deleted",
      "missing trigger consent_entries_are_never_deleted"
    ),
    ("DROP INDEX sessions_by_last", "missing index sessions_by_last"),
    (
      "CREATE TRIGGER spy AFTER INSERT ON sessions BEGIN DELETE FROM sessions; END",
      "foreign trigger spy"
    ),
  ])
  func `a schema that is not as it was made is named, and nothing is written`(
    sql: String, deviation: String
  ) throws {
    let connection = try connection()
    try connection.execute(sql)
    try connection.close()
    let verified = workspace.run("consent verify")
    #expect(verified.exit == .answerIsNo)
    #expect(verified.output.contains("Schema    \(deviation)\n"), "\(verified)")
    #expect(
      workspace.run("consent verify --format ndjson").output
        .contains(#""alteredSchemaObjects":["\#(deviation)"]"#))
    let doctor = workspace.run("doctor --format ndjson")
    let name = deviation.split(separator: " ")[2]
    #expect(doctor.exit == .answerIsNo && doctor.output.contains("'\(name)'"))
    for line in ["consent withdraw user-1", "unit add top"] {
      let refused = workspace.run(line)
      #expect(refused.exit == .badData && refused.errors.contains(deviation), "\(refused)")
    }
    #expect(workspace.run("consent history user-1").exit == .done)
  }

  /// Changes the file as somebody would who has SQLite and wants nobody to see it.
  private func tamper(_ statements: [String]) throws {
    let connection = try connection()
    try connection.prepare("PRAGMA foreign_keys = OFF") { try $0.run() }
    let guards = try connection.statement(
      "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name GLOB 'consent_*'"
    ).all { ($0.text(0), $0.text(1)) }
    for (name, _) in guards { try connection.prepare("DROP TRIGGER \(name)") { try $0.run() } }
    for sql in statements { try connection.prepare(sql) { try $0.run() } }
    for (_, sql) in guards { try connection.prepare(sql) { try $0.run() } }
    try connection.close()
  }
}
