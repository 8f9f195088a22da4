// SPDX-License-Identifier: MIT
import AdModel
import TestSupport
import Testing

@testable import AdLoading
@testable import AdStore

@Suite struct SessionAttributesTests {
  private let recorded: RecordedHistory

  init() throws { recorded = try RecordedHistory() }

  /// Keeps a session of one load under some attributes.
  private func keep(_ id: String, _ attributes: [String: String]) throws {
    let session = try RecordedSession(
      id: SessionID(id), page: PageID("front"), attributes: SessionAttributes(attributes),
      startedAt: RecordedHistory.start, clockAtStart: 5_000)
    try recorded.keep(
      session, [recorded.transition("u", to: .fetched, at: 100)], viewable: [], end: 1_000)
  }

  @Test(arguments: [
    [:], ["network": "wifi"], ["network": "\"\\/ ☃", "system_2": "iOS 18"],
    Dictionary(
      uniqueKeysWithValues: (0..<8).map { ("n\($0)", String(repeating: "\"", count: 64)) }),
  ])
  func `what a session has is read back, and exported`(values: [String: String]) throws {
    try keep("a", values)
    let session = try #require(try recorded.history.sessions().first)
    #expect(session.attributes.values == values)
    let row = try #require(try recorded.history.exportSessions(limit: 1).rows.first)
    let line = try JSONNode(JSONReader.read(row.line))
    let text = try line.member("attributes").string()
    let members = try JSONNode(JSONReader.read(text: text)).members()
    #expect(
      try members.count == values.count
        && members.allSatisfy { try values[$0.key] == $0.node.string() })
  }

  @Test(arguments: [
    ["": "x"], ["a b": "x"], ["page": "x"], ["unit": "x"], ["arm": "x"], ["a": ""], ["a": "x\n"],
    ["a": String(repeating: "x", count: 65)], [String(repeating: "a", count: 33): "x"],
    Dictionary(uniqueKeysWithValues: (0..<9).map { ("n\($0)", "x") }),
  ])
  func `what tells too much or cannot be grouped by is refused`(values: [String: String]) {
    #expect(throws: InvalidValue.self) { try SessionAttributes(values) }
  }

  @Test func `sessions are grouped and chosen by an attribute, those without it together`() throws {
    try keep("a", ["network": "wifi", "system": "1"])
    try keep("b", ["network": "wifi", "system": "2"])
    try keep("c", ["network": "mobile"])
    try keep("d", [:])
    let groups = try recorded.history.statistics(by: .attribute("network"))
    #expect(groups.map(\.key) == ["", "mobile", "wifi"] && groups.map(\.sessions) == [1, 1, 2])
    var filter = StatisticsFilter()
    filter.attributes = ["network": "wifi", "system": "2"]
    #expect(try recorded.history.statistics(by: .session, filter: filter).map(\.key) == ["b"])
    #expect(try recorded.history.sessions(matching: filter).map(\.id.rawValue) == ["b"])
  }
}
