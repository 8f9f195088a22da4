// SPDX-License-Identifier: MIT
public import AdConsent
public import AdInjection
import AdLoading
public import AdModel

/// What holds for the whole database, whoever uses it, and outlives restarts.
public struct InventorySettings: Hashable, Sendable {
  /// Whether the debug log, the debug panel and debug targeting are on.
  public var isDebugging = false
  /// The page that every ad's web view loads.
  public var template = TemplateURL.standard
  /// The consent scripts that the template expects.
  public var handOff = HandOffForm.didomi
  /// How targeting is handed over.
  public var dialect = TargetingDialect.setTargeting
  /// The names under which the app and its pages know each other.
  public var contract = PageContract.standard
  /// The rules of the consent gate.
  public var gate = ConsentGate()
  /// How long answers hold.
  public var expiry = ExpiryPreset.standard
  /// What consent records and receipts tell, and no answer does.
  package var terms = ConsentTerms()
  /// How many web views may live at once on a page that does not say, 1 to 100.
  public var liveViews = LoadingPlan.standardLoadedAds
  /// What becomes of a slot without an ad on a page that does not say.
  public var noFill = NoFillBehavior.collapse
  /// How many days the history is kept, 1 to 36,500; nil keeps all of it.
  public var historyDays: Int?
  /// How many bytes the history may have, at least a million; nil sets no bound.
  public var historyBytes: Int64?
  /// One phone in so many sends its history, 1 to 1,000, and stands for all of them.
  package var historySample = 1
  /// The lint rules that are silenced for all units, with the reasons.
  package var silenced = LintSilences()

  /// Every setting at its default.
  public init() {}
}

extension FieldTable<InventorySettings> {
  /// The settings, in the order of lists. A new one is a row here and a property above. Its name,
  /// in rows and in the change log, is that of its option.
  package static let settings = FieldTable(
    "settings", standard: InventorySettings(),
    [
      FieldGroup([
        Field(
          .setting("template"), "template", \.template, { $0.template = $1 },
          .written("URL", expected: "an http or https URL"), isPublished: true, option: "template",
          "Template",
          "The page that an ad's web view loads."),
        Field(
          .setting("hand-off"), "handOff", \.handOff, { $0.handOff = $1 },
          .choice("FORM", HandOffForm.allCases.map(\.rawValue)), isPublished: true,
          option: "hand-off", "Hand-off",
          "What the template knows: didomi, tcf (a standalone __tcfapi), or both."),
        Field(
          .setting("dialect"), "dialect", \.dialect, { $0.dialect = $1 },
          .choice("DIALECT", TargetingDialect.allCases.map(\.rawValue)), isPublished: true,
          option: "dialect",
          "Dialect",
          "How targeting is handed over: setTargeting, or setConfig where the tag has it."),
      ]),
      .contract,
      FieldGroup([
        Field(
          .setting("policy"), "policy", \.gate.policy, { $0.gate.policy = $1 },
          .choice("POLICY", GatePolicy.allCases.map(\.rawValue)), isPublished: true,
          option: "policy", "Policy",
          "Which answers open the gate: answered (any answer), or consented (only one that allows "
            + "personalised or non-personalised ads)."),
        Field(
          .setting("limited-ads-since"), "limitedAdsSince",
          \.gate.limitedAds.disclosureSufficesFrom,
          { $0.gate.limitedAds.disclosureSufficesFrom = $1 },
          .written("DATE", expected: "a date: 2025-04-01, or a time: 2025-04-01T06:26:00Z"),
          isPublished: true,
          option: "limited-ads-since", "Limited ads since",
          "From when limited ads need no consent, by Google's rules."),
        Field(
          .setting("applicable-law"), "applicableLaw", \.gate.applicableLaw,
          { $0.gate.applicableLaw = $1 },
          .written("LAW", expected: "the id of a law: gdpr, cpra, tdpsa"),
          option: "applicable-law", "Applicable law",
          "The law that applies now; without it, the most careful of all answers decides."),
        Field(
          .setting("when-silent"), "whenSilent", \.gate.silence, { $0.gate.silence = $1 },
          .choice("RULE", SilenceRule.allCases.map(\.rawValue)), isPublished: true,
          option: "when-silent", "When silent",
          "What may load where a law lets people opt out and nobody did: restricted ads, or after a "
            + "notice personalized ones."),
        Field(
          .setting("expiry"), "expiry", \.expiry, { $0.expiry = $1 },
          .choice("RULES", ExpiryPreset.allCases.map(\.rawValue)), isPublished: true,
          option: "expiry", "Expiry",
          "How long answers hold: standard (13 months), or cnil (6 under the GDPR)."),
      ]),
      .terms(\.terms),
      FieldGroup([
        Field(
          .setting("live-views"), "liveViews", \.liveViews, { $0.liveViews = $1 },
          .whole(Limit(1...Double(LoadingPlan.greatestLoadedAds))), isPublished: true,
          option: "live-views", "Live views",
          "How many web views may live at once, on pages that do not say."),
        Field(
          .setting("no-fill"), "noFill", \.noFill, { $0.noFill = $1 },
          .choice("WAY", NoFillBehavior.allCases.map(\.rawValue)), isPublished: true,
          option: "no-fill", "No fill",
          "What a slot without an ad does, on pages that do not say: collapse or keep its size."),
        Field(
          .setting("history-days"), "historyDays", \.historyDays, { $0.historyDays = $1 },
          .whole(Limit(1...36_500)), option: "history-days", "History days",
          "How many days the history is kept, counted from the third newest day of use."),
        Field(
          .setting("history-bytes"), "historyBytes", \.historyBytes, { $0.historyBytes = $1 },
          .whole(Limit(1_000_000...1_000_000_000_000_000)), option: "history-bytes",
          "History bytes",
          "How many bytes the file may have before the oldest sessions go."),
        Field(
          .setting("history-sample"), "historySample", \.historySample, { $0.historySample = $1 },
          .whole(Limit(1...1_000)), isPublished: true, option: "history-sample", "History sample",
          "One phone in so many sends loads and sessions; each of its rows counts as often."),
        Field(
          .setting("silence"), "silenced", \.silenced, { $0.silenced = $1 },
          .text(LintSilences.limit), option: "silence", "Silenced rules",
          "Lint rules that are silenced for all units, each with a reason: RULE: REASON; RULE: REASON."
        ),
        Field(
          .setting("debug"), "debug", \.isDebugging, { $0.isDebugging = $1 },
          .flag(yes: "on", no: "off"), option: "debug", "Debugging",
          "Whether the debug log, the debug panel and debug targeting are on."),
      ]),
    ])
}

extension FieldGroup<InventorySettings> {
  /// The names under which the app and its pages know each other.
  fileprivate static let contract = FieldGroup(
    [
      Field(
        .setting("bridge-handler"), "bridgeHandler", \.contract.bridgeHandler,
        { $0.contract.bridgeHandler = $1 }, name,
        isPublished: true,
        option: "bridge-handler", "Bridge handler",
        "The script message handler that takes console lines, sizes and impressions."),
      Field(
        .setting("placeholder-handler"), "placeholderHandler", \.contract.placeholderHandler,
        { $0.contract.placeholderHandler = $1 }, name,
        isPublished: true,
        option: "placeholder-handler", "Placeholder handler",
        "The script message handler that takes the geometry of placeholders."),
      Field(
        .setting("namespace"), "namespace", \.contract.namespace, { $0.contract.namespace = $1 },
        name, isPublished: true,
        option: "namespace",
        "Namespace", "The property of window that holds what the app tells the page."),
    ], check: { (settings) throws(InvalidValue) in try settings.contract.validate() })

  private static let name = FieldKind.written(
    "NAME", expected: "a name of letters, digits, _ and $")
}

extension FieldTable<InventorySettings> {
  /// The settings of a document: all but the debug switch, which is of the moment.
  package var documented: [Field<InventorySettings>] { fields.filter { $0.settingName != "debug" } }
}

extension InventorySettings {
  /// What bundles are made with; the targeting of debugging is added by whoever reads it.
  package var bundles: BundleBuilder.Options {
    var options = BundleBuilder.Options()
    options.template = template
    options.contract = contract
    options.dialect = dialect
    options.isDebug = isDebugging
    return options
  }
}
