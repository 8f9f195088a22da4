// SPDX-License-Identifier: MIT
import AdSQLite
import Foundation
import TestSupport

/// A folder that exists as long as a test holds it, and connections to the files in it.
final class TemporaryDatabase: TemporaryFolder {
  static let applicationID: Int32 = 0x4164_5677

  var path: String { file("test.sqlite") }

  func open(
    _ mode: Connection.Mode = .create, path: String? = nil, newestVersion: Int32 = 100,
    busyTimeout: Int32 = 0
  ) throws(OpenError) -> Connection {
    var configuration = Connection.Configuration(
      applicationID: Self.applicationID, newestVersion: newestVersion)
    configuration.busyTimeout = busyTimeout
    return try Connection(path: path ?? self.path, mode: mode, configuration: configuration)
  }

  func bytes() throws -> Data { try bytes(of: "test.sqlite") }

  func write(_ data: Data) throws { try write(data, to: "test.sqlite") }
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
