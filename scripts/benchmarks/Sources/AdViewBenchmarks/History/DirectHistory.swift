// SPDX-License-Identifier: MIT
import AdModel

/// The history's statements, run through the C API directly.
struct DirectHistory {
  /// Stores sessions as the recorder does: a transaction for each, with its counts.
  static func insert(_ sessions: [[Transition]], numbers: [AdUnitID: Int64], into path: String)
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
      INSERT INTO transitions (
        unit, at, session, sequence, from_state, to_state, cause, consent, mode,
        frame_x, frame_y, frame_width, frame_height,
        viewport_x, viewport_y, viewport_width, viewport_height, visible
      ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
      """)
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
      for (place, transition) in transitions.enumerated() {
        guard let unit = numbers[transition.unit] else { throw Failure(description: "no unit") }
        insert.bind(1, unit)
        insert.bind(2, started + transition.time)
        insert.bind(3, session)
        insert.bind(4, Int64(place + 1))
        insert.bind(5, code(transition.from))
        insert.bind(6, code(transition.to))
        insert.bind(7, code(transition.cause))
        if let permit = transition.permit {
          insert.bind(8, permit.record.rawValue)
          // Personalized, as all sample loads are.
          insert.bind(9, Int64(0))
        } else {
          insert.bindNull(8)
          insert.bindNull(9)
        }
        for (column, rect) in [(Int32(10), transition.frame), (14, transition.viewport)] {
          insert.bind(column, rect.x)
          insert.bind(column + 1, rect.y)
          insert.bind(column + 2, rect.width)
          insert.bind(column + 3, rect.height)
        }
        if transition.to == .displayed {
          insert.bind(18, Int64(transition.frame.overlaps(transition.viewport) ? 1 : 0))
        } else {
          insert.bindNull(18)
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

  private static func code(_ state: LoadState) -> Int64 {
    switch state {
    case .notLoaded: 0
    case .fetched: 1
    case .displayed: 2
    case .unloaded: 3
    }
  }

  private static func code(_ cause: TransitionCause) -> Int64 {
    Int64(TransitionCause.allCases.firstIndex(of: cause) ?? 0)
  }
}

/// Questions about the history, asked through the C API directly.
struct DirectQuestions {
  private let last: DirectStatement
  private let dwell: DirectStatement

  /// How long ads were displayed, per unit, as one asks it in SQL; DuckDB is asked the same.
  static let dwellQuery = """
    SELECT unit, sum(until - at) FROM (
      SELECT unit, to_state, at,
        lead(at) OVER (PARTITION BY session, unit ORDER BY sequence) AS until
      FROM transitions
    ) AS t WHERE to_state = 2 GROUP BY unit
    """

  init(path: String) throws {
    let database = try DirectDatabase(path: path, writes: false)
    last = try database.prepare(
      """
      SELECT u.id, s.id, t.at, t.session, t.sequence, t.from_state, t.to_state, t.cause, t.consent,
        t.mode, t.frame_x, t.frame_y, t.frame_width, t.frame_height,
        t.viewport_x, t.viewport_y, t.viewport_width, t.viewport_height
      FROM (
        SELECT unit, at, session, sequence FROM transitions
        WHERE unit = (SELECT unit FROM unit_ids WHERE id = ?)
        ORDER BY at DESC, session DESC, sequence DESC LIMIT ?
      ) AS k
      CROSS JOIN transitions AS t ON t.unit = k.unit AND t.at = k.at AND t.session = k.session
        AND t.sequence = k.sequence
      JOIN unit_ids AS u ON u.unit = t.unit
      JOIN sessions AS s ON s.session = t.session
      ORDER BY k.at DESC, k.session DESC, k.sequence DESC
      """)
    dwell = try database.prepare(Self.dwellQuery)
  }

  /// Reads every column of a unit's last transitions, and gives their number.
  func lastTransitions(of unit: String, limit: Int) throws -> Int {
    var entries: [(texts: [String], integers: [Int64], doubles: [Double])] = []
    last.bind(1, unit)
    last.bind(2, Int64(limit))
    while try last.step() {
      entries.append(
        (
          [last.text(0), last.text(1)], (2...9).map { last.integer($0) },
          (10...17).map { last.double($0) }
        ))
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
