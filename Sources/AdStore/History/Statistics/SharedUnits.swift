// SPDX-License-Identifier: MIT
import AdSQLite
import AdSystem

/// The units of a long history in ranges of their numbers, which several threads take until none is
/// left.
final class SharedUnits: Sendable {
  // Many more than there are processors, for what has a history may lie close together.
  private static let count: UInt64 = 256

  /// The sessions to count, as they were when the units were shared out.
  let sessions: SelectedSessions
  private let rest: Mutex<ClosedRange<Int64>?>
  private let width: UInt64

  /// Shares out all units that the database knows.
  convenience init(_ sessions: SelectedSessions, _ connection: Connection) throws {
    let units = try connection.statement(
      "SELECT (SELECT min(unit) FROM unit_ids), (SELECT max(unit) FROM unit_ids)"
    ).first { $0.int64(0)...$0.int64(1) }
    self.init(sessions, units: units ?? 0...0)
  }

  init(_ sessions: SelectedSessions, units: ClosedRange<Int64>) {
    self.sessions = sessions
    rest = Mutex(units)
    width = Self.distance(units) / Self.count
  }

  private static func distance(_ range: ClosedRange<Int64>) -> UInt64 {
    UInt64(bitPattern: range.upperBound &- range.lowerBound)
  }

  /// The next range; nil where all are taken.
  func next() -> ClosedRange<Int64>? {
    rest.withLock { rest in
      guard let left = rest else { return nil }
      guard Self.distance(left) > width else {
        rest = nil
        return left
      }
      let last = left.lowerBound &+ Int64(bitPattern: width)
      rest = last + 1...left.upperBound
      return left.lowerBound...last
    }
  }
}
