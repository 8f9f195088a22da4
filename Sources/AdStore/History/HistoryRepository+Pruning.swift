// SPDX-License-Identifier: MIT
public import AdModel
import AdSQLite

extension HistoryRepository {
  /// A session that is not closed and in which nothing happened for this long was killed, in
  /// milliseconds: one hour.
  private static let longestSilence: Int64 = 3_600_000

  /// Says what pruning would delete, and deletes nothing.
  /// - Parameters:
  ///   - policy: Which sessions may go.
  ///   - now: The time of day.
  /// - Returns: The sessions and what they take.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(n) in the sessions.
  public func prunePlan(_ policy: PrunePolicy, now: Timestamp) throws -> PrunePlan {
    try database.read { try Self.prunePlan(policy, now: now, $0) }
  }

  static func prunePlan(
    _ policy: PrunePolicy, now: Timestamp, _ connection: Connection
  ) throws -> PrunePlan {
    let all = try connection.prepare(SessionSummary.select + " ORDER BY last_at, session") {
      try $0.all { try SessionSummary($0) }
    }
    let transitions = all.reduce(0) { $0 + $1.transitions }
    let used = try Self.usedBytes(connection)
    let each = transitions == 0 ? 0 : Double(used) / Double(transitions)
    let silent = now.advanced(by: -Self.longestSilence)
    let ended = all.filter { $0.isClosed || $0.lastAt < silent }
    let chosen: [SessionSummary]
    switch policy {
    case .before(let time):
      chosen = Array(ended.prefix { $0.lastAt < time })
    case .datedAfter(let time): chosen = all.filter { $0.startedAt > time }
    case .toSize(let limit):
      var left = Double(used)
      chosen = Array(
        ended.prefix { session in
          guard left > Double(limit) else { return false }
          left -= each * Double(session.transitions)
          return true
        })
    }
    let freed = chosen.reduce(0.0) { $0 + each * Double($1.transitions) }
    return PrunePlan(
      sessions: chosen, estimatedBytes: Int64(freed), policy: policy, madeAt: now)
  }

  /// Deletes the sessions of a plan, some in one transaction, so that others can write in between.
  ///
  /// A session that is no longer as the plan says, because it was written or deleted since, is left.
  /// How much a session takes is estimated: where the file's content is still larger than a plan to
  /// a size meant, the next oldest sessions go, too. The file does not shrink before
  /// `AdDatabase/compact()`; what becomes free is used for new content.
  /// - Parameters:
  ///   - plan: What ``prunePlan(_:now:)`` returned.
  ///   - progress: Told before each transaction what is deleted so far; what it throws ends the work.
  /// - Throws: ``StoreError``, or what `progress` throws; the sessions that were deleted before stay
  ///   deleted.
  /// - Complexity: O(n log n) in the deleted transitions.
  @discardableResult
  public func prune(
    _ plan: PrunePlan, progress: (_ deleted: PruneOutcome) throws -> Void = { _ in }
  ) throws -> PruneOutcome {
    var deleted = PruneOutcome()
    try delete(plan.sessions, into: &deleted, at: plan.madeAt, progress)
    if case .toSize = plan.policy {
      while true {
        let more = try prunePlan(plan.policy, now: plan.madeAt).sessions
        let before = deleted.sessions.count
        try delete(Self.nextBatch(of: more[...]), into: &deleted, at: plan.madeAt, progress)
        if deleted.sessions.count == before { break }
      }
    }
    return deleted
  }

  private func delete(
    _ sessions: [SessionSummary], into deleted: inout PruneOutcome, at now: Timestamp,
    _ progress: (_ deleted: PruneOutcome) throws -> Void
  ) throws {
    var rest = sessions[...]
    while !rest.isEmpty {
      try progress(deleted)
      let batch = Self.nextBatch(of: rest)
      do {
        deleted.sessions += try database.write(isHistory: true) { connection in
          try Self.prune(
            batch, isLast: batch.count == rest.count, at: now, connection)
        }
      } catch let error as StoreError where !deleted.sessions.isEmpty {
        throw StoreError(
          error.code,
          "\(error.message); deleted before that: \(deleted.sessions.count.counted("session"))",
          recovery: error.recovery)
      }
      rest = rest.dropFirst(batch.count)
    }
  }

  /// Deletes one session that is still as it was read.
  /// - Parameter now: The time of day.
  /// - Returns: Whether it was; one that was written or deleted since is left.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(n) in its transitions.
  package func delete(_ session: SessionSummary, at now: Timestamp) throws -> Bool {
    try !database.write(isHistory: true) { try Self.prune([session], at: now, $0) }.isEmpty
  }

  /// Some sessions with about as many transitions as can be deleted in a moment.
  private static func nextBatch(of sessions: ArraySlice<SessionSummary>) -> [SessionSummary] {
    var batch: [SessionSummary] = []
    var transitions = 0
    for session in sessions where transitions < 20_000 {
      batch.append(session)
      transitions += session.transitions
    }
    return batch
  }

  /// Deletes the sessions that are still as they were read, and seals that they went.
  /// - Parameters:
  ///   - isLast: Whether scripts that no session names any more go, too, for which all are looked at.
  ///   - now: The time of day.
  /// - Returns: Those that were deleted.
  private static func prune(
    _ sessions: [SessionSummary], isLast: Bool = true, at now: Timestamp, _ connection: Connection
  ) throws -> [SessionSummary] {
    let deleted = try sessions.filter { try delete($0, connection) }
    if isLast, !deleted.isEmpty { try dropUnnamedScripts(connection) }
    try seal(deleted, at: now, connection)
    return deleted
  }

  /// Deletes the oldest of the sessions that have ended, one after the other, and seals that they went.
  /// - Parameters:
  ///   - now: The time of day.
  ///   - limit: About how many transitions at most.
  ///   - isWanted: Whether the oldest one has to go, asked once those before it are gone.
  /// - Returns: Those that were deleted.
  /// - Complexity: O(n log n) in the deleted transitions, however many sessions there are.
  static func pruneOldest(
    at now: Timestamp, transitions limit: Int, _ connection: Connection,
    while isWanted: (SessionSummary) throws -> Bool
  ) throws -> [SessionSummary] {
    let silent = now.advanced(by: -longestSilence).milliseconds
    var (deleted, transitions): ([SessionSummary], Int) = ([], 0)
    while transitions < limit {
      let oldest = try connection.prepare(
        SessionSummary.select
          + " WHERE closed = 1 OR last_at < ?1 ORDER BY last_at, session LIMIT 1"
      ) { try $0.first(silent) { try SessionSummary($0) } }
      guard let oldest, try isWanted(oldest), try delete(oldest, connection) else { break }
      deleted.append(oldest)
      transitions += oldest.transitions
    }
    try seal(deleted, at: now, connection)
    return deleted
  }

  /// Seals that sessions went.
  private static func seal(
    _ deleted: [SessionSummary], at now: Timestamp, _ connection: Connection
  ) throws {
    let seals = SealWriter(connection)
    let isSealed = try seals.sealPruned(deleted.filter { !$0.isSimulated }.map(\.number))
    if isSealed { try seals.anchor(at: now) }
  }

  /// Deletes the scripts that no session names any more.
  /// - Complexity: O(n) in the units of all sessions.
  static func dropUnnamedScripts(_ connection: Connection) throws {
    try connection.statement(
      """
      DELETE FROM told_scripts WHERE scripts NOT IN (
        SELECT scripts FROM session_units WHERE scripts IS NOT NULL
        UNION SELECT scripts FROM session_scripts
      )
      """
    ).run()
  }

  /// Deletes a session that is still as it was read; false where it is not.
  private static func delete(_ session: SessionSummary, _ connection: Connection) throws -> Bool {
    guard try SessionSummary.numbered(session.number, connection) == session else { return false }
    for sql in [
      """
      DELETE FROM session_transitions
      WHERE (unit, session) IN (SELECT unit, session FROM session_units WHERE session = ?1)
      """,
      """
      DELETE FROM session_events
      WHERE (unit, session) IN (SELECT unit, session FROM session_units WHERE session = ?1)
      """,
      "DELETE FROM session_scripts WHERE session = ?1",
      "DELETE FROM session_units WHERE session = ?1",
      "DELETE FROM session_rules WHERE session = ?1",
      "DELETE FROM session_consents WHERE session = ?1",
      "DELETE FROM transition_geometry WHERE session = ?1",
      "DELETE FROM tracks WHERE session = ?1", "DELETE FROM batches WHERE session = ?1",
    ] as [StaticString] {
      try connection.statement(sql).run(session.number)
    }
    try connection.statement("DELETE FROM sessions WHERE session = ?1").run(session.number)
    return true
  }

  static func usedBytes(_ connection: Connection) throws -> Int64 {
    func value(_ sql: StaticString) throws -> Int64 {
      try connection.statement(sql).first { $0.int64(0) } ?? 0
    }
    let pages = try value("PRAGMA page_count") - value("PRAGMA freelist_count")
    return try pages * value("PRAGMA page_size")
  }
}
