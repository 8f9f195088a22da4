// SPDX-License-Identifier: MIT
import AdSQLite

@testable import AdStore

/// What a device's database holds, as far as somebody was told that it does.
struct DeviceContents: Equatable {
  /// The events of each person's records, in the order of the ledger.
  var events: [String: [String]] = [:]
  /// How many entries the ledger has of people.
  var ledger = 0
  /// The status of each unit.
  var units: [String: String] = [:]
  /// How many lines the change log has.
  var changes = 0
  /// How many transitions each session has.
  var sessions: [String: Int] = [:]
  /// The sessions that have ended in good order.
  var closed: Set<String> = []

  init() {}

  /// Reads it with SQL of its own, so that no repository can hide what is not there.
  init(of connection: Connection) throws {
    try connection.prepare(
      """
      SELECT s.key, e.event FROM consent_contents AS c
      JOIN consent_entries AS e ON e.sequence = c.sequence
      JOIN consent_subjects AS s ON s.subject = c.subject ORDER BY c.sequence
      """
    ) { statement in
      var rows = try statement.query()
      while try rows.next() { events[rows.row.text(0), default: []].append(rows.row.text(1)) }
    }
    ledger = try connection.number("SELECT count(*) FROM consent_entries WHERE event <> 'sealed'")
    try connection.prepare(
      "SELECT i.id, u.status FROM units AS u JOIN unit_ids AS i ON i.unit = u.unit"
    ) { statement in
      var rows = try statement.query()
      while try rows.next() { units[rows.row.text(0)] = rows.row.text(1) }
    }
    changes = try connection.number("SELECT count(*) FROM changes")
    try connection.prepare(
      """
      SELECT s.id, s.closed, (
        SELECT count(*) FROM session_units AS u JOIN session_transitions AS t
          ON t.unit = u.unit AND t.session = u.session
        WHERE u.session = s.session
      ) FROM sessions AS s
      """
    ) { statement in
      var rows = try statement.query()
      while try rows.next() {
        sessions[rows.row.text(0)] = rows.row.int(2)
        if rows.row.bool(1) { closed.insert(rows.row.text(0)) }
      }
    }
  }

  /// Where it differs from another, in words.
  func difference(to other: DeviceContents) -> String {
    var words: [String] = []
    if events != other.events { words.append("events \(events) and \(other.events)") }
    if ledger != other.ledger { words.append("ledger \(ledger) and \(other.ledger)") }
    if units != other.units { words.append("units \(units) and \(other.units)") }
    if changes != other.changes { words.append("changes \(changes) and \(other.changes)") }
    if sessions != other.sessions { words.append("sessions \(sessions) and \(other.sessions)") }
    if closed != other.closed { words.append("closed \(closed) and \(other.closed)") }
    return words.joined(separator: "; ")
  }
}

extension Connection {
  /// The first column of the first row.
  func number(_ sql: String) throws -> Int { try prepare(sql) { try $0.first { $0.int(0) } ?? 0 } }
}
