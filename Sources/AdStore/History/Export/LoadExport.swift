// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite

/// The rows of one export of loads, each at the batch with which it ended.
struct LoadExport {
  /// A session whose loads wait for their batches.
  private struct Session {
    let summary: SessionSummary
    let loads: [SessionLoads.Load]
    /// The places of the loads that go out with a batch, in the order in which they began: first those
    /// that ended then, after which nothing changes them.
    let places: [Int64: [Int]]
  }

  /// The most loads that are kept in memory for the batches to come.
  private static let most = 100_000

  private(set) var rows: [ExportedLoad] = []
  private let start: ExportPlace
  private let hasUnfinished: Bool
  private let connection: Connection
  private var names: UnitNames
  private var sessions: [Int64: Session] = [:]
  private var held = 0

  /// Begins without rows.
  /// - Parameter hasUnfinished: Whether loads that stand come, too, with the newest batch of their
  ///   session.
  init(from start: ExportPlace, hasUnfinished: Bool, _ connection: Connection) {
    self.start = start
    self.hasUnfinished = hasUnfinished
    self.connection = connection
    names = UnitNames(connection)
  }

  /// Appends rows after a cursor until there are so many.
  mutating func append(
    upTo limit: Int, after cursor: ExportCursor, simulated: Bool
  ) throws {
    var batches = try connection.statement(
      """
      SELECT batch, session FROM batches AS b
      WHERE batch >= ?1 AND (
        SELECT simulated FROM sessions WHERE session = b.session AND weight > 0
      ) = ?2
      ORDER BY batch
      """
    ).query(cursor.batch, simulated)
    while rows.count < limit, try batches.next() {
      let batch = batches.row.int64(0)
      guard
        let session = try session(batches.row.int64(1), upTo: limit - rows.count, after: cursor),
        let places = session.places[batch]
      else { continue }
      let done = cursor.done(in: batch)
      let row = ExportedSession(
        store: start.store, revision: batch, summary: session.summary,
        cursor: try start.cursor(batch: batch, place: 0, connection))
      for (number, place) in places.enumerated().dropFirst(done).prefix(limit - rows.count) {
        let load = session.loads[place]
        rows.append(
          try ExportedLoad(
            load, of: row, place: Int64(number) + 1, unit: names.name(of: load.unit), connection))
      }
    }
  }

  /// A session's loads, which many batches share.
  /// - Parameter limit: Of so many of them at most is asked why something is wrong with them.
  private mutating func session(
    _ number: Int64, upTo limit: Int, after cursor: ExportCursor
  ) throws -> Session? {
    if let session = sessions[number] { return session }
    if held > Self.most { (sessions, held) = ([:], 0) }
    guard let summary = try SessionSummary.numbered(number, connection) else { return nil }
    var fold = try HistoryRepository.fold(of: summary, connection)
    let places = try places(of: fold.loads, in: summary)
    // What has gone out already is not looked into again each time that the session goes on.
    let wanted = places.keys.filter { $0 >= cursor.batch }.sorted().flatMap { batch in
      places[batch, default: []].dropFirst(cursor.done(in: batch))
    }.prefix(limit)
    if !wanted.isEmpty {
      try HistoryRepository.diagnose(&fold, Set(wanted), of: summary, connection)
    }
    let session = Session(summary: summary, loads: fold.loads, places: places)
    held += fold.loads.count
    sessions[number] = session
    return session
  }

  private func places(
    of loads: [SessionLoads.Load], in session: SessionSummary
  ) throws -> [Int64: [Int]] {
    let batches = try connection.statement(
      "SELECT batch, last_sequence FROM batches WHERE session = ?1 ORDER BY batch"
    ).all(session.number) { (number: $0.int64(0), last: $0.int64(1)) }
    guard let newest = batches.last else { return [:] }
    var places: [Int64: [Int]] = [:]
    for (place, load) in loads.enumerated() {
      guard let end = load.endSequence else { continue }
      let batch = batches[batches.partitioningIndex { $0.last >= end }...].first ?? newest
      places[batch.number, default: []].append(place)
    }
    if session.isOver || hasUnfinished {
      places[newest.number, default: []] += loads.indices.filter { loads[$0].endSequence == nil }
    }
    return places
  }
}

extension ExportCursor {
  /// How many loads of a batch have gone out.
  fileprivate func done(in batch: Int64) -> Int {
    batch == self.batch ? Int(clamping: max(place, 0)) : 0
  }
}
