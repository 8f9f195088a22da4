// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import AdStore
import AdminCLI

extension Workspace {
  /// Keeps a run of `simulate --record` as a device would have recorded it: as no simulation, and
  /// begun now.
  /// - Parameters:
  ///   - line: The command.
  ///   - duration: How long the run takes, in milliseconds.
  /// - Returns: What the command came to.
  /// - Throws: `SQLiteError`.
  @discardableResult
  func record(_ line: String, lasting duration: Int64) throws -> RecordingHost.Outcome {
    let now = host.time
    host.time = now.advanced(by: duration)
    defer { host.time = now }
    let outcome = run(line)
    try execute("UPDATE sessions SET simulated = 0")
    return outcome
  }

  /// Runs SQL on the database as somebody else would.
  /// - Throws: `SQLiteError`.
  func execute(_ sql: String) throws {
    let connection = try Connection(
      path: path("adview.sqlite"), mode: .readWrite,
      configuration: Connection.Configuration(
        applicationID: AdDatabase.applicationID, newestVersion: .max))
    try connection.execute(sql)
    try connection.close()
  }
}
