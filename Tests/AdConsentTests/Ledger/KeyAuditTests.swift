// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@Suite struct `An audit of replaced keys` {
  private static let old = ContentHasher.hash("the old secret")
  private static let new = ContentHasher.hash("the new secret")

  /// Three people, whose keys are hashed with the old secret or plain.
  private static func ledger(hashed: Bool = true) -> TestLedger {
    var ledger = TestLedger(entries: 0)
    if hashed { ledger.append(.keyed(LedgerKeying(people: 0, before: nil, after: old))) }
    for name in ["anna", "ben", "cleo"] {
      ledger.append(
        .given, subject: ContentHasher.hash(name), payload: ContentHasher.hash("yes"),
        hasContent: true)
    }
    return ledger
  }

  private static func rekey(_ name: String, in ledger: inout TestLedger) {
    ledger.append(
      .rekeyed, subject: ContentHasher.hash(name), payload: ContentHasher.hash("new \(name)"),
      hasContent: false)
  }

  /// What the audit says once the stored keys are those of the last entries that replaced them.
  private static func fault(of ledger: TestLedger, secret: ContentHash?? = nil) -> Int64? {
    var ledger = ledger
    for name in ["anna", "ben", "cleo"] {
      let subject = ContentHasher.hash(name)
      let rekeyed = ledger.found.last { $0.entry.event == .rekeyed && $0.entry.subject == subject }
      guard let rekeyed else { continue }
      ledger.bind(subject, to: rekeyed.entry.sequence)
    }
    return ledger.audit(secret: secret).fault?.sequence
  }

  @Test func `finds nothing wrong where everybody's was, and an entry says so`() {
    for hashed in [true, false] {
      var ledger = Self.ledger(hashed: hashed)
      for name in ["ben", "anna", "cleo"] { Self.rekey(name, in: &ledger) }
      ledger.append(
        .keyed(LedgerKeying(people: 3, before: hashed ? Self.old : nil, after: Self.new)))
      #expect(Self.fault(of: ledger, secret: .some(Self.new)) == nil)
      #expect(ledger.audit().contents == 3)
    }
  }

  @Test func `asks nothing of people who were erased before`() {
    var ledger = Self.ledger()
    ledger.dropContent(of: 3)
    ledger.append(
      .erased, subject: ContentHasher.hash("ben"), payload: LedgerCommitment.nothing,
      hasContent: false)
    for name in ["anna", "cleo"] { Self.rekey(name, in: &ledger) }
    ledger.append(.keyed(LedgerKeying(people: 2, before: Self.old, after: Self.new)))
    #expect(Self.fault(of: ledger) == nil)
  }

  /// Whose keys are replaced, what the closing entry says, and where the audit finds it.
  private static let wrong: [(names: [String], closing: LedgerKeying?, sequence: Int64)] = [
    (["anna"], nil, 5), (["anna", "ben", "cleo"], nil, 5),
    (["anna", "ben"], LedgerKeying(people: 2, before: old, after: new), 5),
    (["anna", "ben", "ben"], LedgerKeying(people: 3, before: old, after: new), 5),
    (["anna", "ben", "dora"], LedgerKeying(people: 3, before: old, after: new), 5),
    (["anna", "ben", "cleo"], LedgerKeying(people: 2, before: old, after: new), 5),
    (["anna", "ben", "cleo"], LedgerKeying(people: 3, before: nil, after: new), 8),
    (["anna", "ben", "cleo"], LedgerKeying(people: 3, before: new, after: old), 8),
    (["anna", "ben", "cleo"], LedgerKeying(people: 3, before: old, after: old), 8),
    ([], LedgerKeying(people: 0, before: old, after: new), 5),
  ]

  @Test(arguments: wrong.indices)
  func `names what was not replaced for everybody, or not from the secret of then`(row: Int) {
    let (names, closing, sequence) = Self.wrong[row]
    var ledger = Self.ledger()
    for name in names { Self.rekey(name, in: &ledger) }
    if let closing { ledger.append(.keyed(closing)) }
    #expect(Self.fault(of: ledger) == sequence)
    // What comes after it does not hide it.
    ledger.append(
      .renewed, subject: ContentHasher.hash("anna"), payload: ContentHasher.hash("more"),
      hasContent: true)
    #expect(Self.fault(of: ledger) == sequence)
  }

  @Test func `names a store whose secret the ledger does not know`() {
    let ledger = Self.ledger()
    #expect(Self.fault(of: ledger, secret: .some(Self.old)) == nil)
    #expect(Self.fault(of: ledger, secret: .some(Self.new)) == 1)
    #expect(Self.fault(of: ledger, secret: .some(nil)) == 1)
    #expect(Self.fault(of: Self.ledger(hashed: false), secret: .some(Self.old)) == 1)
  }

  @Test func `names a person whose key is not bound by the entry that replaced it last`() {
    var ledger = Self.ledger()
    for secret in [(Self.old, Self.new), (Self.new, Self.old)] {
      for name in ["anna", "ben", "cleo"] { Self.rekey(name, in: &ledger) }
      ledger.append(.keyed(LedgerKeying(people: 3, before: secret.0, after: secret.1)))
    }
    for name in ["anna", "cleo"] {
      let subject = ContentHasher.hash(name)
      ledger.bind(subject, to: name == "anna" ? 9 : 11)
    }
    ledger.bind(ContentHasher.hash("ben"), to: 6)
    #expect(ledger.audit().fault?.sequence == 10)
    ledger.bind(ContentHasher.hash("ben"), to: 10)
    #expect(ledger.audit().fault == nil)
  }

  @Test(arguments: [("dora", nil), ("anna", 6)])
  func `lets what was carried over bring new people, and change nobody's key`(
    name: String, fault: Int64?
  ) {
    var ledger = Self.ledger()
    ledger.append(
      .restored(
        LedgerRestoring(
          copy: ledger.head(), replaced: nil, common: 0, carried: 2, leftOut: 0)))
    Self.rekey(name, in: &ledger)
    ledger.append(
      .given, subject: ContentHasher.hash(name), payload: ContentHasher.hash("yes"),
      hasContent: true)
    ledger.bind(ContentHasher.hash(name), to: 6)
    #expect(ledger.audit().fault?.sequence == fault)
  }
}

extension TestLedger {
  /// Says that the stored key of a person is bound by an entry.
  fileprivate mutating func bind(_ subject: ContentHash, to sequence: Int64) {
    found = found.map { found in
      guard found.entry.subject == subject, let content = found.content else { return found }
      return FoundLedgerEntry(
        entry: found.entry, storedHash: found.storedHash,
        content: .init(subject: subject, payload: content.payload, rekeyed: sequence),
        note: found.note)
    }
  }
}
