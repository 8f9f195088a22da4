// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Foundation
import TestSupport
import Testing

@testable import AdStore

/// Random histories of two files that parted, and what holds once one took the place of the other;
/// by `ADVIEW_SEED` and `ADVIEW_RESTORES`.
@Suite struct RestoringPropertyTests {
  private static let people = (0..<6).map { "user-\($0)" }
  private static let laws: [Regulation] = [.gdpr, .cpra, .none]

  /// The rule: nobody is freer than a store would leave them that had heard everything which both
  /// heard, in the order in which it was received. A backup heard nothing that the database had not
  /// heard: so nobody is freer than before. Where everything is carried over, all are as free.
  @Test func `a restored file decides as a store that heard everything, or more carefully`() throws
  {
    let environment = ProcessInfo.processInfo.environment
    let seed =
      environment["ADVIEW_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0..<1_000_000)
    let rounds = environment["ADVIEW_RESTORES"].flatMap(Int.init) ?? 8
    print("\(rounds) restores, ADVIEW_SEED=\(seed)")
    var (restored, refused) = (0, 0)
    for round in 0..<rounds {
      var random = SeededRandom(seed: seed &+ UInt64(round))
      if try check(&random, "seed \(seed), round \(round)") { restored += 1 } else { refused += 1 }
    }
    #expect(restored > refused)
  }

  /// - Returns: Whether it was restored; false where an erasure could not be matched.
  private func check(_ random: inout SeededRandom, _ place: Comment) throws -> Bool {
    let pair = try RestoredPair()
    let whole = try RestoredPair()
    var (common, left, right) = (History(), History(), History())
    for _ in 0..<random.int(0...8) { try common.happen(in: pair, pair.store.path, &random) }
    try pair.backUp()
    let isFork = random.isOneIn(2)
    for _ in 0..<random.int(1...12) {
      if isFork, random.isOneIn(2) {
        try left.happen(in: pair, pair.backup, &random)
      } else {
        try right.happen(in: pair, pair.store.path, &random)
      }
    }
    pair.wait()
    let takesAll = random.isOneIn(2)
    do {
      try pair.restore(nil, CarryingRules(takesPermissions: takesAll))
    } catch let error as StoreError where error.code == .consentWouldBeLost {
      #expect(isFork && (left.erasures + right.erasures) > 0, "\(place): \(error)")
      return false
    }
    let heard = (common.heard + left.heard + right.heard).sorted { $0.time < $1.time }
    try whole.consent(of: whole.store.path) { consent in
      for event in heard { try event.happen(in: consent) }
    }
    whole.wait(pair.now.milliseconds - whole.now.milliseconds)
    for key in Self.people {
      let (found, told) = (try pair.freedoms(of: key), try whole.freedoms(of: key))
      if takesAll {
        #expect(found == told, "\(place), \(key)")
      } else {
        #expect(zip(found, told).allSatisfy { $0 <= $1 }, "\(place), \(key): \(found) not \(told)")
      }
    }
    #expect(try pair.consent { try $0.verify(at: pair.now) }.fault == nil, place)
    // And back again: what was there before is not freer for having been away.
    pair.wait()
    let before = try Self.people.map { try pair.freedoms(of: $0) }
    do {
      try pair.restore(pair.kept)
    } catch let error as StoreError where error.code == .consentWouldBeLost {
      return true
    }
    for (key, before) in zip(Self.people, before) where !isFork && takesAll {
      let after = try pair.freedoms(of: key)
      #expect(
        zip(after, before).allSatisfy { $0 <= $1 }, "\(place), \(key): \(after) not \(before)")
    }
    #expect(try pair.consent { try $0.verify(at: pair.now) }.fault == nil, place)
    return true
  }

  /// One thing that a store heard.
  private struct Heard {
    let key: String
    let time: Timestamp
    /// What was said, and how; nil for an erasure.
    let said: (ConsentStatement, ConsentEvent)?

    func happen(in consent: ConsentRepository) throws {
      let subject = try SubjectKey(key)
      if let (statement, event) = said {
        try consent.set(statement, for: subject, as: event, at: time)
      } else {
        _ = try consent.erase([subject, SubjectKey("nobody")], at: time)
      }
    }
  }

  /// What one file heard.
  private struct History {
    var heard: [Heard] = []
    var erasures = 0

    mutating func happen(
      in pair: RestoredPair, _ file: String, _ random: inout SeededRandom
    ) throws {
      pair.wait(Int64(random.int(1...72)) * 1_800_000)
      let key = people[random.int(0...people.count - 1)]
      let subject = try SubjectKey(key)
      if random.isOneIn(9) {
        let erased = try pair.consent(of: file) {
          try $0.erase([subject, SubjectKey("nobody")], at: pair.now)
        }
        guard erased[0] != nil else { return }
        erasures += 1
        heard.append(Heard(key: key, time: pair.now, said: nil))
        return
      }
      let records = try pair.consent(of: file) { consent in
        let count = try consent.history(of: subject).count
        if random.isOneIn(5) {
          try consent.withdraw(subject, at: pair.now)
        } else {
          let (statement, event) = try RestoringPropertyTests.statement(at: pair.now, &random)
          try consent.set(statement, for: subject, as: event, at: pair.now)
        }
        return try consent.history(of: subject).sorted { $0.id < $1.id }.dropFirst(count)
      }
      heard += records.map { record in
        Heard(key: key, time: pair.now, said: (record.statement, record.event))
      }
    }
  }

  private static func statement(
    at now: Timestamp, _ random: inout SeededRandom
  ) throws -> (ConsentStatement, ConsentEvent?) {
    // Found later than it was said, or of a clock that runs ahead.
    let time = now.advanced(
      by: random.isOneIn(4) ? Int64(random.int(-200...20)) * 3_600_000 : 0)
    var statement = ConsentStatement(
      choices: try ConsentChoices(random.isOneIn(3) ? .disabled : .enabled, for: .googleAds),
      regulation: laws[random.int(0...2)], at: time)
    if random.isOneIn(2) {
      statement.expiry = ConsentExpiry(
        explicit: time.advanced(by: Int64(random.int(10...300)) * 86_400_000))
    }
    switch random.int(0...9) {
    case 0: statement.strings.usPrivacy = random.isOneIn(2) ? "1YYN" : "1YNN"
    case 1: statement.gpc = random.isOneIn(2)
    case 2:
      statement.choices.purposes.consent = try ChoiceList(
        enabled: [.number(1)], disabled: [.number(3), .number(4)])
    case 3:
      statement.choices = ConsentChoices()
      statement.regulation = .cpra
      if random.isOneIn(2) { statement.collection.notice = ConsentNotice(id: "notice-1") }
      return (statement, .noticed)
    case 4:
      statement.ageTreatment = AgeTreatment.allCases[random.int(0...2)]
      guard random.isOneIn(2) else { break }
      statement.choices = ConsentChoices()
      return (statement, .noticed)
    default: break
    }
    return (statement, nil)
  }
}
