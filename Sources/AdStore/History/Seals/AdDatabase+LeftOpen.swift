// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import AdSystem

extension AdDatabase {
  /// Has the sessions sealed that nobody ended, soon and on another thread; where that fails, the next one
  /// who opens the file or records does it.
  func sealLeftOpenSoon() {
    writing.add { [self] in try? sealLeftOpen() }
  }

  /// Seals the sessions that nobody ended, and commits to it in the ledger.
  private func sealLeftOpen() throws {
    func last(_ connection: Connection) throws -> Int64? {
      try connection.statement(
        "SELECT max(last_at) FROM sessions WHERE sealed = 0 AND simulated = 0"
      ).first { $0.optionalInt64(0) } ?? nil
    }
    guard try read(last) != nil else { return }
    try write(isHistory: true) { connection in
      guard let last = try last(connection) else { return }
      let seals = SealWriter(connection)
      let running = sessions.withLock { $0.running }
      if try seals.sealLeftOpen(besides: running) {
        try seals.anchor(at: Timestamp(milliseconds: last))
      }
    }
  }
}
