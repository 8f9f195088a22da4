// SPDX-License-Identifier: MIT
import AdSQLite

/// How much a database holds.
package struct StoredCounts: Sendable {
  /// The units that are not archived.
  package let units: Int
  package let pages: Int
  /// The people whose answers are kept.
  package let people: Int
  package let sessions: Int
}

extension AdDatabase {
  /// Counts what the database holds, as of one moment; cost linear in it.
  /// - Throws: ``StoreError``.
  package func counts() throws -> StoredCounts {
    try read { connection in
      try connection.statement(
        """
        SELECT (SELECT count(*) FROM units WHERE NOT archived), (SELECT count(*) FROM pages),
          (SELECT count(*) FROM consent_subjects), (SELECT count(*) FROM sessions)
        """
      ).first {
        StoredCounts(units: $0.int(0), pages: $0.int(1), people: $0.int(2), sessions: $0.int(3))
      } ?? StoredCounts(units: 0, pages: 0, people: 0, sessions: 0)
    }
  }
}
