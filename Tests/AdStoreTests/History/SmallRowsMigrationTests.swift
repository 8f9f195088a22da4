// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdSQLite
import TestSupport
import Testing

@testable import AdStore

/// A history of before migrations 14 and 15 loses nothing by them.
@Suite struct SmallRowsMigrationTests {
  private let store: TemporaryStore
  private let path: String
  private let old: Connection

  init() throws {
    store = try TemporaryStore()
    path = store.file("old.sqlite")
    old = try Connection(
      path: path, mode: .create,
      configuration: Connection.Configuration(
        applicationID: AdDatabase.applicationID, newestVersion: .max))
    try MigrationRunner(Array(Migrations.all.prefix(13))).migrate(old, now: 0)
  }

  /// The columns of both views, as the tables of before had them.
  private static let questions = [
    """
    SELECT unit, at, session, sequence, from_state, to_state, cause, consent, mode, visible, frame_x,
      frame_y, frame_width, frame_height, viewport_x, viewport_y, viewport_width, viewport_height
    FROM transitions ORDER BY session, sequence
    """,
    "SELECT unit, at, session FROM viewable_impressions ORDER BY session, unit, at",
  ]

  private static func answers(_ connection: Connection) throws -> [[[String]]] {
    try connection.withViews {
      try questions.enumerated().map { number, question in
        try connection.prepare(question) {
          try $0.all { row in (0..<(number == 0 ? 18 : 3)).map { row.optionalText($0) ?? "NULL" } }
        }
      }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `every transition and impression is as it was, and what a session spans has them`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    try old.execute(
      """
      INSERT INTO unit_ids (unit, id) VALUES (1, 'a'), (2, 'b'), (3, 'c');
      INSERT INTO consent_entries VALUES (
        1, 5, 'given', zeroblob(32), zeroblob(32), zeroblob(32), zeroblob(32));
      """)
    let start: Int64 = 1_790_000_000_000
    for session in 1...5 as ClosedRange<Int64> {
      let begin = start + session * 10_000
      try old.statement(
        """
        INSERT INTO sessions (session, id, page, app_version, device, started_at, last_at, measured,
          transitions, track)
        VALUES (?1, 's' || ?1, 'front', '', '', ?2, ?3, 1, 60, ?4)
        """
      ).run(session, begin, begin + 200_000, session % 3)
      for sequence in 1...60 as ClosedRange<Int64> {
        let kind = TransitionKind.all[random.int(0...TransitionKind.all.count - 1)]
        // A clock that ran backwards or ahead has left such times in older files.
        let at = begin + Int64(random.int(-50_000...250_000))
        try old.statement(
          """
          INSERT INTO transitions VALUES (
            ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 320, 50.5, 0, ?12, 393, 852, ?13)
          """
        ).run(
          Int64(random.int(1...3)), at, session, sequence, kind.from.databaseValue,
          kind.to.databaseValue, kind.cause.databaseValue,
          kind.to == .fetched ? Int64(1) : nil, kind.mode?.databaseValue,
          Double(random.int(0...99)) / 7, Double(random.int(0...9_999)),
          Double(random.int(0...9_999)) / 3,
          kind.to == .displayed ? Int64(kind.isVisible ? 1 : 0) : nil)
        if kind.to == .displayed {
          try old.statement("INSERT OR IGNORE INTO viewable_impressions VALUES (?1, ?2, ?3)")
            .run(Int64(random.int(1...3)), at + 1_000, session)
        }
      }
    }
    let before = try Self.answers(old)
    try old.close()
    _ = try AdDatabase.migrate(path: path, now: TemporaryStore.now)
    let database = try AdDatabase(path: path, access: .readWrite)
    let after = try database.read { try Self.answers($0) }
    #expect(after == before, "seed \(seed)")
    #expect(try database.schemaDeviations() == [])
    let lists = try ["session_units", "transitions", "viewable_impressions"].map { name in
      try database.read { connection in
        try connection.withViews {
          try connection.prepare("SELECT DISTINCT session, unit FROM \(name) ORDER BY 1, 2") {
            try $0.all { "\($0.int64(0)) \($0.int64(1))" }
          }
        }
      }
    }
    #expect(Set(lists[0]) == Set(lists[1]).union(lists[2]))

    let history = HistoryRepository(database)
    let all = try history.list(limit: 1_000).entries
    #expect(all.count == 300)
    let places = all.map { ($0.position.at, $0.position.session, $0.sequence) }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 > $1 })
    for session in try history.sessions() {
      let timeline = try history.timeline(of: session.id)
      #expect(timeline.entries.map(\.sequence) == Array(1...60))
      #expect(timeline.entries.allSatisfy { $0.geometry != nil })
      #expect(timeline.entries.allSatisfy { (session.startedAt...session.lastAt).contains($0.at) })
    }
    #expect(
      try history.statistics(by: .unit).reduce(0) { $0 + $1.statistics.fetches }
        == all.filter { $0.to == .fetched }.count)
    try database.close()
  }

  @Test func `an empty history is migrated, too`() throws {
    try old.close()
    _ = try AdDatabase.migrate(path: path, now: TemporaryStore.now)
    let database = try AdDatabase(path: path, access: .readOnly)
    #expect(try HistoryRepository(database).list(limit: 1).entries == [])
  }
}
