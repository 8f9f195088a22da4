// SPDX-License-Identifier: MIT
package import AdConsent
package import AdModel
import AdSQLite

extension ConsentRepository {
  /// Goes through everything that everybody said, person by person, as an import takes it.
  ///
  /// - Parameter body: Takes one answer after the other, with the key as it is stored.
  /// - Throws: ``StoreError``, also `corrupt` where a record is not as it was appended; what `body`
  ///   throws.
  /// - Complexity: O(*n*) in the number of records.
  package func forEachAnswer(_ body: (ImportedAnswer) throws -> Void) throws {
    try forEachPerson { key, state in
      let subject = SubjectKey(stored: key, secretCheck: nil)
      for record in state.records {
        try body(
          ImportedAnswer(subject: subject, event: record.event, statement: record.statement))
      }
      return true
    }
  }

  /// The outcome of one answer of a batch.
  package enum ImportOutcome: Hashable, Sendable {
    /// The store has it, as new as it may be.
    case stored(Outcome)
    /// It cannot be evidence, or what is held of the person is damaged, for this reason.
    case refused(String)
  }

  /// Records answers that another system collected, a transaction a batch.
  ///
  /// Each is taken as ``set(_:for:as:at:isSummary:commits:)`` would take it, in their order: an
  /// answer that the store knows appends nothing. One that is refused does not keep the others out.
  ///
  /// - Parameters:
  ///   - next: Gives the next batch of answers, with the keys as the store holds them; nil after
  ///     the last.
  ///   - now: The time of day.
  ///   - takingErased: Whether answers are taken that people gave before they were erased; without it
  ///     they are refused, where the store remembers the erasure: its keys are hashed.
  ///   - commits: Whether the records stay; without it, all batches are tried as one transaction, so
  ///     that answers meet those before them as they would, and then undone.
  ///   - told: Takes what became of each answer of a batch, in their order.
  /// - Throws: ``StoreError`` with `secretMissing`, `secretDiffers` or `keysArePlain` for a key that
  ///   is not hashed as the store's keys are, or where the store cannot be written; then nothing of
  ///   that batch is recorded, and what was told stays. What `next` and `told` throw.
  /// - Complexity: O(*m* log *n*) for *m* answers, and one wait for the disk a batch; a batch is
  ///   held in memory.
  package func record(
    importing next: () throws -> [ImportedAnswer]?, at now: Timestamp, takingErased: Bool = false,
    commits: Bool,
    told: ([ImportOutcome]) throws -> Void
  ) throws {
    guard commits else {
      try database.write(commits: false) { connection in
        while let answers = try next() {
          try told(
            record(answers, at: now, takingErased, on: connection).map(\.outcome))
        }
      }
      return
    }
    while let answers = try next() {
      let outcomes = try database.write {
        try record(answers, at: now, takingErased, on: $0)
      }
      for (answer, outcome) in zip(answers, outcomes) {
        guard case .stored(let done) = outcome.outcome else { continue }
        tell(done, after: outcome.last, answer.subject, at: now)
      }
      try told(outcomes.map(\.outcome))
    }
  }

  private func record(
    _ answers: [ImportedAnswer], at now: Timestamp, _ takesErased: Bool, on connection: Connection
  ) throws -> [(outcome: ImportOutcome, last: ConsentRecord?)] {
    let reader = ConsentReader(connection)
    let erased = ErasedPeople(connection)
    // Of one person there may be any number of answers, and each would read those before it.
    var states: [SubjectKey: ConsentState] = [:]
    return try answers.map { answer in
      do {
        let statement = try answer.statement.recordable(at: now, isSummary: false)
        if !takesErased, let time = try erased.time(of: answer.subject),
          statement.updatedAt <= time
        {
          return (.refused("the person was erased \(time), and this was answered before"), nil)
        }
        var state = try states[answer.subject] ?? reader.state(of: answer.subject)
        let (outcome, last) = try Self.set(
          statement, for: answer.subject, as: answer.event, by: origin, at: now, after: &state,
          on: connection)
        states[answer.subject] = state
        return (.stored(outcome), last)
      } catch let error as StoreError where error.code != .corrupt {
        throw error
      } catch let error where !(error is SQLiteError) {
        return (.refused("\(error)"), nil)
      }
    }
  }
}
