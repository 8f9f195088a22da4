// SPDX-License-Identifier: MIT
import AdConsent
import AdModel

/// A record as commands show it, with what the gate makes of it.
struct ConsentView {
  let record: ConsentRecord
  let explanation: GateExplanation
  /// The stored key, where a list shows several people.
  var subject: String?

  init(_ record: ConsentRecord, at time: Timestamp, by gate: ConsentGate, subject: String? = nil) {
    self.record = record
    explanation = gate.explain(record, at: time)
    self.subject = subject
  }

  static let columns: [Column<ConsentView>] = [
    Column("record", "Record", .trailing) { .integer($0.record.id.rawValue) },
    Column("event", "Event") { .text($0.record.event.rawValue) },
    Column("ads", "Ads") { $0.explanation.decision.cell },
    Column("regulation", "Law") { .text($0.record.statement.regulation.rawValue) },
    Column("answeredAt", "Answered") { .text($0.record.statement.updatedAt.description) },
    Column("expiresAt", "Expires") { .text($0.record.statement.expiry.at.description) },
  ]

  static let listColumns =
    [Column<ConsentView>("subject", "Subject") { .optional($0.subject) }] + columns

  /// What a person sees of one record, answers included.
  static let fields =
    columns + [
      Column("expiryRule", "Expiry rule") { .text($0.record.statement.expiry.rule) },
      Column("recordedAt", "Recorded") { .text($0.record.recordedAt.description) },
      Column("blocked", "Blocked because") {
        .optional($0.explanation.decision.blockReason?.explanation)
      },
      Column("purposes", "Purposes") { .text($0.record.statement.choices.purposes.inWords) },
      Column("vendors", "Vendors") { .text($0.record.statement.choices.vendors.inWords) },
      Column("strings", "Strings") { .list($0.record.statement.strings.kinds) },
    ]

  /// One object with everything that the record holds.
  static func writeObject(_ view: ConsentView, to json: inout JSONWriter) throws {
    if let subject = view.subject { json.member("subject", subject) }
    json.member("record", view.record.id.rawValue)
    json.member("event", view.record.event.rawValue)
    json.member("recordedAt", view.record.recordedAt.description)
    json.member("previous", view.record.previous?.rawValue)
    try json.member("decision", view.explanation.decision.json)
    try json.member("statement", view.record.statement.json)
  }

  /// The same with the requirements of the gate.
  static func writeExplained(_ view: ConsentView, to json: inout JSONWriter) throws {
    try writeObject(view, to: &json)
    try json.member("requirements", .array(view.explanation.requirements.map(\.json)))
  }

  static let requirementColumns: [Column<GateRequirement>] = [
    Column("holds", "Holds") { .toned($0.holds ? "yes" : "no", $0.holds ? .good : .bad) },
    Column("requirement", "Requirement") { .text($0.text) },
    Column("neededFor", "Needed for") { .list($0.effect.neededFor) },
    Column("source", "Source") { .text($0.source) },
  ]
}

extension GateDecision {
  var cell: Cell {
    switch self {
    case .blocked(let reason): .toned("none (\(reason.rawValue))", .bad)
    case .allowed(let permit):
      .toned(permit.mode.rawValue, permit.mode == .personalized ? .good : .warning)
    }
  }
}

extension GateRequirement {
  fileprivate var json: JSONValue {
    [
      "requirement": .string(text), "holds": .bool(holds),
      "neededFor": .array(effect.neededFor.map { .string($0) }), "source": .string(source),
    ]
  }
}

extension GateRequirement.Effect {
  fileprivate var neededFor: [String] {
    switch self {
    case .gate: ["everything"]
    case .modes(let modes), .served(let modes): modes.map(\.rawValue)
    }
  }
}

extension ChoicesByBasis {
  /// How many were answered how, for a line of a table.
  fileprivate var inWords: String {
    let parts = [("consent", consent), ("legitimate interest", legitimateInterest)]
    let words = parts.flatMap { basis, list in
      [
        (list.enabled, "enabled"), (list.disabled, "disabled"), (list.notAsked, "not answered"),
      ].filter { !$0.0.isEmpty }.map { "\($0.0.count) \($0.1) by \(basis)" }
    }
    return words.isEmpty ? "nothing answered" : words.joined(separator: ", ")
  }
}

extension ConsentStrings {
  /// Which strings there are.
  var kinds: [String] {
    [
      ("TC", tc), ("AC", additionalConsent), ("GPP", gpp), ("USP", usPrivacy),
    ].compactMap { $0.1 == nil ? nil : $0.0 }
  }
}
