// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import Foundation

@testable import AdStore

extension BadDays {
  /// What has to hold after every step; what takes long is looked at now and then.
  func checkPromises(thoroughly: Bool) throws {
    try calmly {
      guard let expected else {
        return try promise(
          !FileManager.default.fileExists(atPath: path), "a file that nobody was told of")
      }
      try promise(FileManager.default.fileExists(atPath: path), "the file is gone")
      let connection = try look()
      try checkContents(expected, connection)
      try checkFiles()
      guard thoroughly else { return }
      try checkStructure(connection)
      try checkConsent(expected)
      try checkHistory(connection)
      try checkBackups()
    }
  }

  private func checkContents(_ expected: DeviceContents, _ connection: Connection) throws {
    // People, their records and their order; ledger; units; change log; sessions; endings.
    let found = try DeviceContents(of: connection)
    try promise(found == expected, "held and told: \(found.difference(to: expected))")
    try promise(
      try connection.number("SELECT coalesce(max(sequence), 0) - count(*) FROM consent_entries")
        == 0, "the ledger has a gap")
    try promise(
      try connection.number("SELECT coalesce(max(change), 0) FROM changes") == expected.changes,
      "the change log has a gap")
    try promise(
      try connection.number("SELECT coalesce(sum(lost), 0) FROM sessions") == 0,
      "transitions count as lost")
    try promise(
      try connection.number(
        """
        SELECT count(*) FROM sessions AS s WHERE transitions <> (
          SELECT count(*) FROM session_units AS u JOIN session_transitions AS t
            ON t.unit = u.unit AND t.session = u.session
          WHERE u.session = s.session
        )
        """) == 0, "a session is torn")
    try promise(
      try connection.number(
        "SELECT count(*) FROM session_transitions WHERE kind <= 3 AND consent IS NULL") == 0,
      "a load names no consent")
    try promise(
      try connection.number("PRAGMA user_version") == AdDatabase.schema.newestVersion,
      "the schema version changed")
  }

  private func checkFiles() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      guard let mode = attributes?[.posixPermissions] as? Int else { continue }
      try promise(mode & 0o077 == 0, "others can use \(name)")
      let isKnown =
        name.hasPrefix("adview.sqlite") || backups.keys.contains { name.hasPrefix($0) }
        || name.hasPrefix(".") && name.contains(".part")
        || name.hasPrefix("backup-") || name.hasPrefix("published-")
      try promise(isKnown, "nobody knows \(name)")
    }
  }

  private func checkStructure(_ connection: Connection) throws {
    try promise(try connection.integrityCheck() == [], "the file is damaged")
    try promise(try connection.foreignKeyCheck().isEmpty, "a reference to nothing")
    guard !isPlanted else { return }
    let database = try AdDatabase(path: path, access: .readOnly)
    try promise(try database.schemaDeviations() == [], "the schema deviates")
    try database.close()
  }

  private func checkConsent(_ expected: DeviceContents) throws {
    let database = try AdDatabase(path: path, access: .readOnly)
    let consent = ConsentRepository(database)
    let report = try consent.verify(against: heads)
    // Clocks jump here, and the ledger tells.
    try promise(
      report.fault == nil || report.fault?.kind == .clockBack,
      "the ledger does not verify: \(report.fault.map { "\($0)" } ?? "")")
    let seals = try HistoryRepository(database).auditSeals()
    try promise(seals.faults.isEmpty, "the history is not as it was sealed: \(seals.faults)")
    for (key, events) in expected.events {
      let decision = consent.decision(for: try SubjectKey(key), at: clock)
      if case .blocked(.failed) = decision { try promise(false, "the gate failed for \(key)") }
      let current = try consent.current(of: SubjectKey(key))
      if current?.event == .withdrawn, case .allowed = decision {
        try promise(false, "a withdrawal opens the gate for \(key)")
      }
      try promise(
        try consent.history(of: SubjectKey(key)).count == events.count, "records of \(key)")
    }
    for key in erased + ["nobody"] where expected.events[key] == nil {
      let decision = consent.decision(for: try SubjectKey(key), at: clock)
      if case .allowed = decision { try promise(false, "the gate is open for nobody") }
    }
    if try consent.pendingErasure() == nil {
      let gone = erased.suffix(20).filter { expected.events[$0] == nil }
      for name in [path, "\(path)-wal"] {
        guard let bytes = FileManager.default.contents(atPath: name) else { continue }
        for key in gone {
          try promise(bytes.range(of: Data(key.utf8)) == nil, "\(key) is still in \(name)")
        }
      }
    }
    try database.close()
  }

  private func checkHistory(_ connection: Connection) throws {
    let database = try AdDatabase(path: path, access: .readOnly)
    var missing = 0
    _ = try ConsentRepository(database).checkLoads { load in
      if case .blocked(.noRecord) = load.fault { missing += 1 }
    }
    try promise(missing == 0, "\(missing) loads name no record")
    let listed = try HistoryRepository(database).list(limit: .max).entries.count
    try promise(
      listed == (try connection.number("SELECT count(*) FROM session_transitions")),
      "the list has \(listed) transitions")
    let counted = try HistoryRepository(database).statistics(by: .session)
      .reduce(0) { $0 + $1.lost }
    try promise(counted == 0, "statistics tell of losses")
    try database.close()
  }

  private func checkBackups() throws {
    for (name, backup) in backups {
      let file = "\(folder)/\(name)"
      try promise(FileManager.default.fileExists(atPath: file), "the backup \(name) is gone")
      let connection = try Connection(
        path: file, mode: .readOnly, configuration: AdDatabase.configuration)
      let found = try DeviceContents(of: connection)
      try promise(
        found == backup.contents, "\(name): \(found.difference(to: backup.contents))")
      try promise(try connection.integrityCheck() == [], "\(name) is damaged")
    }
  }
}
