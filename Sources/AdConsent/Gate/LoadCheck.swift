// SPDX-License-Identifier: MIT
public import AdModel

/// Whether a load that was recorded was one that its consent record allowed at that time.
public struct LoadCheck: Hashable, Sendable {
  /// Why a load was not allowed. Cases may be added: `switch` over it with a `default`.
  public enum Fault: Hashable, Sendable {
    /// The record was made after the load.
    case beforeRecord
    /// The record did not open the gate at that time.
    case blocked(BlockReason)
    /// A later record of the same person had taken its place, and said something else.
    case replaced(by: ConsentRecordID)
    /// A later record that said something else is dated before the load, by at most
    /// `LoadCheck/reach`: it was being stored, and the page could not know of it yet.
    case crossed(ConsentRecordID)
    /// Other loads of the same session name a record of another person.
    case otherPerson(than: ConsentRecordID)
    /// The load was served in a mode that the record does not allow.
    case mode(allowed: ServingMode)
    /// The serving mode was not recorded, as in histories of before permits carried it, and the
    /// record does not allow every mode.
    case unknownMode(allowed: ServingMode)
  }

  /// The rules.
  package var gate: ConsentGate
  /// How long a record may take from its date until every page can read it, in milliseconds.
  ///
  /// A record is dated before it is written, and no other process can see it before it is stored.
  package var reach: Int64

  /// Checks by the rules of a gate.
  /// - Parameter reach: How long a record may take to be stored, in milliseconds.
  public init(gate: ConsentGate = ConsentGate(), reach: Int64 = 1_000) {
    self.gate = gate
    self.reach = reach
  }

  /// Checks one load.
  ///
  /// - Parameters:
  ///   - mode: The serving mode that was recorded with it, where one was.
  ///   - history: All records of the same person, in the order of the ledger.
  /// - Returns: What is wrong, or nil where the record allowed it.
  /// - Complexity: O(*n*) in the person's records.
  package func fault(
    at time: Timestamp, mode: ServingMode?, under record: ConsentRecord,
    of history: [ConsentRecord]
  ) -> Fault? {
    if time < record.recordedAt { return .beforeRecord }
    // By itself first, so that what is wrong with the record is told and not what followed on it.
    let alone = judgement(at: time, under: record, of: [record])
    if let fault = fault(of: mode, by: alone) { return fault }
    let known = history.filter { $0.id == record.id || $0.recordedAt < time }
    let judgement = judgement(at: time, under: record, of: known)
    guard let holder = judgement.record else { return fault(of: mode, by: judgement) }
    if holder.id != record.id,
      holder.event == .withdrawn || !holder.statement.signalsEqual(record.statement)
    {
      return replaced(by: holder.id, since: holder.recordedAt, at: time)
    }
    // Something that was said under another law leaves less.
    guard fault(of: mode, by: judgement) != nil else { return nil }
    let last = known.last { other in
      let before = known.filter { $0.id < other.id || $0.id == record.id }
      return fault(of: mode, by: self.judgement(at: time, under: record, of: before)) == nil
    }
    return last.map { replaced(by: $0.id, since: $0.recordedAt, at: time) }
  }

  /// What the gate made of what was known, under the law of the record that a load names.
  private func judgement(
    at time: Timestamp, under record: ConsentRecord, of known: [ConsentRecord]
  ) -> GateJudgement {
    gate.judge(ConsentState(known), under: record.statement.regulation, at: time)
  }

  private func fault(of mode: ServingMode?, by judgement: GateJudgement) -> Fault? {
    switch judgement.explanation.decision {
    case .blocked(let reason): return .blocked(reason)
    case .allowed(let permit) where permit.mode == .personalized: return nil
    case .allowed(let permit):
      guard let mode else { return .unknownMode(allowed: permit.mode) }
      return mode.freedom <= permit.mode.freedom ? nil : .mode(allowed: permit.mode)
    }
  }

  /// Checks one load under a record that was erased since, by what its entries still tell: what
  /// happened, and when.
  ///
  /// - Parameter later: The same person's entries after it up to the erasure, oldest first.
  /// - Returns: What is wrong; nil where nothing that is left speaks against it.
  package func fault(
    at time: Timestamp, underErased entry: LedgerEntry, followedBy later: [LedgerEntry]
  ) -> Fault? {
    if time < entry.time { return .beforeRecord }
    switch entry.event {
    case .withdrawn: return .blocked(.withdrawn)
    case .expired: return .blocked(.expired)
    case .given, .refused, .changed, .renewed, .imported, .noticed: break
    default: return .blocked(.noRecord)
    }
    let end = later.first { next in
      next.time < time && (next.event == .withdrawn || next.event == .erased)
    }
    return end.map { replaced(by: ConsentRecordID($0.sequence), since: $0.time, at: time) }
  }

  private func replaced(
    by record: ConsentRecordID, since date: Timestamp, at time: Timestamp
  ) -> Fault {
    time.milliseconds - date.milliseconds <= reach ? .crossed(record) : .replaced(by: record)
  }
}

extension LoadCheck.Fault {
  /// Whether the rules decide about it, and not what is on record.
  package var isOfRules: Bool {
    switch self {
    case .blocked, .mode, .unknownMode: true
    case .beforeRecord, .replaced, .crossed, .otherPerson: false
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
    case .crossed(let id): "record \(id) was being stored"
    case .otherPerson(let id):
      "record \(id), which other loads of the session name, is of another person"
    case .mode(let allowed): "the record allows no more than \(allowed.rawValue) ads"
    case .unknownMode(let allowed):
      "its mode was not recorded, and the record allows no more than \(allowed.rawValue) ads"
    }
  }
}
