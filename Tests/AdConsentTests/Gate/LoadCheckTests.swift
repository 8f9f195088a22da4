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

  @Test func `does not take a clock that was set back for a load before its record`() throws {
    let record = try Self.record(1, .enabled, recordedAt: Self.time.advanced(by: 60_000))
    #expect(Self.fault(at: Self.time, nil, record) == nil)
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

  @Test func `names a load after another answer had taken the record's place`() throws {
    let record = try Self.record(1, .enabled)
    let changed = try Self.record(2, .disabled, recordedAt: Self.time.advanced(by: 1000))
    let check = LoadCheck()
    for (delay, fault) in [
      (999, nil), (1000, nil), (1001, LoadCheck.Fault.replaced(by: changed.id)),
    ] {
      let time = Self.time.advanced(by: Int64(delay))
      #expect(check.fault(at: time, mode: nil, under: record, followedBy: [changed]) == fault)
    }
  }

  @Test func `passes a load after a record that says the same`() throws {
    let record = try Self.record(1, .enabled)
    let same = try Self.record(2, .enabled, recordedAt: Self.time.advanced(by: 1000))
    let time = Self.time.advanced(by: 5000)
    #expect(
      LoadCheck().fault(at: time, mode: nil, under: record, followedBy: [same]) == nil)
  }

  private static func fault(
    at time: Timestamp, _ mode: ServingMode?, _ record: ConsentRecord
  ) -> LoadCheck.Fault? {
    LoadCheck().fault(at: time, mode: mode, under: record, followedBy: [])
  }

  private static func record(
    _ id: Int64, _ choice: Choice, _ event: ConsentEvent = .given, recordedAt: Timestamp = time
  ) throws -> ConsentRecord {
    ConsentRecord(
      id: ConsentRecordID(id), event: event, recordedAt: recordedAt, previous: nil,
      statement: try .all(choice))
  }
}
