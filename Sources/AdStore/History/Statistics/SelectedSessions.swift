// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite

/// The sessions that statistics count, found by their numbers without hashing.
struct SelectedSessions: Equatable, Sendable {
  let all: [SessionSummary]
  private let base: Int64
  /// For each number from `base` on: the place in `all`, or -1. Empty where the numbers lie so far
  /// apart that the list would be mostly that.
  private var places: [Int32] = []

  /// How many transitions they have together.
  let transitions: Int

  init(_ filter: StatisticsFilter, _ connection: Connection) throws {
    var conditions: [String] = []
    var values: [any Bindable] = []
    func require(_ condition: String, _ value: (any Bindable)?) {
      guard let value else { return }
      conditions.append(condition)
      values.append(value)
    }
    if let id = filter.session {
      require("session = ?", try HistoryRepository.session(id, connection).number)
    } else {
      require("simulated = ?", filter.simulated)
    }
    require("page = ?", filter.page?.rawValue)
    require("app_version = ?", filter.appVersion)
    require("experiment = ?", filter.experiment?.rawValue)
    require("arm = ?", filter.arm?.rawValue)
    require("started_at >= ?", filter.since?.milliseconds)
    require("started_at < ?", filter.until?.milliseconds)
    let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    all = try connection.prepare(SessionSummary.select + condition + " ORDER BY session") {
      var found: [SessionSummary] = []
      var cursor = try $0.query(list: values)
      while try cursor.next() {
        let session = try SessionSummary(cursor.row)
        let isWanted = filter.attributes.allSatisfy { session.attributes.values[$0] == $1 }
        if isWanted { found.append(session) }
      }
      return found
    }
    base = all.first?.number ?? 0
    if let last = all.last {
      let (span, isBeyond) = last.number.subtractingReportingOverflow(base)
      if !isBeyond, span < 1_024 + 16 * Int64(all.count) {
        places = Array(repeating: -1, count: Int(span) + 1)
        for (place, session) in all.enumerated() {
          places[Int(session.number - base)] = Int32(place)
        }
      }
    }
    transitions = all.reduce(0) { $0 + $1.transitions }
  }

  /// The sessions, those that began last first.
  var newestFirst: [SessionSummary] {
    all.sorted { ($1.startedAt, $1.number) < ($0.startedAt, $0.number) }
  }

  /// Where a session stands, or nil where it is not selected.
  func place(of number: Int64) -> Int? {
    guard !places.isEmpty else { return search(for: number) }
    let (offset, isBeyond) = number.subtractingReportingOverflow(base)
    guard !isBeyond, offset >= 0, offset < places.count, places[Int(offset)] >= 0 else {
      return nil
    }
    return Int(places[Int(offset)])
  }

  private func search(for number: Int64) -> Int? {
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      if all[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < all.count && all[low].number == number ? low : nil
  }

  /// Whether going session by session reads less than going through everything.
  func areFew(_ connection: Connection) throws -> Bool {
    let stored = try connection.statement("SELECT coalesce(sum(transitions), 0) FROM sessions")
      .first { $0.int(0) }
    return transitions < (stored ?? 0) / 8
  }
}
