// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Foundation
import TestSupport
import Testing

/// Random sets of answers, by `ADVIEW_SEED` and `ADVIEW_ANSWER_SETS`.
@Suite struct `Answers in any order` {
  private static let start = Timestamp(milliseconds: 1_795_132_800_000)
  private static let hour: Int64 = 3_600_000
  private static let laws: [Regulation] = [.gdpr, .cpra, Law.of(place: "US-TX") ?? .none, .none]

  @Test func `of every set decide as the rule says, in every order and however often repeated`()
    throws
  {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["ADVIEW_ANSWER_SETS"].flatMap(Int.init) ?? 3_000
    let seed = environment["ADVIEW_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0..<100_000)
    print("\(count) sets of answers, ADVIEW_SEED=\(seed)")
    var random = SeededRandom(seed: seed)
    let strings = try Strings()
    var reached: [Int: Int] = [:]
    for number in 0..<count {
      let said = Self.set(&random)
      let (isLate, isLeave) = (random.isOneIn(4), random.isOneIn(2))
      let oracle = ConsentOracle(said: Set(said), isLate: isLate, silenceIsLeave: isLeave)
      let time = Self.start.advanced(by: Self.hour * (isLate ? 24 * 500 : 100))
      for arrival in 0..<3 {
        let order = (arrival == 0 ? said : said + said.prefix(arrival)).shuffled(using: &random)
        let records = try Self.stored(order, strings)
        let state = ConsentState(records)
        let isAsAppended = records.reduce(into: .empty) { $0.append($1) } == state
        #expect(isAsAppended, "set \(number) of seed \(seed)")
        for place in [nil] + Said.Place.allCases.map(Optional.some) {
          let gate = ConsentGate(
            applicableLaw: place.map { Self.laws[$0.rawValue] },
            silence: isLeave ? .personalized : .restricted)
          let decision = gate.answer(state, at: time).decision
          let expected = oracle.freedom(in: place)
          reached[expected, default: 0] += 1
          guard decision.number == expected else {
            Issue.record(
              "set \(number) of seed \(seed), \(place.map { "\($0)" } ?? "anywhere"): \(decision), expected \(expected), of \(order)"
            )
            return
          }
        }
      }
    }
    print("decisions by freedom: \(reached.sorted { $0.key < $1.key }.map { "\($0): \($1)" })")
    #expect(reached.count == 4)
  }

  private static func set(_ random: inout SeededRandom) -> [Said] {
    (0..<random.int(1...6)).map { _ in
      let kind = Said.Kind.allCases[random.int(0...Said.Kind.allCases.count - 1)]
      let hour = random.int(0...71)
      switch kind {
      case .foundYes, .foundNo:
        return Said(kind: kind, place: .europe, hour: hour / 24 * 24)
      case .oldYes, .oldNo:
        let day = random.int(0...1)
        return Said(
          kind: kind, place: .europe, hour: random.int((day + 1) * 24...71), day: day * 24)
      case .yes, .no, .withdrawal, .optOut, .controlOn, .controlOff, .applies, .notice, .child,
        .teen, .grown:
        let place = Said.Place.allCases[random.int(0...3)]
        // Mornings, so that some are of one time.
        return Said(kind: kind, place: place, hour: random.isOneIn(3) ? hour / 24 * 24 : hour)
      }
    }
  }

  /// The records that a store makes of answers in the order in which they arrive: a copy makes none.
  private static func stored(_ said: [Said], _ strings: Strings) throws -> [ConsentRecord] {
    var known: Set<Said> = []
    return try said.filter { known.insert($0).inserted }.enumerated().map { place, said in
      let received = start.advanced(by: hour * 80 + Int64(place))
      let law = laws[said.place.rawValue]
      let time = start.advanced(by: hour * Int64(said.hour))
      var statement = ConsentStatement(choices: .init(), regulation: law, at: time)
      var event: ConsentEvent?
      switch said.kind {
      case .yes: statement = try .all(.enabled, under: law, at: time)
      case .no: statement = try .all(.disabled, under: law, at: time)
      case .withdrawal:
        statement = statement.withdrawn(at: time)
        event = .withdrawn
      case .optOut:
        // Under Europe's law a yes, beside the string of another law.
        if law == .gdpr { statement = try .all(.enabled, under: law, at: time) }
        statement.strings.usPrivacy = "1YYN"
      case .controlOn: statement.gpc = true
      case .controlOff: statement.gpc = false
      case .child: statement.ageTreatment = .child
      case .teen: statement.ageTreatment = .teen
      case .grown: statement.ageTreatment = .unspecified
      case .applies: event = .noticed
      case .notice:
        event = .noticed
        statement.collection.notice = ConsentNotice(id: "n1")
      case .foundYes, .foundNo:
        statement = try ConsentStatement(
          tcString: strings.text(said.kind == .foundYes, day: said.hour / 24))
      case .oldYes, .oldNo:
        statement = try ConsentStatement(
          tcString: strings.text(said.kind == .oldYes, day: said.day / 24))
        statement.updatedAt = time
      }
      return ConsentRecord(
        id: ConsentRecordID(Int64(place + 1)),
        event: event ?? .answering(statement, after: nil, at: time), recordedAt: received,
        previous: nil, statement: statement)
    }
  }

  /// A TC string of each day that agrees to everything, and one that refuses it.
  private struct Strings {
    private let texts: [[String]]

    init() throws {
      texts = try (0..<3).map { day in
        try [false, true].map { isYes in
          var tc = TCString(
            created: start.advanced(by: hour * 24 * Int64(day)), cmpID: 300, policyVersion: 5,
            consentLanguage: try LetterPair("DA"), publisherCountry: try LetterPair("DK"))
          tc.disclosedVendors = try VendorSet([755])
          if isYes {
            tc.vendorConsents = try VendorSet([755])
            tc.purposesConsent = PurposeSet(Array(1...11))
          }
          return tc.encoded()
        }
      }
    }

    func text(_ isYes: Bool, day: Int) -> String { texts[day][isYes ? 1 : 0] }
  }
}

extension GateDecision {
  fileprivate var number: Int {
    guard let mode = permit?.mode else { return 0 }
    switch mode {
    case .limited: return 1
    case .nonPersonalized: return 2
    case .personalized: return 3
    }
  }
}
