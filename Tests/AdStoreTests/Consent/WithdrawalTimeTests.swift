// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@testable import AdStore

@Suite struct WithdrawalTimeTests {
  @Test func `a withdrawal is dated when its turn to write has come`() throws {
    let recorded = try RecordedHistory()
    let other = try AdDatabase(
      path: recorded.database.path, access: .readWrite, busyTimeout: 0)
    var isItsTurn = false
    func time() -> Timestamp {
      isItsTurn = (try? other.write { _ in }) == nil
      return RecordedHistory.start.advanced(by: 5_000)
    }
    let outcome = try ConsentRepository(recorded.database)
      .withdraw(SubjectKey("user-1"), at: time())
    #expect(isItsTurn)
    #expect(outcome.record.recordedAt == RecordedHistory.start.advanced(by: 5_000))
  }
}
