// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import Foundation
import TestSupport
import Testing

@testable import AdStore

/// What a restored backup takes over of the consent in the database that it takes the place of.
@Suite struct ConsentCarryOverTests {
  /// What somebody may do.
  enum Event: String, CaseIterable, CustomTestStringConvertible {
    case nothing, yes, no, less, withdrawal, optOut, control, notice, erasure, comesBack
    var testDescription: String { rawValue }

    func happen(to key: String, in consent: ConsentRepository, at now: Timestamp) throws {
      let subject = try SubjectKey(key)
      var statement = ConsentStatement(
        choices: try ConsentChoices(.enabled, for: .googleAds), regulation: .gdpr, at: now)
      switch self {
      case .nothing: return
      case .yes: break
      case .no: statement.choices = try ConsentChoices(.disabled, for: .googleAds)
      case .less:
        statement.choices = try ConsentChoices(.enabled, for: .googleAds)
        statement.choices.purposes.consent = try ChoiceList(
          enabled: [.number(1)], disabled: [.number(3), .number(4)])
      case .withdrawal:
        try consent.withdraw(subject, at: now)
        return
      case .optOut:
        statement.regulation = .cpra
        statement.strings.usPrivacy = "1YYN"
        statement.choices = ConsentChoices()
      case .control:
        statement.regulation = .cpra
        statement.choices = ConsentChoices()
        statement.gpc = true
      case .notice:
        statement.regulation = .cpra
        statement.choices = ConsentChoices()
        try consent.set(statement, for: subject, as: .noticed, at: now)
        return
      case .erasure, .comesBack:
        _ = try consent.erase([subject, SubjectKey("nobody")], at: now)
        if self == .erasure { return }
      }
      try consent.set(statement, for: subject, at: now)
    }
  }

  @Test(arguments: Event.allCases, Event.allCases)
  func `no restoring opens more than was open before it`(before: Event, after: Event) throws {
    for takesPermissions in [false, true] {
      let pair = try RestoredPair()
      try pair.consent { try before.happen(to: "anna", in: $0, at: pair.now) }
      pair.wait()
      try pair.backUp()
      try pair.consent { try after.happen(to: "anna", in: $0, at: pair.now) }
      pair.wait()
      let was = try pair.freedoms(of: "anna")
      let expected = try pair.restore(isDryRun: true)
      let carried = try pair.restore(nil, CarryingRules(takesPermissions: takesPermissions))
      let freedoms = try pair.freedoms(of: "anna")
      #expect(zip(freedoms, was).allSatisfy { $0 <= $1 }, "\(freedoms) after \(was)")
      if takesPermissions {
        #expect(freedoms == was)
        #expect(carried.leftOut == 0)
      } else {
        #expect(carried == expected)
      }
      #expect(try pair.consent { try $0.verify(at: pair.now) }.fault == nil)
      // A second time there is nothing left to do.
      pair.wait()
      let again = try pair.restore(pair.kept)
      #expect(again.withdrawals + again.refusals + again.restrictions == 0, "\(again)")
    }
  }

  @Test func `each kind of answer is counted`() throws {
    let pair = try RestoredPair()
    let people = Event.allCases.filter { $0 != .comesBack }
    for event in people {
      try pair.consent { try Event.yes.happen(to: event.rawValue, in: $0, at: pair.now) }
    }
    pair.wait()
    try pair.backUp()
    pair.wait()
    for event in people {
      try pair.consent { try event.happen(to: event.rawValue, in: $0, at: pair.now) }
    }
    var expected = CarriedConsent()
    expected.withdrawals = 1
    expected.refusals = 1
    expected.restrictions = 3
    expected.erasures = 1
    // A notice counts among what allows, and is kept where an answer is.
    expected.permissions = 1
    expected.leftOut = 1
    #expect(try pair.restore(isDryRun: true) == expected)
    #expect(try pair.restore() == expected)
  }

  @Test func `who was erased is gone from the restored file, to the last byte`() throws {
    let pair = try RestoredPair()
    try pair.consent { try Event.yes.happen(to: "anna-the-erased", in: $0, at: pair.now) }
    try pair.backUp()
    pair.wait()
    try pair.consent { try Event.erasure.happen(to: "anna-the-erased", in: $0, at: pair.now) }
    #expect(try pair.restore().erasures == 1)
    #expect(try !pair.store.bytes().contains(Data("anna-the-erased".utf8)))
    #expect(try pair.consent { try $0.pendingErasure() } == nil)
    #expect(try pair.consent { try $0.verify(at: pair.now) }.erased == 1)
  }

  @Test func `the entry of a restoring names both ledgers, and is verified`() throws {
    let pair = try RestoredPair()
    try pair.consent { try Event.yes.happen(to: "anna", in: $0, at: pair.now) }
    try pair.backUp()
    let copy = try pair.consent { try $0.head(at: pair.now) }
    pair.wait()
    try pair.consent { try Event.withdrawal.happen(to: "anna", in: $0, at: pair.now) }
    let replaced = try pair.consent { try $0.head(at: pair.now) }
    try pair.restore()
    let connection = try pair.store.outsider()
    let found = try #require(try LedgerReader(connection).restorings().first)
    try connection.close()
    #expect(found.sequence == 2)
    #expect(found.restoring.copy.root == copy.root && found.restoring.copy.size == 1)
    #expect(found.restoring.replaced?.root == replaced.root)
    #expect(found.restoring.common == 1 && found.restoring.carried == 1)
    #expect(try pair.consent { try $0.verify(against: [copy], at: pair.now) }.fault == nil)
    #expect(
      try pair.consent { try $0.verify(against: [replaced], at: pair.now) }.fault?.kind == .forked)
    // It is received when it was, and not when it was carried over.
    let history = try pair.consent { try $0.history(of: SubjectKey("anna")) }
    #expect(history.map(\.recordedAt) == [TemporaryStore.now, pair.now])
    #expect(history.map(\.id.rawValue) == [1, 3])
  }

  @Test(arguments: [
    (
      "UPDATE consent_notes SET content = replace(content, '\"carried\":1', '\"carried\":0')",
      LedgerFault.Kind.edited
    ),
    ("DELETE FROM consent_notes", .missing),
    (
      "DELETE FROM consent_contents WHERE sequence = 3; DELETE FROM consent_entries WHERE sequence = 3",
      .truncated
    ),
  ])
  func `an altered restoring is named`(sql: String, kind: LedgerFault.Kind) throws {
    let pair = try RestoredPair()
    try pair.consent { try Event.yes.happen(to: "anna", in: $0, at: pair.now) }
    try pair.backUp()
    pair.wait()
    try pair.consent { try Event.withdrawal.happen(to: "anna", in: $0, at: pair.now) }
    try pair.restore()
    let connection = try pair.store.outsider()
    try connection.execute(
      """
      PRAGMA foreign_keys = OFF;
      DROP TRIGGER consent_notes_are_never_edited;
      DROP TRIGGER consent_notes_are_never_deleted;
      DROP TRIGGER consent_contents_go_with_an_erasure;
      DROP TRIGGER consent_entries_are_never_deleted;
      \(sql)
      """)
    try connection.close()
    let fault = try pair.consent { try $0.verify(at: pair.now) }.fault
    #expect(fault?.kind == kind, "\(fault as Any)")
    // What is gone with everything that belonged to it shows in an audit alone.
    if kind != .truncated { #expect(try pair.freedoms(of: "anna", laws: [.gdpr]).max() == 0) }
  }

  @Test func `a forged restoring that goes on from another ledger is named`() throws {
    let pair = try RestoredPair()
    try pair.consent { consent in
      try Event.yes.happen(to: "anna", in: consent, at: pair.now)
      try consent.database.write { connection in
        var head = try LedgerReader(connection).head(at: pair.now)
        head = LedgerHead(
          store: head.store, size: head.size, root: ContentHasher.hash("other"), time: head.time)
        try LedgerWriter(connection, as: .restoring).append(
          .restored(
            LedgerRestoring(copy: head, replaced: nil, common: 0, carried: 0, leftOut: 0)),
          at: pair.now)
      }
      #expect(try consent.verify(at: pair.now).fault?.kind == .forked)
    }
  }

  @Test func `times run back among what was carried over, and nowhere else`() throws {
    let pair = try RestoredPair()
    try pair.consent { try Event.yes.happen(to: "anna", in: $0, at: pair.now) }
    try pair.backUp()
    pair.wait()
    try pair.consent { try Event.withdrawal.happen(to: "anna", in: $0, at: pair.now) }
    pair.wait()
    try pair.restore()
    #expect(try pair.consent { try $0.verify(at: pair.now) }.fault == nil)
    // What follows is held against the restoring, which came later.
    let early = TemporaryStore.now.advanced(by: 3_600_000)
    try pair.consent { try Event.no.happen(to: "bert", in: $0, at: early) }
    #expect(try pair.consent { try $0.verify(at: pair.now) }.fault?.kind == .clockBack)
  }

  /// Where only people are concerned whom the ledger tells apart, too: their keys are not the same.
  @Test(arguments: [["anna"], [], ["anna", "bert"]])
  func `keys under another secret are refused, unless the loss is accepted`(
    keys: [String]
  ) throws {
    let pair = try RestoredPair()
    try pair.consent { try Event.yes.happen(to: "anna", in: $0, at: pair.now) }
    try pair.backUp()
    pair.wait()
    let secret = Array("a secret of 16 b".utf8)
    try pair.consent { consent in
      try consent.hashKeys(with: secret, at: pair.now)
      for key in keys {
        try consent.withdraw(SubjectKey(hashing: key, secret: secret), at: pair.now)
      }
    }
    let error = #expect(throws: StoreError.self) { try pair.restore() }
    #expect(error?.code == .consentWouldBeLost)
    #expect(error?.message.contains("hashed since with a secret") == true, "\(error as Any)")
    #expect(error?.message.contains("1 person cannot be matched") == keys.contains("bert"))
    // Anna is known by what the ledger knows her by.
    let carried = try pair.restore(nil, CarryingRules(acceptsLosses: true))
    #expect(carried.withdrawals == (keys.isEmpty ? 0 : 1))
    #expect(carried.losses.count == (keys.contains("bert") ? 2 : 1))
    #expect(try pair.freedoms(of: "anna").max() == (keys.isEmpty ? 3 : 0))
    #expect(try pair.consent { try $0.verify(at: pair.now) }.fault == nil)
  }

  @Test func `who joined both after they parted is one person, and an erasure of one is not lost`()
    throws
  {
    let pair = try RestoredPair()
    try pair.backUp()
    pair.wait()
    try pair.consent(of: pair.backup) { try Event.yes.happen(to: "anna", in: $0, at: pair.now) }
    pair.wait()
    try pair.consent { try Event.no.happen(to: "anna", in: $0, at: pair.now) }
    #expect(try pair.restore().refusals == 1)
    #expect(try pair.freedoms(of: "anna", laws: [.gdpr]).max() == 1)
    pair.wait()
    // What she is known by is gone, so she cannot be told from whom the backup alone knows.
    try pair.consent { try Event.erasure.happen(to: "anna", in: $0, at: pair.now) }
    try pair.restore(pair.kept, CarryingRules(acceptsLosses: true))
    let fresh = try RestoredPair()
    try fresh.backUp()
    try fresh.consent(of: fresh.backup) { try Event.yes.happen(to: "anna", in: $0, at: fresh.now) }
    try fresh.consent { consent in
      for event in [Event.yes, .erasure] {
        try event.happen(to: "anna", in: consent, at: fresh.now)
      }
    }
    #expect(storeCode { try fresh.restore() } == .consentWouldBeLost)
  }

  @Test func `whom the backup may have erased is not brought back unasked`() throws {
    let pair = try RestoredPair()
    try pair.consent { try Event.no.happen(to: "bert", in: $0, at: pair.now) }
    try pair.backUp()
    pair.wait()
    try pair.consent { consent in
      for person in ["anna", "bert"] { try Event.no.happen(to: person, in: consent, at: pair.now) }
    }
    pair.wait()
    // By the backup's own commitment, which the database never heard of.
    try pair.consent(of: pair.backup) { consent in
      for event in [Event.yes, .erasure] {
        try event.happen(to: "anna", in: consent, at: pair.now)
      }
    }
    let error = #expect(throws: StoreError.self) { try pair.restore() }
    #expect(error?.code == .consentWouldBeLost)
    // Bert was there before, and still is: it was not he.
    #expect(
      error?.message.contains("whether they are among 1 person of the database") == true,
      "\(error as Any)")
    let carried = try pair.restore(nil, CarryingRules(acceptsLosses: true))
    #expect(carried.refusals == 2)
  }

  /// Who comes back after an erasure has another commitment: nobody can tell whom the second erasure was of.
  @Test(arguments: [true, false])
  func `who came back in one before the other erased them is not freer unasked`(
    inDatabase: Bool
  ) throws {
    let pair = try RestoredPair()
    try pair.consent { try Event.yes.happen(to: "anna", in: $0, at: pair.now) }
    try pair.backUp()
    let (first, second) =
      inDatabase ? (pair.store.path, pair.backup) : (pair.backup, pair.store.path)
    for (file, event) in [(first, Event.comesBack), (second, .erasure)] {
      pair.wait()
      try pair.consent(of: file) { try event.happen(to: "anna", in: $0, at: pair.now) }
    }
    let rules = CarryingRules(takesPermissions: true)
    #expect(storeCode { try pair.restore(nil, rules) } == .consentWouldBeLost)
  }

  @Test(arguments: [true, false])
  func `who came back after both had erased them stays`(inDatabase: Bool) throws {
    let pair = try RestoredPair()
    try pair.consent { try Event.yes.happen(to: "anna", in: $0, at: pair.now) }
    try pair.backUp()
    let (first, second) =
      inDatabase ? (pair.store.path, pair.backup) : (pair.backup, pair.store.path)
    for (file, event) in [(second, Event.erasure), (first, .comesBack)] {
      pair.wait()
      try pair.consent(of: file) { try event.happen(to: "anna", in: $0, at: pair.now) }
    }
    try pair.restore(nil, CarryingRules(takesPermissions: true))
    #expect(try pair.freedoms(of: "anna", laws: [.gdpr]).max() == 3)
  }
}
