// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@Suite struct `A check of a load` {
  static let time = `The consent gate`.time

  @Test func `passes what the record allowed at that time`() throws {
    let record = try Self.record(1, .enabled)
    #expect(Self.fault(at: Self.time, .personalized, record) == nil)
    #expect(Self.fault(at: Self.time, .limited, record) == nil)
    #expect(Self.fault(at: Self.time, nil, record) == nil)
  }

  @Test func `names a load before its record`() throws {
    let record = try Self.record(1, .enabled)
    #expect(Self.fault(at: Self.time.advanced(by: -1), nil, record) == .beforeRecord)
  }

  @Test func `names a load under a record that had run out or was withdrawn`() throws {
    let record = try Self.record(1, .enabled)
    #expect(
      Self.fault(at: record.statement.expiry.at, nil, record) == .blocked(.expired))
    let withdrawn = try Self.record(1, .disabled, .withdrawn)
    #expect(Self.fault(at: Self.time, nil, withdrawn) == .blocked(.withdrawn))
  }

  @Test func `names a load in a mode that the record does not allow`() throws {
    let record = try Self.record(1, .disabled)
    #expect(Self.fault(at: Self.time, .limited, record) == nil)
    #expect(Self.fault(at: Self.time, .nonPersonalized, record) == .mode(allowed: .limited))
    #expect(Self.fault(at: Self.time, .personalized, record) == .mode(allowed: .limited))
  }

  /// Every mode that was served against every mode that a record allows.
  @Test(
    arguments: [
      (.personalized, [.personalized, .nonPersonalized, .limited]),
      (.nonPersonalized, [.nonPersonalized, .limited]), (.limited, [.limited]),
    ] as [(ServingMode, [ServingMode])])
  func `passes no mode that uses more than the record allows`(
    allowed: ServingMode, passed: [ServingMode]
  ) throws {
    var statement = try ConsentStatement.all(.enabled, under: .cpra)
    switch allowed {
    case .personalized: break
    case .nonPersonalized: statement.strings.usPrivacy = "1YYN"
    case .limited: statement = try .all(.disabled)
    }
    let record = ConsentRecord.wrapping(statement)
    #expect(
      ConsentGate().decide(record, at: Self.time)
        == .allowed(LoadPermit(record: record.id, mode: allowed)))
    for mode in ServingMode.allCases {
      #expect(
        Self.fault(at: Self.time, mode, record)
          == (passed.contains(mode) ? nil : .mode(allowed: allowed)))
    }
  }

  @Test func `names a load after another answer had taken the record's place`() throws {
    let record = try Self.record(1, .enabled)
    let changed = try Self.record(2, .disabled, at: Self.time.advanced(by: 1000))
    for (delay, fault) in [
      (999, nil), (1000, nil), (1001, LoadCheck.Fault.replaced(by: changed.id)),
    ] {
      let time = Self.time.advanced(by: Int64(delay))
      let check = LoadCheck(reach: 0)
      #expect(check.fault(at: time, mode: nil, under: record, of: [record, changed]) == fault)
    }
  }

  @Test func `tells a load apart that came while the other answer was being stored`() throws {
    let record = try Self.record(1, .enabled)
    let changed = try Self.record(2, .disabled, at: Self.time.advanced(by: 1000))
    for (delay, fault) in [
      (1000, nil), (1001, LoadCheck.Fault.crossed(changed.id)), (1500, .crossed(changed.id)),
      (1501, .replaced(by: changed.id)),
    ] {
      let time = Self.time.advanced(by: Int64(delay))
      let check = LoadCheck(reach: 500)
      #expect(check.fault(at: time, mode: nil, under: record, of: [record, changed]) == fault)
    }
  }

  @Test func `passes a load after a record that says the same`() throws {
    let record = try Self.record(1, .enabled)
    let same = try Self.record(2, .enabled, at: Self.time.advanced(by: 1000))
    let time = Self.time.advanced(by: 5000)
    #expect(LoadCheck().fault(at: time, mode: nil, under: record, of: [record, same]) == nil)
  }

  @Test func `passes a load after an older answer that arrived late`() throws {
    let record = try Self.record(1, .enabled)
    let late = try Self.record(
      2, .disabled, answeredAt: Self.time.advanced(by: -1000), at: Self.time.advanced(by: 1000))
    let time = Self.time.advanced(by: 5000)
    #expect(LoadCheck().fault(at: time, mode: nil, under: record, of: [record, late]) == nil)
    #expect(
      LoadCheck().fault(at: time, mode: .limited, under: late, of: [record, late])
        == .replaced(by: record.id))
  }

  @Test func `names a load without a mode where the record does not allow every mode`() throws {
    let refused = try Self.record(1, .disabled)
    #expect(Self.fault(at: Self.time, nil, refused) == .unknownMode(allowed: .limited))
  }

  @Test(arguments: [
    (LoadCheck.Fault.beforeRecord, "loaded before the record was made"),
    (.replaced(by: ConsentRecordID(2)), "record 2 had taken its place"),
    (.crossed(ConsentRecordID(2)), "record 2 was being stored"),
    (
      .otherPerson(than: ConsentRecordID(3)),
      "record 3, which other loads of the session name, is of another person"
    ),
    (.mode(allowed: .limited), "the record allows no more than limited ads"),
    (
      .unknownMode(allowed: .limited),
      "its mode was not recorded, and the record allows no more than limited ads"
    ),
  ])
  func `says in words what is wrong`(fault: LoadCheck.Fault, text: String) {
    #expect(fault.description == text)
  }

  private static let erasedCases: [(ConsentEvent, Int64, LoadCheck.Fault?)] = [
    (.given, -1, .beforeRecord), (.given, 0, nil), (.given, 1_000, nil),
    (.given, 1_001, .crossed(ConsentRecordID(4))), (.given, 2_000, .crossed(ConsentRecordID(4))),
    (.given, 2_001, .replaced(by: ConsentRecordID(4))),
    (.withdrawn, 500, .blocked(.withdrawn)), (.expired, 500, .blocked(.expired)),
    (.rekeyed, 500, .blocked(.noRecord)),
  ]

  @Test(arguments: erasedCases)
  func `asks what the entries of an erased record still tell`(
    event: ConsentEvent, delay: Int64, fault: LoadCheck.Fault?
  ) {
    let found = LoadCheck().fault(
      at: Self.time.advanced(by: delay), underErased: Self.entry(2, event),
      followedBy: [
        Self.entry(3, .changed, after: 500), Self.entry(4, .withdrawn, after: 1_000),
        Self.entry(5, .erased, after: 2_000),
      ])
    #expect(found == fault)
  }

  private static func entry(
    _ sequence: Int64, _ event: ConsentEvent, after delay: Int64 = 0
  ) -> LedgerEntry {
    LedgerEntry(
      sequence: sequence, time: time.advanced(by: delay), event: event,
      subject: LedgerCommitment.nothing, payload: LedgerCommitment.nothing,
      origin: .app, previous: LedgerCommitment.nothing)
  }

  private static func fault(
    at time: Timestamp, _ mode: ServingMode?, _ record: ConsentRecord
  ) -> LoadCheck.Fault? {
    LoadCheck().fault(at: time, mode: mode, under: record, of: [record])
  }

  private static func record(
    _ id: Int64, _ choice: ConsentChoice, _ event: ConsentEvent = .given,
    answeredAt: Timestamp? = nil,
    at time: Timestamp = time
  ) throws -> ConsentRecord {
    var statement = try ConsentStatement.all(choice)
    statement.updatedAt = answeredAt ?? time
    return ConsentRecord(
      id: ConsentRecordID(id), event: event, recordedAt: time, previous: nil, statement: statement)
  }
}
