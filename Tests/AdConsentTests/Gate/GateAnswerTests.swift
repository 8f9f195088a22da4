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
}
