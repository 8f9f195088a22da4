// SPDX-License-Identifier: MIT
public import AdModel

/// Whether a load that was recorded was one that its consent record allowed at that time.
public struct LoadCheck: Hashable, Sendable {
  /// Why a load was not allowed.
  public enum Fault: Hashable, Sendable {
    /// The record was made after the load.
    case beforeRecord
    /// The record did not open the gate at that time.
    case blocked(BlockReason)
    /// A later record of the same person had taken its place, and said something else.
    case replaced(by: ConsentRecordID)
    /// The load was served in a mode that the record does not allow.
    case mode(allowed: ServingMode)
    /// The serving mode was not recorded, as in histories of before permits carried it, and the
    /// record does not allow every mode.
    case unknownMode(allowed: ServingMode)
  }

  /// The rules.
  public var gate: ConsentGate

  /// Checks by the rules of a gate.
  /// - Parameter gate: The rules.
  public init(gate: ConsentGate = ConsentGate()) {
    self.gate = gate
  }

  /// Checks one load.
  ///
  /// - Parameters:
  ///   - time: When it happened.
  ///   - mode: The serving mode that was recorded with it, where one was.
  ///   - dated: The record that it names.
  ///   - later: The same person's records after that one, oldest first.
  /// - Returns: What is wrong, or nil where the record allowed it.
  public func fault(
    at time: Timestamp, mode: ServingMode?, under dated: DatedRecord,
    followedBy later: [DatedRecord]
  ) -> Fault? {
    let record = dated.record
    if time < dated.since { return .beforeRecord }
    switch gate.decide(record, at: time) {
    case .blocked(let reason): return .blocked(reason)
    case .allowed(let permit) where permit.mode == .personalized: break
    case .allowed(let permit):
      guard let mode else { return .unknownMode(allowed: permit.mode) }
      if !permit.mode.covers(mode) { return .mode(allowed: permit.mode) }
    }
    let successor = later.first { next in
      next.since < time
        && (next.record.event == .withdrawn
          || !next.record.statement.signalsEqual(record.statement))
    }
    return successor.map { .replaced(by: $0.record.id) }
  }

  /// Checks one load under a record that was erased since, by what its entries still tell: what
  /// happened, and when.
  ///
  /// - Parameters:
  ///   - time: When the load happened.
  ///   - entry: The entry of the record that it names.
  ///   - entryBefore: The time of the ledger's entry before that one; nil for the first.
  ///   - later: The same person's entries after it up to the erasure, oldest first.
  /// - Returns: What is wrong; nil where nothing that is left speaks against it.
  public func fault(
    at time: Timestamp, underErased entry: LedgerEntry, entryBefore: Timestamp?,
    followedBy later: [LedgerEntry]
  ) -> Fault? {
    // An entry that a clock held back may be older than it says, and its answer's time is gone.
    if time < entry.time, entry.time != entryBefore { return .beforeRecord }
    switch entry.event {
    case .withdrawn: return .blocked(.withdrawn)
    case .expired: return .blocked(.expired)
    case .erased: return .blocked(.noRecord)
    case .given, .refused, .changed, .imported: break
    }
    let end = later.first { next in
      next.time < time && (next.event == .withdrawn || next.event == .erased)
    }
    return end.map { .replaced(by: ConsentRecordID($0.sequence)) }
  }
}

extension ServingMode {
  /// Whether ads of another mode may be served where this one is allowed: none that uses more.
  fileprivate func covers(_ other: ServingMode) -> Bool {
    switch (self, other) {
    case (.personalized, _), (_, .limited), (.nonPersonalized, .nonPersonalized): true
    case (.nonPersonalized, .personalized), (.limited, .personalized),
      (.limited, .nonPersonalized):
      false
    }
  }
}

extension LoadCheck.Fault: CustomStringConvertible {
  /// The fault in words.
  public var description: String {
    switch self {
    case .beforeRecord: "loaded before the record was made"
    case .blocked(let reason): "blocked: \(reason.explanation)"
    case .replaced(let id): "record \(id) had taken its place"
    case .mode(let allowed): "the record allows no more than \(allowed.rawValue) ads"
    case .unknownMode(let allowed):
      "its mode was not recorded, and the record allows no more than \(allowed.rawValue) ads"
    }
  }
}
