// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdLayout
import AdModel
import AdStore

/// `export parameters UNIT`.
enum ExportParameters {
  static let unit = Argument(.unit(offering: [.active]), "The ad unit.")
  static let query = Flag("query", "Print the parameters as the query string of a URL.")

  private static let consent: [any DeclaresOption] =
    [ExportOptions.subject, ConsentOptions.subjectFile] + SettingOptions.gate.options

  static let command = Command(
    "parameters", "Print the ad-* parameters of a request for items with ads that fit a unit.",
    details: """
      The sizes come from the unit; one that names none gets Klipy's usual ones: 50 points at \
      least, at most the screen's width less 20, by 200. Options win. What identifies the person is left out \
      unless consent allows personalized ads. JSON also holds the consent decision and the unit's \
      targeting. Where the consent gate is closed, nothing is written and the command ends with 77.
      """,
    effect: .reads,
    output: .forms([
      OutputForm("as one JSON document", .keys(of: requestColumns)),
      OutputForm("as NDJSON and CSV, for each parameter", .keys(of: columns)),
    ]),
    arguments: [unit],
    options: consent + RequestFields.options + [query, ExportOptions.inactive],
    examples: [
      Example(
        "export parameters div-gpt-ad-mobile_1 --subject user-17 --customer-id 42",
        "What must be sent."),
      Example(
        "export parameters top --subject user-17 --customer-id 42 --screen 393x852 --pixel-ratio 3 "
          + "--query", "To append to a URL."),
    ]
  ) { run in
    let request = try run.withDatabase(.readOnly) { (database) -> Request in
      let subject = try ExportOptions.person(run)
      let (stored, terms) = try InventoryRepository(database).read { inventory in
        let terms = try ExportOptions.terms(for: subject, in: inventory, run)
        return (try inventory.effectiveUnit(run.input[unit]), terms)
      }
      let permit = try ExportOptions.allowed(by: terms, run).permit
      try ExportOptions.check(stored.unit, run)
      return Request(
        unit: stored.unit.id, decision: terms.consent.decision, record: permit.record,
        parameters: try RequestFields.parameters(for: stored.unit, run.input)
          .parameters(for: permit.mode), targeting: stored.targeting)
    }
    if run.input[query] {
      return try run.print(AdRequestParameters.query(request.parameters) + "\n")
    }
    guard run.format == .json else { return try run.list(request.parameters, columns) }
    try run.fields(request, requestColumns)
  }

  /// The whole answer as one JSON object.
  private static let requestColumns: [Column<Request>] = [
    Column("adUnitId", meaning: "The id of the ad unit.") { $0.unit },
    Column("consent", meaning: "The gate's decision, as in 'consent show'.") { $0.decision.json },
    Column("consentRecord", meaning: "The number of the consent record.") { $0.record.rawValue },
    .list("parameters", meaning: "The parameters, in order.", of: columns) { $0.parameters },
    Column("query", meaning: "The same as the query string of a URL.") {
      AdRequestParameters.query($0.parameters)
    },
    .list("targeting", meaning: "What the unit sends.", of: entryColumns) { $0.targeting },
  ]

  private static let entryColumns: [Column<TargetingEntry>] = [
    Column("key", meaning: "The name of the parameter.") { $0.key },
    Column("values", meaning: "The values of the key.") { $0.values },
  ]

  /// What is printed.
  private struct Request: Sendable {
    let unit: AdUnitID
    let decision: GateDecision
    let record: ConsentRecordID
    let parameters: [AdRequestParameter]
    let targeting: [TargetingEntry]
  }

  private static let columns: [Column<AdRequestParameter>] = [
    Column("name", "Name", meaning: "The name of the parameter.") { $0.name },
    Column("value", "Value", meaning: "The value of the parameter.") { $0.value },
  ]
}
