// SPDX-License-Identifier: MIT
import AdConsent
import AdLoading
import AdModel
import AdSQLite

/// What the numbers of kinds mean, which seals commit to.
struct SealedKinds: Sendable {
  /// Of each kind of transition the bytes that a seal has of it.
  private let transitions: [Int64: [UInt8]]
  /// What events are called.
  let events: [Int64: String]

  /// What this program writes.
  static let own = SealedKinds(
    transitions: TransitionKind.all.enumerated().map { number, kind in
      [
        Int64(number), kind.from.databaseValue, kind.to.databaseValue, kind.cause.databaseValue,
        kind.mode?.databaseValue, kind.to == .displayed ? kind.isVisible ? 1 : 0 : nil,
      ]
    },
    events: AdEvent.storedNames.enumerated().map { (Int64($0), $1) })

  /// What the file says.
  static func read(_ connection: Connection) throws -> SealedKinds {
    SealedKinds(
      transitions: try connection.statement(
        "SELECT kind, from_state, to_state, cause, mode, visible FROM transition_kinds"
      ).all { row in (0..<6).map { row.optionalInt64($0) } },
      events: try connection.statement("SELECT event, name FROM ad_event_kinds").all {
        ($0.int64(0), $0.text(1))
      })
  }

  private init(transitions rows: [[Int64?]], events: [(Int64, String)]) {
    var transitions: [Int64: [UInt8]] = [:]
    for row in rows {
      var bytes: [UInt8] = []
      for column in row {
        if let column {
          ShortNumber.append(column, to: &bytes)
        } else {
          ShortNumber.appendNone(to: &bytes)
        }
      }
      transitions[row[0] ?? -1] = bytes
    }
    self.transitions = transitions
    self.events = Dictionary(events, uniquingKeysWith: { first, _ in first })
  }

  /// The bytes of some kinds, ascending, each of which has a bit.
  func meanings(of used: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = used
    while rest != 0 {
      bytes += transitions[Int64(rest.trailingZeroBitCount)] ?? []
      rest &= rest - 1
    }
    return bytes
  }
}
