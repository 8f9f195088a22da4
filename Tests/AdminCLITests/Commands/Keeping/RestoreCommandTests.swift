// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import AdStore
import AdminCLI
import Foundation
import Testing

/// Going back to a backup.
@Suite struct RestoreCommandTests {
  let workspace: Workspace
  /// What the present database is kept as.
  private let kept = "DIR/adview.sqlite.before-20261121T062600000Z"

  init() throws {
    workspace = try Workspace()
    try workspace.answer(.enabled, for: "user-17")
    workspace.run("backup DIR/monday.sqlite")
    workspace.run("unit remove div-gpt-ad-mobile_1 --yes")
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: workspace.folder).sorted()
  }

  private func units(_ options: String = "") -> [Substring] {
    workspace.run("unit list --columns adUnitId --format csv \(options)").output
      .split(separator: "\r\n").dropFirst().map { $0.suffix(1) }
  }

  @Test func `a backup takes the place of the database, which is kept whole`() throws {
    let restored = workspace.run("restore DIR/monday.sqlite --yes")
    #expect(
      restored
        == .init(
          exit: .done,
          output: "kept what was there as \(kept)\nrestored DIR/adview.sqlite from "
            + "DIR/monday.sqlite\n", errors: ""))
    #expect(units() == ["1", "2", "3"])
    #expect(units("--db \(kept)") == ["2", "3"])
    #expect(workspace.run("doctor").exit == .done)
    #expect(workspace.run("consent verify").exit == .done)
    #expect(workspace.run("consent list").output.contains("user-17"))
    #expect(workspace.run("unit pause div-gpt-ad-mobile_1").exit == .done)
    let mode = try FileManager.default.attributesOfItem(atPath: workspace.path("adview.sqlite"))
    #expect(mode[.posixPermissions] as? Int == 0o600)
    // What was kept is a backup as well.
    workspace.host.time = workspace.host.time.advanced(by: 1)
    #expect(workspace.run("restore \(kept) --yes").exit == .done)
    #expect(units() == ["2", "3"])
    #expect(try names().allSatisfy { !$0.hasSuffix(".part") })
  }

  @Test func `it is asked for, and a dry run changes nothing`() throws {
    let before = try workspace.read("adview.sqlite")
    let refused = workspace.run("restore DIR/monday.sqlite")
    #expect(refused.exit == .usage)
    #expect(refused.errors.contains("puts another database in the place of 'DIR/adview.sqlite'"))
    #expect(
      workspace.run("restore DIR/monday.sqlite --dry-run").output
        == "would keep what was there as \(kept)\nwould restore DIR/adview.sqlite from "
        + "DIR/monday.sqlite\n")
    #expect(try workspace.read("adview.sqlite") == before)
    #expect(try !names().contains { $0.contains(".before-") })
    #expect(workspace.run("restore DIR/none.sqlite --yes").exit == .notFound)
  }

  @Test func `a database that is gone comes back`() throws {
    try FileManager.default.removeItem(atPath: workspace.path("adview.sqlite"))
    #expect(
      workspace.run("restore DIR/monday.sqlite --yes").output
        == "restored DIR/adview.sqlite from DIR/monday.sqlite\n")
    #expect(units() == ["1", "2", "3"])
  }

  @Test(arguments: [
    "UPDATE consent_entries SET at = at + 1", "DROP INDEX units_by_page",
    "PRAGMA foreign_keys = OFF; UPDATE units SET page = 99",
    "PRAGMA ignore_check_constraints = 1; UPDATE units SET label_font_weight = 'fat'",
  ])
  func `a backup in which doctor would find an error is refused`(sql: String) throws {
    let connection = try Connection(
      path: workspace.path("monday.sqlite"), mode: .readWrite,
      configuration: Connection.Configuration(
        applicationID: AdDatabase.applicationID, newestVersion: .max))
    try connection.execute("DROP TRIGGER consent_entries_are_never_edited; \(sql)")
    try connection.close()
    let before = try workspace.read("adview.sqlite")
    for options in ["--yes", "--dry-run"] {
      let refused = workspace.run("restore DIR/monday.sqlite \(options)")
      #expect(refused.exit == .badData, "\(refused)")
      #expect(refused.errors.contains("'DIR/monday.sqlite' is not put in place"), "\(refused)")
    }
    #expect(try workspace.read("adview.sqlite") == before)
    #expect(units() == ["2", "3"])
  }

  @Test func `what is no database of ours is refused, and such a file is never replaced`() throws {
    try workspace.write(Array(repeating: 0x78, count: 4_096), to: "text.sqlite")
    #expect(workspace.run("restore DIR/text.sqlite --yes").exit == .badData)
    let other = try Connection(
      path: workspace.path("other.sqlite"), mode: .create,
      configuration: Connection.Configuration(applicationID: 7, newestVersion: .max))
    try other.close()
    #expect(workspace.run("restore DIR/other.sqlite --yes").exit == .badData)
    let foreign = try workspace.read("other.sqlite")
    #expect(workspace.run("restore DIR/monday.sqlite --db DIR/other.sqlite --yes").exit == .badData)
    #expect(try workspace.read("other.sqlite") == foreign)
    #expect(units() == ["2", "3"])
  }

  @Test func `a damaged database is replaced, and kept with its log`() throws {
    let bytes = try workspace.read("adview.sqlite")
    try workspace.write(Array(repeating: 0, count: 100) + bytes.dropFirst(100), to: "adview.sqlite")
    try workspace.write(Array("a log".utf8), to: "adview.sqlite-wal")
    let restored = workspace.run("restore DIR/monday.sqlite --yes")
    #expect(restored.exit == .done, "\(restored)")
    #expect(units() == ["1", "2", "3"])
    let name = String(kept.dropFirst(4))
    #expect(try workspace.read(name).dropFirst(100) == bytes.dropFirst(100))
    #expect(try workspace.read("\(name)-wal") == Array("a log".utf8))
  }

  @Test func `a database that another process has open is not replaced`() throws {
    let open = try AdDatabase(path: workspace.path("adview.sqlite"), access: .readOnly)
    let refused = workspace.run("restore DIR/monday.sqlite --yes")
    #expect(refused.exit == .busy, "\(refused)")
    #expect(refused.errors.contains("another process has 'DIR/adview.sqlite' open"))
    try open.close()
    #expect(units() == ["2", "3"])
    #expect(workspace.run("restore DIR/monday.sqlite --yes").exit == .done)
  }

  @Test func `a backup of an earlier version is migrated on its way`() throws {
    let old = try Connection(
      path: workspace.path("old.sqlite"), mode: .create,
      configuration: Connection.Configuration(
        applicationID: AdDatabase.applicationID, newestVersion: .max))
    try MigrationRunner(AdDatabase.schema.migrations.dropLast()).migrate(old, now: 0)
    try old.close()
    let before = try workspace.read("old.sqlite")
    let restored = workspace.run("restore DIR/old.sqlite --yes --format json")
    #expect(restored.exit == .done, "\(restored)")
    #expect(restored.output.contains(AdDatabase.schema.migrations.last?.file ?? "none"))
    #expect(try workspace.read("old.sqlite") == before)
    #expect(units().isEmpty)
    #expect(workspace.run("doctor").exit == .done)
  }

  @Test func `a link stays a link, and Ctrl-C leaves everything`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: workspace.path("link.sqlite"), withDestinationPath: "adview.sqlite")
    workspace.host.isInterrupted = true
    #expect(
      workspace.run("restore DIR/monday.sqlite --db DIR/link.sqlite --yes").exit == .interrupted)
    workspace.host.isInterrupted = false
    #expect(units() == ["2", "3"])
    #expect(workspace.run("restore DIR/monday.sqlite --db DIR/link.sqlite --yes").exit == .done)
    let target = try FileManager.default.destinationOfSymbolicLink(
      atPath: workspace.path("link.sqlite"))
    #expect(target == "adview.sqlite")
    #expect(units() == ["1", "2", "3"])
  }
}
