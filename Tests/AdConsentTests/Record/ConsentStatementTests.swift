// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@Suite struct `A consent statement` {
  static let time = Timestamp(milliseconds: 1_795_242_360_000)

  @Test func `says the same at another time and in another order`() throws {
    let ids: [ConsentItemID] = [.name("google"), .number(755), .number(1)]
    var first = try Self.statement(.enabled)
    first.choices.vendors.consent = try ChoiceList(enabled: ids)
    var second = try Self.statement(.enabled, at: Self.time.advanced(by: 86_400_000))
    second.choices.vendors.consent = try ChoiceList(enabled: ids.reversed())
    #expect(first.saysTheSame(as: second))
  }

  @Test func `says something else when any evidence differs`() throws {
    let before = try Self.statement(.enabled)
    #expect(!before.saysTheSame(as: try Self.statement(.disabled)))
    var other = before
    other.strings.tc = "C"
    #expect(!before.saysTheSame(as: other))
    other = before
    other.collection.notice = ConsentNotice(version: "2")
    #expect(!before.saysTheSame(as: other))
    other = before
    other.regulation = .cpra
    #expect(!before.saysTheSame(as: other))
    other = before
    other.expiry = ConsentExpiry(explicit: before.expiry.at)
    #expect(!before.saysTheSame(as: other))
  }

  @Test func `is partial while an answer is missing`() throws {
    var statement = try Self.statement(.enabled)
    #expect(statement.status(at: Self.time) == .full)
    statement.choices.purposes.consent = try ChoiceList(notAsked: [.name("cookies")])
    #expect(statement.status(at: Self.time) == .partial)
    statement.regulation = .none
    #expect(statement.status(at: Self.time) == .full)
  }

  @Test func `is partial when it says nothing at all`() {
    let empty = ConsentStatement(choices: .init(), regulation: .gdpr, at: Self.time)
    #expect(empty.status(at: Self.time) == .partial)
    let string = ConsentStatement(
      choices: .init(), regulation: .cpra, at: Self.time,
      strings: ConsentStrings(usPrivacy: "1YNN"))
    #expect(string.status(at: Self.time) == .full)
  }

  @Test func `expires by its regulation's rule`() throws {
    let statement = try Self.statement(.disabled)
    #expect(statement.expiry.rule == "gdpr refusal: 13 months")
  }

  @Test func `reads ids of either case, and the older one of California's law`() throws {
    #expect(try Regulation("CCPA") == .cpra)
    #expect(try Regulation("GDPR") == .gdpr)
    #expect(try Regulation("Martian-1").rawValue == "Martian-1")
    for id in ["", "a b", "ä", String(repeating: "a", count: 33)] {
      #expect(throws: InvalidValue.self) { try Regulation(id) }
    }
  }

  static func statement(
    _ choice: ConsentChoice, at time: Timestamp = time, regulation: Regulation = .gdpr
  ) throws -> ConsentStatement {
    ConsentStatement(
      choices: try ConsentChoices(choice, for: .googleAds), regulation: regulation, at: time)
  }
}

@Suite struct `A consent event` {
  @Test(arguments: [
    (ConsentChoice.enabled, ConsentEvent?.none, ConsentEvent.given),
    (.disabled, nil, .refused),
    (.enabled, .given, .changed),
    (.enabled, .refused, .changed),
    (.disabled, .given, .refused),
    (.enabled, .imported, .changed),
    (.enabled, .withdrawn, .given),
    (.enabled, .expired, .given),
    (.disabled, .withdrawn, .refused),
  ])
  func `is named by what came before`(
    choice: ConsentChoice, before: ConsentEvent?, event: ConsentEvent
  ) throws {
    let time = `A consent statement`.time
    let previous = try before.map { before in
      ConsentRecord(
        id: ConsentRecordID(1), event: before, recordedAt: time, previous: nil,
        statement: try `A consent statement`.statement(.disabled))
    }
    let statement = try `A consent statement`.statement(choice)
    #expect(ConsentEvent.answering(statement, after: previous, at: time) == event)
  }

  @Test func `is given anew once the last answer has run out`() throws {
    let time = `A consent statement`.time
    let old = ConsentRecord(
      id: ConsentRecordID(1), event: .given, recordedAt: time, previous: nil,
      statement: try `A consent statement`.statement(.enabled))
    let late = time.advanced(by: 400 * 86_400_000)
    let again = try `A consent statement`.statement(.enabled, at: late)
    #expect(ConsentEvent.answering(again, after: old, at: late) == .given)
  }
}
