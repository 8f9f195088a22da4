// SPDX-License-Identifier: MIT
public import AdConsent
public import AdModel
import SQLiteKit

/// A load in the history that its consent record did not allow.
public struct DisallowedLoad: Hashable, Sendable {
  /// The ad unit.
  public let unit: AdUnitID
  /// The session.
  public let session: SessionID
  /// When it was loaded.
  public let time: Timestamp
  /// The record that it names.
  public let record: ConsentRecordID
  /// What is wrong.
  public let fault: LoadCheck.Fault
}

/// What a check of all loads found.
public struct LoadReport: Hashable, Sendable {
  /// How many loads the history holds.
  public internal(set) var loads = 0
  /// How many of them name a record that was erased since, so that its answers are gone.
  public internal(set) var erased = 0
  /// How many were not allowed.
  public internal(set) var disallowed = 0
}

extension ConsentRepository {
  /// Checks every load of the history against the record that it names, as the record stood then.
  ///
  /// A record that was erased since can no longer be asked what it allowed; its loads are counted
  /// apart, and still checked against the times and kinds of the entries that the ledger keeps.
  ///
  /// - Parameters:
  ///   - check: The rules.
  ///   - body: Takes each load that was not allowed, by record and time.
  /// - Returns: The counts.
  /// - Throws: ``StoreError``, also `corrupt` where a record is not as it was appended; what
  ///   `body` throws.
  /// - Complexity: O(*n*) in the number of transitions.
  public func checkLoads(
    by check: LoadCheck = LoadCheck(), _ body: (DisallowedLoad) throws -> Void
  ) throws -> LoadReport {
    try database.read { connection in
      let reader = ConsentReader(connection)
      var report = LoadReport()
      var evidence = LoadEvidence.none
      var loads = try connection.statement(
        """
        SELECT t.consent, t.at, t.mode, u.id, s.id
        FROM transitions AS t
        JOIN unit_ids AS u ON u.unit = t.unit
        JOIN sessions AS s ON s.session = t.session
        WHERE t.to_state = 1 ORDER BY t.consent, t.at, t.session, t.sequence
        """
      ).query()
      while try loads.next() {
        report.loads += 1
        let record = ConsentRecordID(loads.row.int64(0))
        let time = Timestamp(milliseconds: loads.row.int64(1))
        if evidence.record != record { evidence = try reader.evidence(for: record) }
        if evidence.isErased { report.erased += 1 }
        let mode = try loads.row.optionalInt64(2).map(ServingMode.init(storedCode:))
        guard let fault = evidence.fault(at: time, mode: mode, by: check) else { continue }
        report.disallowed += 1
        try body(
          DisallowedLoad(
            unit: AdUnitID(validated: loads.row.text(3)),
            session: SessionID(validated: loads.row.text(4)), time: time, record: record,
            fault: fault))
      }
      return report
    }
  }
}

/// What is known of a record that loads name.
private enum LoadEvidence {
  case none
  /// The record, and what the same person said later.
  case kept(DatedRecord, later: [DatedRecord])
  /// The record was erased: what its entry tells, and the same person's entries up to the erasure.
  case erased(LedgerEntry, entryBefore: Timestamp?, later: [LedgerEntry])
  /// There is no such record, and no erasure accounts for it.
  case missing(ConsentRecordID)

  var record: ConsentRecordID? {
    switch self {
    case .none: nil
    case .kept(let dated, _): dated.record.id
    case .erased(let entry, _, _): ConsentRecordID(entry.sequence)
    case .missing(let id): id
    }
  }

  var isErased: Bool {
    if case .erased = self { true } else { false }
  }

  func fault(at time: Timestamp, mode: ServingMode?, by check: LoadCheck) -> LoadCheck.Fault? {
    switch self {
    case .none, .missing: .blocked(.noRecord)
    case .erased(let entry, let entryBefore, let later):
      check.fault(at: time, underErased: entry, entryBefore: entryBefore, followedBy: later)
    case .kept(let dated, let later):
      check.fault(at: time, mode: mode, under: dated, followedBy: later)
    }
  }
}

extension ConsentReader {
  fileprivate func evidence(for id: ConsentRecordID) throws -> LoadEvidence {
    let history = try history(including: id).map { DatedRecord($0, entryBefore: nil) }
    if let place = history.firstIndex(where: { $0.record.id == id }) {
      return .kept(history[place], later: Array(history[(place + 1)...]))
    }
    let entries = try entries(ofErased: id)
    guard let entry = entries.first else { return .missing(id) }
    return .erased(
      entry, entryBefore: nil, later: Array(entries.dropFirst()))
  }
}
