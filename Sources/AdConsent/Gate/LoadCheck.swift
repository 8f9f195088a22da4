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
  ///   - record: The record that it names.
  ///   - later: The same person's records after that one, oldest first.
  /// - Returns: What is wrong, or nil where the record allowed it.
  public func fault(
    at time: Timestamp, mode: ServingMode?, under record: ConsentRecord,
    followedBy later: [ConsentRecord]
  ) -> Fault? {
    // A clock that was set back moves the time of recording, and not that of the answer.
    if time < min(record.recordedAt, record.statement.updatedAt) { return .beforeRecord }
    switch gate.decide(record, at: time) {
    case .blocked(let reason): return .blocked(reason)
    case .allowed(let allowed, _):
      if let mode, !allowed.covers(mode) { return .mode(allowed: allowed) }
    }
    let successor = later.first { next in
      next.recordedAt < time && (next.event == .withdrawn || !next.handsOver(theSameAs: record))
    }
    return successor.map { .replaced(by: $0.id) }
  }
}

extension ConsentRecord {
  fileprivate func handsOver(theSameAs other: ConsentRecord) -> Bool {
    statement.handsOver(theSameAs: other.statement)
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
    }
  }
}
