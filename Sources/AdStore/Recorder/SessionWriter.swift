// SPDX-License-Identifier: MIT
import AdConsent
import AdLoading
import AdModel
import AdSQLite
import AdSystem

/// Stores the batches of one session, each with its counts in one transaction.
struct SessionWriter: Sendable {
  /// How a session ends.
  struct Ending: Sendable {
    /// When, in milliseconds of the manager's clock; `nil` with the last transition.
    let time: Int64?
  }

  /// What is known of a unit, so that it is asked for once.
  struct Unit {
    let number: Int64
    /// Whether the database has it that the unit is in this session.
    var isListed = false
    /// Whether the last transition of the unit left something loaded.
    var isLoaded = false
  }

  let database: AdDatabase
  let session: RecordedSession
  /// The number of its row, which is written with the first batch.
  private var number: Int64?
  var units: [Unit] = []
  /// Where ``units`` has them.
  private var indices: [AdUnitID: Int] = [:]
  var hasGeometry = false
  var track = TrackChunks()
  /// What its seals commit to so far; nil of a simulation, which has none.
  var sealed: SealedSession?
  /// Whether somebody else sealed it as left open, so that a seal has to say that it goes on.
  var isReopened = false
  var names = SealedNames()
  /// What its loads were last told.
  var scripts = LastScripts()
  private var eventCount: Int64 = 0
  var weight = 1
  var loaded = LoadedCount()
  /// The newest time of day that the session knows, in milliseconds.
  private(set) var lastAt: Int64
  /// The sequence number after the last one that was stored or counted as lost.
  var nextSequence: Int64 = 1
  private var endsInGap = false
  var gaps = 0
  var lost = 0
  private(set) var stored = 0
  private(set) var refused = 0

  /// Whether the history has the session.
  var hasBegun: Bool { number != nil }

  init(_ session: RecordedSession, in database: AdDatabase) {
    self.database = database
    self.session = session
    lastAt = session.startedAt.milliseconds
    if !session.isSimulated {
      sealed = SealedSession(id: session.id.rawValue, startedAt: session.startedAt.milliseconds)
    }
  }

  /// Stores a batch; nothing of it, and nothing of this value, changes where that fails.
  ///
  /// - Parameters:
  ///   - end: The sequence number after the last one handed out.
  ///   - ending: How the session ends, where this is its last batch.
  /// - Throws: ``StoreError`` with `noSuchSession` where the session was deleted, and with
  ///   `sessionExists` where another of its name had begun before.
  mutating func store(
    _ batch: [RecorderQueue.Element], _ told: RecordedTrack, upTo end: Int64, ending: Ending? = nil
  ) throws {
    var next = self
    var isStored = false
    // What was not stored is no seal.
    defer { if !isStored { database.sealedNames.withLock { $0.names = nil } } }
    try database.write(isHistory: true) { connection in
      let number = try next.begin(connection)
      let first = next.nextSequence
      for element in batch { try next.store(element, in: number, connection) }
      try next.track.append(told, to: number, &next.sealed, connection)
      next.skip(to: end)
      if let time = ending?.time { next.lastAt = max(next.lastAt, session.timeOfDay(time)) }
      let hasTransitions = next.stored > stored
      if hasTransitions || next.eventCount > eventCount || ending != nil {
        try connection.statement(
          "INSERT INTO batches (session, first_sequence, last_sequence) VALUES (?1, ?2, ?3)"
        ).run(number, first, (hasTransitions ? end : first) - 1)
      }
      try connection.statement(
        """
        UPDATE sessions SET last_at = ?2, closed = ?3, transitions = ?4, lost = ?5, gaps = ?6,
          peak = ?7, track = ?8, has_geometry = ?9
        WHERE session = ?1
        """
      ).run(
        number, next.lastAt, ending != nil, next.stored, next.lost, next.gaps, next.loaded.peak,
        next.track.state.databaseValue, next.hasGeometry)
      try next.seal(number, isNew: !hasBegun, isEnding: ending != nil, connection)
    }
    isStored = true
    self = next
  }

  /// Begins the session in the history, or makes sure that it is still there.
  private mutating func begin(_ connection: Connection) throws -> Int64 {
    if let number {
      let isSealed = try connection.statement("SELECT sealed FROM sessions WHERE session = ?1")
        .first(number) { $0.bool(0) }
      guard let isSealed else { throw StoreError.noSuchSession(session.id) }
      isReopened = isSealed
      return number
    }
    let store = Hexadecimal.text(try StoreID.make(connection))
    weight = session.isSimulated ? 1 : try InventorySettings.read(connection).weight(of: store)
    try connection.statement(
      """
      INSERT INTO sessions (
        id, page, app_version, device, started_at, last_at, measured, simulated, attributes,
        experiment, arm, weight
      ) VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT (id) DO NOTHING
      """
    ).run(
      session.id.rawValue, session.page.rawValue, session.appVersion, session.device,
      session.startedAt.milliseconds, session.measuresViewability, session.isSimulated,
      session.attributes.stored, session.arm?.experiment.rawValue, session.arm?.arm.rawValue,
      weight)
    guard connection.changes == 1 else { throw StoreError.sessionExists(session.id) }
    number = connection.lastInsertedRow
    return connection.lastInsertedRow
  }

  private mutating func store(
    _ element: RecorderQueue.Element, in number: Int64, _ connection: Connection
  ) throws {
    switch element {
    case .events(let events, var sequence, let hasTrack):
      // What nothing was told before, the track does not tell.
      var isTracked = false
      for event in events {
        switch event {
        case .told: isTracked = hasTrack
        case .changed(let transition):
          try store(
            transition, in: number, sequence: sequence, isTracked: isTracked, connection)
          sequence += 1
        case .became(let event, let unit, let time):
          try store(event, of: unit, at: time, in: number, connection)
        }
      }
    case .rules(let gate):
      let gateRules = GateRules(gate)
      let rules = try gateRules.number(connection)
      try connection.statement(
        """
        INSERT INTO session_rules (session, first_sequence, rules) VALUES (?1, ?2, ?3)
        ON CONFLICT (session, first_sequence) DO UPDATE SET rules = excluded.rules
        """
      ).run(number, nextSequence, rules)
      sealed?.append(SealedRules(gateRules, from: nextSequence))
    case .scripts(let told): try store(told, in: number, connection)
    }
  }

  private mutating func store(
    _ event: AdEvent, of unit: AdUnitID, at time: Int64, in number: Int64, _ connection: Connection
  ) throws {
    let at = session.timeOfDay(time)
    let index = try index(of: unit, connection)
    let unit = units[index].number
    _ = try list(index, in: number, connection)
    try connection.statement(
      """
      INSERT INTO session_events (unit, session, elapsed, event, place, waited, width, height)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING
      """
    ).run(
      unit, number, at - session.startedAt.milliseconds, event.databaseValue,
      eventCount + 1, event.waited, event.size?.width, event.size?.height)
    if connection.changes == 1 {
      eventCount += 1
      sealed?.append(
        place: eventCount, unit: unit, elapsed: at - session.startedAt.milliseconds,
        event: event.databaseValue, waited: event.waited, width: event.size?.width,
        height: event.size?.height)
    }
    lastAt = max(lastAt, at)
  }

  private mutating func store(
    _ transition: LoadTransition, in number: Int64, sequence: Int64, isTracked: Bool,
    _ connection: Connection
  ) throws {
    // One impossible transition must not keep the others from the disk.
    guard let kind = TransitionKind.databaseValue(of: transition),
      isTracked || !(transition.frame.hasNaN || transition.viewport.hasNaN)
    else {
      refused += 1
      return
    }
    let at = session.timeOfDay(transition.time)
    let index = try index(of: transition.unit, connection)
    let unit = units[index].number
    let isNew = try list(index, in: number, connection)
    do throws(SQLiteError) {
      try connection.statement(
        """
        INSERT INTO session_transitions (unit, session, sequence, elapsed, kind, consent)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        """
      ).run(
        unit, number, sequence, at - session.startedAt.milliseconds, kind,
        transition.permit?.record.rawValue)
    } catch {
      guard error.code.primary == .constraint else { throw error }
      if isNew { try unlist(index, in: number, connection) }
      refused += 1
      return
    }
    if !isTracked { try storeGeometry(of: transition, in: number, sequence: sequence, connection) }
    sealed?.append(
      sequence, unit: unit, elapsed: at - session.startedAt.milliseconds, kind: kind,
      entry: transition.permit?.record.rawValue)
    skip(to: sequence)
    nextSequence = sequence + 1
    endsInGap = false
    stored += 1
    lastAt = max(lastAt, at)
    loaded.count(transition.to, wasLoaded: units[index].isLoaded)
    units[index].isLoaded = transition.to.isLoaded
  }

  /// Counts the sequence numbers that were not stored up to `sequence` as lost.
  private mutating func skip(to sequence: Int64) {
    guard sequence > nextSequence else { return }
    lost += Int(sequence - nextSequence)
    if !endsInGap { gaps += 1 }
    endsInGap = true
    nextSequence = sequence
  }

  private mutating func storeGeometry(
    of transition: LoadTransition, in number: Int64, sequence: Int64, _ connection: Connection
  ) throws {
    let (frame, viewport) = (transition.frame, transition.viewport)
    try connection.statement(
      """
      INSERT INTO transition_geometry (
        session, sequence, frame_x, frame_y, frame_width, frame_height,
        viewport_x, viewport_y, viewport_width, viewport_height
      ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      """
    ).run(
      number, sequence, frame.x, frame.y, frame.width, frame.height,
      viewport.x, viewport.y, viewport.width, viewport.height)
    hasGeometry = true
    sealed?.append(
      geometryOf: sequence,
      [
        frame.x, frame.y, frame.width, frame.height, viewport.x, viewport.y, viewport.width,
        viewport.height,
      ])
  }

  /// Where ``units`` has a unit, which is looked for once.
  mutating func index(of id: AdUnitID, _ connection: Connection) throws -> Int {
    if let index = indices[id] { return index }
    let unit = Unit(number: try number(of: id, connection))
    if sealed != nil { try noteName(of: id, unit.number, connection) }
    indices[id] = units.count
    units.append(unit)
    return units.count - 1
  }

  /// Notes that a unit is in this session; false where that is known.
  private mutating func list(
    _ index: Int, in number: Int64, _ connection: Connection
  ) throws -> Bool {
    guard !units[index].isListed else { return false }
    try connection.statement("INSERT INTO session_units (session, unit) VALUES (?1, ?2)")
      .run(number, units[index].number)
    units[index].isListed = true
    return true
  }

  private mutating func unlist(_ index: Int, in number: Int64, _ connection: Connection) throws {
    try connection.statement("DELETE FROM session_units WHERE session = ?1 AND unit = ?2")
      .run(number, units[index].number)
    units[index].isListed = false
  }

  private func number(of unit: AdUnitID, _ connection: Connection) throws -> Int64 {
    // Looked for first: nearly every ad is one of the inventory's.
    let known = try connection.statement("SELECT unit FROM unit_ids WHERE id = ?1")
      .first(unit.rawValue) { $0.int64(0) }
    if let known { return known }
    try connection.statement("INSERT INTO unit_ids (id) VALUES (?1)").run(unit.rawValue)
    return connection.lastInsertedRow
  }
}

extension InventorySettings {
  /// How many phones the one with a store stands for; 0 for one that is not of the sample, which a hash of
  /// its random id decides: of a smaller sample there is none that is not of a larger one.
  fileprivate func weight(of store: String) -> Int {
    let bucket = BucketRanges.bucket(ofStore: store, salt: "history-sample")
    return bucket * historySample < BucketRanges.count ? historySample : 0
  }
}

extension AdEvent {
  fileprivate var waited: Int64? {
    switch self {
    case .appeared(let waited), .missed(let waited): waited
    default: nil
    }
  }
  fileprivate var size: CreativeSize? {
    if case .rendered(let size) = self { size } else { nil }
  }
}

extension AdRect {
  fileprivate var hasNaN: Bool { x.isNaN || y.isNaN || width.isNaN || height.isNaN }
}
