// SPDX-License-Identifier: MIT
import AdModel
import SQLiteKit

extension HistoryRepository {
  /// Lists transitions, newest first.
  /// - Parameters:
  ///   - filter: Which ones.
  ///   - limit: How many at most.
  ///   - position: Where the page before ended; the list goes on after it.
  /// - Returns: The transitions, and where the next page begins.
  /// - Throws: ``StoreError`` with `noSuchUnit` or `noSuchSession` for one the filter names.
  /// - Complexity: O(limit · log n) for a unit, a session or a time; a filter by state or cause
  ///   alone reads one index until it has found enough.
  public func list(
    _ filter: HistoryFilter = HistoryFilter(), limit: Int, after position: HistoryPosition? = nil
  ) throws -> HistoryPage {
    guard limit > 0 else { return HistoryPage(entries: [], next: position) }
    return try database.read { connection in
      let query = try ListQuery(filter, limit: limit, after: position, connection)
      var entries = try connection.reuse(query.sql) { statement in
        var entries: [HistoryEntry] = []
        var cursor = try statement.query(list: query.values)
        while try cursor.next() { entries.append(try TransitionColumns.entry(cursor.row)) }
        return entries
      }
      // One more than asked for tells whether there is another page.
      guard entries.count > limit else { return HistoryPage(entries: entries, next: nil) }
      entries.removeLast()
      return HistoryPage(entries: entries, next: entries.last?.position)
    }
  }
}

/// The SQL of a list: first the keys, from one index alone, then the rows of a page.
private struct ListQuery {
  let sql: String
  private(set) var values: [any Bindable] = []

  init(
    _ filter: HistoryFilter, limit: Int, after position: HistoryPosition?, _ connection: Connection
  ) throws {
    var values: [any Bindable] = []
    var conditions: [String] = []
    func require(_ condition: String, _ bound: any Bindable...) {
      conditions.append(condition)
      values += bound
    }
    let source: String
    let order: String
    if let session = filter.session {
      // Within a session, the order of sequence is the order of time.
      source = "transitions INDEXED BY transitions_by_session"
      order = "sequence DESC"
      require("session = ?", try HistoryRepository.session(session, connection).number)
      if let position { require("sequence < ?", position.sequence) }
    } else {
      let choice = filter.simulated ? "IN" : "NOT IN"
      conditions.append("session \(choice) (SELECT session FROM sessions WHERE simulated = 1)")
      source =
        filter.unit == nil ? "transitions INDEXED BY transitions_by_time" : "transitions"
      order = "at DESC, session DESC, sequence DESC"
      if let position {
        require(
          "(at, session, sequence) < (?, ?, ?)", position.at, position.session, position.sequence)
      }
    }
    if let unit = filter.unit {
      require("unit = ?", try HistoryRepository.number(of: unit, connection))
    }
    if let since = filter.since { require("at >= ?", since.milliseconds) }
    if let until = filter.until { require("at < ?", until.milliseconds) }
    let codes = [
      ("to_state", filter.states.map(\.databaseValue)),
      ("cause", filter.causes.map(\.databaseValue)),
    ]
    for (column, codes) in codes where !codes.isEmpty {
      let places = codes.map { _ in "?" }.joined(separator: ", ")
      conditions.append("\(column) IN (\(places))")
      values += codes.sorted().map { $0 as any Bindable }
    }
    values.append(limit == .max ? limit : limit + 1)
    let condition = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    sql = """
      SELECT \(TransitionColumns.list)
      FROM (
        SELECT unit, at, session, sequence FROM \(source) \(condition)
        ORDER BY \(order) LIMIT ?
      ) AS k
      CROSS JOIN transitions AS t ON t.unit = k.unit AND t.at = k.at AND t.session = k.session
        AND t.sequence = k.sequence
      JOIN unit_ids AS u ON u.unit = t.unit
      JOIN sessions AS s ON s.session = t.session
      ORDER BY k.at DESC, k.session DESC, k.sequence DESC
      """
    self.values = values
  }
}
