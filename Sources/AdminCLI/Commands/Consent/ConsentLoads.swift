// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// `consent loads SUBJECT`.
enum ConsentLoads {
  static let command = Command(
    "loads", "List the ads that were loaded for a person, each with its consent record.",
    details: """
      By record and time, judged as 'consent verify --loads' does. What was loaded under records that \
      were erased leads to nobody, and what was simulated was loaded for nobody.

      \(ConsentOptions.subjectKeys)
      """,
    effect: .reads, output: .keys(of: columns), arguments: [ConsentOptions.subject],
    options: [ConsentOptions.subjectFile] + ListOptions.all + SettingOptions.gate.options,
    examples: [
      Example("consent loads user-17", "What the person was shown, and by which leave."),
      Example("consent loads user-17 --format csv", "For an answer to the person."),
    ]
  ) { run in
    let loads = try run.withConsent(.readOnly) { consent in
      let check = LoadCheck(gate: try run.gate(in: consent.database))
      var loads: [JudgedLoad] = []
      try consent.forEachLoad(of: run.subject(in: consent), by: check) { loads.append($0) }
      return loads
    }
    try run.listChosen(loads, columns, empty: "no ad was loaded under a record of this person")
  }

  static let columns: [Column<JudgedLoad>] = [
    Column("time", "Time", meaning: "When it was loaded.") { $0.time },
    Column("adUnitId", "Unit", meaning: "The id of the ad unit.") { $0.unit },
    Column("session", "Session", meaning: "The id of the session.") { $0.session },
    Column("consentRecord", "Record", .trailing, meaning: "The number of the consent record.") {
      $0.record.rawValue
    },
    Column("servingMode", "Ads", meaning: "The mode that it was served in.") { $0.mode?.rawValue },
    Column(
      "verdict", "Verdict",
      meaning: "allowed, crossed (a change was being stored), otherRules or disallowed."
    ) { $0.verdict.name }
    .showing { .toned($0.verdict.name, $0.verdict == .allowed ? .good : .warning) },
    Column("fault", "Fault", meaning: "What is wrong; null where nothing is.") {
      $0.verdict.fault?.description
    },
    Column(
      "consentScript",
      meaning: "The SHA-256 of the script that told the page of consent; null where none is kept."
    ) { $0.told?.consent },
    Column(
      "scripts",
      meaning: "Of each other script of the page its name, a space and its SHA-256, as "
        + "'export bundle' has them."
    ) { JSONValue.array(($0.told?.others ?? []).map { .string($0) }) },
  ]
}

extension JudgedLoad.Verdict {
  fileprivate var name: String {
    switch self {
    case .allowed: "allowed"
    case .crossed: "crossed"
    case .allowedByOthers: "otherRules"
    case .disallowed: "disallowed"
    }
  }

  fileprivate var fault: LoadCheck.Fault? {
    if case .disallowed(let fault) = self { fault } else { nil }
  }
}
