// SPDX-License-Identifier: MIT
import AdConsent
import AdModel

/// Tells the Google Publisher Tag how the ad may be served.
///
/// The tag reads a TC string by itself; these settings make it no looser where it has none, and the
/// most conservative of the two wins.
enum PrivacySettingsScript {
  /// The script's body, or `nil` where nothing needs to be said.
  ///
  /// An age is told by the tag's enumeration, and by the older settings where a tag does not have
  /// it yet. Source: Google, "Tag for age treatment", support.google.com/admanager/answer/3671211.
  static func body(
    mode: ServingMode, restrictDataProcessing: Bool, ageTreatment: AgeTreatment
  ) -> JavaScriptSource? {
    var settings: [JavaScriptSource] = []
    switch mode {
    case .personalized: break
    case .nonPersonalized: settings.append("nonPersonalizedAds: true")
    case .limited: settings.append("limitedAds: true")
    }
    if restrictDataProcessing { settings.append("restrictDataProcessing: true") }
    let age = ageStatement(ageTreatment)
    guard age != nil || !settings.isEmpty else { return nil }
    var list: JavaScriptSource = settings.first ?? ""
    for setting in settings.dropFirst() { list = "\(list), \(setting)" }
    return FrameAPIScript.once(
      "privacySettings",
      #"""
      var googletag = window.googletag = window.googletag || {};
      googletag.cmd = googletag.cmd || [];
      googletag.cmd.push(function () {
        var settings = { \#(list) };\#(age ?? "")
        googletag.pubads().setPrivacySettings(settings);
      });
      """#)
  }

  private static func ageStatement(_ treatment: AgeTreatment) -> JavaScriptSource? {
    switch treatment {
    case .unspecified: nil
    case .teen: statement("TEEN", older: "underAgeOfConsent")
    case .child: statement("CHILD", older: "childDirectedTreatment")
    }
  }

  private static func statement(
    _ name: JavaScriptSource, older: JavaScriptSource
  ) -> JavaScriptSource {
    """

      var ages = googletag.enums && googletag.enums.TagForAgeTreatment;
      if (ages) { settings.tagForAgeTreatment = ages.\(name); } else { settings.\(older) = true; }
    """
  }
}
