// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdModel
import TestSupport

/// What the real engines are given: bundles, scripts and the decisions to hold them against.
enum WebCases {
  static let seed: UInt64 = 20_261_121

  static func document() throws -> JSONValue {
    [
      "bundles": try bundles(),
      "scripts": [
        "renderTrigger": .string(RenderTriggerScript.source()),
        "remoteThresholds": .string(RemoteThresholdsScript.source()),
        "updateViewability": .string(
          ViewabilityScript.update(
            ViewabilityReport(visibleFraction: 0.5, dwell: 1_000, isViewable: true))),
        "startTracking": .string(
          PlaceholderTrackerScript.posting(PlaceholderTrackerScript.startMessage)),
        "stopTracking": .string(
          PlaceholderTrackerScript.posting(PlaceholderTrackerScript.stopMessage)),
        "placeholderTracker": script(PlaceholderTrackerScript.script()),
        "contentTracker": script(PlaceholderTrackerScript.script(coordinates: .content)),
      ],
      "status": status,
      "tcData": try WebConsent.tcData() ?? .null,
      "inAppTCData": try WebConsent.inAppTCData() ?? .null,
      "hostile": .array(try hostile().map(json)),
      "random": try random(),
      "navigation": .array(navigation()),
      "scripted": row(
        "top",
        NavigationRequest(
          target: "https://advertiser.example/top", place: .mainFrame, cause: .link,
          gesture: .absent, initialURL: template)),
      "redirected": row(
        "redirect",
        NavigationRequest(
          target: "http://localhost:8099/arrived.html", place: .mainFrame, cause: .redirect,
          gesture: .unknown, sinceClick: 5, initialURL: template)),
    ]
  }

  /// A status as Didomi writes one, with an id that would end a script if it were pasted.
  static let status: JSONValue = [
    "purposes": [
      "consent": ["enabled": ["cookies", "</script>"], "disabled": []],
      "legitimate_interest": ["enabled": [], "disabled": []],
    ],
    "vendors": [
      "consent": ["enabled": ["google", 755], "disabled": [28]],
      "legitimate_interest": ["enabled": [], "disabled": []],
    ],
    "user_id": "3f2c", "created": "2026-11-21T06:26:00Z", "updated": "2026-11-21T06:26:00Z",
    "source": ["type": "app", "domain": "example.reader"], "action": "webview",
  ]

  static func hostile() throws -> [TargetingEntry] {
    try HostileText.samples.map { try TargetingEntry(key: $0, values: [$0]) }
      + [try TargetingEntry(key: "all", values: HostileText.samples)]
  }

  private static func bundles() throws -> JSONValue {
    let unit = InventoryUnit(id: try AdUnitID("div-gpt-ad-mobile_1"))
    let allowed = GateDecision.allowed(
      LoadPermit(record: ConsentRecordID(1), mode: .nonPersonalized))
    let didomi = ConsentHandOff(didomiStatus: status)
    var debug = BundleBuilder.Options()
    debug.isDebug = true
    debug.debugTargeting = [
      try TargetingEntry(key: "yb_target", values: ["alwayson-standard"]),
      try TargetingEntry(key: "all", values: ["debug"]),
    ]
    var debugConfig = debug
    debugConfig.dialect = .setConfig
    var setConfig = BundleBuilder.Options()
    setConfig.dialect = .setConfig
    var without = BundleBuilder.Options()
    without.allowsMissingConsent = true
    return [
      "plain": try BundleBuilder(decision: allowed, handOff: didomi)
        .bundle(for: unit, targeting: hostile()).json,
      "setConfig": try BundleBuilder(decision: allowed, handOff: didomi, options: setConfig)
        .bundle(for: unit, targeting: hostile()).json,
      "debug": try BundleBuilder(decision: allowed, handOff: didomi, options: debug)
        .bundle(for: unit, targeting: hostile()).json,
      "debugConfig": try BundleBuilder(decision: allowed, handOff: didomi, options: debugConfig)
        .bundle(for: unit, targeting: hostile()).json,
      "standalone": try BundleBuilder(
        decision: allowed, handOff: ConsentHandOff(of: WebConsent.statement, form: .tcf)
      ).bundle(for: unit, targeting: []).json,
      "both": try BundleBuilder(
        decision: allowed, handOff: ConsentHandOff(of: WebConsent.statement, form: .both)
      ).bundle(for: unit, targeting: []).json,
      "optOut": try BundleBuilder(
        decision: allowed, handOff: ConsentHandOff(of: WebConsent.optOut, form: .didomi)
      ).bundle(for: unit, targeting: []).json,
      "withoutConsent": try BundleBuilder(
        decision: .blocked(.withdrawn), handOff: didomi, options: without
      ).bundle(for: unit, targeting: []).json,
    ]
  }

  /// 10,000 random strings: 50 scripts of 100 keys with a value each, in both dialects by turns.
  private static func random() throws -> JSONValue {
    var generator = SeededRandom(seed: seed)
    var scripts: [JSONValue] = []
    for number in 0..<50 {
      var targeting = AdTargeting()
      while targeting.entries.count < 100 {
        let key = HostileText.random(using: &generator)
        let value = HostileText.random(using: &generator)
        if key.utf8.count <= TargetingEntry.longestKey {
          targeting.set(try TargetingEntry(key: key, values: [value]))
        }
      }
      let dialect: TargetingDialect = number.isMultiple(of: 2) ? .setTargeting : .setConfig
      scripts.append([
        "dialect": .string(dialect.rawValue),
        "source": .string(TargetingScript.source(targeting.entries, dialect: dialect)),
        "entries": .array(targeting.entries.map(json)),
      ])
    }
    return ["seed": .integer(Int64(seed)), "scripts": .array(scripts)]
  }

  private static let template = "http://127.0.0.1/template.html"

  /// Every way out of the creative, clicked, with what the policy says about it.
  private static func navigation() -> [JSONValue] {
    func clicked(
      _ link: String, _ target: String, _ place: NavigationRequest.Place,
      _ cause: NavigationRequest.Cause = .link
    ) -> JSONValue {
      row(
        link,
        NavigationRequest(
          target: target, place: place, cause: cause, gesture: .present, initialURL: template,
          sourceURL: template))
    }
    return [
      clicked("popup", "https://advertiser.example/popup", .newWindow),
      clicked("open", "https://advertiser.example/open", .newWindow, .other),
      clicked("scheme", "mailto:somebody@advertiser.example", .mainFrame),
      clicked("top", "https://advertiser.example/top", .mainFrame),
      clicked("self", "https://advertiser.example/self", .frame),
      clicked("later", "about:blank", .newWindow, .other),
      // The popup is asked for by the click, and nothing in it has a gesture of its own.
      row(
        "later",
        NavigationRequest(
          target: "https://advertiser.example/later", place: .popup(age: 1_500), gesture: .absent,
          initialURL: template), cause: nil),
    ]
  }

  private static func row(
    _ link: String, _ request: NavigationRequest
  ) -> JSONValue {
    row(link, request, cause: "\(request.cause)")
  }

  private static func row(
    _ link: String, _ request: NavigationRequest, cause: String?
  ) -> JSONValue {
    [
      "link": .string(link), "url": .string(request.target),
      "decision": .string(NavigationPolicy.decide(request).decision.rawValue),
      "cause": cause.map(JSONValue.string) ?? .null,
    ]
  }

  private static func script(_ script: UserScript) -> JSONValue {
    [
      "source": .string(script.source), "injectionTime": .string(script.injectionTime.rawValue),
      "forMainFrameOnly": .bool(script.forMainFrameOnly),
    ]
  }

  private static func json(_ entry: TargetingEntry) -> JSONValue {
    ["key": .string(entry.key), "values": .array(entry.values.map(JSONValue.string))]
  }
}
