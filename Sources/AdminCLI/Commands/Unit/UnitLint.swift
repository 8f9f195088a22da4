// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports
import AdStore

/// `unit lint [UNIT…]`.
enum UnitLint {
  static let units = Argument(
    .unit, "The ad units; all that are not archived where none is given.", count: .any)
  static let strict = Flag("strict", "Let warnings count as errors.")

  static let command = Command(
    answering: "lint", "Look for what may be stored and will still not work, or not as meant.",
    details: """
      Compares units, their pages and all targeting with the limits of Google Ad Manager and of the \
      Publisher Tag: lengths and characters of keys, values and codes, sizes that no container \
      holds, values that look personal, thresholds that invite churn. Ends with 1 where there is an \
      error, with --strict also where there is a warning; hints never count. JSON and CSV also hold \
      the limit and the source of each rule.
      """,
    effect: .reads, output: .keys(Column.keys(of: columns)), arguments: [units], options: [strict],
    examples: [
      Example("unit lint", "The whole inventory."),
      Example("unit lint div-gpt-ad-mobile_1", "One unit, its page and the app."),
      Example("unit lint --strict --format json", "For CI."),
    ]
  ) { run in
    let (findings, checked) = try run.readInventory { try examine($0, run.input.all(units)) }
    if run.format == .table, findings.isEmpty {
      try run.print("nothing found\n")
    } else {
      try run.list(findings, columns)
    }
    let counts = LintRule.Severity.allCases.map { severity in
      (severity, findings.count { $0.rule.severity == severity })
    }
    let found = counts.map { "\($1) \($0.rawValue)\($1 == 1 ? "" : "s")" }
    try run.note("checked \(checked): \(found.joined(separator: ", "))")
    let counting: Set<LintRule.Severity> = run.input[strict] ? [.error, .warning] : [.error]
    return counts.contains { counting.contains($0) && $1 > 0 } ? .answerIsNo : .done
  }

  private static let columns: [Column<LintFinding>] = [
    Column("severity", "Severity") { .toned($0.rule.severity.rawValue, $0.rule.severity.tone) },
    Column("code", "Code") { .text($0.rule.rawValue) },
    Column("adUnitId", "Unit") { .optional($0.unit) },
    Column("place", "Where") { .text($0.place) },
    Column("finding", "Finding") { .text($0.what) },
    Column("limit") { .text($0.rule.limit) },
    Column("source") { .text($0.rule.source) },
    Column("advice", "Advice") { .text($0.rule.advice) },
  ]

  /// Looks at the app, at debugging, at pages and at units, in this order, and tells how many there
  /// were.
  static func examine(
    _ inventory: borrowing InventorySnapshot, _ ids: [AdUnitID]
  ) throws -> (findings: [LintFinding], checked: String) {
    var findings: [LintFinding] = []
    for scope in [TargetingScope.app, .debug] {
      findings += InventoryLint.findings(in: try inventory.targeting(of: scope), of: scope)
    }
    let named = try ids.map { try inventory.entry($0) }
    let pages = try inventory.pages().map(\.page).filter { page in
      ids.isEmpty || named.contains { $0.unit.page == page.id }
    }
    for page in pages {
      let targeting = try inventory.targeting(of: .page(page.id))
      findings += InventoryLint.findings(in: targeting, of: .page(page.id))
      findings += InventoryLint.findings(in: page.thresholds, remote: page.remote, of: page.id)
    }
    var count = 0
    func examine(_ unit: AdUnit, sending effective: EffectiveTargeting) throws {
      count += 1
      let own = effective.lines.filter { $0.scope == .unit(unit.id) }.map(\.entry)
      findings += InventoryLint.findings(in: try Targeting(own), of: .unit(unit.id))
      findings += InventoryLint.findings(in: unit, sending: effective)
    }
    if ids.isEmpty {
      try inventory.forEachEffectiveEntry { try examine($0, sending: $1) }
    }
    for entry in named {
      try examine(entry.unit, sending: try inventory.effectiveTargeting(of: entry.unit.id))
    }
    return (
      findings,
      "\(count.counted("unit")), \(pages.count.counted("page"))"
    )
  }
}

extension LintRule.Severity {
  fileprivate var tone: Cell.Tone {
    switch self {
    case .error: .bad
    case .warning: .warning
    case .hint: .faint
    }
  }
}
