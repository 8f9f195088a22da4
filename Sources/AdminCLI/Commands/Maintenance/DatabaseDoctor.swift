// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import AdStore
import AdSystem

/// Everything that `doctor` looks at, in the order in which one thing needs the other.
struct DatabaseDoctor {
  /// What is wrong, in the order in which it was found.
  private(set) var findings: [Finding] = []
  /// What was looked at, for people.
  private(set) var checked: [String] = []

  /// A log larger than this is not emptied any more: SQLite aims at 16 MiB.
  private static let largestLog: Int64 = 64 << 20

  /// How many pairs of keys that look alike are told.
  private static let mostLookAlikes = 10

  private let run: CommandRun
  private let path: String

  /// Examines a file.
  /// - Parameters:
  ///   - run: Where to tell how far it is.
  ///   - path: The file; the database of the command where none is named.
  /// - Throws: ``Failure`` where the environment names the database in a way that cannot be read.
  init(_ run: CommandRun, path: String? = nil) throws {
    self.run = run
    self.path = try path ?? run.databasePath
  }

  /// Why nobody should go back to a file, a line each; warnings are none.
  static func problems(of path: String, _ run: CommandRun) throws -> [String] {
    var doctor = try DatabaseDoctor(run, path: path)
    try doctor.examine()
    return doctor.findings.filter { $0.severity == .error }.map(\.what)
  }

  /// Looks at everything, or as far as the file can be used.
  /// - Throws: `StoreError` where there is no database of ours to examine.
  mutating func examine() throws {
    examineFiles()
    let (path, run) = (path, run)
    try noting {
      guard try $0.examineSchema() else { return }
      let database = try run.open(path, .readOnly)
      var isAsMade = true
      try $0.noting { isAsMade = try $0.examineDefinitions(of: database) }
      try $0.noting { try $0.examineContent(of: database) }
      // What stands in a table's place is not asked what it holds.
      if isAsMade {
        try $0.noting { try $0.examineValues(of: database) }
        try $0.noting { try $0.examineSettings(of: database) }
        try $0.noting { try $0.examineHistory(of: database) }
        try $0.noting { try $0.examineLedger(of: database) }
        try $0.noting { try $0.examineSeals(of: database) }
      }
      try database.close()
    }
  }

  /// Takes damage for a finding, so that the rest is examined, too.
  private mutating func noting(_ examine: (inout DatabaseDoctor) throws -> Void) throws {
    do {
      try examine(&self)
    } catch let error as StoreError where error.code == .corrupt {
      add(.error, error.message, command("restore FILE"))
    }
  }

  private mutating func add(_ severity: Finding.Severity, _ what: String, _ advice: String) {
    findings.append(Finding(severity: severity, what: what, advice: advice))
  }

  /// A command line for the database that is examined.
  private func command(_ line: String) -> String {
    let database = run.input[GlobalOptions.database].map { " --db \($0.quotedForShell)" } ?? ""
    return "adview-admin \(line)\(database)"
  }

  private mutating func examineFiles() {
    checked.append("file modes")
    for name in [path, "\(path)-wal", "\(path)-shm"] {
      guard let status = run.host.files.status(of: name), status.isOpenToOthers else { continue }
      let mode = String(status.permissions, radix: 8)
      add(
        .warning, "\(name.quotedForDisplay) has mode \(mode): others than its owner can use it",
        "chmod 600 \(name.quotedForShell)")
    }
    for kept in (try? KeptDatabases.paths(beside: path, layer: run.host.files.layer)) ?? [] {
      add(
        .warning,
        "\(kept.quotedForDisplay), which 'restore' kept, holds everybody's consent and history of then",
        "once nobody goes back to it: rm \(kept.quotedForShell)")
    }
    let log = run.host.files.status(of: "\(path)-wal")?.bytes ?? 0
    checked.append("write-ahead log of \(log.counted("byte"))")
    if log > Self.largestLog {
      add(
        .warning, "the write-ahead log has \(log >> 20) MiB: a reader that never ends keeps it",
        "end the process that has been reading longest")
    }
  }

  /// - Returns: Whether the rest can be examined.
  private mutating func examineSchema() throws -> Bool {
    let status = try AdDatabase.migrationStatus(of: path)
    checked.append("schema version \(status.version)")
    for problem in status.problems {
      add(.error, "\(problem)", command("migrate status"))
    }
    for migration in status.pending {
      add(.error, "migration \(migration.file) is pending", command("migrate up"))
    }
    return status.pending.isEmpty
  }

  /// What the file holds besides its data could run with it.
  /// - Returns: Whether all tables are those that the migrations make.
  private mutating func examineDefinitions(of database: AdDatabase) throws -> Bool {
    checked.append("tables, indexes, triggers and views")
    let deviations = try database.schemaDeviations()
    for deviation in deviations {
      let what =
        switch deviation.kind {
        case .missing: "is missing"
        case .foreign: "was made by somebody else"
        case .changed: "is not as it was made"
        }
      add(
        .error, "the \(deviation.objectKind) \(deviation.name.quotedForDisplay) \(what)",
        "restore a backup, or find out who wrote the file")
    }
    return !deviations.contains { $0.objectKind == "table" && $0.kind != .foreign }
  }

  private mutating func examineContent(of database: AdDatabase) throws {
    checked += ["structure", "references", "rules"]
    let bytes = run.host.files.status(of: path)?.bytes ?? 0
    let damage = try run.withProgress("examining", "bytes of structure") { show in
      try database.findDamage {
        (try? show(bytes, nil)) != nil
      }
    }
    for damage in damage { add(.error, damage, "restore a backup, or find out who wrote the file") }
  }

  /// Reads everything that other commands read and would call damaged.
  private mutating func examineValues(of database: AdDatabase) throws {
    checked.append("values")
    let run = run
    try noting { _ in
      try run.withProgress("reading", "units") { show in
        var units: Int64 = 0
        try InventoryRepository(database).read { inventory in
          try inventory.forEachEntry(
            matching: InventoryFilter(statuses: InventoryUnit.Status.allCases)
          ) {
            _ in
            units += 1
            try show(units, nil)
          }
        }
      }
    }
    try noting { _ in _ = try InventoryRepository(database).read { try $0.pages() } }
    try noting { _ in _ = try InventoryRepository(database).read { try $0.forEachChange { _ in } } }
    try noting { _ in _ = try HistoryRepository(database).statistics(by: .page) }
    try noting { doctor in
      // As the settings ask for, so no finding.
      guard let dropped = try HistoryRepository(database).dropped() else { return }
      doctor.checked.append(dropped.words)
    }
  }

  private mutating func examineSettings(of database: AdDatabase) throws {
    let mode = try database.journalMode()
    checked.append("journal mode \(mode)")
    if mode != "wal" {
      add(
        .warning, "the journal mode is \(mode), not wal: readers and writers wait for each other",
        "any change by adview-admin sets it")
    }
    checked.append("debug setting")
    if try InventoryRepository(database).read({ try $0.isDebugging() }) {
      add(.warning, "debugging is on, and shows in every app", command("debug off"))
    }
  }

  private mutating func examineHistory(of database: AdDatabase) throws {
    let limit = run.now.advanced(by: HistoryPrune.clockTolerance)
    let ahead = try HistoryRepository(database).prunePlan(.datedAfter(limit), now: run.now).sessions
    checked.append("dates of the history")
    guard !ahead.isEmpty else { return }
    add(
      .warning,
      "\(ahead.count.counted("session")) of the history \(ahead.count == 1 ? "begins" : "begin") more "
        + "than a day from now: a device's clock was ahead",
      command("history prune --dated-ahead --dry-run"))
  }

  /// A history that is not as it was sealed proves nothing any more; it can still be gone back to.
  private mutating func examineSeals(of database: AdDatabase) throws {
    let report = try run.withProgress("verifying", "sessions") { show in
      try HistoryRepository(database).auditSeals(progress: show)
    }
    checked.append("history against \(report.seals.counted("seal"))")
    guard let first = report.faults.first else { return }
    let more = report.faults.count - 1
    add(
      .warning,
      "the history is not as it was sealed: \(first)"
        + (more > 0 ? ", and \(more.counted("fault")) more" : ""), command("consent verify"))
  }

  private mutating func examineLedger(of database: AdDatabase) throws {
    let consent = ConsentRepository(database)
    let report = try run.withProgress("verifying", "entries") { show in
      try consent.verify(
        at: run.now, trusting: [], by: LedgerKeyFile.verifier(for: consent), progress: show)
    }
    checked.append("consent ledger of \(report.size.counted("entry", "entries"))")
    if let fault = report.fault {
      let words =
        switch fault {
        case _ where fault.isOfTime: "the consent ledger has times that cannot be: \(fault)"
        case _ where fault.isAcceptable:
          "the device did not sign all of the consent ledger: \(fault)"
        default: "the consent ledger does not verify: \(fault)"
        }
      add(fault.isAcceptable ? .warning : .error, words, command("consent verify"))
    }
    for (first, second) in try consent.lookAlikes(limit: Self.mostLookAlikes) {
      add(
        .warning,
        "the people of records \(first) and \(second) have keys that differ in case, spaces or what is "
          + "not shown alone: where they are one person, a no under one is none under the other",
        "have the app write its keys in one way; \(command("query")) 'SELECT s.key FROM "
          + "consent_contents JOIN consent_subjects s USING (subject) WHERE sequence IN (\(first), "
          + "\(second))'")
    }
    guard let pending = try consent.pendingErasure() else { return }
    add(
      .warning,
      "an erasure (ledger entry \(pending.entry) of \(pending.since)) is not complete: its bytes are "
        + "in the \(pending.isRewritten ? "file until its write-ahead log is emptied" : "file")",
      command("consent erase --scrub --yes"))
  }
}
