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

  @Test func `a file that is no backup is told from a database that is none`() throws {
    try workspace.write(Array("root:x:0:0\n".utf8), to: "passwd")
    let refused = workspace.run("restore DIR/passwd --yes")
    #expect(refused.exit == .badData)
    #expect(refused.errors.contains("try: name a file that 'adview-admin backup' wrote"))
    let other = workspace.run("unit list --db DIR/passwd")
    #expect(other.errors.contains("try: name another file with --db"))
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
    let doctor = workspace.run("doctor")
    #expect(doctor.exit == .answerIsNo)
    #expect(doctor.output.split(separator: "\n").count == 2, "\(doctor)")
    #expect(doctor.output.contains(".before-") && doctor.output.contains("everybody's consent"))
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
    let refused = workspace.run("restore DIR/monday.sqlite --yes")
    #expect(refused.exit == .refused, "\(refused)")
    #expect(refused.errors.contains("cannot be read"), "\(refused)")
    let restored = workspace.run("restore DIR/monday.sqlite --yes --lose-consent")
    #expect(restored.exit == .done, "\(restored)")
    #expect(restored.output.contains("lost consent: the database that is there cannot be read"))
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
    let doctor = workspace.run("doctor --format json").output
    #expect(!doctor.contains("error"), "\(doctor)")
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

  @Test func `who said no since the backup stays closed, and a dry run counts them`() throws {
    try workspace.answer(.enabled, for: "user-18")
    try workspace.answer(.enabled, for: "user-19")
    workspace.run("backup DIR/tuesday.sqlite")
    workspace.host.time = workspace.host.time.advanced(by: 3_600_000)
    workspace.run("consent withdraw user-17")
    workspace.run("consent set user-18 --decline-all")
    workspace.run("consent erase user-19 --yes")
    try workspace.answer(.enabled, for: "user-20")
    let before = try workspace.read("adview.sqlite")
    let plan = workspace.run("restore DIR/tuesday.sqlite --dry-run")
    #expect(
      plan.output.hasPrefix("would carry over 1 withdrawal, 1 refusal, 1 erasure\n"), "\(plan)")
    #expect(plan.output.contains("would leave out 1 permission; --all-answers"))
    #expect(try workspace.read("adview.sqlite") == before)
    let done = workspace.run("restore DIR/tuesday.sqlite --yes --format json")
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(done.output.utf8)) as? [String: Any])
    let counts = [
      "withdrawals": 1, "refusals": 1, "restrictions": 0, "permissions": 0, "erasures": 1,
    ]
    #expect(json["carriedOver"] as? [String: Int] == counts)
    #expect(json["leftOut"] as? Int == 1)
    #expect(workspace.run("export bundle div-gpt-ad-mobile_2 --subject user-17").exit == .refused)
    let list = workspace.run("consent list --format csv --columns subject,event").output
    #expect(list.contains("user-17,withdrawn") && list.contains("user-18,refused"), "\(list)")
    #expect(!list.contains("user-19") && !list.contains("user-20"))
    #expect(workspace.run("consent verify").exit == .done)
  }

  @Test func `answers that allow ads come along where they are asked for`() throws {
    workspace.host.time = workspace.host.time.advanced(by: 3_600_000)
    try workspace.answer(.enabled, for: "user-20")
    let done = workspace.run("restore DIR/monday.sqlite --yes --all-answers")
    #expect(done.output.hasPrefix("carried over 1 permission\n"), "\(done)")
    #expect(workspace.run("consent show user-20").output.contains("personalized"))
  }

  @Test func `somebody is erased in what was kept as well, or the erasure is pending`() throws {
    #expect(workspace.run("restore DIR/monday.sqlite --yes").exit == .done)
    let name = String(kept.dropFirst(4))
    let holds = { (file: String) in
      try Data(workspace.read(file)).contains(Data("user-17".utf8))
    }
    #expect(try holds(name))
    let plan = workspace.run("consent erase user-17 --dry-run")
    #expect(plan.output.contains("would erase 1 record in \(kept)"), "\(plan)")
    #expect(try holds(name))
    let erased = workspace.run("consent erase user-17 --yes")
    #expect(erased.exit == .done, "\(erased)")
    #expect(erased.output.contains("erased 1 record in \(kept)"))
    #expect(try !holds(name) && !holds("adview.sqlite"))
    // Whom only the kept file knows can be erased, too; and whom nobody knows is not found.
    #expect(workspace.run("consent erase user-17 --yes").exit == .notFound)
    try workspace.write(Array("not a database".utf8), to: name)
    let pending = workspace.run("consent erase user-17 --yes")
    #expect(pending.exit == .busy, "\(pending)")
    #expect(pending.errors.contains("pending in 1 file that 'restore' kept"))
    #expect(pending.errors.contains("rm DIR/\(name)"))
  }

  @Test func `the inventory alone goes back, and everything else stays`() throws {
    workspace.host.time = workspace.host.time.advanced(by: 3_600_000)
    workspace.run("consent withdraw user-17")
    workspace.run("debug on")
    workspace.run("unit add extra --page news")
    workspace.run("settings set --history-days 90")
    let open = try AdDatabase(path: workspace.path("adview.sqlite"), access: .readOnly)
    let head = workspace.run("consent head").output.prefix(140)
    let plan = workspace.run("restore DIR/monday.sqlite --inventory-only --dry-run")
    #expect(plan.output.contains("would add unit div-gpt-ad-mobile_1"), "\(plan)")
    #expect(units().count == 3)
    workspace.host.time = workspace.host.time.advanced(by: 3_600_000)
    let done = workspace.run("restore DIR/monday.sqlite --inventory-only --yes")
    #expect(done.exit == .done, "\(done)")
    #expect(units() == ["1", "2", "3"])
    #expect(workspace.run("debug show").output.contains("on"))
    #expect(workspace.run("consent head").output.hasPrefix(head))
    #expect(try !names().contains { $0.contains(".before-") })
    try open.close()
    let content = { (file: String) in workspace.run("export inventory --db DIR/\(file)").output }
    #expect(content("adview.sqlite") == content("monday.sqlite"))
    #expect(
      workspace.run("restore DIR/monday.sqlite --inventory-only --lose-consent --yes").exit
        == .usage)
    #expect(workspace.run("revert --since 30m --yes").exit == .done)
    #expect(units().count == 3)
  }
}
