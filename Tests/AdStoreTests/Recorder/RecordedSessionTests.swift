// SPDX-License-Identifier: MIT
import AdLoading
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

  @Test func `one phone in so many sends its history, and each of its rows stands for all of them`()
    throws
  {
    var sending: [Bool: Int] = [:]
    for _ in 0..<200 where sending.count < 2 {
      let phone = try RecordedHistory()
      try InventoryRepository(phone.database).change(by: "tests", at: RecordedHistory.start) {
        try $0.setSettings { $0.historySample = 4 }
      }
      for (name, isSimulated) in [("a", false), ("b", true)] {
        try phone.keep(
          phone.session(name, simulated: isSimulated),
          [phone.transition("u", to: .fetched, at: 100)], end: 1_000)
      }
      let loads = try phone.history.exportLoads(limit: 10).rows.map(\.line)
      let sessions = try phone.history.exportSessions(limit: 10).rows.map(\.line)
      #expect(loads.count == sessions.count)
      sending[loads.isEmpty, default: 0] += 1
      for line in loads + sessions {
        #expect(String(decoding: line, as: UTF8.self).contains(#""weight":4,"#))
      }
      #expect(try phone.history.statistics(by: .unit).map(\.statistics.fetches) == [1])
      let tried = try phone.history.exportLoads(limit: 10, simulated: true).rows.map(\.line)
      #expect(tried.map { String(decoding: $0, as: UTF8.self).contains(#""weight":1,"#) } == [true])
    }
    #expect(sending.count == 2, "\(sending)")
    try recorded.keep(recorded.session("a"), [recorded.transition("u", to: .fetched, at: 100)])
    #expect(try recorded.history.exportLoads(limit: 10).rows.count == 1)
  }
}
