// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdModel
import Testing

@Suite struct InjectionBundleTests {
  private let unit: InventoryUnit
  private let targeting: [TargetingEntry]
  private let handOff = ConsentHandOff(didomiStatus: ["purposes": [:]])
  private let allowed = GateDecision.allowed(
    LoadPermit(record: ConsentRecordID(7), mode: .personalized))

  init() throws {
    unit = InventoryUnit(id: try AdUnitID("div-gpt-ad-mobile_1"))
    targeting = [try TargetingEntry(key: "section", values: ["news"])]
  }

  @Test func `scripts stand in their order, and the debug panel only while debugging`() throws {
    #expect(
      try bundle().scripts.map(\.name)
        == [
          .consent, .viewability, .calls, .clickWitness, .impressionListener, .adUnitId, .targeting,
        ])
    var options = BundleBuilder.Options()
    options.isDebug = true
    let debug = try bundle(options)
    #expect(debug.scripts.map(\.name) == Array(UserScript.Name.allCases.dropLast()))
    #expect(
      debug.scripts.map(\.injectionTime) == [
        .documentStart, .documentStart, .documentStart, .documentStart, .documentEnd,
        .documentEnd, .documentEnd, .documentEnd,
      ])
    // Whoever clicks in a frame clicks in the ad.
    for script in debug.scripts {
      #expect(script.forMainFrameOnly == (script.name != .clickWitness))
      #expect((script.world == .isolated) == (script.name == .clickWitness))
    }
    #expect(debug.templateURL.hasSuffix("didomi-disable-notice=true&aym_debug=true"))
  }

  @Test(arguments: TargetingDialect.allCases)
  func `while debugging, debug targeting comes on top of the unit's`(dialect: TargetingDialect)
    throws
  {
    var options = BundleBuilder.Options()
    options.dialect = dialect
    let plain = try bundle(options)
    options.debugTargeting = [
      try TargetingEntry(key: "adtest", values: ["on"]),
      try TargetingEntry(key: "section", values: ["debug"]),
    ]
    #expect(try bundle(options) == plain)
    options.isDebug = true
    let merged = [
      try TargetingEntry(key: "section", values: ["debug"]),
      try TargetingEntry(key: "adtest", values: ["on"]),
    ]
    let bundle = try bundle(options)
    #expect(bundle.targeting == merged)
    #expect(bundle.scripts.filter { $0.source.contains("\"section\"") }.map(\.name) == [.targeting])
    #expect(bundle.scripts.last?.source.contains("news") == false)
  }

  @Test func `what a host runs later is in the bundle under its name`() throws {
    var options = BundleBuilder.Options()
    options.contract.namespace = "ours"
    options.contract.placeholderHandler = "tracker"
    let scripts = try bundle(options).hostScripts
    #expect(
      scripts.onDisplayed.source == RenderTriggerScript.source(contract: options.contract) + "\n")
    #expect(
      scripts.onLoaded.source == RemoteThresholdsScript.source(contract: options.contract) + "\n")
    #expect(scripts.contentPage.messageHandlers == ["tracker"])
    #expect(
      scripts.contentPage.tracker == PlaceholderTrackerScript.script(contract: options.contract))
    #expect(scripts.evaluated.map(\.name) == HostScript.Name.allCases)
    #expect(scripts.evaluated.allSatisfy { $0.sha256 == ContentHasher.hash($0.source).hex })
    let document = try JSONNode(bundle(options).json)
    #expect(
      try document.member("onDisplayed").member("source").string() == scripts.onDisplayed.source)
    let page = try document.member("contentPage")
    #expect(try page.member("messageHandlers").value == ["tracker"])
    #expect(
      try page.member("scripts").elements().map { try $0.member("name").string() }
        == ["placeholderTracker"])
  }

  @Test func `the viewability template gives the library's own script once its blanks are filled`()
    throws
  {
    let template = try bundle().hostScripts.viewability
    let values = ["VISIBLE_FRACTION": "0.25", "DWELL_MS": "1250", "IS_VIEWABLE": "true"]
    #expect(Set(template.blanks.map(\.word)) == Set(values.keys))
    var filled = template.source
    for (word, value) in values {
      let parts = filled.split(separator: word, omittingEmptySubsequences: false)
      #expect(parts.count == 2)
      filled = parts.joined(separator: value)
    }
    let report = ViewabilityReport(visibleFraction: 0.25, dwell: 1_250, isViewable: true)
    #expect(filled == ViewabilityScript.update(report) + "\n")
    let blanks = try JSONNode(bundle().json).member("viewability").member("blanks")
    #expect(try blanks.member("DWELL_MS").string().contains("milliseconds"))
  }

  @Test func `the URL to load has its cache buster before the fragment, and no other`() throws {
    var options = BundleBuilder.Options()
    options.template = try TemplateURL("https://a.example/t?rnd=5#frag")
    let bundle = try bundle(options)
    #expect(bundle.templateURL == "https://a.example/t?didomi-disable-notice=true#frag")
    #expect(
      bundle.loadURL(cacheBuster: "7E")
        == "https://a.example/t?didomi-disable-notice=true&rnd=7E#frag")
    #expect(
      try JSONNode(bundle.json).member("loadUrl").member("url").string()
        == bundle.loadURL(cacheBuster: "CACHE_BUSTER"))
  }

  @Test func `a unit without targeting has no targeting script`() throws {
    let bundle = try BundleBuilder(decision: allowed, handOff: handOff)
      .bundle(for: unit, targeting: [])
    #expect(!bundle.scripts.map(\.name).contains(.targeting))
  }

  @Test func `a closed gate makes no bundle`() {
    #expect(throws: ExportRefusal.consent(.expired)) {
      try BundleBuilder(decision: .blocked(.expired), handOff: handOff)
    }
  }

  @Test func `a bundle without consent says that it may not be loaded`() throws {
    var options = BundleBuilder.Options()
    options.allowsMissingConsent = true
    let bundle = try BundleBuilder(
      decision: .blocked(.withdrawn), handOff: handOff, options: options
    ).bundle(for: unit, targeting: targeting)
    #expect(!bundle.isLoadable)
    #expect(!bundle.scripts.map(\.name).contains(.consent))
    guard case .object(let document) = bundle.json else {
      Issue.record("the document is no object")
      return
    }
    #expect(document["loadable"] == false)
    #expect(
      document["consent"]
        == GateDecision.blocked(.withdrawn).json)
  }

  @Test(arguments: [InventoryUnit.Status.paused, .archived])
  func `an inactive unit is exported only when asked for`(status: InventoryUnit.Status) throws {
    var inactive = unit
    inactive.status = status
    #expect(throws: ExportRefusal.inactive(unit.id, status)) {
      try BundleBuilder(decision: allowed, handOff: handOff)
        .bundle(for: inactive, targeting: targeting)
    }
    var options = BundleBuilder.Options()
    options.includesInactive = true
    let bundle = try BundleBuilder(decision: allowed, handOff: handOff, options: options)
      .bundle(for: inactive, targeting: targeting)
    #expect(try bundle.json.text().contains(#""status":"\#(status.rawValue)""#))
  }

  @Test func `each script carries the digest of its source`() throws {
    for script in try bundle().scripts {
      #expect(script.sha256 == ContentHasher.hash(script.source).hex)
    }
  }

  @Test func `the same input gives the same bytes`() throws {
    #expect(try bundle().json.text() == bundle().json.text())
  }

  @Test func `the document has every member that a host needs, in a fixed order`() throws {
    guard case .object(let document) = try bundle().json else {
      Issue.record("the document is no object")
      return
    }
    #expect(
      document.members.map(\.key) == [
        "format", "version", "adUnitId", "status", "loadable", "consent", "consentValidity",
        "templateUrl",
        "cacheBusterParameter", "loadUrl", "debug", "experiment", "arm", "messageHandlers",
        "callHandler",
        "isolatedWorld", "keepsData", "webView", "constraints", "label",
        "targeting", "scripts", "onDisplayed", "onLoaded", "viewability", "contentPage",
      ])
    #expect(
      document["webView"] == [
        "allowsInlineMediaPlayback": true, "mediaTypesRequiringUserActionForPlayback": ["audio"],
        "javaScriptCanOpenWindowsAutomatically": false, "isScrollEnabled": false,
      ])
    #expect(
      document["consent"]
        == [
          "allowed": true, "servingMode": "personalized", "consentRecord": 7, "blockReason": nil,
          "explanation": nil,
        ])
  }

  private func bundle(
    _ options: BundleBuilder.Options = BundleBuilder.Options()
  ) throws -> InjectionBundle {
    try BundleBuilder(decision: allowed, handOff: handOff, options: options)
      .bundle(for: unit, targeting: targeting)
  }
}
