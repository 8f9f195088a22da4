// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdSQLite
import Testing

@testable import AdStore

/// The file itself refuses what cannot be, whoever writes it.
@Suite struct HistorySchemaTests {
  let recorded: RecordedHistory
  let outsider: Connection

  init() throws {
    recorded = try RecordedHistory()
    try recorded.keep(recorded.session("s"), [recorded.transition("a", to: .fetched, at: 1)])
    outsider = try recorded.store.outsider()
  }

  private func failure(_ sql: String) -> SQLiteError? {
    do throws(SQLiteError) {
      try outsider.execute(sql)
      return nil
    } catch {
      return error
    }
  }

  private func insert(kind: Int64, consent: String) -> SQLiteError? {
    failure(
      """
      INSERT INTO session_transitions SELECT unit, session, 9, elapsed, \(kind), \(consent)
      FROM session_transitions WHERE sequence = 1;
      DELETE FROM session_transitions WHERE sequence <> 1
      """)
  }

  /// From which states and for which causes a state may be entered.
  static let legal: [(to: LoadState, from: [LoadState], causes: [TransitionCause])] = [
    (.notLoaded, [.unloaded], [.reenteredFetchZone]),
    (.notLoaded, [.fetched, .displayed, .unloaded], [.removed]),
    (.fetched, [.notLoaded], [.enteredFetchZone]),
    (.displayed, [.fetched], [.enteredDisplayZone]),
    (
      .unloaded, [.fetched, .displayed],
      [
        .leftUnloadZone, .consentWithdrawn, .consentExpired, .consentChanged, .evicted,
        .processTerminated, .loadFailed, .noFill, .reloaded, .unitPaused,
        .notRendered,
      ]
    ),
  ]

  @Test func `of all transitions that can be written, only the legal ones have a kind`() throws {
    let modes: [ServingMode?] = [nil] + ServingMode.allCases
    for from in LoadState.allCases {
      for to in LoadState.allCases {
        for cause in TransitionCause.allCases {
          for mode in modes {
            let transition = LoadTransition(
              time: 0, unit: AdUnitID(validated: "a"), from: from, to: to, cause: cause,
              frame: AdRect(x: 0, y: 0, width: 1, height: 1),
              viewport: AdRect(x: 0, y: 0, width: 1, height: 1),
              permit: mode.map { LoadPermit(record: recorded.record, mode: $0) })
            let isLegal =
              Self.legal.contains {
                $0.to == to && $0.from.contains(from) && $0.causes.contains(cause)
              } && (mode == nil || to == .fetched)
            let number = TransitionKind.databaseValue(of: transition)
            #expect((number != nil) == isLegal, "\(from) to \(to) for \(cause), \(mode as Any)")
            guard let number else { continue }
            let kind = try TransitionKind(databaseValue: number)
            #expect((kind.from, kind.to) == (from, to) && kind.cause == cause)
            #expect(kind.mode == mode && kind.isVisible == (to == .displayed))
          }
        }
      }
    }
  }

  @Test func `the file says of each kind what the program knows`() throws {
    let rows = try outsider.statement(
      """
      SELECT kind, from_state, to_state, cause, coalesce(mode, -1), coalesce(visible, -1)
      FROM transition_kinds ORDER BY kind
      """
    ).all { row in (0..<6).map { row.int64($0) } }
    let known = TransitionKind.all.enumerated().map { number, kind in
      [
        Int64(number), kind.from.databaseValue, kind.to.databaseValue, kind.cause.databaseValue,
        kind.mode?.databaseValue ?? -1, kind.to == .displayed ? kind.isVisible ? 1 : 0 : -1,
      ]
    }
    #expect(rows == known)
  }

  @Test func `the file calls events as the program does`() throws {
    let names = try outsider.statement("SELECT name FROM ad_event_kinds ORDER BY event").all {
      $0.text(0)
    }
    #expect(names == AdEvent.storedNames)
  }

  @Test(arguments: [
    ("transition_is_legal", -1, "1"), ("transition_is_legal", 32, "NULL"),
    ("load_names_its_consent", 0, "NULL"), ("load_names_its_consent", 3, "NULL"),
    ("load_names_its_consent", 4, "1"), ("load_names_its_consent", 31, "1"),
  ])
  func `a kind that is none, and consent that is not a load's, are refused`(
    rule: String, kind: Int64, consent: String
  ) throws {
    let failure = insert(kind: kind, consent: consent)
    #expect(failure?.message.hasSuffix(rule) == true, "\(failure?.message ?? "stored")")
  }

  @Test func `every kind can be stored, a load with its consent`() {
    for (number, kind) in TransitionKind.all.enumerated() {
      #expect(insert(kind: Int64(number), consent: kind.to == .fetched ? "1" : "NULL") == nil)
    }
  }

  @Test func `the kinds of loads are the first ones`() {
    let loads = TransitionKind.all.indices.filter { TransitionKind.all[$0].to == .fetched }
    #expect(loads == Array(0...Int(TransitionKind.lastOfLoads)))
  }

  @Test(arguments: [
    "last_at = started_at - 1", "closed = 2", "measured = -1", "transitions = -1", "lost = -1",
    "gaps = 1", "lost = 2, gaps = 3", "gaps = -1", "peak = -1", "id = ''", "id = 'a b'",
    "page = ''", "app_version = hex(zeroblob(65))", "device = hex(zeroblob(65))",
    "experiment = 'near'", "arm = 'wide'", "experiment = 'near', arm = ''",
    "experiment = 'a b', arm = 'wide'",
  ])
  func `a session that cannot be is refused`(change: String) {
    #expect(failure("UPDATE sessions SET \(change)")?.code == .constraintCheck)
  }

  @Test(arguments: [
    "last_at = started_at", "lost = 2, gaps = 2", "lost = 3, gaps = 1",
    "app_version = hex(zeroblob(64)), device = ''", "experiment = 'near', arm = 'wide'",
  ])
  func `a session at its limits is stored`(change: String) {
    #expect(failure("UPDATE sessions SET \(change)") == nil)
  }

  @Test(arguments: [
    ("session_transitions", "sequence = 0"), ("session_transitions", "elapsed = -1"),
    ("batches", "first_sequence = 0"),
    ("batches", "last_sequence = first_sequence - 2"),
  ])
  func `sequence numbers count from 1 and upwards`(table: String, change: String) {
    #expect(failure("UPDATE \(table) SET \(change)")?.code == .constraintCheck)
  }
}
