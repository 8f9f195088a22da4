// SPDX-License-Identifier: MIT
import SQLiteKit

/// The units of a long history in ranges, which several threads take until none is left.
final class SharedUnits: Sendable {
  private static let count: UInt64 = 64

  /// The sessions to count, as they were when the units were shared out.
  let sessions: SelectedSessions
  private let all: ClosedRange<Int64>
  private let taken = Mutex<UInt64>(0)

  init(_ all: ClosedRange<Int64>, sessions: SelectedSessions) {
    self.all = all
    self.sessions = sessions
  }

  /// Shares out all units of the history.
  convenience init(of sessions: SelectedSessions, _ connection: Connection) throws {
    // Asked for one by one, both ends are found without reading what lies between.
    let ends = try connection.statement(
      "SELECT (SELECT min(unit) FROM transitions), (SELECT max(unit) FROM transitions)"
    ).first { $0.int64(0)...$0.int64(1) }
    self.init(ends ?? 0...0, sessions: sessions)
  }

  /// The next range; nil where all are taken.
  func next() -> ClosedRange<Int64>? {
    let width = UInt64(bitPattern: all.upperBound &- all.lowerBound) / Self.count + 1
    let place = taken.withLock { taken in
      defer { taken += 1 }
      return taken
    }
    let (skipped, isBeyond) = place.multipliedReportingOverflow(by: width)
    let first = all.lowerBound &+ Int64(bitPattern: skipped)
    guard !isBeyond, all.contains(first) else { return nil }
    let rest = UInt64(bitPattern: all.upperBound &- first)
    return first...(first &+ Int64(bitPattern: min(width - 1, rest)))
  }
}
