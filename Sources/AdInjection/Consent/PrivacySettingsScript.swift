// SPDX-License-Identifier: MIT
import AdModel

/// Tells the Google Publisher Tag how the ad may be served.
///
/// The tag reads a TC string by itself; these settings make it no looser where it has none, and the
/// most conservative of the two wins.
enum PrivacySettingsScript {
  /// The script's body, or `nil` where nothing needs to be said.
  static func body(mode: ServingMode, restrictDataProcessing: Bool) -> JavaScriptSource? {
    var settings: [JavaScriptSource] = []
    switch mode {
    case .personalized: break
    case .nonPersonalized: settings.append("nonPersonalizedAds: true")
    case .limited: settings.append("limitedAds: true")
    }
    if restrictDataProcessing { settings.append("restrictDataProcessing: true") }
    guard var list = settings.first else { return nil }
    for setting in settings.dropFirst() { list = "\(list), \(setting)" }
    return FrameAPIScript.once(
      "privacySettings",
      #"""
      var googletag = window.googletag = window.googletag || {};
      googletag.cmd = googletag.cmd || [];
      googletag.cmd.push(function () {
        googletag.pubads().setPrivacySettings({ \#(list) });
      });
      """#)
  }
}
