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

  /// Records answers that another system collected, in one transaction.
  ///
  /// Each is taken as ``set(_:for:as:at:isSummary:commits:)`` would take it, in their order: an
  /// answer that the store knows appends nothing. One that is refused does not keep the others out.
  ///
  /// - Parameters:
  ///   - answers: The answers, with the keys as the store holds them.
  ///   - now: The time of day.
  ///   - commits: Whether the records stay; without it, everything is tried and then undone.
  /// - Returns: What became of each answer, in their order.
  /// - Throws: ``StoreError`` with `secretMissing`, `secretDiffers` or `keysArePlain` for a key that
  ///   is not hashed as the store's keys are, or where the store cannot be written; then none of
  ///   them is recorded.
  /// - Complexity: O(*m* log *n*) for *m* answers, and one wait for the disk.
  package func record(
    imported answers: [ImportedAnswer], at now: Timestamp, commits: Bool = true
  ) throws -> [ImportOutcome] {
    let statements = answers.map { answer in
      Result { try answer.statement.recordable(at: now, isSummary: false) }
    }
    let outcomes = try database.write(commits: commits) { connection in
      var outcomes: [(ImportOutcome, last: ConsentRecord?)] = []
      let reader = ConsentReader(connection)
      // Of one person there may be any number of answers, and each would read those before it.
      var states: [SubjectKey: ConsentState] = [:]
      for (answer, statement) in zip(answers, statements) {
        do {
          let statement = try statement.get()
          var state = try states[answer.subject] ?? reader.state(of: answer.subject)
          let (outcome, last) = try Self.set(
            statement, for: answer.subject, as: answer.event, at: now, after: &state,
            on: connection)
          states[answer.subject] = state
          outcomes.append((.stored(outcome), last))
        } catch let error as StoreError where error.code != .corrupt {
          throw error
        } catch let error where !(error is SQLiteError) {
          outcomes.append((.refused("\(error)"), nil))
        }
      }
      return outcomes
    }
    if commits {
      for (answer, outcome) in zip(answers, outcomes) {
        guard case .stored(let done) = outcome.0 else { continue }
        tell(done, after: outcome.last, answer.subject, at: now)
      }
    }
    return outcomes.map(\.0)
  }
}
