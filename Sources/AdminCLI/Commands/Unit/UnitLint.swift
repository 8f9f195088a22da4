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
  static let rule = Option<LintRule>(
    "code", .choice("CODE"), "Only what the rule of this code finds, all of it.", repeats: true)
  /// How many hints by one rule a table shows.
  private static let shownHints = 5

  static let command = Command(
    answering: "lint", "Look for what may be stored and will still not work, or not as meant.",
    details: """
      Compares units, their pages and all targeting with the limits of Google Ad Manager and of the \
      Publisher Tag: lengths and characters of keys, values and codes, sizes that no container \
      holds, values that look personal, keys that differ by case alone, units at one position, \
      thresholds that invite churn. Ends with 1 where there is an error, with --strict also where \
      there is a warning; hints never count. JSON and CSV also hold the limit and the source of each \
      rule.

      A rule is silenced for a unit with 'unit set UNIT --silence "CODE: REASON"', and for all with \
      'settings set --silence "CODE: REASON"'. What it finds is shown as silenced, with the reason, and \
      does not count. Of more than 5 hints by one rule, a table only has their number; --code shows them.
      """,
    effect: .reads, output: .keys(of: columns), arguments: [units],
    options: [strict, rule] + ListOptions.all,
    examples: [
      Example("unit lint", "The whole inventory."),
      Example("unit lint div-gpt-ad-mobile_1", "One unit, its page and the app."),
      Example("unit lint --strict --format json", "For CI."),
    ]
  ) { run in
    let rules = Set(run.input.all(rule))
    let (all, checked) = try run.readInventory { try examine($0, run.input.all(units), run) }
    let found = rules.isEmpty ? all : all.filter { rules.contains($0.finding.rule) }
    let summed = run.format == .table && rules.isEmpty ? tooMany(found) : [:]
    if run.format == .table, found.isEmpty {
      try run.print("nothing found\n")
    } else if summed.isEmpty || found.contains(where: { summed[$0.finding.rule] == nil }) {
      try run.listChosen(
        found.filter { summed[$0.finding.rule] == nil }, columns, empty: "nothing found")
    }
    for (rule, count) in summed.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      try run.note(
        "\(count.counted("hint")) \(rule.rawValue): \(rule.advice); --code \(rule.rawValue) shows them"
      )
    }
    let counts = LintRule.Severity.allCases.map { severity in
      (severity, found.count { $0.finding.rule.severity == severity && $0.silenced == nil })
    }
    let words = counts.map { "\($1) \($0.rawValue)\($1 == 1 ? "" : "s")" }
    let silenced = found.count { $0.silenced != nil }
    try run.note(
      "checked \(checked): \(words.joined(separator: ", "))"
        + (silenced > 0 ? ", \(silenced) silenced" : ""))
    let counting: Set<LintRule.Severity> = run.input[strict] ? [.error, .warning] : [.error]
    return counts.contains { counting.contains($0) && $1 > 0 } ? .answerIsNo : .done
  }

  /// The rules by which there are more hints than a table shows, with how many.
  private static func tooMany(_ found: [Found]) -> [LintRule: Int] {
    var counts: [LintRule: Int] = [:]
    for one in found where one.finding.rule.severity == .hint {
      counts[one.finding.rule, default: 0] += 1
    }
    return counts.filter { $0.value > shownHints }
  }

  /// Something that was found, and why nobody need mend it.
  struct Found: Sendable {
    let finding: LintFinding
    var silenced: String?
  }

  private static let columns: [Column<Found>] = [
    Column("severity", "Severity", meaning: "How bad it is.") {
      $0.finding.rule.severity.rawValue
    }.showing { found in
      let severity = found.finding.rule.severity
      return found.silenced == nil
        ? .toned(severity.rawValue, severity.tone) : .toned("silenced", .faint)
    },
    Column("code", "Code", meaning: "The stable name of the rule.") { $0.finding.rule.rawValue },
    Column("adUnitId", "Unit", meaning: "The id of the ad unit.") { $0.finding.unit },
    Column("place", "Where", meaning: "Where it was found.") { $0.finding.place },
    Column("finding", "Finding", meaning: "What was found.") { $0.finding.what },
    Column("limit", meaning: "The limit that the rule holds to.") { $0.finding.rule.limit },
    Column("source", meaning: "Where the rule is from.") { $0.finding.rule.source },
    Column("advice", "Advice", meaning: "What to do about it.") { $0.finding.rule.advice }
      .showing { found in
        .text(found.silenced.map { "silenced: \($0)" } ?? found.finding.rule.advice)
      }.secondary(),
    Column(
      "silenced",
      meaning: "Why the rule is silenced, for the unit or for all; null where it is not."
    ) { $0.silenced },
  ]

  /// Looks at the app, at debugging, at pages and at units, in this order, and tells how many there
  /// were.
  static func examine(
    _ inventory: borrowing InventorySnapshot, _ ids: [AdUnitID], _ run: CommandRun
  ) throws -> (found: [Found], checked: String) {
    var found: [Found] = []
    func note(_ findings: [LintFinding]) { found += findings.map { Found(finding: $0) } }
    let silenced = try inventory.settings().silenced
    var survey = InventorySurvey()
    for scope in [TargetingScope.app, .debug] {
      let targeting = try inventory.targeting(of: scope)
      survey.note(targeting, of: scope)
      note(InventoryLint.findings(in: targeting, of: scope))
    }
    let named = try ids.map { try inventory.entry($0) }
    let pages = try inventory.pages().map(\.page).filter { page in
      ids.isEmpty || named.contains { $0.unit.page == page.id }
    }
    for page in pages {
      let targeting = try inventory.targeting(of: .page(page.id))
      survey.note(targeting, of: .page(page.id))
      note(InventoryLint.findings(in: targeting, of: .page(page.id)))
      note(InventoryLint.findings(in: page.thresholds, remote: page.remote, of: page.id))
    }
    try run.withRows("reading", "units") { next in
      try inventory.forEachUnit {
        try next()
        survey.note($0)
      }
    }
    var count = 0
    func examine(_ unit: InventoryUnit, sending effective: EffectiveTargeting) throws {
      count += 1
      let own = try AdTargeting(effective.lines.filter { $0.scope == .unit(unit.id) }.map(\.entry))
      survey.note(own, of: .unit(unit.id))
      let all =
        InventoryLint.findings(in: own, of: .unit(unit.id))
        + InventoryLint.findings(in: unit, sending: effective) + survey.findings(of: unit)
      for finding in all + InventoryLint.idleSilences(of: unit, among: all) {
        found.append(
          Found(finding: finding, silenced: unit.silenced.reason(for: finding.rule.rawValue)))
      }
    }
    if ids.isEmpty {
      try run.withRows("examining", "units") { next in
        try inventory.forEachEffectiveEntry {
          try next()
          try examine($0, sending: $1)
        }
      }
      note(survey.keyFindings + survey.pageFindings)
    }
    for entry in named {
      try examine(entry.unit, sending: try inventory.effectiveTargeting(of: entry.unit.id))
    }
    if ids.isEmpty {
      note(InventoryLint.idleSilences(in: silenced, among: found.map(\.finding)))
    }
    for place in found.indices where found[place].silenced == nil {
      found[place].silenced = silenced.reason(for: found[place].finding.rule.rawValue)
    }
    return (
      found, "\(count.counted("unit")), \(pages.count.counted("page"))"
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
