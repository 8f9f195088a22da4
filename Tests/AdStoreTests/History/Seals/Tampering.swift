// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import TestSupport

@testable import AdStore

/// A change of a file by somebody who can write it and knows about triggers, at a place that chance
/// chooses.
struct Tampering {
  /// The kinds, each of which has to be named.
  enum Kind: CaseIterable {
    /// Another value in a column.
    case cell
    /// A row that is gone.
    case deletion
    /// A row that nobody wrote, like another one.
    case addition
    /// A session passed off as a simulation, or as ended.
    case hiding
    /// A load that points at another record, unit or session.
    case pointing
    /// A session without everything that is kept of it, or passed off as pruned.
    case session
    /// Entries or seals that are gone from the end.
    case truncation
    /// Two entries, or seals, in each other's place.
    case reordering
    /// An entry that was edited, with right hashes up to another one.
    case rehashing
    /// Two people's answers given to each other.
    case swapping
    /// What the numbers of kinds mean.
    case meaning
    /// A setting of the gate.
    case setting
  }

  /// Columns of which no value may be another without its being named.
  private static let columns: [(table: String, columns: [String])] = [
    ("session_transitions", ["elapsed", "kind", "consent", "session", "unit", "sequence"]),
    ("session_events", ["elapsed", "event", "unit", "session", "place", "waited", "width"]),
    ("session_rules", ["first_sequence", "rules", "session"]),
    ("session_scripts", ["first_sequence", "unit", "scripts", "session"]),
    ("session_units", ["scripts", "scripts_from"]),
    (
      "session_consents",
      ["first_sequence", "record", "script", "salt", "commitment", "session"]
    ),
    ("told_scripts", ["hash", "content"]),
    (
      "sessions",
      [
        "id", "page", "app_version", "device", "started_at", "last_at", "transitions", "lost",
        "gaps", "peak", "track", "has_geometry", "attributes", "measured", "weight", "closed",
        "simulated",
      ]
    ),
    ("tracks", ["content", "chunk", "session"]),
    ("load_seals", ["kind", "through", "digest", "hash", "session", "seal"]),
    ("sealed_names", ["content", "seal"]),
    ("pruned_sessions", ["seal", "session"]),
    (
      "consent_entries",
      [
        "at", "event", "hash", "previous", "subject_commitment", "payload_commitment", "actor",
        "channel", "reason", "sequence",
      ]
    ),
    ("consent_contents", ["content", "salt", "subject", "sequence"]),
    ("consent_subjects", ["key", "salt", "rekeyed"]),
    ("consent_secret", ["check_value"]), ("consent_notes", ["content", "sequence"]),
    ("consent_notices", ["hash", "text_hash", "manifest"]),
    ("consent_documents", ["content", "hash"]), ("consent_store", ["id"]),
    ("transition_geometry", ["frame_x", "viewport_height", "sequence", "session"]),
    ("unit_ids", ["id"]),
  ]
  /// Tables of which no row may go without its being named.
  private static let deletable = [
    "session_transitions", "session_events", "session_rules", "session_scripts",
    "session_consents", "told_scripts", "session_units", "tracks", "load_seals", "sealed_names",
    "pruned_sessions", "consent_entries", "consent_contents",
    "consent_notes", "consent_secret", "consent_documents", "transition_geometry",
  ]
  /// Tables to which none may be added, with the column that is another one then.
  private static let addable: [(String, String)] = [
    ("session_transitions", "sequence"), ("session_events", "elapsed"),
    ("session_rules", "first_sequence"), ("session_scripts", "first_sequence"),
    ("session_consents", "first_sequence"), ("tracks", "chunk"), ("load_seals", "seal"),
    ("consent_entries", "sequence"), ("transition_geometry", "sequence"),
  ]

  private static let isReal =
    "coalesce(session NOT IN (SELECT session FROM sessions WHERE simulated = 1), 1)"

  private let file: Connection

  init(_ file: Connection) { self.file = file }

  /// Changes something.
  /// - Returns: What, in words; nil where the file has nothing like it, or it would change nothing.
  func apply(_ kind: Kind, _ random: inout SeededRandom) throws -> String? {
    let statements: [String]?
    switch kind {
    case .cell: statements = try cell(&random)
    case .deletion:
      statements = try row(of: pick(Self.deletable, &random), &random).map { ["DELETE \($0)"] }
    case .addition: statements = try addition(&random)
    case .hiding:
      statements = try row(of: "sessions", &random).map { row in
        let column = random.isOneIn(3) ? "closed" : "simulated"
        return ["UPDATE sessions SET \(column) = 1 - \(column)\(row.dropFirst(13))"]
      }
    case .pointing: statements = try pointing(&random)
    case .session: statements = try session(&random)
    case .truncation: statements = try truncation(&random)
    case .reordering: statements = try reordering(&random)
    case .rehashing: return try rehash(&random)
    case .swapping: statements = try swapping(&random)
    case .meaning:
      statements =
        random.isOneIn(3)
        ? ["UPDATE ad_event_kinds SET name = name || 'x' WHERE event = 5"]
        : [
          "UPDATE transition_kinds SET \(pick(["mode", "cause", "to_state"], &random)) = 9 "
            + "WHERE kind = 0"
        ]
    case .setting:
      let name = pick(LedgerRuling.names, &random)
      statements = [
        "INSERT INTO settings VALUES ('\(name)', 'forged') ON CONFLICT (name) DO UPDATE SET value = "
          + "value || 'x'"
      ]
    }
    guard let statements else { return nil }
    do {
      for statement in statements { try file.execute(statement) }
    } catch {
      // A row of that key is there already.
      return nil
    }
    return "\(kind): \(statements.joined(separator: "; "))"
  }

  // MARK: Choosing

  private func pick<Element>(_ all: [Element], _ random: inout SeededRandom) -> Element {
    all[random.int(0...all.count - 1)]
  }

  private func numbers(_ sql: String) throws -> [Int64] {
    try file.prepare(sql) { try $0.all { $0.int64(0) } }
  }

  /// Names a row that chance chooses: what stands behind the verb of a statement.
  private func row(of table: String, _ random: inout SeededRandom) throws -> String? {
    let columns = try file.prepare("PRAGMA table_info(\(table))") {
      try $0.all { (name: $0.text(1), key: $0.int(5)) }
    }
    // Of what only simulations have, nothing is sealed.
    let condition =
      switch table {
      case "unit_ids":
        " WHERE EXISTS (SELECT 1 FROM sealed_names WHERE instr(char(10) || content, char(10) || unit || ' '))"
      case "told_scripts":
        " WHERE scripts IN (SELECT scripts FROM session_units WHERE \(Self.isReal) "
          + "UNION SELECT scripts FROM session_scripts WHERE \(Self.isReal))"
      case _ where columns.contains { $0.name == "session" }: " WHERE \(Self.isReal)"
      default: ""
      }
    let keys = columns.filter { $0.key > 0 }.map(\.name).joined(separator: ", ")
    let count = try numbers("SELECT count(*) FROM \(table)\(condition)")[0]
    guard count > 0 else { return nil }
    let place = random.int(0...Int(count) - 1)
    return
      "FROM \(table) WHERE (\(keys)) = (SELECT \(keys) FROM \(table)\(condition) ORDER BY \(keys) LIMIT 1 "
      + "OFFSET \(place))"
  }

  // MARK: Kinds

  private func cell(_ random: inout SeededRandom) throws -> [String]? {
    let (table, columns) = pick(Self.columns, &random)
    let column = pick(columns, &random)
    guard let row = try row(of: table, &random) else { return nil }
    let condition = row.dropFirst("FROM \(table)".count)
    return [
      "UPDATE \(table) SET \(column) = CASE typeof(\(column)) "
        + "WHEN 'integer' THEN CASE WHEN \(column) IN (0, 1) THEN 1 - \(column) ELSE \(column) + "
        + "\(random.int(1...9)) END WHEN 'real' THEN \(column) + 1 WHEN 'text' THEN \(column) || 'x' "
        + "WHEN 'blob' THEN randomblob(length(\(column))) ELSE 1 END\(condition)"
    ]
  }

  private func addition(_ random: inout SeededRandom) throws -> [String]? {
    let (table, key) = pick(Self.addable, &random)
    guard let row = try row(of: table, &random) else { return nil }
    let columns = try file.prepare("SELECT name FROM pragma_table_info('\(table)')") {
      try $0.all { $0.text(0) }
    }
    let values = columns.map { $0 == key ? "\($0) + \(random.int(1...99))" : $0 }
    return [
      "INSERT INTO \(table) (\(columns.joined(separator: ", "))) SELECT "
        + "\(values.joined(separator: ", ")) \(row)"
    ]
  }

  private func pointing(_ random: inout SeededRandom) throws -> [String]? {
    let loads = "FROM session_transitions WHERE kind <= 3 AND \(Self.isReal)"
    let count = try numbers("SELECT count(*) \(loads)")[0]
    guard count > 0 else { return nil }
    let place =
      "(unit, session, sequence) = (SELECT unit, session, sequence \(loads) LIMIT 1 OFFSET "
    let condition = "\(place)\(random.int(0...Int(count) - 1)))"
    let (column, source) = pick(
      [("consent", "consent_contents"), ("unit", "unit_ids"), ("session", "sessions")], &random)
    let key = column == "consent" ? "sequence" : column
    let targets = try numbers("SELECT \(key) FROM \(source)")
    let old = try numbers("SELECT \(column) FROM session_transitions WHERE \(condition)").first
    let target = pick(targets, &random)
    if target == old { return nil }
    return ["UPDATE session_transitions SET \(column) = \(target) WHERE \(condition)"]
  }

  private func session(_ random: inout SeededRandom) throws -> [String]? {
    let sessions = try numbers("SELECT session FROM sessions WHERE simulated = 0")
    guard !sessions.isEmpty else { return nil }
    let session = pick(sessions, &random)
    let tables = [
      "session_transitions", "session_events", "session_rules", "session_scripts",
      "session_consents", "session_units", "tracks", "transition_geometry", "batches", "sessions",
    ]
    var statements = tables.map { "DELETE FROM \($0) WHERE session = \(session)" }
    let seals = try numbers("SELECT seal FROM load_seals")
    if random.isOneIn(2) {
      statements.append("INSERT INTO pruned_sessions VALUES (\(session), \(pick(seals, &random)))")
    }
    return statements
  }

  private func truncation(_ random: inout SeededRandom) throws -> [String]? {
    if random.isOneIn(2) {
      let last = try numbers("SELECT max(seal) FROM load_seals")[0]
      guard last > 1 else { return nil }
      let first = random.int(1...Int(last))
      return [
        "DELETE FROM load_seals WHERE seal >= \(first)",
        "DELETE FROM sealed_names WHERE seal >= \(first)",
      ]
    }
    // What follows the last seal of the ledger, a head that is kept elsewhere tells alone.
    let last = try numbers("SELECT max(sequence) FROM consent_entries WHERE event <> 'sealed'")[0]
    let first = random.int(1...Int(last))
    return [
      "DELETE FROM consent_entries WHERE sequence >= \(first)",
      "DELETE FROM consent_nodes WHERE place >= 0",
    ]
  }

  private func reordering(_ random: inout SeededRandom) throws -> [String]? {
    let (table, key) = pick(
      [("consent_entries", "sequence"), ("load_seals", "seal")], &random)
    let last = Int(try numbers("SELECT max(\(key)) FROM \(table)")[0])
    guard last > 2 else { return nil }
    let first = random.int(1...last - 1)
    let second = random.int(first + 1...last)
    return [
      "UPDATE \(table) SET \(key) = -1 WHERE \(key) = \(first)",
      "UPDATE \(table) SET \(key) = \(first) WHERE \(key) = \(second)",
      "UPDATE \(table) SET \(key) = \(second) WHERE \(key) = -1",
    ]
  }

  private func swapping(_ random: inout SeededRandom) throws -> [String]? {
    let people = try numbers("SELECT subject FROM consent_subjects")
    guard people.count > 1 else { return nil }
    let first = pick(people, &random)
    let second = pick(people.filter { $0 != first }, &random)
    if random.isOneIn(2) {
      return [
        "UPDATE consent_contents SET subject = CASE subject WHEN \(first) THEN \(second) ELSE "
          + "\(first) END WHERE subject IN (\(first), \(second))"
      ]
    }
    // Keys change places, as does what they are bound by.
    return [
      "UPDATE consent_subjects SET subject = -1 WHERE subject = \(first)",
      "UPDATE consent_subjects SET subject = \(first) WHERE subject = \(second)",
      "UPDATE consent_subjects SET subject = \(second) WHERE subject = -1",
    ]
  }

  /// Edits an entry, and makes the hashes right of some that follow.
  private func rehash(_ random: inout SeededRandom) throws -> String? {
    let entries = try LedgerReader(file).entries(after: 0, limit: .max)
    guard entries.count > 2 else { return nil }
    let first = random.int(0...entries.count - 2)
    let last = random.int(first...entries.count - 2)
    var previous = entries[first].previous
    for place in first...last {
      var entry = entries[place]
      if place == first { entry.time = entry.time.advanced(by: Int64(random.int(1...9_999))) }
      entry.previous = previous
      previous = entry.hash
      try file.prepare(
        "UPDATE consent_entries SET at = ?2, previous = ?3, hash = ?4 WHERE sequence = ?1"
      ) {
        try $0.run(
          entry.sequence, entry.time.milliseconds, entry.previous.bytes, entry.hash.bytes)
      }
    }
    return "rehashing: entries \(first + 1) to \(last + 1)"
  }
}
