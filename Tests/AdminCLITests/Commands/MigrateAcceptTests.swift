// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import AdStore
import AdminCLI
import Testing

@Suite struct MigrateAcceptTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  /// Makes the second migration one that ran with a line more.
  private func edit() throws {
    let database = try AdDatabase(path: workspace.path("adview.sqlite"), access: .readWrite)
    try database.write { connection in
      try connection.execute(
        "UPDATE schema_migrations SET sql = '-- An old line.\n' || sql WHERE version = 2")
    }
    try database.close()
  }

  @Test func `an edit is shown, accepted with --yes, and no problem any more`() throws {
    try edit()
    let status = workspace.run("migrate status")
    #expect(status.exit == .answerIsNo)
    #expect(status.errors.hasSuffix("try: adview-admin migrate accept 2 --dry-run\n"), "\(status)")
    #expect(workspace.run("migrate up").exit == .badData)
    let shown = """
      0002_consent.sql, as it ran (-) and as this program carries it (+):
      - -- An old line.
        -- Consent: the ledger of what was recorded when, and apart from it what was recorded about whom.
        --
      ...

      """
    let planned = workspace.run("migrate accept 2 --dry-run")
    #expect(
      planned == .init(exit: .done, output: shown + "would accept 0002_consent.sql\n", errors: ""))
    let asked = workspace.run("migrate accept 2")
    #expect(asked.exit == .usage)
    #expect(asked.output == shown)
    #expect(asked.errors.hasSuffix("try: adview-admin migrate accept 2 --yes\n"))
    #expect(workspace.run("migrate status").exit == .answerIsNo)
    #expect(
      workspace.run("migrate accept 2 --yes --actor ann").output
        == shown + "accepted 0002_consent.sql\n")
    #expect(workspace.run("migrate status").exit == .done)
    #expect(workspace.run("migrate up").exit == .done)
  }

  @Test func `both texts are in the log, and a line of it stays a line`() throws {
    try edit()
    workspace.run("migrate accept 2 --yes --actor ann")
    let log = workspace.run("unit log --limit 1 --format ndjson").output
    let change = try JSONNode(JSONReader.read(text: log))
    #expect(try change.member("actor").string() == "ann")
    #expect(try change.member("name").string() == "migration 2")
    let before = try change.member("before").member("sql").string()
    let after = try change.member("after").member("sql").string()
    #expect(before == "-- An old line.\n" + after)
    let table = workspace.run("unit log --limit 1").output
    #expect(table.split(separator: "\n").count == 2)
    #expect(table.utf8.count < 800)
  }

  @Test func `a text that did not change is nothing to accept`() {
    #expect(
      workspace.run("migrate accept 1 --yes")
        == .init(
          exit: .done, output: "nothing to accept: 0001_inventory.sql is as it ran\n", errors: ""))
    #expect(workspace.run("migrate accept 1 --yes --format json").output == "[]\n")
    #expect(!workspace.run("unit log --format csv").output.contains("migration"))
  }

  @Test func `programs get both texts`() throws {
    try edit()
    let accepted = workspace.run("migrate accept 2 --yes --format ndjson")
    let edit = try JSONNode(JSONReader.read(text: accepted.output))
    #expect(try edit.member("version").integer() == 2)
    #expect(try edit.member("file").string() == "0002_consent.sql")
    #expect(
      try edit.member("ran").string() == "-- An old line.\n" + edit.member("carried").string())
    #expect(try !edit.member("dryRun").bool())
  }

  @Test(arguments: [("99", ExitCode.notFound), ("0", .usage), ("two", .usage), ("", .usage)])
  func `a migration that never ran is none to accept`(number: String, exit: ExitCode) {
    #expect(workspace.run("migrate accept \(number) --yes").exit == exit)
  }

  @Test func `a text that is recorded by now is not written over`() throws {
    try edit()
    let path = workspace.path("adview.sqlite")
    let error = #expect(throws: StoreError.self) {
      try AdDatabase.acceptMigration(
        2, insteadOf: "something else", path: path, by: "ann", at: workspace.host.time)
    }
    #expect(error?.code == .alteredMigrations)
    #expect(workspace.run("migrate status").exit == .answerIsNo)
  }
}
