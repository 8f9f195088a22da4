// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

/// What seals commit to, as it stands in the file now: `LoadSeal` says which bytes.
struct SealedHistory {
  /// Where seals of a session's batches end, and what their digests are by what is there now.
  typealias Batches = [(range: ClosedRange<Int64>, digest: ContentHash)]

  private let connection: Connection
  private let kinds: SealedKinds

  init(_ connection: Connection) throws {
    self.connection = connection
    kinds = try SealedKinds.read(connection)
  }

  /// Reads a session's transitions by its seals.
  /// - Parameter ends: The last sequence numbers that its batches' seals cover, in their order.
  /// - Returns: The digests of the batches, the loads behind them, and what the session's digest goes on
  ///   from.
  func read(
    _ session: Int64, batches ends: [Int64]
  ) throws -> (batches: Batches, unsealed: [Int64], sealed: SealedSession) {
    let row = try connection.statement("SELECT id, started_at FROM sessions WHERE session = ?1")
      .first(session) { ($0.text(0), $0.int64(1)) }
    var sealed = SealedSession(id: row?.0 ?? "", startedAt: row?.1 ?? 0, kinds: kinds)
    for rules in try SealedRules.all(of: session, connection) { sealed.append(rules) }
    sealed.append(try SealedTold.all(of: session, connection))
    var batches: Batches = []
    var last: Int64 = 0
    func close(through end: Int64) throws {
      let digest = try sealed.closeBatch(through: end, connection)
      batches.append((min(last + 1, end)...end, digest))
      last = max(last, end)
    }
    var unsealed: [Int64] = []
    var rows = try connection.statement(
      """
      SELECT t.sequence, u.unit, t.elapsed, t.kind, t.consent
      FROM session_units AS u
      CROSS JOIN session_transitions AS t ON t.unit = u.unit AND t.session = u.session
      WHERE u.session = ?1 ORDER BY t.sequence, u.unit
      """
    ).query(session)
    while try rows.next() {
      let sequence = rows.row.int64(0)
      while batches.count < ends.count, sequence > ends[batches.count] {
        try close(through: ends[batches.count])
      }
      let kind = rows.row.int64(3)
      sealed.append(
        sequence, unit: rows.row.int64(1), elapsed: rows.row.int64(2), kind: kind,
        entry: rows.row.optionalInt64(4))
      if batches.count == ends.count, kind <= TransitionKind.lastOfLoads {
        unsealed.append(sequence)
      }
    }
    while batches.count < ends.count { try close(through: ends[batches.count]) }
    return (batches, unsealed, sealed)
  }

  /// The digest of all that is kept of a session.
  /// - Parameter sealed: What was read of its transitions.
  func digest(of session: Int64, _ sealed: SealedSession) throws -> ContentHash {
    var sealed = sealed
    var events = try connection.statement(
      """
      SELECT v.place, u.unit, v.elapsed, v.event, v.waited, v.width, v.height
      FROM session_units AS u
      CROSS JOIN session_events AS v ON v.unit = u.unit AND v.session = u.session
      WHERE u.session = ?1 ORDER BY v.place, u.unit, v.elapsed, v.event
      """
    ).query(session)
    while try events.next() {
      sealed.append(
        place: events.row.int64(0), unit: events.row.int64(1), elapsed: events.row.int64(2),
        event: events.row.int64(3), waited: events.row.optionalInt64(4),
        width: events.row.optionalDouble(5), height: events.row.optionalDouble(6))
    }
    var places = try connection.statement(
      """
      SELECT sequence, frame_x, frame_y, frame_width, frame_height, viewport_x, viewport_y,
        viewport_width, viewport_height
      FROM transition_geometry WHERE session = ?1 ORDER BY sequence
      """
    ).query(session)
    while try places.next() {
      var numbers: [Double] = []
      for column in 1...8 as ClosedRange<Int32> { numbers.append(places.row.double(column)) }
      sealed.append(geometryOf: places.row.int64(0), numbers)
    }
    var chunks = try connection.statement(
      "SELECT chunk, content FROM tracks WHERE session = ?1 ORDER BY chunk"
    ).query(session)
    while try chunks.next() {
      let content = chunks.row.blob(1)
      sealed.append(track: content)
      sealed.endChunk(chunks.row.int64(0), count: content.count)
    }
    return try sealed.finish(row(of: session), chunk: nil, connection)
  }

  /// The seals that a session has.
  func seals(of session: Int64) throws -> [(kind: Int64, through: Int64, digest: [UInt8])] {
    try connection.statement(
      "SELECT kind, through, digest FROM load_seals WHERE session = ?1 ORDER BY seal"
    ).all(session) { ($0.int64(0), $0.int64(1), $0.blob(2)) }
  }

  /// A session's digest that has taken its row.
  private func row(of session: Int64) throws -> SealDigest {
    var digest = SealDigest(.session)
    _ = try connection.statement(
      """
      SELECT id, page, app_version, device, started_at, last_at, closed, measured, transitions,
        lost, gaps, peak, track, has_geometry, attributes, experiment, arm, weight,
        (SELECT count(*) FROM session_units AS u WHERE u.session = sessions.session)
      FROM sessions WHERE session = ?1
      """
    ).first(session) { row in
      for column in 0..<19 as Range<Int32> {
        switch row.storage(column) {
        case .integer: digest.append(row.int64(column))
        case .text: digest.append(row.text(column))
        default: digest.append([])
        }
      }
    }
    return digest
  }
}
