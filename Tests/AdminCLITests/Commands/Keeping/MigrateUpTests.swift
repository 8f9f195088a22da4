// SPDX-License-Identifier: MIT
import AdSQLite
import AdSystem
import Foundation
import Testing

@testable import AdStore
@testable import AdminCLI

/// Bringing a file of an older program to this one's schema: all of it, or nothing.
@Suite struct MigrateUpTests {
  private let workspace: Workspace
  private static let files = AdDatabase.schema.migrations.map(\.file)

  init() throws {
    workspace = try Workspace()
    let old = try Self.makeOld(at: workspace.path("old.sqlite"))
    try old.close()
  }

  /// A file in which all but the first two migrations are pending.
  static func makeOld(at path: String) throws -> Connection {
    let old = try Connection(
      path: path, mode: .create,
      configuration: Connection.Configuration(
        applicationID: AdDatabase.applicationID, newestVersion: .max))
    try MigrationRunner(Array(AdDatabase.schema.migrations.prefix(2))).migrate(old, now: 0)
    try old.execute("INSERT INTO pages (name) VALUES ('article')")
    return old
  }

  private func pending() throws -> Int {
    try AdDatabase.migrationStatus(of: workspace.path("old.sqlite")).pending.count
  }

  private func run(_ options: String = "") -> RecordingHost.Outcome {
    workspace.run("migrate up --db DIR/old.sqlite \(options)")
  }

  private func leave(_ bytes: Int64) {
    workspace.host.layer.room = { _ in bytes }
  }

  @Test func `the room that it takes is told before, and what ran after`() throws {
    leave(2_500_000_000)
    let planned = run("--dry-run")
    #expect(
      planned.errors == "up to 2 MB of the disk are needed meanwhile, 2500 MB are free\n",
      "\(planned)")
    let ran = run()
    #expect(ran.output == Self.files.dropFirst(2).map { "ran \($0)\n" }.joined(), "\(ran)")
    #expect(try pending() == 0)
    let again = run()
    #expect(again.output == "nothing is pending\n" && again.errors.isEmpty, "\(again)")
  }

  @Test func `nothing begins on a disk that may be too small, unless that is wanted`() throws {
    leave(100_000)
    let outcome = run()
    #expect(outcome.exit == .inputOutput)
    #expect(
      outcome.errors.contains("the disk has 0 MB free and up to 2 MB are needed"), "\(outcome)")
    #expect(try pending() == Self.files.count - 2)
    #expect(run("--ignore-space").exit == .done)
    #expect(try pending() == 0)
  }

  @Test func `a copy of before is kept, and needs its room as well`() throws {
    let plan = try AdDatabase.planUpgrade(of: workspace.path("old.sqlite"))
    leave(plan.needed + plan.bytes / 2)
    #expect(run("--keep-copy DIR/before.sqlite").exit == .inputOutput)
    leave(.max)
    let outcome = run("--keep-copy DIR/before.sqlite")
    #expect(outcome.exit == .done, "\(outcome)")
    let copy = try AdDatabase.migrationStatus(of: workspace.path("before.sqlite"))
    #expect(copy.version == 2 && copy.problems.isEmpty)
    #expect(SystemFiles().status(of: workspace.path("before.sqlite"))?.permissions == 0o600)
  }

  @Test func `a copy replaces nothing, and nothing is migrated without it`() throws {
    try workspace.write([1], to: "before.sqlite")
    #expect(run("--keep-copy DIR/before.sqlite").exit == .cannotCreate)
    #expect(run("--keep-copy DIR/none/before.sqlite").exit == .cannotCreate)
    #expect(try pending() == Self.files.count - 2)
  }

  @Test(arguments: 1...(files.count - 2))
  func `an interrupt leaves the file as it was`(asked: Int) throws {
    workspace.host.interruptsAfter = asked
    let outcome = run()
    workspace.host.interruptsAfter = nil
    #expect(outcome.exit == .interrupted, "\(outcome)")
    #expect(try pending() == Self.files.count - 2)
  }

  @Test func `pages that hold nothing are given back`() throws {
    let path = workspace.path("old.sqlite")
    let old = try Connection(
      path: path, mode: .readWrite, configuration: AdDatabase.configuration)
    try old.execute(
      """
      CREATE TABLE ballast (a); INSERT INTO ballast VALUES (zeroblob(3000000)); DROP TABLE ballast;
      """)
    try old.close()
    let outcome = run()
    #expect(outcome.errors.hasSuffix("the file is 2 MB smaller\n"), "\(outcome)")
    let bytes = try #require(SystemFiles().status(of: path)?.bytes)
    #expect(bytes < 1_000_000)
  }
}
