// SPDX-License-Identifier: MIT
import AdConsent
import AdModel

@testable import AdStore

extension ConsentRepository {
  /// Records answers of another system as one batch, and gives what became of each.
  func record(
    imported answers: [ImportedAnswer], at now: Timestamp, commits: Bool = true
  ) throws -> [ImportOutcome] {
    var batches = [answers].makeIterator()
    var outcomes: [ImportOutcome] = []
    try record(
      importing: { batches.next() }, at: now, commits: commits, told: { outcomes += $0 })
    return outcomes
  }
}
