// SPDX-License-Identifier: MIT
public import AdConsent
public import AdModel
import AdSQLite

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
  /// The database that holds the records.
  public let database: AdDatabase
  /// Who has entries appended through it, how and why.
  public let origin: EntryOrigin

  /// Works on the consent records of a database.
  /// - Parameter origin: Who acts, how and why: part of each entry that is appended.
  public init(_ database: AdDatabase, acting origin: EntryOrigin = .app) {
    self.database = database
    self.origin = origin
  }

  /// Refuses a key that is not hashed as the store's keys are, as every call that names a person
  /// does.
  ///
  /// - Throws: ``StoreError`` with `secretMissing`, `secretDiffers` or `keysArePlain`.
  /// - Complexity: O(log *n*), no record is read.
  package func admit(_ subject: SubjectKey) throws {
    try database.read { try SubjectSecret($0).admit(subject) }
  }

  /// The outcome of recording an answer. Cases may be added: `switch` over it with a `default`.
  public enum Outcome: Hashable, Sendable {
    /// A record was appended, and holds.
    case appended(ConsentRecord)
    /// The record that holds says the same: nothing was appended.
    case unchanged(ConsentRecord)
    /// The answer is older than one that holds, or as old and less careful: it is evidence and opens
    /// nothing. It was appended where it is new, and else known already.
    case overruled(ConsentRecord, by: ConsentRecord, isNew: Bool)

    /// The record that holds for the person now.
    public var record: ConsentRecord {
      switch self {
      case .appended(let record), .unchanged(let record), .overruled(_, let record, _): record
      }
    }
  }

  /// Records an answer, unless the store knows it.
  ///
  /// What was answered last under a law holds, not what arrives last: see `ConsentState`. A copy,
  /// which says the same of the same time, is known; the same at a later time is an answer of its
  /// own. An answer that contradicts itself is refused, and one that would outlast what the gate
  /// accepts is recorded with the earlier end.
  /// - Parameters:
  ///   - event: What happened, where it does not follow from the answer: an import, or that nothing
  ///     was said.
  ///   - now: The time of day.
  ///   - isSummary: Whether a platform told one answer for all legal bases, as Didomi does: a TC
  ///     string then contradicts it only where everything was refused.
  ///   - commits: Whether the record stays; without it, everything is tried and then undone.
  /// - Returns: What was done, and which record holds under the law.
  /// - Throws: ``StoreError``, also `corrupt` where a record of the person is not as it was appended,
  ///   `secretMissing`, `secretDiffers` or `keysArePlain` for a key that is not hashed as the
  ///   store's keys are; `InvalidValue`, `TCStringError` or `ConsentStringError` for what cannot be
  ///   evidence.
  /// - Complexity: O(log *n*) and a row for each record of the person; two or three are written.
  @discardableResult
  public func set(
    _ statement: ConsentStatement, for subject: SubjectKey, as event: ConsentEvent? = nil,
    at now: Timestamp, isSummary: Bool = false, commits: Bool = true
  ) throws -> Outcome {
    let statement = try statement.recordable(at: now, isSummary: isSummary)
    let (outcome, last) = try database.write(commits: commits) { connection in
      try Self.set(
        statement, for: subject, as: event, by: origin, at: now, on: connection)
    }
    if commits { tell(outcome, after: last, subject, at: now) }
    return outcome
  }

  /// Records an answer that may be evidence, inside a transaction.
  /// - Returns: What was done, and the record that held under the law before.
  static func set(
    _ statement: ConsentStatement, for subject: SubjectKey, as event: ConsentEvent?,
    by origin: EntryOrigin, at now: Timestamp, on connection: Connection
  ) throws -> (Outcome, last: ConsentRecord?) {
    var state = try ConsentReader(connection).state(of: subject)
    return try set(
      statement, for: subject, as: event, by: origin, at: now, after: &state, on: connection)
  }

  /// The same where everything that the person said was read already.
  /// - Parameter state: Everything that the person said; what is appended is added to it.
  static func set(
    _ statement: ConsentStatement, for subject: SubjectKey, as event: ConsentEvent?,
    by origin: EntryOrigin, at now: Timestamp, after state: inout ConsentState,
    on connection: Connection
  ) throws -> (Outcome, last: ConsentRecord?) {
    let last = state.holding(under: statement.regulation, at: now)
    if let known = state.records.last(where: { $0.isCopied(by: statement, as: event) }) {
      guard let last, last.id != known.id else { return (.unchanged(known), last) }
      return (.overruled(known, by: last, isNew: false), last)
    }
    let record = try LedgerWriter(connection, as: origin).append(
      statement, for: subject, as: event ?? .answering(statement, after: last, at: now),
      after: state.records.last?.id, at: now)
    state.append(record)
    let holder = state.holding(under: statement.regulation, at: now)
    guard let holder, holder.id != record.id, record.event != .noticed else {
      return (.appended(record), last)
    }
    return (.overruled(record, by: holder, isNew: true), last)
  }

  /// Takes a consent back: records that everything which was allowed no longer is.
  ///
  /// What was taken back stays so, whichever law applies, until it is given again under the same law.
  /// It may be the first that is heard of a person.
  /// - Parameters:
  ///   - law: The law under which it is taken back; nil for every one under which something was
  ///     answered, or else the one that applies.
  ///   - collection: How it came about, where that is known.
  ///   - now: The time of day, asked for inside the transaction.
  ///   - time: When the person did; nil for now.
  ///   - rules: How long the refusal holds; nil for as long as the settings say.
  ///   - commits: Whether the record stays; without it, everything is tried and then undone.
  /// - Returns: What was done, of several laws for that of the newest answer.
  /// - Throws: The codes of ``set(_:for:as:at:isSummary:commits:)``.
  /// - Complexity: O(log *n*) and a row for each record of the person.
  @discardableResult
  public func withdraw(
    _ subject: SubjectKey, under law: Regulation? = nil, at now: @autoclosure () -> Timestamp,
    of time: Timestamp? = nil, collection: ConsentCollection? = nil, rules: ExpiryRules? = nil,
    commits: Bool = true
  ) throws -> Outcome {
    try withdraw(
      [subject], under: law, at: now(), of: time, collection: collection, rules: rules,
      commits: commits)[0]
  }

  /// Takes the consent of several people back, all in one transaction, as
  /// ``withdraw(_:under:at:of:collection:rules:commits:)`` does for one.
  /// - Returns: What was done for each, in their order.
  package func withdraw(
    _ subjects: [SubjectKey], under law: Regulation? = nil, at now: @autoclosure () -> Timestamp,
    of time: Timestamp? = nil, collection: ConsentCollection? = nil, rules: ExpiryRules? = nil,
    commits: Bool = true
  ) throws -> [Outcome] {
    let (outcomes, now) = try database.write(commits: commits) { connection in
      // Asked for when the turn has come: until then nobody else could know, and went on loading.
      let now = now()
      let settings = try InventorySettings.read(connection)
      let outcomes = try subjects.map { subject in
        try ConsentReader(connection).state(of: subject).withdrawn(
          under: law, orElse: settings.gate.applicableLaw ?? .gdpr, at: time ?? now, known: now,
          rules: rules ?? settings.expiry.rules
        ).map { statement in
          var statement = statement
          if let collection { statement.collection = collection }
          return try Self.set(
            statement.recordable(at: now, isSummary: false), for: subject, as: .withdrawn,
            by: origin, at: now, on: connection)
        }
      }
      return (outcomes, now)
    }
    if commits {
      for (subject, outcomes) in zip(subjects, outcomes) {
        for (outcome, last) in outcomes { tell(outcome, after: last, subject, at: now) }
      }
    }
    return outcomes.map { $0[$0.count - 1].0 }
  }

  /// Tells observers what was committed.
  func tell(
    _ outcome: Outcome, after last: ConsentRecord?, _ subject: SubjectKey, at now: Timestamp
  ) {
    switch outcome {
    case .appended(let record):
      database.consentChanges.noteOwn(record.id)
      database.consentChanges.tell(of: record, after: last, subject: subject, at: now)
    case .overruled(let record, _, isNew: true): database.consentChanges.noteOwn(record.id)
    case .overruled, .unchanged: break
    }
  }

  /// The record that was answered last, under whichever law.
  ///
  /// - Returns: The record, or nil where there is none.
  /// - Throws: ``StoreError``, also `corrupt` where a record of the person is not as it was appended
  ///   or its content is gone; `secretMissing`, `secretDiffers` or `keysArePlain`.
  /// - Complexity: O(log *n*) and a row for each record of the person.
  public func current(of subject: SubjectKey) throws -> ConsentRecord? {
    try state(of: subject).newest(at: .now)
  }

  /// Everything that a person said.
  package func state(of subject: SubjectKey) throws -> ConsentState {
    try database.read { try ConsentReader($0).state(of: subject) }
  }

  /// The record of a person that was answered last of those that had been received by a time.
  ///
  /// - Returns: The record, or nil where none held then, or those that did were erased since.
  /// - Throws: ``StoreError`` as for ``current(of:)``.
  /// - Complexity: O(log *n*) and a row for each record of the person.
  public func record(of subject: SubjectKey, at time: Timestamp) throws -> ConsentRecord? {
    let history = try history(of: subject)
    return ConsentState(history).known(at: time).newest(at: time)
  }

  /// All records of a person in the order in which they were received.
  ///
  /// - Returns: The records; none for an unknown person.
  /// - Throws: ``StoreError`` as for ``current(of:)``.
  /// - Complexity: O(log *n*) and a row each.
  public func history(of subject: SubjectKey) throws -> [ConsentRecord] {
    try database.read { try ConsentReader($0).history(of: subject) }
  }

  /// One record by its number.
  ///
  /// - Returns: The record, or nil where there is none or it was erased.
  /// - Throws: ``StoreError``, also `corrupt` where a record of the person is not as it was appended.
  /// - Complexity: O(log *n*) and a row for each record of the person.
  public func record(_ id: ConsentRecordID) throws -> ConsentRecord? {
    try database.read { try ConsentReader($0).history(including: id) }.first { $0.id == id }
  }

  /// Decides whether ads may load for a person: the gate, failing closed.
  ///
  /// - Parameters:
  ///   - gate: The rules; nil for those of the settings.
  ///   - log: Takes a line with the decision, without the person.
  /// An answer that this process was given and could not store yet counts against loading, never for it.
  /// - Returns: The decision with the record that it rests on and the time at which it ends;
  ///   `blocked(.failed)` where a record of the person could not be read, is not as it was appended
  ///   or is gone without an erasure, or where the key is not hashed as the store's keys are.
  public func answer(
    for subject: SubjectKey, at now: Timestamp, by gate: ConsentGate? = nil,
    log: DebugLog = .off
  ) -> GateAnswer {
    do {
      let (gate, held) = try database.read { connection in
        let gate = try gate ?? InventorySettings.read(connection).gate
        return (gate, try ConsentReader(connection).answer(for: subject, at: now, by: gate))
      }
      if let failure = held.failure { throw failure }
      let answer = restrict(held.answer, for: subject, by: gate, at: now)
      log("consent \(answer.decision)")
      return answer
    } catch {
      log("consent \(GateAnswer.failed.decision): \(error)")
      return .failed
    }
  }

  /// Whether a person must, may or must not be asked for consent, and why, by everything on record.
  ///
  /// A person whose records were erased is one of whom nothing is known.
  /// - Parameters:
  ///   - law: The law that applies now; nil for that of the settings, and `gdpr` where they name none.
  ///   - notice: What the notice of today asks about.
  /// - Throws: ``StoreError`` where the records cannot be read.
  public func advice(
    on subject: SubjectKey, under law: Regulation? = nil, about notice: AskedNotice = AskedNotice(),
    at now: Timestamp
  ) throws -> AskAdvice {
    let (settings, state) = try database.read {
      (try InventorySettings.read($0), try ConsentReader($0).state(of: subject))
    }
    return settings.gate.advice(
      on: state, under: law, about: notice, rules: settings.expiry.rules, at: now)
  }

  /// The decision of ``answer(for:at:by:log:)`` alone.
  ///
  /// - Parameters:
  ///   - gate: The rules; nil for those of the settings.
  ///   - log: Takes a line with the decision, without the person.
  public func decision(
    for subject: SubjectKey, at now: Timestamp, by gate: ConsentGate? = nil,
    log: DebugLog = .off
  ) -> GateDecision {
    answer(for: subject, at: now, by: gate, log: log).decision
  }
}

extension ConsentRepository.Outcome {
  /// What the gate makes of the person after it.
  package func judged(
    after state: ConsentState, by gate: ConsentGate, at time: Timestamp
  ) -> GateJudgement {
    switch self {
    case .appended(let record), .overruled(let record, _, isNew: true):
      gate.judge(state.adding(record), at: time)
    case .unchanged, .overruled: gate.judge(state, at: time)
    }
  }
}

extension ConsentRecord {
  /// Whether a statement is the one of this record, arriving again.
  func isCopied(by other: ConsentStatement, as event: ConsentEvent?) -> Bool {
    statement.updatedAt == other.updatedAt
      && (other.isSignalAlone || self.event.kind == (event?.kind ?? .answer))
      && statement.saysTheSame(as: other)
  }
}

extension ConsentEvent {
  /// What a copy has in common: how an answer arrived and what it followed on is not part of it.
  fileprivate enum Kind { case answer, withdrawal, notice, other }

  fileprivate var kind: Kind {
    switch self {
    case .given, .refused, .changed, .renewed, .imported: .answer
    case .withdrawn: .withdrawal
    case .noticed: .notice
    default: .other
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
