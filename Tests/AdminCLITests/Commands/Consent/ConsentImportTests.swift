// SPDX-License-Identifier: MIT
import AdModel
import AdminCLI
import Testing

@Suite struct ConsentImportTests {
  private let workspace: Workspace

  /// Purposes 2 and 10, answered on 2 February 2021.
  private static let tc = "CPA9dwAPA9dwAKjACBENAPCIAEBAAECAAIAAAAAAAAAA"

  init() throws {
    workspace = try Workspace()
  }

  private func write(_ lines: [String], to name: String = "answers.ndjson") throws {
    try workspace.write(Array(lines.map { "\($0)\n" }.joined().utf8), to: name)
  }

  /// What programs are told of lines: number, result and reason.
  private func results(_ outcome: RecordingHost.Outcome) throws -> [String] {
    try outcome.output.split(separator: "\n").map { line in
      let node = try JSONNode(JSONReader.read(text: String(line)))
      let reason = try node.optional("reason")?.string()
      return "\(try node.member("line").integer()) \(try node.member("result").string())"
        + (reason.map { ": \($0)" } ?? "")
    }
  }

  private var entries: String? {
    workspace.run("consent verify").output.split(separator: "\n")
      .first { $0.hasPrefix("Entries") }.map { String($0.dropFirst(7).drop { $0 == " " }) }
  }

  private static let yes = #""updatedAt":"2026-11-20T10:00:00Z","choices":"acceptAll""#

  /// The members of a line beside the subject. YES, AT and TC stand for what many have.
  static let good: [String] = [
    #"YES"#,
    #"AT,"choices":"declineAll","regulation":"ccpa""#,
    #"AT,"choices":{"purposes":{"consent":{"enabled":["cookies"]}},"vendors":{}}"#,
    #""strings":{"tc":"TC"}"#,
    #"AT,"strings":{"usPrivacy":"1YYN"},"regulation":"cpra""#,
    #"YES,"event":"imported","regulation":"tdpsa","gpc":true"#,
    #"YES,"country":"dk","gdprApplies":true,"expiresAt":"2027-01-01T00:00:00Z""#,
    #"YES,"collection":{"action":"preferences","notice":{"id":"n1","version":"7"}}"#,
  ]

  /// The same of lines that are refused, and how the reason begins.
  static let bad: [(String, String)] = [
    (#""choices":"acceptAll""#, "the member updatedAt is missing"),
    (#"AT"#, "expected choices or strings that say what the answer was"),
    (#""updatedAt":"yesterday","choices":"acceptAll""#, "updatedAt: expected an RFC 3339 time"),
    (#""updatedAt":"2027-11-20T10:00:00Z","choices":"acceptAll""#, "time of the answer: the "),
    (#"YES,"secret":1"#, "unknown member; known here: subject, event, updatedAt, choices"),
    (#"YES,"regulation":"secret!""#, "regulation: the id of a law has 1 to 32 letters"),
    (#"YES,"event":"secret""#, "event: expected given, refused, changed"),
    (#"YES,"event":"erased""#, "event: expected given, refused, changed"),
    (#"YES,"country":"user-secret""#, "country: expected a country of two letters"),
    (#""strings":{"tc":"C!secret"}"#, "malformed TC string (alphabet) in segment 0"),
    (#"AT,"choices":"declineAll","strings":{"tc":"TC"}"#, "consent string: the answers for"),
    (#"YES,"expiresAt":"2026-11-20T10:00:00Z""#, "expiry: 2026-11-20"),
    (#""updatedAt""#, "column "),
  ]

  private func line(_ members: String) -> String {
    let text = members.replacing("YES", with: Self.yes).replacing("TC", with: Self.tc)
      .replacing("AT,", with: #""updatedAt":"2026-11-20T10:00:00Z","#)
    let whole = text == "AT" ? #""updatedAt":"2026-11-20T10:00:00Z""# : text
    return #"{"subject":"user-secret",\#(whole)}"#
  }

  @Test(arguments: good)
  func `a line is recorded`(members: String) throws {
    try write([line(members)])
    let outcome = workspace.run("consent import DIR/answers.ndjson --format ndjson")
    #expect(try results(outcome) == ["1 recorded"])
    #expect(outcome.exit == .done)
    #expect(workspace.run("consent history user-secret").output.contains("imported"))
  }

  @Test func `the line that help shows is recorded`() throws {
    let help = workspace.run("consent import --help").output.split(separator: "\n")
    let shown = try #require(help.first { $0.hasPrefix("{") })
    try write([String(shown.prefix(through: #require(shown.lastIndex(of: "}"))))])
    let outcome = workspace.run("consent import DIR/answers.ndjson --format ndjson")
    #expect(try results(outcome) == ["1 recorded"])
  }

  @Test(arguments: bad)
  func `a line is refused for a reason that repeats nothing of it, and the others are recorded`(
    members: String, reason: String
  ) throws {
    try write([line(members), #"{"subject":"other",\#(Self.yes)}"#])
    let outcome = workspace.run("consent import DIR/answers.ndjson --format ndjson")
    let lines = try results(outcome)
    #expect(lines.count == 2 && lines[1] == "2 recorded")
    #expect(lines.first?.hasPrefix("1 refused: \(reason)") == true, "\(lines)")
    #expect(outcome.exit == .badData)
    #expect(!(outcome.output + outcome.errors).contains("secret"))
    #expect(entries == "1")
  }

  @Test func `of a file that holds something else, people are shown the first hundred lines`()
    throws
  {
    try write((1...350).map { "\($0) something else" })
    let told = workspace.run("consent import DIR/answers.ndjson")
    #expect(told.exit == .badData && told.output.split(separator: "\n").count == 101)
    #expect(told.errors.contains("350 refused; 250 more of the lines above"), "\(told.errors)")
    let whole = workspace.run("consent import DIR/answers.ndjson --format ndjson")
    #expect(try results(whole).count == 350 && !whole.errors.contains("more of the lines"))
  }

  @Test(arguments: [[0, 1, 2], [1, 0, 2], [2, 1, 0]])
  func `a withdrawal may come first, of somebody who is not known, and nothing older outlives it`(
    order: [Int]
  ) throws {
    let lines = [
      #"{"subject":"ann","updatedAt":"2026-11-01T10:00:00Z","choices":"acceptAll"}"#,
      #"{"subject":"ann","updatedAt":"2026-11-03T10:00:00Z","event":"withdrawn","collection":{"interface":"web"}}"#,
      #"{"subject":"ann","updatedAt":"2026-11-02T10:00:00Z","choices":"acceptAll"}"#,
    ]
    try write(order.map { lines[$0] })
    #expect(workspace.run("consent import DIR/answers.ndjson").exit == .done)
    let shown = workspace.run("consent show ann --check")
    #expect(shown.exit == .refused && shown.output.contains("withdrawn"))
    let records = workspace.run("consent history ann --format ndjson").output
    #expect(records.split(separator: "\n").count == 3)
    #expect(records.contains(#""event":"withdrawn""#) && records.contains(#""interface":"web""#))
  }

  @Test func `what an export wrote makes the same history elsewhere, and adds nothing here`() throws
  {
    for line in [
      "ann --accept-all --at 2026-11-01", "ann --decline-all --at 2026-11-02 --notice-id n1",
      "bob --us-privacy 1YYN --regulation cpra", "bob --gpc yes --regulation cpra",
      "carl --silent --regulation tdpsa --notice-id n2", "dan --tc-string \(Self.tc)",
    ] { #expect(workspace.run("consent set \(line)").exit == .done) }
    workspace.run("consent withdraw ann --at 2026-11-03 --interface settings")
    let exported = workspace.run("consent export --everybody").output
    #expect(exported.split(separator: "\n").count == 7)
    try workspace.write(Array(exported.utf8), to: "all.ndjson")
    let again = workspace.run("consent import DIR/all.ndjson --format ndjson")
    #expect(try results(again) == (1...7).map { "\($0) known" }, "\(again.errors)")
    let elsewhere = try Workspace()
    try elsewhere.write(Array(exported.utf8), to: "all.ndjson")
    #expect(elsewhere.run("consent import DIR/all.ndjson").exit == .done)
    #expect(elsewhere.run("consent export --everybody").output == exported)
  }

  @Test func `people see the lines that do not hold, and the counts`() throws {
    workspace.run("consent set ann --decline-all")
    try write([
      #"{"subject":"ann",\#(Self.yes)}"#, "", #"{"subject":"bob",\#(Self.yes)}"#,
      #"{"subject":"bob",\#(Self.yes)}"#, "[]", "{",
    ])
    let outcome = workspace.run("consent import DIR/answers.ndjson")
    #expect(outcome.exit == .badData)
    let rows = outcome.output.split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(
      rows.prefix(3) == [
        "Line Result Record Reason", "1 overruled 2 record 1 (refused) holds",
        "5 refused - expected an object, found an array",
      ])
    #expect(rows.count == 4 && rows[3].hasPrefix("6 refused - column 2: "))
    #expect(
      outcome.errors
        == "stored 2 answers of 5 lines: 1 recorded, 1 overruled by later ones; 1 known already, "
        + "2 refused\n")
    let held = workspace.run("consent show ann --format ndjson").output
    #expect(held.contains(#""event":"refused""#))
    #expect(workspace.run("consent show bob --check").exit == .done)
    #expect(workspace.run("consent verify").exit == .done)
  }

  @Test func `the same file twice appends nothing, also after a withdrawal`() throws {
    try write(
      (1...2_500).map { #"{"subject":"user-\#($0)",\#(Self.yes)}"# } + [
        #"{"subject":"user-1","strings":{"tc":"\#(Self.tc)"}}"#
      ])
    let first = workspace.run("consent import DIR/answers.ndjson")
    #expect(
      first
        == .init(
          exit: .done,
          output:
            "Line  Result     Record  Reason\n2501  overruled    2501  record 1 (imported) holds\n",
          errors: "stored 2501 answers of 2501 lines: 2500 recorded, 1 overruled by later ones; "
            + "0 known already, 0 refused\n"))
    workspace.run("consent withdraw user-2")
    let again = workspace.run("consent import DIR/answers.ndjson")
    #expect(
      again
        == .init(
          exit: .done, output: "",
          errors: "stored 0 answers of 2501 lines: 0 recorded, 0 overruled by later ones; "
            + "2501 known already, 0 refused\n"))
    #expect(entries == "2502")
    #expect(workspace.run("consent show user-2 --check").exit == .refused)
  }

  @Test func `an interrupt keeps the batches that were stored, and the rest can follow`() throws {
    try write((1...2_500).map { #"{"subject":"user-\#($0)",\#(Self.yes)}"# })
    // SQLite asks as well, so often as it takes: whole batches are stored, whenever it is.
    var outcome = workspace.run("consent import DIR/answers.ndjson --dry-run --format ndjson")
    var asked = 1
    while entries == "0", asked < 1_000 {
      workspace.host.interruptsAfter = asked
      outcome = workspace.run("consent import DIR/answers.ndjson --format ndjson")
      workspace.host.interruptsAfter = nil
      asked += 4
    }
    #expect(outcome.exit == .interrupted)
    #expect(try results(outcome) == (1...1_000).map { "\($0) recorded" })
    #expect(
      outcome.errors
        == "stored 1000 answers of 1000 lines: 1000 recorded, 0 overruled by later ones; 0 known "
        + "already, 0 refused; not all lines were read: import the same file again for the rest\n"
        + "error: interrupted.\n")
    workspace.host.interruptsAfter = nil
    #expect(entries == "1000")
    let rest = workspace.run("consent import DIR/answers.ndjson")
    #expect(rest.errors.hasPrefix("stored 1500 answers of 2500 lines: 1500 recorded"))
    #expect(entries == "2500")
  }

  @Test func `a dry run and standard input`() throws {
    let lines = (1...1_200).map { #"{"subject":"user-\#($0 % 1_100)",\#(Self.yes)}"# }
    workspace.host.input.lines = lines
    let planned = workspace.run("consent import - --dry-run")
    #expect(planned.errors.hasPrefix("would store 1100 answers of 1200 lines: 1100 recorded"))
    #expect(entries == "0")
    workspace.host.input.lines = lines
    #expect(workspace.run("consent import -").errors.hasPrefix("stored 1100 answers of 1200"))
    #expect(entries == "1100")
  }

  @Test func `every key is held against the secret of the store`() throws {
    try write([#"{"subject":"user-17",\#(Self.yes)}"#])
    try workspace.write(Array("0123456789abcdef".utf8), to: "secret")
    workspace.host.variables["ADVIEW_SUBJECT_SECRET_FILE"] = workspace.path("secret")
    #expect(workspace.run("consent import DIR/answers.ndjson").exit == .done)
    #expect(workspace.run("consent show user-17 --check").exit == .done)
    #expect(
      !String(decoding: try workspace.read("adview.sqlite"), as: UTF8.self).contains("user-17"))
    let hashed = "hmac-sha256:" + String(repeating: "0", count: 64)
    for secret in [workspace.path("secret"), nil] {
      // Hashed again, it would be somebody else.
      try write([#"{"subject":"\#(hashed)",\#(Self.yes)}"#])
      #expect(workspace.run("consent import DIR/answers.ndjson").exit == .badData)
      #expect(workspace.run("consent withdraw \(hashed)").exit == .usage)
      try write([#"{"subject":"user-17",\#(Self.yes)}"#])
      workspace.host.variables["ADVIEW_SUBJECT_SECRET_FILE"] = nil
      let without = workspace.run("consent import DIR/answers.ndjson")
      #expect(without.exit == .usage && without.errors.contains("without it"), "\(secret ?? "")")
    }
    #expect(entries == "2")
  }
}
