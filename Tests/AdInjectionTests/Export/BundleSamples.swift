// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdModel

/// Bundles to export: one with everything in it, and one that consent refuses.
enum BundleSamples {
  static func bundle() throws -> InjectionBundle {
    var options = BundleBuilder.Options()
    options.isDebug = true
    return try BundleBuilder(
      decision: .allowed(LoadPermit(record: ConsentRecordID(1), mode: .nonPersonalized)),
      handOff: ConsentHandOff(of: WebConsent.statement, form: .both), options: options
    ).bundle(
      for: InventoryUnit(id: try AdUnitID("div-gpt-ad-mobile_1")), targeting: WebCases.hostile())
  }

  static func blocked() throws -> InjectionBundle {
    var options = BundleBuilder.Options()
    options.allowsMissingConsent = true
    return try BundleBuilder(
      decision: .blocked(.withdrawn), handOff: ConsentHandOff(), options: options
    ).bundle(for: InventoryUnit(id: try AdUnitID("div-gpt-ad-mobile_1")), targeting: [])
  }
}
