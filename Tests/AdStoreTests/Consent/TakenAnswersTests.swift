// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import Testing

@testable import AdStore

/// Answers that are taken at once and stored some time later.
@Suite(.timeLimit(.minutes(60))) struct TakenAnswersTests {
  private static let now = TemporaryStore.now
  private let store: TemporaryStore
  private let consent: ConsentRepository

  init() throws {
    store = try TemporaryStore()
    consent = ConsentRepository(try store.create())
  }

  @Test func `what cannot be stored of one person keeps nobody else's answer from the disk`()
    async throws
  {
    let (anna, ben) = (try SubjectKey("anna"), try SubjectKey("ben"))
    for person in [anna, ben] { try consent.set(.answer(.enabled), for: person, at: Self.now) }
    let outsider = try store.outsider()
    let trigger = try outsider.prepare(
      "SELECT sql FROM sqlite_schema WHERE name = 'consent_contents_are_never_edited'"
    ) { try $0.first { $0.text(0) } ?? "" }
    try outsider.execute(
      """
      DROP TRIGGER consent_contents_are_never_edited;
      UPDATE consent_contents SET content = '{}' WHERE sequence = 1;
      \(trigger)
      """)
    try outsider.close()
    for (place, person) in [anna, ben, anna].enumerated() {
      consent.takeWithdrawal(of: person, at: Self.now.advanced(by: 10 + Int64(place)))
    }
    await #expect(throws: StoreError.self) {
      try await consent.storeTaken(within: .seconds(60))
    }
    #expect(try consent.history(of: ben).last?.event == .withdrawn)
    #expect(consent.unstored.pending == 2)
  }

  @Test(arguments: [(1, 250), (2, 500), (3, 1_000), (5, 4_000), (6, 5_000), (1_000, 5_000)])
  func `what failed waits twice as long each time, up to five seconds`(
    failures: Int, milliseconds: Int
  ) {
    #expect(Duration.retryPause(failures) == .milliseconds(milliseconds))
  }
}
