// SPDX-License-Identifier: MIT
import AdSQLite

/// A few read-only connections that any thread may read on, each with the statements it has
/// prepared so far.
///
/// Connections are opened when they are first needed, so a program that reads from one thread
/// opens one.
struct ReaderPool: Sendable {
  let connections: [SharedConnection]

  /// How many threads can read at the same time.
  var size: Int { connections.count }

  /// Prepares a pool without opening anything.
  init(size: Int, open: @escaping @Sendable () throws -> Connection) {
    connections = (0..<size).map { _ in SharedConnection(open: open) }
  }

  /// Runs `body` on a connection that nobody else uses; waits where all are in use.
  /// - Parameter body: Reads on the connection without keeping it.
  /// - Throws: ``StoreError`` with `closed`, or whatever `body` throws.
  func read<Result: Sendable>(_ body: (Connection) throws -> Result) throws -> Result {
    for connection in connections {
      if let result = try connection.useIfFree(body) { return result }
    }
    return try connections[0].use(body)
  }

  /// Closes every connection; later reads throw `closed`.
  /// - Throws: `SQLiteError`.
  func close() throws {
    for connection in connections { try connection.close { _ in } }
  }
}
