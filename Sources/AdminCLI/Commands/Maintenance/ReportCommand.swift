// SPDX-License-Identifier: MIT
import AdModel
import AdReports
import AdStore

/// `report`.
enum ReportCommand {
  /// The newest changes that are told.
  private static let mostChanges = 200

  static let command = Command(
    "report",
    "Write one HTML page that shows the inventory, its changes and what is wrong with it.",
    details: """
      Units by page with drawings of their sizes, what they send, and what 'unit lint' finds; the changes \
      (\(mostChanges) at most); consents by law, by month and by what is shown now; what 'doctor' says of \
      the file and of the ledger. A field at its top finds words in it. The page needs nothing else and \
      asks the network for nothing. It names units, paths, targeting and notes, and no person: consents \
      are counts, and changes stand without their authors. For ads and their times, see 'history report'.
      """,
    effect: .reads, output: .document("HTML"), options: SettingOptions.gate.options,
    examples: [
      Example("report --out report.html", "Everything, into a file to open.")
    ]
  ) { run in try run.print(report(run).html) }

  private static func report(_ run: CommandRun) throws -> InventoryReport {
    var doctor = try DatabaseDoctor(run)
    try doctor.examine()
    let stored = try run.readInventory { try Stored($0, run) }
    try run.checkInterruption()
    let byUnit = Dictionary(grouping: stored.findings, by: \.unit)
    let consents = try consents(run)
    return InventoryReport(
      subtitle: "\(try run.databasePath), \(run.now)",
      figures: figures(stored, consents, doctor), app: stored.app, pages: stored.pages,
      units: stored.units.map {
        InventoryReport.Unit(
          $0.unit, sends: $0.targeting.entries, findings: byUnit[$0.unit.id] ?? [])
      },
      tables: [
        remarks(stored.findings), log(stored.changes), consents.shown, consents.byLaw,
        consents.byMonth,
        health(doctor),
      ].compactMap { $0 })
  }

  // MARK: Parts

  /// What is read of the inventory, all of one moment.
  private struct Stored {
    let app: AdTargeting
    let pages: [InventoryReport.Page]
    let units: [InventoryEntry]
    /// What lint found that is not silenced.
    let findings: [LintFinding]
    let changes: [InventoryChange]

    init(_ inventory: borrowing InventorySnapshot, _ run: CommandRun) throws {
      app = try inventory.targeting(of: .app)
      units = try inventory.entries(matching: .everything)
      findings = try UnitLint.examine(inventory, [], run).found.filter { $0.silenced == nil }
        .map(\.finding)
      changes = try inventory.changes(limit: mostChanges)
      var pages: [InventoryReport.Page] = []
      for (page, _) in try inventory.pages() {
        pages.append(
          InventoryReport.Page(
            page.id, words: Self.words(for: page),
            targeting: try inventory.targeting(of: .page(page.id))))
      }
      self.pages = pages
    }

    private static func words(for page: InventoryPage) -> String {
      FieldTable<InventoryPage>.pages.fields.filter { $0.key != "page" }
        .compactMap { field in field.value(page).words.map { "\(field.heading.lowercased()) \($0)" }
        }
        .joined(separator: ", ")
    }
  }

  private static func figures(
    _ stored: Stored, _ consents: Consents, _ doctor: DatabaseDoctor
  ) -> [InventoryReport.Figure] {
    func count(_ status: InventoryUnit.Status) -> Int {
      stored.units.count { $0.unit.status == status }
    }
    func count(_ severity: LintRule.Severity) -> Int {
      stored.findings.count { $0.rule.severity == severity }
    }
    return [
      InventoryReport.Figure(
        "Ad units served", "\(count(.active))",
        "\(count(.paused)) paused, \(count(.archived)) archived"),
      InventoryReport.Figure("Pages", "\(stored.pages.count)"),
      InventoryReport.Figure(
        "Lint", count(.error).counted("error"),
        "\(count(.warning).counted("warning")), \(count(.hint).counted("hint"))"),
      InventoryReport.Figure("People who answered", "\(consents.people)", consents.words),
      InventoryReport.Figure(
        "Database", doctor.findings.isEmpty ? "sound" : doctor.findings.count.counted("finding"),
        doctor.findings.isEmpty ? "nothing found" : "see below"),
    ]
  }

  /// What lint found that is of no single unit.
  private static func remarks(_ found: [LintFinding]) -> InventoryReport.Table? {
    let others = found.filter { $0.unit == nil }
    guard !others.isEmpty else { return nil }
    return InventoryReport.Table(
      "Lint of pages and targeting", heads: ["Severity", "Where", "Finding", "Advice"],
      rows: others.map { [$0.rule.severity.rawValue, $0.place, $0.what, $0.rule.advice] })
  }

  private static func log(_ changes: [InventoryChange]) -> InventoryReport.Table? {
    guard !changes.isEmpty else { return nil }
    return InventoryReport.Table(
      "Changes",
      note: changes.count == mostChanges ? "The newest \(mostChanges); 'log' has all." : "",
      heads: ["No", "Time", "Change", "Why"],
      rows: changes.map {
        ["\($0.number)", "\($0.time)", ChangeReport.sentence(for: $0), $0.message ?? ""]
      })
  }

  private struct Consents {
    var people: Int64 = 0
    var words = "no answer is stored"
    var shown: InventoryReport.Table?
    var byLaw: InventoryReport.Table?
    var byMonth: InventoryReport.Table?
  }

  private static func consents(_ run: CommandRun) throws -> Consents {
    try run.withConsent(.readOnly) { consent in
      let gate = try run.gate(in: consent.database)
      func table(
        _ title: String, _ grouping: ConsentGrouping, _ head: String
      ) throws -> (table: InventoryReport.Table?, counts: [ConsentCount]) {
        try run.checkInterruption()
        let counts = try consent.counts(by: grouping, at: run.now, by: gate)
        guard !counts.isEmpty else { return (nil, []) }
        let hasEntries = counts.contains { $0.entries != nil }
        let rows = counts.map { count in
          [count.group ?? "(erased)", "\(count.people)"]
            + (hasEntries ? [count.entries.map { "\($0)" } ?? ""] : [])
        }
        return (
          InventoryReport.Table(
            title, heads: [head, "People"] + (hasEntries ? ["Entries"] : []), rows: rows), counts
        )
      }
      let shown = try table("Consent: what is shown now", .ads, "Ads")
      var consents = Consents()
      consents.shown = shown.table
      consents.byLaw = try table("Consent by law", .law, "Law").table
      consents.byMonth = try table("Consent by month", .month, "Month (UTC)").table
      consents.people = shown.counts.reduce(0) { $0 + $1.people }
      if !shown.counts.isEmpty {
        consents.words = shown.counts.map { "\($0.people) \($0.group ?? "")" }
          .joined(separator: ", ")
      }
      return consents
    }
  }

  private static func health(_ doctor: DatabaseDoctor) -> InventoryReport.Table {
    let rows = doctor.findings.map { [$0.severity.rawValue, $0.what, $0.advice] }
    return InventoryReport.Table(
      "The database", note: "Checked: \(doctor.checked.joined(separator: ", ")).",
      heads: ["Severity", "Finding", "Advice"],
      rows: rows.isEmpty ? [["", "nothing found", ""]] : rows)
  }
}

extension JSONValue {
  /// The value as a sentence has it; nil for none.
  fileprivate var words: String? {
    switch self {
    case .bool(let bool): bool ? "yes" : "no"
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .double(let number): number.formatted
    case .null, .array, .object: nil
    }
  }
}
