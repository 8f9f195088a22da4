// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@Suite struct `The gate's answer` {
  private func record(
    _ choice: ConsentChoice, event: ConsentEvent = .given,
    strings: ConsentStrings = ConsentStrings()
  ) throws -> ConsentRecord {
    let time = `The consent gate, given a TC string`.time
    var statement = ConsentStatement(
      choices: try ConsentChoices(choice, for: .googleAds), regulation: .gdpr, at: time)
    statement.strings = strings
    return ConsentRecord(
      id: ConsentRecordID(1), event: event, recordedAt: time, previous: nil, statement: statement)
  }

  /// So that whoever hands a consent on need not decode its strings again.
  @Test func `hands out the strings as the gate decoded them, where ads are allowed`() throws {
    let open = try record(.enabled, strings: ConsentStrings(usPrivacy: "1YNN"))
    let answer = ConsentGate().answer(
      ConsentState([open]), at: `The consent gate, given a TC string`.time)
    #expect(answer.relayed == (try RelayedConsent(of: open.statement)))
    #expect(answer.relayed?.usPrivacy?.text == "1YNN")
  }

  @Test func `hands out nothing where ads are blocked`() throws {
    let time = `The consent gate, given a TC string`.time
    let malformed = try record(.enabled, strings: ConsentStrings(tc: "C!"))
    for blocked in [nil, try record(.enabled, event: .withdrawn), malformed] {
      let answer = ConsentGate().answer(ConsentState(blocked.map { [$0] } ?? []), at: time)
      #expect(!answer.decision.isAllowed && answer.relayed == nil && answer.expiresAt == nil)
    }
  }

  private func record(
    _ number: Int64, _ choice: ConsentChoice, under law: String, until day: String
  ) throws -> ConsentRecord {
    let time = `The consent gate, given a TC string`.time
      .advanced(by: number * 3_600_000 - 86_400_000)
    var statement = ConsentStatement(
      choices: try ConsentChoices(choice, for: .googleAds), regulation: try Regulation(law),
      at: time)
    statement.expiry = ConsentExpiry(explicit: try Timestamp(day + "T00:00:00Z"))
    return ConsentRecord(
      id: ConsentRecordID(number), event: .given, recordedAt: time, previous: nil,
      statement: statement)
  }

  @Test(arguments: [
    // What ends first may end it, under whichever law it was said.
    (
      [("gdpr", ConsentChoice.enabled, "2031-01-01"), ("lgpd", .enabled, "2032-01-01")],
      "2031-01-01"
    ),
    ([("gdpr", .enabled, "2032-01-01"), ("lgpd", .enabled, "2031-01-01")], "2031-01-01"),
    ([("gdpr", .disabled, "2032-01-01"), ("lgpd", .enabled, "2031-01-01")], "2031-01-01"),
    ([("gdpr", .enabled, "2032-01-01"), ("cpra", .enabled, "2031-01-01")], "2031-01-01"),
    // A yes that runs out where people opt out leaves more than what is limited.
    ([("gdpr", .disabled, "2032-01-01"), ("cpra", .enabled, "2031-01-01")], "2032-01-01"),
    (
      [
        ("gdpr", .disabled, "2033-01-01"), ("cpra", .enabled, "2031-01-01"),
        ("lgpd", .enabled, "2032-01-01"),
      ], "2032-01-01"
    ),
  ])
  func `where nobody says which law applies, ends with the first that leaves less`(
    said: [(String, ConsentChoice, String)], end: String
  ) throws {
    let state = ConsentState(
      try said.enumerated().map { number, said in
        try record(Int64(number + 1), said.1, under: said.0, until: said.2)
      })
    let now = `The consent gate, given a TC string`.time
    let answer = ConsentGate().answer(state, at: now)
    let last = try Timestamp(end + "T00:00:00Z")
    #expect(answer.decision.isAllowed && answer.expiresAt == last)
    #expect(ConsentGate().answer(state, at: last.advanced(by: -1)).decision == answer.decision)
    #expect(ConsentGate().answer(state, at: last).decision != answer.decision)
  }

  @Test func `ends with the first of the answers that hold beside each other`() throws {
    let careful = try record(1, .disabled, under: "gdpr", until: "2032-01-01")
    var other = try record(1, .enabled, under: "gdpr", until: "2031-01-01")
    other = ConsentRecord(
      id: ConsentRecordID(2), event: .given, recordedAt: other.recordedAt, previous: nil,
      statement: other.statement)
    let state = ConsentState([careful, other])
    let now = `The consent gate, given a TC string`.time
    let answer = ConsentGate(applicableLaw: .gdpr).answer(state, at: now)
    #expect(answer.decision.isAllowed && answer.record == careful)
    #expect(answer.expiresAt == other.statement.expiry.at)
  }
}
