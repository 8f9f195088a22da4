// SPDX-License-Identifier: MIT
import AdModel

extension ConsentRecord {
  /// Which of a person's records holds: the one that was answered last, however late it arrived.
  ///
  /// Whoever took a consent back must not have it given again by a copy of an older answer (GDPR
  /// article 7(3)). An answer was given at the time that it states, and yet no later than it was
  /// received, nor than anything that was received after it: so an answer that a clock dated ahead
  /// does not outlive the next one. A second copy of an answer is as old as the first. Of answers
  /// of one time, the most careful one holds: the one that allows the least; then the last received.
  ///
  /// - Parameter records: All records of one person, in the order of the ledger.
  /// - Returns: The record that holds, or nil where there is none.
  /// - Complexity: O(*n*).
  package static func holding(among records: [ConsentRecord]) -> ConsentRecord? {
    guard records.count > 1 else { return records.first }
    let times = answerTimes(of: records)
    guard let last = times.max() else { return nil }
    let newest = zip(records, times).filter { $0.1 == last }.map(\.0)
    guard newest.count > 1 else { return newest.first }
    let least = newest.map { (record: $0, freedom: $0.freedom) }
      .min { ($0.freedom, $1.record.id.rawValue) < ($1.freedom, $0.record.id.rawValue) }
    return least?.record
  }

  /// When each answer was given at the latest, in the order of the records.
  private static func answerTimes(of records: [ConsentRecord]) -> [Timestamp] {
    var latest: [Timestamp: Timestamp] = [:]
    var following: Timestamp?
    for record in records.reversed() {
      var received = record.recordedAt
      if let following, following < received { received = following.advanced(by: -1) }
      following = received
      // An earlier copy of the same answer comes later here, and counts.
      latest[record.statement.updatedAt] = min(record.statement.updatedAt, received)
    }
    return records.map { latest[$0.statement.updatedAt] ?? $0.statement.updatedAt }
  }

  /// How much the gate allowed under the record when it was received; 0 for nothing.
  private var freedom: Int {
    let time = max(statement.updatedAt, recordedAt)
    switch ConsentGate().decide(self, at: time) {
    case .blocked: return 0
    case .allowed(let permit):
      switch permit.mode {
      case .limited: return 1
      case .nonPersonalized: return 2
      case .personalized: return 3
      }
    }
  }
}
