// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import Foundation

@testable import AdStore

/// A folder that exists as long as a test holds it, with a database of ours in it.
final class TemporaryStore: Sendable {
  /// 2026-11-21T06:26:00Z.
  static let now = Timestamp(milliseconds: 1_795_242_360_000)

  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("AdStoreTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var path: String { file("adview.sqlite") }

  func file(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func create() throws -> AdDatabase { try AdDatabase.create(path: path, now: Self.now) }

  func open(_ access: AdDatabase.Access = .readWrite) throws -> AdDatabase {
    try AdDatabase(path: path, access: access, busyTimeout: 20)
  }

  /// Opens the file as another program would, without any of our code in between.
  func outsider() throws -> Connection {
    try Connection(
      path: path, mode: .readWrite,
      configuration: Connection.Configuration(
        applicationID: AdDatabase.applicationID, newestVersion: .max))
  }

  func permissions(of name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }

  func contents() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  func write(_ data: Data) throws { try data.write(to: URL(fileURLWithPath: path)) }
}

extension Connection {
  /// Whether the file's structure is whole and every index says the same as its table.
  func isSound() throws -> Bool {
    try statement("PRAGMA integrity_check").first { $0.text(0) } == "ok"
  }
}

/// The code of the store error that `body` throws.
func storeCode(of body: () throws -> Void) -> StoreError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? StoreError)?.code
  }
}
