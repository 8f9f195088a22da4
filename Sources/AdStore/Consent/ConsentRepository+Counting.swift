// SPDX-License-Identifier: MIT
package import AdConsent
package import AdModel
import AdSQLite

/// What entries of the ledger are counted by. Cases may be added: `switch` over it with a `default`.
package enum ConsentGrouping: String, CaseIterable, Hashable, Sendable {
  /// By the law that something was said under.
  case law
  /// By what happened.
  case event
  /// By the month in which something was recorded of somebody, in UTC.
  case month
  /// By what the gate allows now, which counts people and not entries.
  case ads
}

/// How many entries and people are in a group.
package struct ConsentCount: Hashable, Sendable {
  /// The law, the event, the month or what is allowed; nil for entries whose content was erased.
  package let group: String?
  /// How many entries; nil where people are counted alone.
  package let entries: Int64?
  /// How many people, by the ledger's commitments.
  package let people: Int64
}

extension ConsentRepository {
  /// Counts the ledger's entries and the people that they are of.
  ///
  /// - Parameters:
  ///   - now: When the gate is asked, for `ads`.
  ///   - gate: The gate that is asked.
  /// - Returns: The groups by name.
  /// - Complexity: O(*n*) in the entries; only for `ads` their contents are read one by one.
  package func counts(
    by grouping: ConsentGrouping, at now: Timestamp, by gate: ConsentGate
  ) throws -> [ConsentCount] {
    let ofSomebody = ConsentEvent.allCases.filter { !$0.isOfNobody }
    return switch grouping {
    case .ads: try peopleByAds(at: now, by: gate)
    case .law:
      try counts(
        """
        SELECT lower(c.content ->> '$.regulation') AS label, count(*),
          count(DISTINCT e.subject_commitment)
        FROM consent_entries AS e LEFT JOIN consent_contents AS c ON c.sequence = e.sequence
        WHERE e.event IN (SELECT value FROM json_each(?1))
        GROUP BY label ORDER BY label
        """, ConsentEvent.allCases.filter(\.isRecord))
    case .event:
      try counts(
        """
        SELECT event AS label, count(*),
          CASE WHEN event IN (SELECT value FROM json_each(?1))
          THEN count(DISTINCT subject_commitment) ELSE 0 END
        FROM consent_entries GROUP BY label ORDER BY label
        """, ofSomebody)
    case .month:
      try counts(
        """
        SELECT strftime('%Y-%m', at / 1000, 'unixepoch') AS label, count(*),
          count(DISTINCT subject_commitment)
        FROM consent_entries WHERE event IN (SELECT value FROM json_each(?1))
        GROUP BY label ORDER BY label
        """, ofSomebody)
    }
  }

  private func counts(_ sql: StaticString, _ events: [ConsentEvent]) throws -> [ConsentCount] {
    let names = "[\(events.map { "\"\($0.rawValue)\"" }.joined(separator: ","))]"
    return try database.read { connection in
      try connection.statement(sql).all(names) { row in
        ConsentCount(
          group: row.optionalText(0), entries: row.int64(1), people: row.int64(2))
      }
    }
  }

  private func peopleByAds(at now: Timestamp, by gate: ConsentGate) throws -> [ConsentCount] {
    var people: [String: Int64] = [:]
    try forEachPerson { _, state in
      people[gate.judge(state, at: now).explanation.decision.ads, default: 0] += 1
      return true
    }
    return people.sorted { $0.key < $1.key }.map {
      ConsentCount(group: $0.key, entries: nil, people: $0.value)
    }
  }
}
