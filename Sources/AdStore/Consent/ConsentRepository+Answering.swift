// SPDX-License-Identifier: MIT
public import AdConsent
public import AdModel
import AdSystem

extension ConsentRepository {
  /// Takes an answer without waiting for the disk: what it may end is closed for this process at
  /// once, what it allows opens when it is stored.
  ///
  /// It is tried again until it is stored. Observers hear of it at once, of each try that failed, and
  /// when it is stored.
  /// - Throws: What cannot be evidence: `InvalidValue`, `TCStringError`, `ConsentStringError` or
  ///   `GPPSectionError`; nothing has changed then.
  public func take(
    _ statement: ConsentStatement, for subject: SubjectKey, at now: Timestamp
  ) throws {
    try take(statement, as: nil, for: subject, at: now)
  }

  /// The same for another event than an answer.
  package func take(
    _ statement: ConsentStatement, as event: ConsentEvent?, for subject: SubjectKey,
    at now: Timestamp
  ) throws {
    _ = try statement.recordable(at: now, isSummary: false)
    take(UnstoredAnswers.Answer(statement, as: event, by: origin, of: subject, at: now))
  }

  /// Takes everything back that a person allowed, as ``take(_:for:at:)`` takes an answer.
  public func takeWithdrawal(of subject: SubjectKey, at now: Timestamp) {
    take(UnstoredAnswers.Answer(nil, by: origin, of: subject, at: now))
  }

  /// Takes that a law applies to a person who said nothing, as ``take(_:for:at:)`` takes an answer:
  /// where the law lets people opt out, it is what loads of ads point at.
  ///
  /// - Parameters:
  ///   - law: The law that applies.
  ///   - notice: The notice that was given, where one was.
  public func takeNotice(
    _ notice: ConsentNotice? = nil, under law: Regulation, for subject: SubjectKey,
    at now: Timestamp
  ) {
    var statement = ConsentStatement(choices: ConsentChoices(), regulation: law, at: now)
    statement.collection.notice = notice
    take(UnstoredAnswers.Answer(statement, as: .noticed, by: .rule, of: subject, at: now))
  }

  /// How storing them goes.
  public var unstored: UnstoredReport { database.unstored.report }

  /// Stores what was taken, and waits for it without holding the caller's thread.
  /// - Parameter patience: How long it may take until it begins.
  /// - Throws: ``StoreError`` where it could not be stored; it is tried again.
  public nonisolated(nonsending) func storeTaken(within patience: Duration) async throws {
    try await database.write(within: patience) {
      if let (_, error) = storeNow() { throw error }
    }
  }

  /// What the gate says while answers are not stored.
  package func restrict(
    _ stored: GateAnswer, for subject: SubjectKey, by gate: ConsentGate, at now: Timestamp
  ) -> GateAnswer {
    database.unstored.restrict(stored, for: subject, by: gate, at: now)
  }

  private func take(_ answer: UnstoredAnswers.Answer) {
    database.unstored.add(answer)
    tell(answer)
    database.writing.add { storeSoon() }
  }

  private func tell(_ answer: UnstoredAnswers.Answer) {
    database.consentChanges.tell(
      ConsentChange(subject: answer.subject, record: nil, isStored: false))
  }

  private func storeSoon() {
    let failed = storeNow()
    // Where it is closed, nobody could store it any more.
    if let (answer, error) = failed, error.code != .closed {
      let delay = database.unstored.fail(error)
      tell(answer)
      // Not kept alive by what it could not store.
      guard let delay else { return }
      WorkQueue.after(delay) { [weak database] in
        guard let database else { return }
        database.unstored.retry()
        database.writing.add { ConsentRepository(database).storeSoon() }
      }
    }
  }

  /// Stores what was taken, each person's answers in their order; for the writing thread alone. What
  /// cannot be stored of one person keeps nobody else's from the disk.
  /// - Returns: The first answer that could not be, and why.
  private func storeNow() -> (UnstoredAnswers.Answer, StoreError)? {
    var failed: (UnstoredAnswers.Answer, StoreError)?
    var waiting: Set<SubjectKey> = []
    while let answer = database.unstored.next(besides: waiting) {
      do {
        let record = try store(answer)
        database.unstored.remove(answer)
        database.consentChanges.tell(ConsentChange(subject: answer.subject, record: record))
      } catch {
        let error = StoreError(any: error)
        failed = failed ?? (answer, error)
        waiting.insert(answer.subject)
        // Of the file and of nobody's answer: the next would wait for it in vain, too.
        if [.busy, .suspended, .closed].contains(error.code) { break }
      }
    }
    if failed == nil { database.unstored.succeed() }
    return failed
  }

  private func store(_ answer: UnstoredAnswers.Answer) throws -> ConsentRecord {
    let consent = ConsentRepository(database, acting: answer.origin)
    guard let statement = answer.statement else {
      return try consent.withdraw(answer.subject, at: answer.time).record
    }
    return try consent.set(statement, for: answer.subject, as: answer.event, at: answer.time)
      .record
  }
}
