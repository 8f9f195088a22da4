// SPDX-License-Identifier: MIT
import AdModel
import TestSupport
import Testing

@testable import AdStore

@Suite struct RecordedSessionTests {
  private let recorded: RecordedHistory

  init() throws { recorded = try RecordedHistory() }

  @Test(arguments: [nil, "wide"])
  func `a session keeps the arm in which it began, and exports it`(arm: String?) throws {
    let began = try arm.map { ExperimentArm(try ExperimentID("near"), try ArmID($0)) }
    let session = try RecordedSession(
      id: SessionID("a"), page: PageID("front"), arm: began, startedAt: RecordedHistory.start,
      clockAtStart: 5_000)
    try recorded.keep(
      session, [recorded.transition("u", to: .fetched, at: 100)], viewable: [], end: 1_000)
    #expect(try recorded.history.sessions().map(\.arm) == [began])
    for line in [
      try #require(try recorded.history.exportSessions(limit: 1).rows.first).line,
      try #require(try recorded.history.exportLoads(limit: 1).rows.first).line,
    ] {
      let row = try JSONNode(JSONReader.read(line))
      #expect(try row.optional("experiment")?.string() == began.map { _ in "near" })
      #expect(try row.optional("arm")?.string() == arm)
    }
  }
}
