// SPDX-License-Identifier: MIT
import Foundation
import SQLiteKit

/// A folder that exists as long as a test holds it, and connections to the files in it.
final class TemporaryDatabase {
  static let applicationID: Int32 = 0x4164_5677
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("SQLiteKitTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var path: String { file("test.sqlite") }

  func file(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func open(
    _ mode: Connection.Mode = .create, path: String? = nil, newestVersion: Int32 = 100,
    busyTimeout: Int32 = 0
  ) throws(OpenError) -> Connection {
    var configuration = Connection.Configuration(
      applicationID: Self.applicationID, newestVersion: newestVersion)
    configuration.busyTimeout = busyTimeout
    return try Connection(path: path ?? self.path, mode: mode, configuration: configuration)
  }

  func bytes(of name: String = "test.sqlite") throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: file(name)))
  }

  func write(_ data: Data, to name: String = "test.sqlite") throws {
    try data.write(to: URL(fileURLWithPath: file(name)))
  }

  func permissions(of name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }

  /// The names in the folder, sorted.
  func contents() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }
}

extension Connection {
  /// The first column of the first row, as text.
  func value(_ sql: String) throws -> String {
    try prepare(sql) { try $0.first { $0.text(0) } ?? "no row" }
  }

  /// Whether the file's structure is whole and every index says the same as its table.
  func isSound() throws -> Bool { try value("PRAGMA integrity_check") == "ok" }
}

/// The code of the error that `body` throws.
func code(of body: () throws -> Void) -> SQLiteError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? SQLiteError)?.code
  }
}
