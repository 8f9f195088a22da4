// SPDX-License-Identifier: MIT
public import AdConsent
public import AdModel
import SQLiteKit

/// The consent records of a database.
///
/// Records are appended, never changed, and on the disk when a call returns. What is read is held
/// against the ledger's hashes each time, so that an altered record is never used.
///
/// ```swift
/// let consent = ConsentRepository(database)
/// let statement = ConsentStatement(
///   choices: try ConsentChoices(.enabled, for: .googleAds), regulation: .gdpr, at: now)
/// try consent.set(statement, for: SubjectKey("user-17"), at: now)
/// consent.decision(for: try SubjectKey("user-17"), at: now)  // .allowed(LoadPermit(record: 1, mode: .personalized))
/// ```
public struct ConsentRepository: Sendable {
  let database: AdDatabase
  let changes: ConsentChanges

  /// Works on the consent records of a database.
  ///
  /// Observers hear of the changes that this value and its copies make.
  /// - Parameter database: The database.
  public init(_ database: AdDatabase) {
    self.database = database
    changes = ConsentChanges()
  }

  /// What recording an answer did.
  public enum Outcome: Hashable, Sendable {
    /// A record was appended.
    case appended(ConsentRecord)
    /// The person's last record says the same and still holds: nothing was appended.
    case unchanged(ConsentRecord)

    /// The person's current record.
    public var record: ConsentRecord {
      switch self {
      case .appended(let record), .unchanged(let record): record
      }
    }
  }

  /// Records an answer, unless the person's last record says the same and still holds.
  ///
  /// An answer that contradicts itself is refused, and one that would outlast what the gate accepts
  /// is recorded with the earlier end.
  /// - Parameters:
  ///   - statement: The answer.
  ///   - subject: Whose answer it is.
  ///   - event: What happened, where it does not follow from the answer: an import.
  ///   - now: The time of day.
  ///   - isSummary: Whether a platform told one answer for all legal bases, as Didomi does: a TC
  ///     string then contradicts it only where everything was refused.
  ///   - commits: Whether the record stays; without it, everything is tried and then undone.
  /// - Returns: The record, and whether it is new.
  /// - Throws: ``StoreError``, also `corrupt` where the last record is not as it was appended;
  ///   `InvalidValue`, `TCStringError` or `ConsentStringError` for what cannot be evidence.
  /// - Complexity: O(log *n*), four rows read and two or three written.
  @discardableResult
  public func set(
    _ statement: ConsentStatement, for subject: SubjectKey, as event: ConsentEvent? = nil,
    at now: Timestamp, isSummary: Bool = false, commits: Bool = true
  ) throws -> Outcome {
    let statement = try statement.recordable(at: now, isSummary: isSummary)
    let (outcome, last) = try database.write(commits: commits) { connection in
      let last = try ConsentReader(connection).current(of: subject)
      if let last, last.statesTheSame(as: statement, at: now) {
        return (Outcome.unchanged(last), Optional(last))
      }
      let event = event ?? .answering(statement, after: last, at: now)
      let record = try LedgerWriter(connection).append(
        statement, for: subject, as: event, after: last?.id, at: now)
      return (.appended(record), last)
    }
    if commits, case .appended(let record) = outcome {
      changes.tell(of: record, after: last, subject: subject, at: now)
    }
    return outcome
  }

  /// Takes a consent back: records that everything which was allowed no longer is.
  ///
  /// - Parameters:
  ///   - subject: Whose consent it is.
  ///   - now: The time of day.
  ///   - rules: How long the refusal holds.
  ///   - commits: Whether the record stays; without it, everything is tried and then undone.
  /// - Returns: The withdrawal; `unchanged` where the last record was one already.
  /// - Throws: ``StoreError`` with `noSuchSubject` where the person has no record.
  /// - Complexity: O(log *n*).
  @discardableResult
  public func withdraw(
    _ subject: SubjectKey, at now: Timestamp, rules: ExpiryRules = .standard, commits: Bool = true
  ) throws -> Outcome {
    let (outcome, last) = try database.write(commits: commits) { connection in
      guard let last = try ConsentReader(connection).current(of: subject) else {
        throw StoreError.noSuchSubject
      }
      if last.event == .withdrawn { return (Outcome.unchanged(last), last) }
      let record = try LedgerWriter(connection).append(
        last.statement.withdrawn(at: now, rules: rules), for: subject, as: .withdrawn,
        after: last.id, at: now)
      return (.appended(record), last)
    }
    if commits, case .appended(let record) = outcome {
      changes.tell(of: record, after: last, subject: subject, at: now)
    }
    return outcome
  }

  /// The person's last record.
  ///
  /// - Parameter subject: The person.
  /// - Returns: The record, or nil where there is none.
  /// - Throws: ``StoreError``, also `corrupt` where the record is not as it was appended.
  /// - Complexity: O(log *n*), one row of three tables.
  public func current(of subject: SubjectKey) throws -> ConsentRecord? {
    try database.read { try ConsentReader($0).current(of: subject) }
  }

  /// The record of a person that stood at a time: the last one that had been recorded by then.
  ///
  /// - Parameters:
  ///   - subject: The person.
  ///   - time: The time to ask about.
  /// - Returns: The record, or nil where none stood then, or those that did were erased since.
  /// - Throws: ``StoreError``, also `corrupt` where a record is not as it was appended.
  /// - Complexity: O(log *n*) and a row for each record of the person.
  public func record(of subject: SubjectKey, at time: Timestamp) throws -> ConsentRecord? {
    try database.read { try ConsentReader($0).datedHistory(of: subject) }
      .last { $0.since <= time }?.record
  }

  /// All records of a person, oldest first.
  ///
  /// - Parameter subject: The person.
  /// - Returns: The records; none for an unknown person.
  /// - Throws: ``StoreError``, also `corrupt` where a record is not as it was appended.
  /// - Complexity: O(log *n*) and a row each.
  public func history(of subject: SubjectKey) throws -> [ConsentRecord] {
    try database.read { try ConsentReader($0).history(of: subject) }
  }

  /// One record by its number, with the person's stored key.
  ///
  /// - Parameter id: The record's number.
  /// - Returns: The record, or nil where there is none or it was erased.
  /// - Throws: ``StoreError``, also `corrupt` where the record is not as it was appended.
  /// - Complexity: O(log *n*).
  public func record(_ id: ConsentRecordID) throws -> ConsentRecord? {
    try database.read { try ConsentReader($0).record(id) }
  }

  /// Decides whether ads may load for a person: the gate, failing closed.
  ///
  /// - Parameters:
  ///   - subject: The person.
  ///   - now: The time to decide for.
  ///   - gate: The rules.
  ///   - log: Takes a line with the decision, without the person.
  /// - Returns: The decision; `blocked(.failed)` where the record could not be read or is not as
  ///   it was appended.
  public func decision(
    for subject: SubjectKey, at now: Timestamp, by gate: ConsentGate = ConsentGate(),
    log: DebugLog = .off
  ) -> GateDecision {
    do {
      let decision = gate.decide(try current(of: subject), at: now)
      log("consent \(decision)")
      return decision
    } catch {
      log("consent \(GateDecision.blocked(.failed)): \(error)")
      return .blocked(.failed)
    }
  }
}

extension ConsentRecord {
  /// Whether recording a statement would add nothing to this record.
  fileprivate func statesTheSame(as other: ConsentStatement, at now: Timestamp) -> Bool {
    switch event {
    case .given, .refused, .changed, .imported:
      !hasExpired(at: now) && statement.saysTheSame(as: other)
    case .withdrawn, .expired, .erased: false
    }
  }
}

extension StoreError.Code {
  /// The person has no consent record.
  public static let noSuchSubject = Self(rawValue: "noSuchSubject")
}

extension StoreError {
  /// The error of a person without a record; the key is never in it.
  static let noSuchSubject = StoreError(.noSuchSubject, "this subject has no consent record")
}
