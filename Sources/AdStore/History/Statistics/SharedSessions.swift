// SPDX-License-Identifier: MIT
import SQLiteKit

/// The sessions of a long history in ranges of about as many transitions each, which several threads
/// take until none is left.
final class SharedSessions: Sendable {
  private static let count = 64

  /// The sessions to count, as they were when they were shared out.
  let all: SelectedSessions
  private let ranges: [ClosedRange<Int64>]
  private let taken = Mutex(0)

  /// Shares out sessions by their numbers.
  init(_ sessions: SelectedSessions) {
    all = sessions
    let each = sessions.transitions / Self.count + 1
    var ranges: [ClosedRange<Int64>] = []
    var transitions = 0
    var first: Int64?
    for session in sessions.all {
      transitions += session.transitions
      first = first ?? session.number
      guard transitions >= each, let start = first else { continue }
      ranges.append(start...session.number)
      (transitions, first) = (0, nil)
    }
    if let first, let last = sessions.all.last { ranges.append(first...last.number) }
    self.ranges = ranges
  }

  /// The next range; nil where all are taken.
  func next() -> ClosedRange<Int64>? {
    let place = taken.withLock { taken in
      defer { taken += 1 }
      return taken
    }
    return place < ranges.count ? ranges[place] : nil
  }
}
