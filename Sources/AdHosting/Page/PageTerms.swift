// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdLoading
import AdModel

/// The terms on which a page loads its ads: what the inventory and the consent say now, and what the
/// engine has to be told where that changes.
struct PageTerms: Sendable {
  /// The inventory and its settings.
  private(set) var content: PageContent
  /// Makes bundles under the consent that holds; nil where the gate is closed.
  private(set) var builder: BundleBuilder?
  /// The builder before, whose scripts may serve again.
  private var lastBuilder: BundleBuilder?
  private var consent: PageConsent
  private var isMemoryLow = false
  /// What the app's budget leaves the page; nil where nobody said.
  private var allowance: Int?
  /// The units that have a slot.
  private var met: Set<AdUnitID> = []

  init(_ content: PageContent, _ consent: PageConsent) {
    self.content = content
    self.consent = consent
    makeBuilder()
  }

  /// What an engine begins with now. Units are held as they are placed, for most of an inventory's
  /// never are.
  var start: LoadingTerms {
    var plan = content.plan
    plan.withheld.formIntersection(met)
    plan.loadedAdsLimit = limit
    return LoadingTerms(plan: plan, gate: consent.decision.loadGate)
  }

  /// Takes that a unit has a slot for the first time.
  mutating func meet(_ unit: AdUnitID) -> LoadingEvent? {
    met.insert(unit)
    return withholds(unit) ? .hold(unit, .unitPaused) : nil
  }

  /// Takes that a unit has no slot any more.
  mutating func forget(_ unit: AdUnitID) { met.remove(unit) }

  /// Whether the inventory has a unit on this page, or keeps it from loading.
  func knows(_ unit: AdUnitID) -> Bool { content.plan.served.contains(unit) || withholds(unit) }

  /// The units with a slot that the inventory does not have on this page.
  var unknownUnits: Set<AdUnitID> { met.filter { !knows($0) } }

  /// Whether what ads have kept on the device has to go.
  var clearsData: Bool { consent.closing == nil && consent.decision.clearsData }

  /// When an open gate closes by itself.
  var expiresAt: Int64? { builder == nil ? nil : consent.expiresAt }

  /// Whether the inventory keeps a unit from loading.
  func withholds(_ unit: AdUnitID) -> Bool { content.plan.withheld.contains(unit) }

  /// Takes what the inventory says now.
  mutating func change(to new: PageContent) -> [LoadingEvent] {
    let old = content
    let limitBefore = limit
    content = new
    if content.options != old.options { makeBuilder() }
    return old.plan.events(to: content.plan).filter { event in
      switch event {
      case .hold(let unit, _), .release(let unit): met.contains(unit)
      case .loadedAds: false
      default: true
      }
    } + (limit == limitBefore ? [] : [.loadedAds(atMost: limit)])
  }

  /// The most live views that the page may have by itself.
  var viewLimit: Int {
    isMemoryLow ? max(content.plan.loadedAdsLimit / 2, 1) : content.plan.loadedAdsLimit
  }

  /// The most that it may have now.
  private var limit: Int { max(min(viewLimit, allowance ?? viewLimit), 1) }

  /// Takes that memory is low.
  mutating func lowerMemory() -> LoadingEvent? { changeLimit { $0.isMemoryLow = true } }

  /// Takes what the app's budget leaves the page.
  mutating func allow(_ most: Int) -> LoadingEvent? { changeLimit { $0.allowance = most } }

  private mutating func changeLimit(_ body: (inout PageTerms) -> Void) -> LoadingEvent? {
    let before = limit
    body(&self)
    return limit == before ? nil : .loadedAds(atMost: limit)
  }

  /// Takes how consent stands now.
  /// - Returns: What the engine is told; nil where pages know it all, and later loads carry the same
  ///   permit.
  mutating func change(to new: PageConsent, gate: LoadGate, at now: Int64) -> LoadingEvent? {
    let script = builder?.consentScript
    let keptData = consent.decision.keepsData
    consent = new
    makeBuilder()
    if let expiry = expiresAt, expiry <= now { return expire() }
    switch (consent.decision, gate) {
    case (.allowed(let permit), .open(let before)):
      // Where a view keeps what its pages store is said when it is made.
      if builder?.consentScript != script || consent.decision.keepsData != keptData {
        return .consentChanged(permit)
      }
      return permit == before ? nil : .consentRenewed(permit)
    default: return .gate(consent.loadGate)
    }
  }

  /// Closes the gate: the consent has run out.
  mutating func expire() -> LoadingEvent {
    consent.decision = .blocked(.expired)
    makeBuilder()
    return .gate(.closed(.expired))
  }

  /// Makes the scripts that all units share anew, where the gate is open.
  private mutating func makeBuilder() {
    lastBuilder = builder ?? lastBuilder
    builder = nil
    guard consent.decision.isAllowed else { return }
    // None is refused that the gate allows.
    builder = try? BundleBuilder(
      decision: consent.decision, handOff: consent.handOff, options: content.options,
      reusing: lastBuilder)
  }
}
