// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

/// What seals commit to, as it stands in the file now: `LoadSeal` says which bytes.
struct SealedHistory {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// The digest of a session's loads behind one sequence number, up to another.
  /// - Returns: The digest, and how many loads it is over.
  func batch(
    of session: Int64, after last: Int64, through end: Int64
  ) throws -> (digest: ContentHash, loads: Int) {
    var digest = SealDigest.batch()
    digest.append(try id(of: session))
    var loads = try connection.statement(
      """
      SELECT t.sequence, u.unit, s.started_at + t.elapsed, k.from_state, k.to_state, k.cause, k.mode,
        e.hash, r.policy, r.limited_ads_since, r.applicable_law, r.silence, r.version, r.law_table
      FROM session_units AS u
      CROSS JOIN session_transitions AS t ON t.unit = u.unit AND t.session = u.session
      CROSS JOIN sessions AS s ON s.session = u.session
      CROSS JOIN transition_kinds AS k ON k.kind = t.kind
      LEFT JOIN consent_entries AS e ON e.sequence = t.consent
      LEFT JOIN gate_rules AS r ON r.rules = (
        SELECT n.rules FROM session_rules AS n
        WHERE n.session = t.session AND n.first_sequence <= t.sequence
        ORDER BY n.first_sequence DESC LIMIT 1)
      WHERE u.session = ?1 AND t.sequence > ?2 AND t.sequence <= ?3 AND t.kind <= ?4
      ORDER BY u.unit, t.sequence
      """
    ).query(session, last, end, TransitionKind.lastOfLoads)
    var count = 0
    while try loads.next() {
      digest.append(columns: 14, of: loads.row)
      count += 1
    }
    return (digest.finish(), count)
  }

  /// The sequence numbers of a session's loads that no seal of a batch covers.
  func loads(of session: Int64, after last: Int64) throws -> [Int64] {
    try connection.statement(
      """
      SELECT t.sequence FROM session_units AS u
      CROSS JOIN session_transitions AS t ON t.unit = u.unit AND t.session = u.session
      WHERE u.session = ?1 AND t.sequence > ?2 AND t.kind <= ?3 ORDER BY t.sequence
      """
    ).all(session, last, TransitionKind.lastOfLoads) { $0.int64(0) }
  }

  /// The digest of all that is kept of a session.
  func session(_ session: Int64) throws -> ContentHash {
    var digest = SealDigest.session()
    for (sql, columns) in Self.groups {
      var rows = try connection.statement(sql).query(session)
      var count: Int64 = 0
      while try rows.next() {
        digest.append(columns: columns, of: rows.row)
        count += 1
      }
      digest.append(count)
    }
    return digest.finish()
  }

  /// The digest of a unit's name.
  static func name(_ id: String, of unit: Int64) -> ContentHash {
    var digest = SealDigest.unit()
    digest.append(unit)
    digest.append(id)
    return digest.finish()
  }

  private func id(of session: Int64) throws -> String {
    try connection.statement("SELECT id FROM sessions WHERE session = ?1").first(session) {
      $0.text(0)
    } ?? ""
  }

  /// What is kept of a session, a group of rows at a time, with the number of their columns.
  private static let groups: [(StaticString, Int32)] = [
    (
      """
      SELECT id, page, app_version, device, started_at, last_at, closed, measured, transitions,
        lost, gaps, peak, track, has_geometry, attributes, experiment, arm
      FROM sessions WHERE session = ?1
      """, 17
    ),
    (
      """
      SELECT t.sequence, u.unit, t.elapsed, k.from_state, k.to_state, k.cause, k.mode, k.visible, e.hash
      FROM session_units AS u
      CROSS JOIN session_transitions AS t ON t.unit = u.unit AND t.session = u.session
      CROSS JOIN transition_kinds AS k ON k.kind = t.kind
      LEFT JOIN consent_entries AS e ON e.sequence = t.consent
      WHERE u.session = ?1 ORDER BY u.unit, t.sequence
      """, 9
    ),
    (
      """
      SELECT u.unit, v.elapsed, n.name, v.waited, v.width, v.height
      FROM session_units AS u
      CROSS JOIN session_events AS v ON v.unit = u.unit AND v.session = u.session
      LEFT JOIN ad_event_kinds AS n ON n.event = v.event
      WHERE u.session = ?1 ORDER BY u.unit, v.elapsed, v.event
      """, 6
    ),
    (
      """
      SELECT n.first_sequence, r.policy, r.limited_ads_since, r.applicable_law, r.silence, r.version,
        r.law_table
      FROM session_rules AS n LEFT JOIN gate_rules AS r ON r.rules = n.rules
      WHERE n.session = ?1 ORDER BY n.first_sequence
      """, 7
    ),
    ("SELECT content FROM tracks WHERE session = ?1 ORDER BY chunk", 1),
    (
      """
      SELECT sequence, frame_x, frame_y, frame_width, frame_height, viewport_x, viewport_y,
        viewport_width, viewport_height
      FROM transition_geometry WHERE session = ?1 ORDER BY sequence
      """, 9
    ),
  ]
}

extension SealDigest {
  /// Takes the columns of a row, each as it is stored.
  fileprivate mutating func append(columns count: Int32, of row: borrowing Row) {
    for column in 0..<count {
      switch row.storage(column) {
      case .null: append([])
      case .integer: append(row.int64(column))
      case .real: append(row.double(column))
      case .text: append(row.text(column))
      case .blob: append(row.blob(column))
      }
    }
  }
}
