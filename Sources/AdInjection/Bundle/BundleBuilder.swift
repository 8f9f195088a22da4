// SPDX-License-Identifier: MIT
public import AdConsent
public import AdModel

/// Makes the injection bundles of one person's consent.
///
/// The parts that all units share are made once, here; a bundle then costs the two scripts that
/// name the unit and its targeting.
public struct BundleBuilder: Sendable {
  /// A caller's choices about bundles, apart from consent.
  public struct Options: Equatable, Sendable {
    /// The page that the web view loads.
    public var template = TemplateURL.standard
    /// The names that the template knows.
    public var contract = PageContract.standard
    /// How targeting is handed over.
    public var dialect = TargetingDialect.setTargeting
    /// Whether the debug panel and the console bridge are there.
    public var isDebug = false
    /// Targeting that is set while debugging only, on top of the unit's.
    public var debugTargeting: [TargetingEntry] = []
    /// Whether paused and archived units get bundles too.
    public var includesInactive = false
    /// Whether a closed gate gives a bundle that may not be loaded, instead of an error.
    public var allowsMissingConsent = false

    /// Takes the defaults: the standard template, no debugging, active units with consent only.
    public init() {}
  }

  /// The gate's decision for the person.
  package let decision: GateDecision
  private let options: Options
  /// What pages are told about consent, nil where that is nothing.
  package var consentScript: UserScript? { consent }
  private let consent: UserScript?
  private let validity: ConsentValidity?
  private let shared: SharedScripts

  /// The scripts that follow from the options alone.
  private struct SharedScripts: Sendable {
    let viewability: UserScript
    let debugPanel: UserScript?
    let impressionListener: UserScript
    let calls: UserScript
    let clickWitness = UserScript(
      .clickWitness, at: .documentStart, forMainFrameOnly: false, in: .isolated,
      body: ClickWitnessScript.body)
    let hostScripts: HostScripts

    init(_ options: Options) {
      let contract = options.contract
      viewability = UserScript(
        .viewability, at: .documentStart, body: ViewabilityScript.body(contract: contract))
      debugPanel = options.isDebug ? BundleBuilder.debugPanel(options) : nil
      impressionListener = UserScript(
        .impressionListener, at: .documentEnd,
        body: ImpressionListenerScript.body(debug: options.isDebug, contract: contract))
      calls = UserScript(.calls, at: .documentStart, body: CallScript.body(contract: contract))
      hostScripts = HostScripts(contract: contract)
    }
  }

  /// Prepares the scripts that all units share.
  ///
  /// - Parameters:
  ///   - decision: What the gate decided for the person.
  ///   - handOff: What the page is told about the consent; not used where the gate is closed.
  ///   - options: What else the caller decides.
  ///   - earlier: A builder whose scripts are used again where they follow from the same options.
  /// - Throws: ``ExportRefusal/consent(_:)`` where the gate is closed and the options do not allow
  ///   that.
  public init(
    decision: GateDecision, handOff: ConsentHandOff, options: Options = Options(),
    reusing earlier: BundleBuilder? = nil
  ) throws(ExportRefusal) {
    self.options = options
    self.decision = decision
    switch decision {
    case .allowed(let permit):
      consent = handOff.script(mode: permit.mode)
      validity = handOff.validity
    case .blocked(let reason):
      if !options.allowsMissingConsent { throw .consent(reason) }
      consent = nil
      validity = nil
    }
    if let earlier, earlier.options == options {
      shared = earlier.shared
    } else {
      shared = SharedScripts(options)
    }
  }

  /// Makes the bundle of a unit.
  ///
  /// - Parameter targeting: Its targeting with that of its page and the app, as it holds in the
  ///   end.
  /// - Returns: The bundle; the same arguments give the same bytes.
  /// - Throws: ``ExportRefusal/inactive(_:_:)`` for a paused or archived unit that was not asked for.
  /// - Complexity: Linear in the unit's targeting.
  public func bundle(
    for unit: InventoryUnit, targeting: [TargetingEntry]
  ) throws(ExportRefusal) -> InjectionBundle {
    if unit.status != .active, !options.includesInactive { throw .inactive(unit.id, unit.status) }
    let adUnitID = UserScript(
      .adUnitId, at: .documentEnd,
      body: AdUnitIDScript.body(unit.id, contract: options.contract))
    let sent = withDebugTargeting(targeting)
    let sentTargeting =
      sent.isEmpty
      ? nil
      : UserScript(
        .targeting, at: .documentEnd, body: TargetingScript.body(sent, dialect: options.dialect))
    return InjectionBundle(
      unit: unit, targeting: sent, decision: decision, validity: validity,
      template: options.template,
      contract: options.contract, isDebug: options.isDebug,
      scripts: [
        consent, shared.viewability, shared.calls, shared.clickWitness, shared.debugPanel,
        shared.impressionListener, adUnitID, sentTargeting,
      ].compactMap { $0 }, hostScripts: shared.hostScripts)
  }

  /// The targeting with that of debugging on top, where the builder debugs: it replaces the values
  /// of a key in its place, as a wider scope's are replaced by a narrower one's.
  private func withDebugTargeting(_ targeting: [TargetingEntry]) -> [TargetingEntry] {
    guard options.isDebug else { return targeting }
    return options.debugTargeting.reduce(into: targeting) { $0.set($1) }
  }

  private static func debugPanel(_ options: Options) -> UserScript {
    let bodies = [
      ConsoleBridgeScript.body(contract: options.contract),
      DebugPanelScript.body(contract: options.contract),
    ]
    return UserScript(
      .debugPanel, at: .documentEnd,
      parts: bodies.map { UserScript.wrapped($0, as: .debugPanel) })
  }
}
