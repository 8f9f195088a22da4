// SPDX-License-Identifier: MIT
import AdConsent
import AdSQLite
import AdminCLI
import Foundation
import Testing

@Suite struct BackupCommandTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test func `a backup is the whole database, for its owner alone`() throws {
    workspace.run("debug on")
    let outcome = workspace.run("backup DIR/copy.sqlite --format csv")
    let bytes = try workspace.read("copy.sqlite").count
    #expect(
      outcome
        == .init(
          exit: .done,
          output: "file,bytes,sound,problems,dryRun\r\nDIR/copy.sqlite,\(bytes),yes,,no\r\n",
          errors: ""))
    let attributes = try FileManager.default.attributesOfItem(
      atPath: workspace.path("copy.sqlite"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    for line in ["unit list", "unit log", "debug show"] {
      #expect(workspace.run("\(line) --db DIR/copy.sqlite") == workspace.run(line))
    }
  }

  @Test(arguments: ["", " --dry-run"])
  func `a file that exists is not replaced`(option: String) throws {
    try workspace.write(Array("mine".utf8), to: "mine.txt")
    #expect(
      workspace.run("backup DIR/mine.txt\(option)")
        == .init(
          exit: .cannotCreate, output: "",
          errors: "error: 'DIR/mine.txt' exists already; a backup replaces nothing.\n"
            + "try: another name\n"))
    #expect(try workspace.read("mine.txt") == Array("mine".utf8))
    #expect(workspace.run("backup DIR/no/copy.sqlite").exit == .cannotCreate)
  }

  @Test func `a dry run copies nothing`() throws {
    let outcome = workspace.run("backup DIR/copy.sqlite --dry-run")
    #expect(outcome.output == "would copy DIR/adview.sqlite to DIR/copy.sqlite\n")
    #expect(!FileManager.default.fileExists(atPath: workspace.path("copy.sqlite")))
    #expect(workspace.run("backup DIR/copy.sqlite --db DIR/no.sqlite --dry-run").exit == .notFound)
  }

  @Test func `progress of a larger file is for terminals alone`() throws {
    try workspace.damage(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO settings SELECT 'filling ' || i, hex(zeroblob(2000)) FROM n
      """)
    #expect(workspace.run("backup DIR/quiet.sqlite").errors == "")
    workspace.host.isErrorTerminal = true
    workspace.host.timeStep = 300
    let shown = workspace.run("backup DIR/copy.sqlite").errors
    #expect(shown.contains("\rcopying "))
    #expect(shown.contains(" left\u{1b}[K"))
    #expect(shown.hasSuffix("\r\u{1b}[K"), "the line is taken away")
  }

  @Test func `Ctrl-C leaves no file`() throws {
    workspace.host.isInterrupted = true
    #expect(workspace.run("backup DIR/copy.sqlite").exit == .interrupted)
    #expect(!FileManager.default.fileExists(atPath: workspace.path("copy.sqlite")))
  }

  @Test func `damage that was copied is named, and the copy stays`() throws {
    try workspace.damage("DELETE FROM pages WHERE name = 'article'")
    let outcome = workspace.run("backup DIR/copy.sqlite")
    #expect(outcome.exit == .answerIsNo)
    #expect(outcome.output.contains("a row of units refers to a row of pages"))
    #expect(FileManager.default.fileExists(atPath: workspace.path("copy.sqlite")))
  }

  @Test(arguments: [
    "CREATE INDEX mine ON units (notes)", "CREATE TABLE theirs (a)", "DROP INDEX units_by_page",
    "DROP TRIGGER consent_entries_are_never_edited; UPDATE consent_entries SET at = at + 1",
    "INSERT INTO settings VALUES ('live-views', '-3')",
    "DROP TRIGGER changes_are_never_edited; UPDATE changes SET at = 9223372036854775807 WHERE change = 1",
  ])
  func `a backup is called sound exactly where restore takes it`(sql: String) throws {
    try workspace.answer(.enabled, for: "user-17")
    for (sql, isSound) in [("", true), (sql, false)] {
      try workspace.damage(sql)
      let name = isSound ? "good.sqlite" : "bad.sqlite"
      let outcome = workspace.run("backup DIR/\(name) --format json")
      #expect(outcome.exit == (isSound ? .done : .answerIsNo), "\(outcome)")
      #expect(outcome.output.contains("\"sound\": \"yes\"") == isSound, "\(outcome)")
      let restored = workspace.run("restore DIR/\(name) --db DIR/other-\(name) --yes")
      #expect(restored.exit == (isSound ? .done : .badData), "\(restored)")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: workspace.folder)
          .allSatisfy { !$0.hasPrefix("\(name)-") }, "nothing stays beside the copy")
    }
    // Where there is no better one, what is wrong is told, and the owner decides.
    let accepted = workspace.run(
      "restore DIR/bad.sqlite --db DIR/other-bad.sqlite --yes --accept-problems")
    #expect(accepted.exit == .done && accepted.errors.contains("problem: "), "\(accepted)")
  }
}

extension Workspace {
  /// Changes the database behind the program's back, without its rules.
  func damage(_ sql: String) throws {
    let connection = try Connection(
      path: path("adview.sqlite"), mode: .readWrite,
      configuration: Connection.Configuration(applicationID: 0x4144_5657, newestVersion: 1_000))
    try connection.execute("PRAGMA foreign_keys = 0; \(sql)")
    try connection.close()
  }
}
