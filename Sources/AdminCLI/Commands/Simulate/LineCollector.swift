// SPDX-License-Identifier: MIT
import AdSQLite
import AdSystem

/// Keeps debug lines until they can be printed.
final class LineCollector: Sendable {
  private let lines = Mutex<[String]>([])

  func append(_ line: String) {
    lines.withLock { $0.append(line) }
  }

  var all: [String] { lines.withLock { $0 } }
}
