// SPDX-License-Identifier: MIT
import AdModel

/// The history's statements, run through the C API directly.
struct DirectHistory {
  /// Stores sessions as the recorder does: a transaction for each, with its counts.
  static func insert(_ sessions: [[LoadTransition]], numbers: [AdUnitID: Int64], into path: String)
    throws
  {
    let database = try DirectDatabase(path: path, writes: true)
    defer { database.close() }
    let begin = try database.prepare(
      """
      INSERT INTO sessions (id, page, app_version, device, started_at, last_at, measured)
      VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6) ON CONFLICT (id) DO NOTHING
      """)
    let insert = try database.prepare(
      """
      INSERT INTO session_transitions (session, unit, sequence, elapsed, kind, consent)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """)
    let list = try database.prepare("INSERT INTO session_units (unit, session) VALUES (?1, ?2)")
    let batch = try database.prepare(
      "INSERT INTO batches (session, first_sequence, last_sequence) VALUES (?1, ?2, ?3)")
    let end = try database.prepare(
      """
      UPDATE sessions SET last_at = ?2, closed = ?3, transitions = ?4, lost = ?5, gaps = ?6,
        peak = ?7
      WHERE session = ?1
      """)
    for (index, transitions) in sessions.enumerated() {
      let session = Int64(index + 1)
      let started = SampleHistory.startedAt(index).milliseconds
      begin.bind(1, SampleHistory.sessionID(index))
      begin.bind(2, SampleHistory.page)
      begin.bind(3, "")
      begin.bind(4, "")
      begin.bind(5, started)
      begin.bind(6, Int64(0))
      try begin.run()

      try database.execute("BEGIN IMMEDIATE")
      var listed: Set<AdUnitID> = []
      for (place, transition) in transitions.enumerated() {
        guard let unit = numbers[transition.unit] else { throw Failure(description: "no unit") }
        insert.bind(1, session)
        insert.bind(2, unit)
        insert.bind(3, Int64(place + 1))
        insert.bind(4, transition.time)
        insert.bind(5, kind(of: transition))
        if let permit = transition.permit {
          insert.bind(6, permit.record.rawValue)
        } else {
          insert.bindNull(6)
        }
        if listed.insert(transition.unit).inserted {
          list.bind(1, unit)
          list.bind(2, session)
          try list.run()
        }
        try insert.run()
      }
      batch.bind(1, session)
      batch.bind(2, Int64(1))
      batch.bind(3, Int64(transitions.count))
      try batch.run()
      end.bind(1, session)
      end.bind(2, started + (transitions.last?.time ?? 0))
      end.bind(3, Int64(1))
      end.bind(4, Int64(transitions.count))
      for column: Int32 in 5...7 { end.bind(column, Int64(0)) }
      try end.run()
      try database.execute("COMMIT")
    }
  }

  /// The sample has personalized loads alone, and unloads and returns by scrolling alone.
  private static func kind(of transition: LoadTransition) -> Int64 {
    switch transition.to {
    case .fetched: 0
    case .displayed: transition.frame.overlaps(transition.viewport) ? 5 : 4
    case .notLoaded: 6
    case .unloaded: 11
    }
  }
}

/// Questions about the history, asked through the C API directly.
struct DirectQuestions {
  private let last: DirectStatement
  private let dwell: DirectStatement

  /// How long ads were displayed, per unit, as one asks it in SQL.
  static let dwellQuery = """
    SELECT unit, sum(until - elapsed) FROM (
      SELECT unit, kind, elapsed,
        lead(elapsed) OVER (PARTITION BY unit, session ORDER BY sequence) AS until
      FROM session_transitions
    ) AS t WHERE kind IN (4, 5) GROUP BY unit
    """

  init(path: String) throws {
    let database = try DirectDatabase(path: path, writes: false)
    last = try database.prepare(
      """
      SELECT u.id, s.id, s.started_at + t.elapsed AS at, t.session, t.sequence, t.kind, t.consent
      FROM unit_ids AS u
      CROSS JOIN session_transitions AS t ON t.unit = u.unit
      CROSS JOIN sessions AS s ON s.session = t.session
      WHERE u.id = ? ORDER BY at DESC, t.session DESC, t.sequence DESC LIMIT ?
      """)
    dwell = try database.prepare(Self.dwellQuery)
  }

  /// Reads every column of a unit's last transitions, and gives their number.
  func lastTransitions(of unit: String, limit: Int) throws -> Int {
    var entries: [(texts: [String], integers: [Int64])] = []
    last.bind(1, unit)
    last.bind(2, Int64(limit))
    while try last.step() {
      entries.append(([last.text(0), last.text(1)], (2...6).map { last.integer($0) }))
    }
    last.reset()
    return entries.count
  }

  /// Milliseconds displayed, all units together.
  func timeDisplayed() throws -> Int64 {
    var sum: Int64 = 0
    while try dwell.step() { sum += dwell.integer(1) }
    dwell.reset()
    return sum
  }
}
