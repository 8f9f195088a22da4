// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

@testable import AdStore

/// A database with a backup of an earlier state, which may take its place.
final class RestoredPair {
  let store: TemporaryStore
  private(set) var now = TemporaryStore.now
  private var restorings = 0
  /// What the database was kept as that the last restoring replaced.
  var kept: String { store.file("kept-\(restorings)") }
  var backup: String { store.file("backup.sqlite") }

  init() throws {
    store = try TemporaryStore()
    try store.create().close()
  }

  /// Goes on with the clock.
  func wait(_ milliseconds: Int64 = 3_600_000) { now = now.advanced(by: milliseconds) }

  /// Opens a file for the consent in it.
  @discardableResult
  func consent<Result>(
    of file: String? = nil, _ body: (ConsentRepository) throws -> Result
  ) throws -> Result {
    let database = try AdDatabase(path: file ?? store.path, access: .readWrite, busyTimeout: 20)
    let result = try body(ConsentRepository(database))
    try database.close()
    return result
  }

  func backUp() throws { try consent { try $0.database.backUp(to: backup) } }

  @discardableResult
  func restore(
    _ file: String? = nil, _ rules: CarryingRules = CarryingRules(), isDryRun: Bool = false
  ) throws -> CarriedConsent {
    if !isDryRun { restorings += 1 }
    return try AdDatabase.restore(
      from: file ?? backup, to: store.path, keeping: store.file("kept-\(restorings)"), now: now,
      rules: rules, busyTimeout: 0, isDryRun: isDryRun
    ) { _ in }.consent
  }

  /// How much is open for somebody under a law, from nothing to personalised ads, now and later.
  func freedoms(
    of key: String, in file: String? = nil,
    laws: [Regulation?] = [nil, .gdpr, .cpra, Regulation.none]
  ) throws -> [Int] {
    let subject = try SubjectKey(key)
    let days: [Int64] = [0, 3, 40, 120, 250, 420]
    return try consent(of: file) { consent in
      try consent.database.read { connection in
        // Asked some fifty times: the statements are decoded once.
        let known = try ConsentReader(connection)
          .answer(for: subject, at: now, by: ConsentGate()).statements
        let reader = ConsentReader(connection, knowing: known)
        return try laws.flatMap { law in
          try [SilenceRule.restricted, .personalized].flatMap { silence in
            try days.map { day in
              let gate = ConsentGate(applicableLaw: law, silence: silence)
              let time = now.advanced(by: day * 86_400_000)
              switch try reader.answer(for: subject, at: time, by: gate).answer.decision {
              case .blocked: return 0
              case .allowed(let permit):
                switch permit.mode {
                case .limited: return 1
                case .nonPersonalized: return 2
                case .personalized: return 3
                }
              }
            }
          }
        }
      }
    }
  }
}
