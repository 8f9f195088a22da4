// SPDX-License-Identifier: MIT
import AdConsent
import AdModel

/// A record as commands show it, with what the gate makes of it.
struct ConsentView {
  let record: ConsentRecord
  let explanation: GateExplanation
  /// The stored key, where a list shows several people.
  var subject: String?
  /// The record that holds in place of this one, which is only evidence then.
  let holder: ConsentRecord?

  /// Looks at a record.
  /// - Parameters:
  ///   - record: The record.
  ///   - holder: The record that holds for the person; nil where it is this one.
  ///   - time: The time to decide for.
  ///   - gate: The rules.
  ///   - subject: The stored key, where a list shows several people.
  init(
    _ record: ConsentRecord, heldBy holder: ConsentRecord? = nil, at time: Timestamp,
    by gate: ConsentGate, subject: String? = nil
  ) {
    self.record = record
    self.holder = holder?.id == record.id ? nil : holder
    explanation = gate.explain(record, at: time)
    self.subject = subject
  }

  private var ads: Cell {
    holder == nil ? explanation.decision.cell : .toned("none (overruled)", .bad)
  }

  private var blockedBecause: String? {
    holder.map(Self.overruled) ?? explanation.decision.blockReason?.explanation
  }

  private var decision: JSONValue {
    guard let holder else { return explanation.decision.json }
    return [
      "allowed": false, "servingMode": .null, "consentRecord": .null, "blockReason": "overruled",
      "explanation": .string(Self.overruled(by: holder)),
    ]
  }

  private static func overruled(by holder: ConsentRecord) -> String {
    "record \(holder.id), \(holder.event.rawValue) and answered \(holder.statement.updatedAt), holds"
  }

  static let columns: [Column<ConsentView>] = [
    Column("record", "Record", .trailing) { .integer($0.record.id.rawValue) },
    Column("event", "Event") { .text($0.record.event.rawValue) },
    Column("ads", "Ads") { $0.ads },
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
      Column("blocked", "Blocked because") { .optional($0.blockedBecause) },
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
    try json.member("decision", view.decision)
    try json.member("statement", view.record.statement.json)
  }

  /// The same with the requirements of the gate.
  static func writeExplained(_ view: ConsentView, to json: inout JSONWriter) throws {
    try writeObject(view, to: &json)
    try json.member("requirements", view.explanation.requirementsJSON)
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

extension GateExplanation {
  /// Everything that was asked, as JSON.
  var requirementsJSON: JSONValue { .array(requirements.map(\.json)) }
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
