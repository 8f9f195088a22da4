// SPDX-License-Identifier: MIT
import AdConsent
package import AdModel
import AdSQLite

extension ConsentRepository {
  /// Finds people whose keys differ in nothing that one sees, or in case and spaces alone: they may be
  /// one person, whose no is then not heard under the other key.
  ///
  /// Keys that are hashed tell nothing.
  /// - Parameter limit: How many pairs are looked for at most.
  /// - Returns: The newest records of both, for the keys do not belong in a message.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(*n*) in the people, of whom a number each is held in memory.
  package func lookAlikes(
    limit: Int
  ) throws -> [(first: ConsentRecordID, second: ConsentRecordID)] {
    try database.read { connection in
      var seen: Set<Int> = []
      var repeated: Set<Int> = []
      try forEachKey(connection) { key, _ in
        let number = key.withoutSubtleties.hashValue
        if !seen.insert(number).inserted { repeated.insert(number) }
      }
      guard !repeated.isEmpty else { return [] }
      var people: [String: Int64] = [:]
      var pairs: [(ConsentRecordID, ConsentRecordID)] = []
      try forEachKey(connection) { key, person in
        let plain = key.withoutSubtleties
        guard pairs.count < limit, repeated.contains(plain.hashValue) else { return }
        if let first = people[plain] {
          pairs.append((try newest(of: first, connection), try newest(of: person, connection)))
        } else {
          people[plain] = person
        }
      }
      return pairs
    }
  }

  private func forEachKey(
    _ connection: Connection, _ body: (SubjectKey, Int64) throws -> Void
  ) throws {
    var rows = try connection.statement(
      "SELECT key, subject FROM consent_subjects ORDER BY subject"
    )
    .query()
    while try rows.next() {
      let key = SubjectKey(stored: rows.row.text(0), secretCheck: nil)
      if !key.looksHashed { try body(key, rows.row.int64(1)) }
    }
  }

  private func newest(of person: Int64, _ connection: Connection) throws -> ConsentRecordID {
    let number = try connection.statement(
      "SELECT max(sequence) FROM consent_contents WHERE subject = ?1"
    ).first(person) { $0.int64(0) }
    return ConsentRecordID(number ?? 0)
  }
}
