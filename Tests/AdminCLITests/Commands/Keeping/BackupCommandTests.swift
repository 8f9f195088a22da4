// SPDX-License-Identifier: MIT
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
          output: "file,bytes,sound,damage,dryRun\r\nDIR/copy.sqlite,\(bytes),yes,,no\r\n",
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
