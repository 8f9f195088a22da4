// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdModel
import AdReports

/// Bundles and pages to preview, also in the real engines.
enum PreviewSamples {
  /// A TC string with some consent, published in iabgpp-es,
  /// modules/cmpapi/test/encoder/section/TcfEuV2.test.ts.
  private static let tcString =
    "CPTtLAAPTtLAAAKAAAENAAFgALwAAEAAAAAAAOgAgABgAAAA.IAoAAgABgAAEAQAAEAAA.d4AACEAAAAAA"

  private static var statement: ConsentStatement {
    get throws {
      var statement = try ConsentStatement(tcString: tcString)
      statement.strings = ConsentStrings(
        tc: tcString, additionalConsent: "2~1.35~dv.9", gpp: "DBACNY~\(tcString)~1YNN",
        usPrivacy: "1YNN")
      return statement
    }
  }

  /// Texts that would end a script, a page or a literal if they were pasted.
  private static var hostileTargeting: [TargetingEntry] {
    get throws {
      try ["it's", "</script><script>alert(1)</script>", "<!--", "${alert(1)}", "\u{FEFF}mark"]
        .map { try TargetingEntry(key: $0, values: [$0]) }
    }
  }

  static func bundle() throws -> InjectionBundle {
    var unit = InventoryUnit(id: try AdUnitID("div-gpt-ad-mobile_1"))
    unit.declaredSizes = [try DeclaredSize("300x250")]
    unit.constraints = try SizeConstraints(
      initial: CreativeSize(width: 320, height: 240), minimumWidth: 200, maximumWidth: 400,
      minimumHeight: 100, maximumHeight: 240)
    unit.label = try AdLabel(isShown: true, text: "annonce </div><script>")
    var options = BundleBuilder.Options()
    options.isDebug = true
    return try BundleBuilder(
      decision: .allowed(LoadPermit(record: ConsentRecordID(1), mode: .nonPersonalized)),
      handOff: ConsentHandOff(of: statement, form: .both), options: options
    ).bundle(for: unit, targeting: hostileTargeting)
  }

  static func blocked() throws -> InjectionBundle {
    var options = BundleBuilder.Options()
    options.allowsMissingConsent = true
    return try BundleBuilder(
      decision: .blocked(.withdrawn), handOff: ConsentHandOff(), options: options
    ).bundle(for: InventoryUnit(id: try AdUnitID("div-gpt-ad-mobile_1")), targeting: [])
  }

  /// Four units; the transitions are those that design and engine agree on for the first of them.
  static func page() throws -> PagePreview {
    var units = try (1...4).map { InventoryUnit(id: try AdUnitID("div-gpt-ad-mobile_\($0)")) }
    units[0].declaredSizes = [try DeclaredSize("300x320")]
    units[0].label = try AdLabel(isShown: true, text: "annonce")
    let builder = try BundleBuilder(
      decision: .allowed(LoadPermit(record: ConsentRecordID(1), mode: .personalized)),
      handOff: ConsentHandOff(of: statement, form: .both))
    let placements = try PagePreview.column(of: units).map { placement in
      var placement = placement
      placement.bundle = try builder.bundle(for: placement.unit, targeting: [])
      return placement
    }
    func change(
      _ time: Int64, _ unit: Int, _ from: LoadState, _ to: LoadState, _ cause: TransitionCause
    ) -> LoadTransition {
      LoadTransition(
        time: time, unit: units[unit].id, from: from, to: to, cause: cause,
        frame: placements[unit].frame, viewport: AdRect(x: 0, y: 0, width: 393, height: 852))
    }
    return PagePreview(
      title: "Page <front>", viewport: PagePreview.standardViewport, placements: placements,
      thresholds: try LoadingThresholds(unloadingEnabled: true),
      liveViews: 8, decision: .allowed(LoadPermit(record: ConsentRecordID(1), mode: .personalized)),
      scroll: PagePreview.reading(of: placements),
      transitions: [
        change(0, 0, .notLoaded, .fetched, .enteredFetchZone),
        change(67, 0, .fetched, .displayed, .enteredDisplayZone),
        change(1_200, 1, .notLoaded, .fetched, .enteredFetchZone),
      ])
  }
}
