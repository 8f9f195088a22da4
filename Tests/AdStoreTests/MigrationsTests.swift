// SPDX-License-Identifier: MIT
import AdSQLite
import AdStore
import Foundation
import Testing

@Suite struct MigrationsTests {
  /// The folder `migrations` of the checkout that this file was compiled from.
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("migrations")

  @Test func `the program carries exactly the files of the folder`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(Migrations.all.map(\.file) == files)
  }

  @Test(arguments: Migrations.all.map(\.file))
  func `the program carries a file byte for byte`(file: String) throws {
    let data = try Data(contentsOf: Self.folder.appendingPathComponent(file))
    let carried = try #require(Migrations.all.first { $0.file == file })
    #expect(Array(data) == Array(carried.sql.utf8))
  }

  @Test func `the files are numbered from 1 without a gap`() {
    #expect(Migrations.all.map(\.version) == Array(1...Migrations.all.count))
  }

  @Test func `a new file takes every migration and is sound`() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("MigrationsTests-\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let runner = MigrationRunner(Migrations.all)
    let connection = try Connection(
      path: path, mode: .create,
      configuration: .init(applicationID: 1, newestVersion: Int32(runner.newestVersion)))
    #expect(try runner.migrate(connection, now: 1) == Migrations.all)
    #expect(try runner.status(of: connection).problems == [])
    #expect(try connection.isSound())
    try connection.close()
  }
}
