// SPDX-License-Identifier: MIT
import AdModel
import AdReports
import Testing

/// What lint sees in an inventory as a whole.
@Suite struct InventorySurveyTests {
  private func unit(_ id: String, _ page: String?, _ position: Int?) throws -> InventoryUnit {
    InventoryUnit(id: try AdUnitID(id), page: try page.map { try PageID($0) }, position: position)
  }

  @Test func `units at one position of a page are found, and each names the others`() throws {
    let units = [
      try unit("a", "home", 0), try unit("b", "home", 0), try unit("c", "home", 1),
      try unit("d", "article", 0), try unit("e", "home", nil), try unit("f", nil, 0),
    ]
    var survey = InventorySurvey()
    for unit in units { survey.note(unit) }
    let found = units.flatMap { survey.findings(of: $0) }
    #expect(found.map(\.rule) == [.samePosition, .samePosition])
    #expect(
      found.map(\.what) == [
        "stands at position 0 of page home, as does 'b'",
        "stands at position 0 of page home, as does 'a'",
      ])
  }

  @Test func `a key that is spelled in two ways is found once`() throws {
    var survey = InventorySurvey()
    let one = try AdTargeting([TargetingEntry(key: "Section", values: ["a"])])
    let other = try AdTargeting([
      TargetingEntry(key: "section", values: ["b"]), TargetingEntry(key: "mood", values: ["c"]),
    ])
    survey.note(other, of: .app)
    survey.note(other, of: .page(try PageID("home")))
    #expect(survey.keyFindings.isEmpty)
    survey.note(one, of: .unit(try AdUnitID("u")))
    #expect(
      survey.keyFindings.map(\.what) == [
        "one key is spelled 'section' 2 times (the app) and 'Section' once (unit u)"
      ])
  }

  @Test func `a silence of which nothing is found is found itself`() throws {
    var unit = try unit("a", nil, nil)
    unit.silenced = try LintSilences("noPage: the app loads it; noSizes: why; nopage: typo")
    let found = [LintFinding(.noPage, unit: unit.id, place: "page", what: "x")]
    #expect(
      InventoryLint.idleSilences(of: unit, among: found).map(\.what) == [
        "'noSizes' is silenced, and nothing is found by it",
        "there is no rule 'nopage'; did you mean 'noPage'?",
      ])
  }
}
