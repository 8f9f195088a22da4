// SPDX-License-Identifier: MIT
import AdModel
import SQLiteKit
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

  private func insert(
    from: Int64 = 1, to: Int64 = 2, cause: Int64 = 1, consent: String = "NULL",
    mode: String = "NULL", sequence: Int64 = 9
  ) -> SQLiteError? {
    failure(
      """
      INSERT INTO transitions SELECT unit, at, session, \(sequence), \(from), \(to), \(cause),
        \(consent), \(mode), frame_x, frame_y, frame_width, frame_height, viewport_x, viewport_y,
        viewport_width, viewport_height, NULL FROM transitions WHERE sequence = 1;
      DELETE FROM transitions WHERE sequence <> 1
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
      ]
    ),
  ]

  @Test func `of all transitions that can be written, only the legal ones are stored`() throws {
    for from: Int64 in -1...4 {
      for to: Int64 in -1...4 {
        for cause: Int64 in -1...15 {
          let load = to == LoadState.fetched.databaseValue ? "1" : "NULL"
          let failure = insert(from: from, to: to, cause: cause, consent: load, mode: load)
          let isLegal = Self.legal.contains { rule in
            rule.to.databaseValue == to && rule.from.contains { $0.databaseValue == from }
              && rule.causes.contains { $0.databaseValue == cause }
          }
          #expect((failure == nil) == isLegal, "\(from) to \(to) for \(cause)")
          if !isLegal {
            #expect(failure?.message.hasSuffix("transition_is_legal") == true)
          }
        }
      }
    }
  }

  @Test(arguments: [
    ("only_loads_have_a_mode", 1, 2, 1, "NULL", "1"),
    ("only_loads_have_a_mode", 2, 3, 2, "NULL", "0"),
    ("only_loads_have_a_mode", 3, 0, 3, "NULL", "2"),
    ("load_names_its_consent", 0, 1, 0, "NULL", "0"),
    ("load_names_its_consent", 1, 2, 1, "1", "NULL"),
    ("mode BETWEEN 0 AND 2", 0, 1, 0, "1", "3"),
    ("mode BETWEEN 0 AND 2", 0, 1, 0, "1", "-1"),
  ])
  func `consent and mode stand with loads alone`(
    rule: String, from: Int64, to: Int64, cause: Int64, consent: String, mode: String
  ) throws {
    let failure = insert(from: from, to: to, cause: cause, consent: consent, mode: mode)
    #expect(failure?.message.hasSuffix(rule) == true, "\(failure?.message ?? "stored")")
  }

  @Test(arguments: [
    "last_at = started_at - 1", "closed = 2", "measured = -1", "transitions = -1", "lost = -1",
    "gaps = 1", "lost = 2, gaps = 3", "gaps = -1", "peak = -1", "id = ''", "id = 'a b'",
    "page = ''", "app_version = hex(zeroblob(65))", "device = hex(zeroblob(65))",
  ])
  func `a session that cannot be is refused`(change: String) {
    #expect(failure("UPDATE sessions SET \(change)")?.code == .constraintCheck)
  }

  @Test(arguments: [
    "last_at = started_at", "lost = 2, gaps = 2", "lost = 3, gaps = 1",
    "app_version = hex(zeroblob(64)), device = ''",
  ])
  func `a session at its limits is stored`(change: String) {
    #expect(failure("UPDATE sessions SET \(change)") == nil)
  }

  @Test(arguments: [
    ("transitions", "sequence = 0"), ("batches", "first_sequence = 0"),
    ("batches", "last_sequence = first_sequence - 2"),
  ])
  func `sequence numbers count from 1 and upwards`(table: String, change: String) {
    #expect(failure("UPDATE \(table) SET \(change)")?.code == .constraintCheck)
  }
}
