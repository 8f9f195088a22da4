// SPDX-License-Identifier: MIT
import AdConsent
import AdModel

/// A record as commands show it, with what the gate makes of it.
struct ConsentView {
  /// The record; nil where nothing is held of the person.
  let record: ConsentRecord?
  let explanation: GateExplanation
  /// The stored key, where a list shows several people.
  let subject: String?
  /// The record that holds in place of this one, which is only evidence then.
  let holder: ConsentRecord?
  /// Whether everything that the gate asks is told, too.
  let isExplained: Bool
  private let age: AgeTreatment
  private let statement: StatementMembers?

  /// Looks at a record, or at nothing, and asks the gate.
  init(
    _ record: ConsentRecord?, heldBy holder: ConsentRecord? = nil,
    deciding judgement: GateJudgement,
    subject: String? = nil, isExplained: Bool = false
  ) {
    self.record = record
    self.holder = holder?.id == record?.id ? nil : holder
    self.subject = subject
    self.isExplained = isExplained
    explanation = judgement.explanation
    age = judgement.ageTreatment
    statement = record.map { StatementMembers($0.statement) }
  }

  private var ads: Cell {
    holder == nil ? explanation.decision.cell : .toned("none (overruled)", .bad)
  }

  private var blockedBecause: String? {
    holder.map(Self.overruled) ?? explanation.decision.blockReason?.explanation
  }

  /// The gate's decision; that another record holds is one more reason to block.
  private var decision: JSONObject {
    guard let holder else { return explanation.decision.json.members }
    let decision: JSONValue = [
      "allowed": false, "servingMode": .null, "consentRecord": .null, "blockReason": "overruled",
      "explanation": .string(Self.overruled(by: holder)),
    ]
    return decision.members
  }

  private static func overruled(by holder: ConsentRecord) -> String {
    "record \(holder.id), \(holder.event.rawValue) and answered \(holder.statement.updatedAt), holds"
  }

  /// The columns of a list; a table shows what tells records apart.
  static let columns: [Column<ConsentView>] =
    [
      Column("consentRecord", "Record", .trailing, meaning: "The number of the consent record.") {
        $0.record?.id.rawValue
      },
      Column(
        "event", "Event",
        meaning: "What happened: given, changed, renewed, refused, withdrawn, noticed or another."
      ) { $0.record?.event.rawValue },
      Column("recordedAt", meaning: "When it was recorded.") { $0.record?.recordedAt },
      Column("actor", meaning: "Who had it recorded: person, app or operator.") {
        $0.record?.origin.actor.rawValue
      },
      Column("channel", meaning: "The way by which it came.") { $0.record?.origin.channel },
      Column("reason", meaning: "Why, as whoever recorded it said.") { $0.record?.origin.reason },
      Column("previous", meaning: "The person's record before it.") {
        $0.record?.previous?.rawValue
      },
    ]
    + Column.members(of: "decision", decisionKeys) { $0.decision }
    .titling("decision.servingMode", "Ads") { $0.ads }
    + [
      Column(
        "ageTreatment",
        meaning: "How the person's age restricts the ads, by everything that was told of it."
      ) { $0.age.rawValue }
    ]
    + statementColumns

  private static let decisionKeys = [
    OutputKey("allowed", "Whether ads may load."),
    OutputKey("servingMode", "The ads that are allowed: personalized, nonPersonalized or limited."),
    OutputKey("consentRecord", "The record that allows it."),
    OutputKey("blockReason", "The stable name of the reason why not."),
    OutputKey("explanation", "Why not, in words."),
  ]

  private static let choiceKeys = [
    OutputKey(
      "purposes", "The answers about purposes by legal basis: enabled, disabled, notAsked."),
    OutputKey("vendors", "The answers about vendors, likewise."),
  ]

  private static let statementKeys = [
    OutputKey("format", "The version of this form."),
    OutputKey("regulation", "The law that it was asked under."),
    OutputKey("country", "The country that made the law apply."),
    OutputKey("gdprApplies", "What the platform says of it."),
    OutputKey("gpc", "Whether Global Privacy Control was told, on or off."),
    OutputKey(
      "ageTreatment",
      "How the person's age restricts the ads, where the app told it: unspecified, teen or child."),
    OutputKey("strings", "The strings, byte for byte: tc, additionalConsent, gpp, usPrivacy."),
    OutputKey("projection", "What the head of the TC string says."),
    OutputKey("collection", "How it was collected: action, interface, source and notice."),
    OutputKey("didomiUserId", "The id that Didomi gave the person."),
    OutputKey("didomiAction", "What Didomi says was pressed."),
    OutputKey("didomiDcs", "Didomi's own consent string."),
    OutputKey("createdAt", "When the person first answered."),
    OutputKey("updatedAt", "When the person answered."),
    OutputKey("expiresAt", "The first moment at which it holds no longer."),
    OutputKey("expiryRule", "The rule that says so."),
  ]

  /// In the order of the statement's JSON.
  private static let statementColumns: [Column<ConsentView>] =
    ConsentStatement.jsonKeys.flatMap { key -> [Column<ConsentView>] in
      if key == "choices" {
        return Column.members(of: "statement.choices", choiceKeys) { view in
          view.statement?.members["choices"]?.members
        }
      }
      return Column.members(of: "statement", statementKeys.filter { $0.key == key }) {
        $0.statement?.members
      }
    }
    .titling("statement.regulation", "Law")
    .titling("statement.updatedAt", "Answered")
    .titling("statement.expiresAt", "Expires")

  static let listColumns =
    [
      Column<ConsentView>("subject", "Subject", meaning: "The stored key of the person.") {
        $0.subject
      }
    ] + columns

  /// The columns of one record: people see its answers, too.
  static let fields =
    columns
    .titling("recordedAt", "Recorded")
    .titling("actor", "Recorded by") { .optional($0.record?.origin.description) }
    .titling("decision.explanation", "Blocked because") { .optional($0.blockedBecause) }
    .titling("statement.expiryRule", "Expiry rule")
    .titling("statement.choices.purposes", "Purposes") { view in
      .optional(view.record?.statement.choices.purposes.inWords)
    }
    .titling("statement.choices.vendors", "Vendors") { view in
      .optional(view.record?.statement.choices.vendors.inWords)
    }
    .titling("statement.strings", "Strings") { .list($0.record?.statement.strings.kinds ?? []) }
    + [
      .list(
        "requirements", meaning: "Everything that the gate asks; null without --explain.",
        of: requirementColumns
      ) { view in
        view.isExplained ? view.explanation.requirements : nil
      }
    ]

  static let requirementColumns: [Column<GateRequirement>] = [
    Column("holds", "Holds", meaning: "Whether it holds.") { $0.holds }
      .showing { .verdict($0.holds) },
    Column("requirement", "Requirement", meaning: "What the gate asks.") { $0.text },
    Column("neededFor", "Needed for", meaning: "What fails where it does not hold.") {
      $0.effect.neededFor
    },
    Column("source", "Source", meaning: "Where the rule is from.") { $0.source },
  ]
}

/// The members of a statement's JSON, made when the first is asked for.
private final class StatementMembers {
  private let statement: ConsentStatement
  private(set) lazy var members = statement.json.members

  init(_ statement: ConsentStatement) {
    self.statement = statement
  }
}

extension JSONValue {
  /// The object that this is; an empty one where it is none.
  fileprivate var members: JSONObject {
    if case .object(let object) = self { object } else { JSONObject() }
  }
}

extension GateDecision {
  var cell: Cell {
    switch self {
    case .blocked: .toned(ads, .bad)
    case .allowed(let permit): .toned(ads, permit.mode == .personalized ? .good : .warning)
    }
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
