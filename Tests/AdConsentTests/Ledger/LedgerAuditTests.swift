// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@Suite struct `An audit of the ledger` {
  @Test func `finds nothing wrong with an untouched chain`() {
    let ledger = TestLedger(entries: 9)
    let report = ledger.audit()
    #expect(report.fault == nil)
    #expect(report.size == 9 && report.contents == 9 && report.erased == 0)
    #expect(report.root == MerkleTree.root(of: ledger.found.map(\.storedHash)))
    #expect(TestLedger(entries: 0).audit().fault == nil)
  }

  @Test func `finds an edited entry, whichever field it is`() {
    let edits: [(inout LedgerEntry) -> Void] = [
      { $0.time = $0.time.advanced(by: 1) },
      { $0.event = .refused },
      { $0.subject = ContentHasher.hash("other") },
      { $0.payload = ContentHasher.hash("other") },
      { $0.origin = .rule },
      { $0.origin = EntryOrigin(actor: .person, told: "app", "other") },
      { $0.previous = ContentHasher.hash("other") },
    ]
    for edit in edits {
      var ledger = TestLedger(entries: 6)
      ledger.edit(4, with: edit)
      #expect(
        ledger.audit().fault.map { [$0.kind.rawValue, "\($0.sequence)"] } == ["edited", "4"])
    }
  }

  @Test func `finds an entry that was edited and hashed anew by its broken successor`() {
    var ledger = TestLedger(entries: 6)
    ledger.edit(4, rehash: true) { $0.time = $0.time.advanced(by: 1) }
    #expect(ledger.fault(.edited, at: 4))
  }

  @Test func `finds content that was edited or given to another`() {
    var ledger = TestLedger(entries: 6)
    ledger.replaceContent(of: 2, payload: ContentHasher.hash("other"))
    #expect(ledger.fault(.edited, at: 2))
    ledger = TestLedger(entries: 6)
    ledger.replaceContent(of: 5, subject: ContentHasher.hash("other"))
    #expect(ledger.fault(.edited, at: 5))
  }

  @Test func `tells of the first fault where content was edited and later content is gone`() {
    var ledger = TestLedger(entries: 6)
    ledger.replaceContent(of: 2, payload: ContentHasher.hash("other"))
    let last = ledger.found[4]
    ledger.found[4] = FoundLedgerEntry(
      entry: last.entry, storedHash: last.storedHash, content: nil)
    #expect(ledger.fault(.edited, at: 2))
  }

  @Test func `finds a missing entry`() {
    var ledger = TestLedger(entries: 6)
    ledger.found.remove(at: 2)
    #expect(ledger.fault(.missing, at: 3))
  }

  @Test func `finds a missing entry though the rest was moved up`() {
    var ledger = TestLedger(entries: 6)
    ledger.found.remove(at: 2)
    for place in 2..<5 { ledger.edit(place + 1) { $0.sequence -= 1 } }
    #expect(ledger.fault(.missing, at: 3))
  }

  @Test func `finds two entries that changed places`() {
    var ledger = TestLedger(entries: 6)
    ledger.found.swapAt(1, 3)
    ledger.edit(2) { $0.sequence = 2 }
    ledger.edit(4) { $0.sequence = 4 }
    #expect(ledger.fault(.reordered, at: 2))
  }

  @Test func `finds a sequence that stands twice`() {
    var ledger = TestLedger(entries: 6)
    ledger.found.insert(ledger.found[2], at: 3)
    #expect(ledger.fault(.reordered, at: 3))
  }

  @Test func `finds an entry that is older than the one before by more than clocks are put right`()
  {
    let minute: Int64 = 60_000
    for (back, isFault) in [(1, false), (minute, false), (minute + 1, true)] {
      let ledger = TestLedger(
        entries: 6, times: [1, 2, 3, 4, 4 - back, 6].map { $0 + 10 * minute })
      #expect(ledger.fault(.clockBack, at: 5) == isFault, "\(back)")
    }
  }

  @Test func `finds an entry from the future, and still what was done to others`() {
    let now = Timestamp(milliseconds: 100_000)
    var ledger = TestLedger(entries: 6, times: [1, 2, 160_001, 160_000, 5, 6])
    let fault = ledger.audit(at: now).fault
    #expect(fault?.kind == .clockAhead && fault?.sequence == 3)
    #expect(ledger.audit(at: Timestamp(milliseconds: 100_001)).fault?.kind == .clockBack)
    ledger.edit(5) { $0.event = .refused }
    #expect(ledger.audit(at: now).fault?.kind == .edited)
  }

  @Test func `counts times that a wrong clock accounts for, and no others`() {
    let hour: Int64 = 3_600_000
    var ledger = TestLedger(entries: 6, times: [1, 2, 3, 9, 4, 2].map { $0 * hour })
    #expect(ledger.fault(.clockBack, at: 5))
    #expect(ledger.audit().times.map(\.sequence) == [5, 6])
    ledger.append(.accepted(LedgerAcceptance(first: 4, last: 5)), at: 3 * hour)
    #expect(ledger.fault(.clockBack, at: 6) && ledger.audit().accepted == 1)
    ledger.append(.accepted(LedgerAcceptance(first: 6, last: 6)), at: 3 * hour)
    #expect(ledger.audit().fault == nil && ledger.audit().accepted == 2)
    ledger.append(
      .changed, subject: ContentHasher.hash("subject 1"), payload: ContentHasher.hash("more"),
      hasContent: true, at: hour)
    #expect(ledger.fault(.clockBack, at: 9))
  }

  @Test func `lets nobody account for what is still to come, nor for what was altered`() {
    var ledger = TestLedger(entries: 3)
    ledger.append(.accepted(LedgerAcceptance(first: 1, last: 4)))
    #expect(ledger.fault(.edited, at: 4))
    ledger = TestLedger(entries: 3)
    ledger.edit(2) { $0.event = .refused }
    ledger.append(.accepted(LedgerAcceptance(first: 1, last: 3)))
    #expect(ledger.fault(.edited, at: 2))
  }

  @Test func `outlives the largest sequence that can be forged`() {
    var ledger = TestLedger(entries: 3)
    ledger.edit(3) { $0.sequence = .max }
    #expect(ledger.fault(.missing, at: 3))
  }

  @Test func `finds entries gone from the end by a remembered head`() {
    var ledger = TestLedger(entries: 6)
    let head = ledger.head()
    ledger.found.removeLast(2)
    #expect(ledger.audit().fault == nil)
    #expect(ledger.audit(heads: [head]).fault?.kind == .truncated)
    #expect(ledger.audit(heads: [head]).fault?.sequence == 5)
  }

  @Test(arguments: [(1, "1 is left"), (2, "2 are left")])
  func `says how many entries are left of those that a head had`(left: Int, end: String) {
    var ledger = TestLedger(entries: 3)
    let head = ledger.head()
    ledger.found.removeLast(3 - left)
    let finding = ledger.audit(heads: [head]).fault?.finding
    #expect(finding?.hasSuffix("had 3 entries; \(end)") == true, "\(finding as Any)")
  }

  @Test func `finds entries gone from the end by what refers to them`() {
    var ledger = TestLedger(entries: 6)
    #expect(ledger.audit(lastKnown: 6).fault == nil)
    ledger.found.removeLast()
    #expect(ledger.audit(lastKnown: 6).fault?.kind == .truncated)
    #expect(ledger.audit(lastKnown: 6).fault?.sequence == 6)
  }

  @Test func `finds a history that was written anew, after the last head that still agrees`() {
    let before = TestLedger(entries: 6)
    let after = TestLedger(entries: 6, times: [1, 2, 3, 4, 9, 10])
    let heads = [before.head(size: 3), before.head(size: 6)]
    #expect(after.audit().fault == nil)
    #expect(after.audit(heads: heads).fault?.kind == .forked)
    #expect(after.audit(heads: heads).fault?.sequence == 4)
  }

  @Test func `puts each kept head that is of another ledger beside its own`() {
    let before = TestLedger(entries: 8)
    let after = TestLedger(entries: 7, times: [1, 2, 3, 4, 9, 10, 11])
    let heads = [3, 5, 6, 8].map { before.head(size: $0) }
    let splits = after.audit(heads: heads).splits
    #expect(splits.map(\.kept) == Array(heads.dropFirst()))
    #expect(splits.map(\.size) == [5, 6, 7])
    #expect(splits.map(\.root) == [5, 6, 7].map { after.head(size: $0).root })
    #expect(before.audit(heads: heads).splits == [])
    // An altered entry explains why the roots are others.
    var edited = before
    edited.edit(2) { $0.time = $0.time.advanced(by: 1) }
    #expect(edited.audit(heads: heads).splits == [])
    edited = before
    edited.found.removeLast(2)
    #expect(edited.audit(heads: heads).splits.map(\.kept.size) == [8])
  }

  @Test func `accepts heads of a chain that only grew`() {
    let ledger = TestLedger(entries: 9)
    #expect(ledger.audit(heads: (1...9).map { ledger.head(size: $0) }.reversed()).fault == nil)
  }

  @Test func `tells a chain of another store`() {
    let ledger = TestLedger(entries: 3)
    let stranger = TestLedger(entries: 3, store: [9])
    #expect(ledger.audit(heads: [stranger.head()]).fault?.kind == .forked)
    var audit = LedgerAudit(store: ledger.store)
    for found in stranger.found { audit.take(found) }
    #expect(audit.report().fault?.kind == .forked)
    #expect(audit.report().fault?.sequence == 1)
  }

  @Test func `accepts content that an erasure accounts for, and no other loss`() {
    var ledger = TestLedger(entries: 5)
    let subject = ledger.found[1].entry.subject
    ledger.dropContent(of: 2)
    #expect(ledger.fault(.missing, at: 2))
    ledger.append(.erased, subject: subject, payload: LedgerCommitment.nothing, hasContent: false)
    #expect(ledger.audit().fault == nil)
    #expect(ledger.audit().erased == 1)
    ledger.dropContent(of: 4)
    #expect(ledger.fault(.missing, at: 4))
  }

  @Test func `does not take an edited event for an erasure`() {
    var ledger = TestLedger(entries: 5)
    let subject = ledger.found[1].entry.subject
    ledger.append(.changed, subject: subject, payload: ContentHasher.hash("more"), hasContent: true)
    ledger.edit(6) { $0.event = .erased }
    #expect(ledger.fault(.edited, at: 6))
  }

  @Test func `still sees the erasure that accounts for a loss before the damage`() {
    var ledger = TestLedger(entries: 5)
    let subject = ledger.found[1].entry.subject
    ledger.dropContent(of: 2)
    ledger.append(.erased, subject: subject, payload: LedgerCommitment.nothing, hasContent: false)
    ledger.edit(4) { $0.time = $0.time.advanced(by: 1) }
    #expect(ledger.fault(.edited, at: 4))
  }

  @Test func `finds content that came back after its erasure`() {
    var ledger = TestLedger(entries: 3)
    let subject = ledger.found[1].entry.subject
    ledger.append(.erased, subject: subject, payload: LedgerCommitment.nothing, hasContent: false)
    #expect(ledger.fault(.edited, at: 2))
  }
}

/// A chain of entries that a test can damage.
struct TestLedger {
  let store: [UInt8]
  var found: [FoundLedgerEntry] = []

  init(entries: Int, store: [UInt8] = [1, 2, 3], times: [Int64]? = nil) {
    self.store = store
    for number in 1...max(entries, 1) where number <= entries {
      append(
        .given, subject: ContentHasher.hash("subject \(number)"),
        payload: ContentHasher.hash("payload \(number)"), hasContent: true,
        at: times?[number - 1] ?? Int64(number))
    }
  }

  mutating func append(
    _ event: ConsentEvent, subject: ContentHash, payload: ContentHash, hasContent: Bool,
    at time: Int64 = 1000
  ) {
    let entry = LedgerEntry(
      sequence: Int64(found.count + 1), time: Timestamp(milliseconds: time), event: event,
      subject: subject, payload: payload, origin: .app,
      previous: found.last?.entry.hash ?? LedgerEntry.genesis(of: store))
    found.append(
      FoundLedgerEntry(
        entry: entry, storedHash: entry.hash,
        content: hasContent ? .init(subject: subject, payload: payload) : nil))
  }

  /// Appends what is of nobody.
  mutating func append(_ note: LedgerNote, at time: Int64 = 1000) {
    let payload = LedgerCommitment.note(Array(((try? note.json.text()) ?? "").utf8))
    append(
      note.event, subject: LedgerCommitment.nothing, payload: payload, hasContent: true, at: time)
    let last = found.removeLast()
    found.append(
      FoundLedgerEntry(
        entry: last.entry, storedHash: last.storedHash, content: last.content, note: note))
  }

  mutating func edit(_ place: Int, rehash: Bool = false, with change: (inout LedgerEntry) -> Void) {
    let old = found[place - 1]
    var entry = old.entry
    change(&entry)
    found[place - 1] = FoundLedgerEntry(
      entry: entry, storedHash: rehash ? entry.hash : old.storedHash, content: old.content,
      note: old.note)
  }

  mutating func replaceContent(
    of place: Int, subject: ContentHash? = nil, payload: ContentHash? = nil
  ) {
    let old = found[place - 1]
    found[place - 1] = FoundLedgerEntry(
      entry: old.entry, storedHash: old.storedHash,
      content: .init(
        subject: subject ?? old.entry.subject, payload: payload ?? old.entry.payload))
  }

  mutating func dropContent(of place: Int) {
    let old = found[place - 1]
    found[place - 1] = FoundLedgerEntry(
      entry: old.entry, storedHash: old.storedHash, content: nil)
  }

  func head(size: Int? = nil) -> LedgerHead {
    let size = size ?? found.count
    return LedgerHead(
      store: store.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(),
      size: Int64(size), root: MerkleTree.root(of: found.prefix(size).map(\.storedHash)),
      time: Timestamp(milliseconds: 0))
  }

  func audit(
    heads: [LedgerHead] = [], lastKnown: Int64? = nil, at now: Timestamp? = nil,
    secret: ContentHash?? = nil
  ) -> LedgerReport {
    var audit = LedgerAudit(store: store, heads: heads, now: now)
    for entry in found { audit.take(entry) }
    return audit.report(lastKnown: lastKnown, secret: secret)
  }

  func fault(_ kind: LedgerFault.Kind, at sequence: Int64) -> Bool {
    let fault = audit().fault
    return fault?.kind == kind && fault?.sequence == sequence
  }
}
