// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdminCLI
import Foundation
import Testing

@Suite struct DoctorCommandTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  /// The findings of a run that must end with 1.
  private func findings(_ line: String = "doctor") throws -> [JSONNode] {
    let outcome = workspace.run("\(line) --format json")
    #expect(outcome.exit == .answerIsNo, "\(outcome)")
    return try JSONNode(JSONReader.read(text: outcome.output)).elements()
  }

  @Test func `a sound database has no findings`() {
    let outcome = workspace.run("doctor")
    #expect(outcome.exit == .done)
    #expect(outcome.output == "nothing found\n")
    #expect(outcome.errors.hasPrefix("checked: file modes, write-ahead log of "))
    #expect(outcome.errors.hasSuffix("consent ledger of 0 entries, history against 0 seals\n"))
    #expect(workspace.run("doctor --format json").output == "[]\n")
    #expect(workspace.run("doctor --format csv").output == "severity,finding,advice\r\n")
  }

  @Test func `debugging that was left on is a finding with the line that ends it`() {
    workspace.run("debug on")
    #expect(
      workspace.run("doctor --db DIR/adview.sqlite --format csv").output
        == "severity,finding,advice\r\n"
        + "warning,\"debugging is on, and shows in every app\","
        + "adview-admin debug off --db DIR/adview.sqlite\r\n")
  }

  @Test func `a file that others can read is a finding`() throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: workspace.path("adview.sqlite"))
    let found = try findings()
    #expect(found.count == 1)
    #expect(
      try found[0].member("finding").string()
        .hasSuffix("has mode 644: others than its owner can use it"))
    #expect(try found[0].member("advice").string().hasPrefix("chmod 600 "))
  }

  @Test func `a write-ahead log that has grown is a finding`() throws {
    let log = workspace.path("adview.sqlite-wal")
    try Data().write(to: URL(filePath: log))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: log)
    let file = try #require(FileHandle(forWritingAtPath: log))
    try file.truncate(atOffset: 65 << 20)
    try file.close()
    let found = try findings().map { try $0.member("finding").string() }
    #expect(
      found == ["the write-ahead log has 65 MiB: a reader that never ends keeps it"])
  }

  @Test func `a reference to nothing is an error`() throws {
    try workspace.damage("DELETE FROM pages WHERE name = 'article'")
    let found = try findings()
    #expect(try found.allSatisfy { try $0.member("severity").string() == "error" })
    let words = try found.map { try $0.member("finding").string() }
    #expect(words.contains("a row of units refers to a row of pages that does not exist"))
  }

  @Test func `a ledger that was edited is an error`() throws {
    try workspace.answer(.enabled, for: "user-17")
    try workspace.answer(.disabled, for: "user-17")
    #expect(workspace.run("doctor").exit == .done)
    try workspace.damage(
      "DROP TRIGGER consent_entries_are_never_edited; UPDATE consent_entries SET at = at + 1")
    let found = try findings().map { try $0.member("finding").string() }
    #expect(found.count == 2)
    #expect(found.first == "the trigger 'consent_entries_are_never_edited' is missing")
    #expect(found.last?.hasPrefix("the consent ledger does not verify: ") == true)
  }

  @Test func `a history that is not as it was sealed is a warning, and can be gone back to`() throws
  {
    try workspace.write(Array(SimulateCommandTests.trace.utf8), to: "scroll.ndjson")
    workspace.run("consent set user-17 --accept-all")
    #expect(workspace.run("doctor").exit == .done)
    // Kept as if a device had recorded it, which no seal knows of.
    try workspace.record(
      "simulate DIR/scroll.ndjson --page homepage --record --subject user-17 --as run-1",
      lasting: 10_067)
    let found = try findings()
    #expect(found.count == 1)
    let words = try found.first?.member("finding").string()
    #expect(words?.hasPrefix("the history is not as it was sealed: ") == true, "\(words ?? "-")")
    #expect(try found.first?.member("severity").string() == "warning")
    #expect(workspace.run("backup DIR/copy.sqlite").exit == .done)
  }

  @Test func `keys that look alike are pointed out without being told`() throws {
    workspace.run("init")
    try workspace.write(
      Array("anna\nbob\nAnna\nan\u{200B}na\njos\u{E9}\njose\u{301}\n".utf8), to: "people.txt")
    workspace.run("consent withdraw --subject-file DIR/people.txt")
    let doctor = workspace.run("doctor --format ndjson")
    for pair in ["records 1 and 3", "records 1 and 4", "records 5 and 6"] {
      #expect(doctor.output.contains(pair))
    }
    #expect(!doctor.output.contains("records 1 and 2") && !doctor.output.contains("anna"))
  }

  @Test func `a journal mode that was changed is a finding`() throws {
    try workspace.damage("PRAGMA journal_mode = delete")
    let found = try findings().map { try $0.member("finding").string() }
    #expect(
      found == ["the journal mode is delete, not wal: readers and writers wait for each other"])
  }

  @Test func `a file that is cut short is examined, too`() throws {
    let bytes = try workspace.read("adview.sqlite")
    try workspace.write(Array(bytes.prefix(5_000)), to: "cut.sqlite")
    let found = try findings("doctor --db DIR/cut.sqlite").map {
      try $0.member("finding").string()
    }
    #expect(found.contains { $0.contains("is damaged") })
  }

  @Test func `what is no database of ours has the exit code of that`() throws {
    #expect(workspace.run("doctor --db DIR/no.sqlite").exit == .notFound)
    try workspace.write(Array(repeating: 0x78, count: 4_096), to: "text.sqlite")
    #expect(workspace.run("doctor --db DIR/text.sqlite").exit == .badData)
  }
}
