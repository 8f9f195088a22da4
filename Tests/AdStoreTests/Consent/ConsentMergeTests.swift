// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import TestSupport
import Testing

@testable import AdStore

/// Two devices of one person, and one store that hears of both.
@Suite struct ConsentMergeTests {
  private static let laws: [Regulation] = [.gdpr, .cpra, .none]

  @Test func `answers that two stores hold merge into the same decisions as those of one`() throws {
    let seed = UInt64.random(in: 0..<100_000)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    let files = try (0..<4).map { _ in try TemporaryStore() }
    // An optimised build lets go of what is not asked for again, and with it of the folders.
    defer { withExtendedLifetime(files) {} }
    let stores = try files.map { ConsentRepository(try $0.create()) }
    let (one, other, merged, whole) = (stores[0], stores[1], stores[2], stores[3])
    let late = TemporaryStore.now.advanced(by: 30 * 86_400_000)
    for person in 0..<40 {
      let subject = try SubjectKey("user-\(person)")
      for _ in 0..<random.int(1...5) {
        let answer = try Self.answer(of: subject, &random)
        // Some are heard by both.
        let hearers = random.isOneIn(3) ? [one, other] : [random.isOneIn(2) ? one : other]
        for hearer in hearers + [whole] {
          _ = try hearer.record(imported: [answer], at: late)
        }
      }
    }
    for source in [other, one] {
      var answers: [ImportedAnswer] = []
      try source.forEachAnswer { answer in
        let line = try answer.json.text()
        answers.append(try ImportedAnswer(json: JSONNode(JSONReader.read(text: line))))
      }
      for outcome in try merged.record(imported: answers.shuffled(using: &random), at: late) {
        if case .refused(let reason) = outcome { Issue.record("refused: \(reason)") }
      }
    }
    for person in 0..<40 {
      let subject = try SubjectKey("user-\(person)")
      for law in [nil] + Self.laws.map(Optional.some) {
        let gate = ConsentGate(applicableLaw: law)
        let answers = [merged, whole].map { $0.answer(for: subject, at: late, by: gate) }
        #expect(answers[0].decision.permit?.mode == answers[1].decision.permit?.mode)
        #expect(answers[0].decision.blockReason == answers[1].decision.blockReason)
        #expect(answers[0].record?.statement == answers[1].record?.statement)
      }
    }
  }

  private static func answer(
    of subject: SubjectKey, _ random: inout SeededRandom
  ) throws -> ImportedAnswer {
    let time = TemporaryStore.now.advanced(by: Int64(random.int(0...20)) * 3_600_000)
    let law = laws[random.int(0...2)]
    var statement = ConsentStatement(
      choices: try ConsentChoices(random.isOneIn(2) ? .enabled : .disabled, for: .googleAds),
      regulation: law, at: time)
    var event = ConsentEvent.imported
    switch random.int(0...5) {
    case 0:
      statement = statement.withdrawn(at: time)
      event = .withdrawn
    case 1: statement.strings.usPrivacy = "1YYN"
    case 2: statement.gpc = random.isOneIn(2)
    default: break
    }
    return ImportedAnswer(subject: subject, event: event, statement: statement)
  }
}
