// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@Suite("How an age restricts the ads")
struct AgeTreatmentTests {
  private static let ranges: [(Int?, Int?, AgeTreatment)] = [
    (nil, 12, .child), (0, 12, .child), (12, nil, .child), (13, 15, .teen), (16, 17, .teen),
    (17, nil, .teen), (18, nil, .unspecified), (18, 24, .unspecified), (nil, nil, .unspecified),
  ]

  @Test(arguments: ranges)
  func `a range is treated as the youngest in it`(
    lower: Int?, upper: Int?, treatment: AgeTreatment
  ) {
    #expect(AgeTreatment(lowerBound: lower, upperBound: upper) == treatment)
  }

  @Test(arguments: [
    (
      #"{"subject":"a","updatedAt":"2026-11-20T10:00:00Z","ageTreatment":"child"}"#,
      AgeTreatment.child
    ),
    (
      #"{"subject":"a","event":"noticed","updatedAt":"2026-11-20T10:00:00Z","ageTreatment":"unspecified"}"#,
      .unspecified
    ),
  ])
  func `an import may tell it alone`(line: String, treatment: AgeTreatment) throws {
    let answer = try ImportedAnswer(json: JSONNode(try JSONReader.read(Array(line.utf8))))
    #expect(answer.statement.ageTreatment == treatment && answer.statement.isSignalAlone)
  }

  @Test func `a word that is none is refused`() throws {
    let line = #"{"subject":"a","updatedAt":"2026-11-20T10:00:00Z","ageTreatment":"minor"}"#
    #expect(throws: JSONError.self) {
      try ImportedAnswer(json: JSONNode(try JSONReader.read(Array(line.utf8))))
    }
  }

  @Test func `the gate names it`() throws {
    var statement = try ConsentStatement.all(.enabled)
    statement.strings.gpp = "DBABLA~CVQqAAAAkg"
    let explained = ConsentGate().explain(.wrapping(statement), at: `The consent gate`.time)
    #expect(explained.decision.permit?.mode == .nonPersonalized)
    #expect(
      explained.requirements.contains { !$0.holds && $0.text == "the person is no known child" })
  }
}
