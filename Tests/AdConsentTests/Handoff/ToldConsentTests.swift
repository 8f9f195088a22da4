// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@Suite struct `What a consent platform tells again` {
  private static let now = `The consent gate`.time

  /// What is told beside the strings.
  struct Beside: Sendable {
    var control: Bool?
    var age: AgeTreatment?
    var notice: String?
  }

  /// What was told before, what is told now, and whether that is known.
  private static let cases: [([Beside], Beside, Bool)] = [
    ([Beside()], Beside(), true),
    ([Beside()], Beside(control: true), false), ([Beside()], Beside(control: false), false),
    ([Beside(control: true)], Beside(control: true), true),
    ([Beside(control: true)], Beside(), true),
    ([Beside(control: true)], Beside(control: false), false),
    // What was taken back and is told again is new.
    ([Beside(control: true), Beside(control: false)], Beside(control: true), false),
    ([Beside(control: true), Beside(control: false)], Beside(control: false), true),
    ([Beside()], Beside(age: .teen), false), ([Beside(age: .teen)], Beside(age: .teen), true),
    ([Beside(age: .teen)], Beside(age: .unspecified), false),
    ([Beside(age: .teen)], Beside(), true),
  ]

  private static func statement(
    _ beside: Beside, _ strings: ConsentStrings, at place: Int
  ) -> ConsentStatement {
    var statement = ConsentStatement(
      choices: .init(), regulation: .cpra, at: now.advanced(by: Int64(place) * 1000),
      strings: strings)
    statement.gpc = beside.control
    statement.ageTreatment = beside.age
    statement.collection.notice = beside.notice.map { ConsentNotice(id: $0) }
    return statement
  }

  private static func knows(
    _ told: Beside, after before: [Beside], _ kind: ToldConsent.Kind, _ strings: ConsentStrings
  ) -> Bool {
    let records = before.enumerated().map { place, beside in
      ConsentRecord(
        id: ConsentRecordID(Int64(place + 1)), event: kind == .noticed ? .noticed : .imported,
        recordedAt: now.advanced(by: Int64(place) * 1000), previous: nil,
        statement: Self.statement(beside, strings, at: place))
    }
    let statement = Self.statement(told, strings, at: before.count)
    return ConsentState(records).knows(kind == .noticed ? .noticed(statement) : .found(statement))
  }

  @Test(arguments: cases)
  func `is known only with what is told beside the strings`(
    before: [Beside], told: Beside, isKnown: Bool
  ) {
    #expect(Self.knows(told, after: before, .noticed, ConsentStrings()) == isKnown)
    for kind in [ToldConsent.Kind.noticed, .found] {
      #expect(Self.knows(told, after: before, kind, ConsentStrings(usPrivacy: "1YNN")) == isKnown)
    }
  }

  @Test func `is new where it names a notice for the first time`() {
    let (none, one) = (Beside(), Beside(notice: "n1"))
    #expect(!Self.knows(one, after: [none], .noticed, ConsentStrings()))
    #expect(!Self.knows(Beside(notice: "n2"), after: [one], .noticed, ConsentStrings()))
    #expect(Self.knows(one, after: [none, one], .noticed, ConsentStrings()))
    #expect(Self.knows(none, after: [one], .noticed, ConsentStrings()))
  }
}
