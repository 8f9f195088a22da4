// SPDX-License-Identifier: MIT
package import AdModel

/// How a web view must be set up for ads, in the names of `WKWebViewConfiguration` and its kin.
///
/// A video ad plays inline and by itself, but with sound only once somebody has clicked it; a window is
/// opened by a click alone, and the navigation policy sends it to the browser; and the ad does not
/// scroll inside its view. Source: Google, "Set up WebView",
/// developers.google.com/ad-manager/mobile-ads-sdk/ios/webview, which asks for sound by itself, too.
public struct WebViewSettings: Equatable, Sendable {
  /// `WKWebViewConfiguration.allowsInlineMediaPlayback`.
  public let allowsInlineMediaPlayback = true
  /// `WKWebViewConfiguration.mediaTypesRequiringUserActionForPlayback`: what can be heard.
  public let mediaTypesRequiringUserActionForPlayback: [String] = ["audio"]
  /// `WKPreferences.javaScriptCanOpenWindowsAutomatically`.
  public let javaScriptCanOpenWindowsAutomatically = false
  /// `UIScrollView.isScrollEnabled` of the web view's scroll view.
  public let isScrollEnabled = false

  /// The settings, which are the same for every unit.
  public static let standard = WebViewSettings()

  private init() {}

  /// The settings as an object with these names.
  package var json: JSONValue {
    [
      "allowsInlineMediaPlayback": .bool(allowsInlineMediaPlayback),
      "mediaTypesRequiringUserActionForPlayback": .array(
        mediaTypesRequiringUserActionForPlayback.map(JSONValue.string)),
      "javaScriptCanOpenWindowsAutomatically": .bool(javaScriptCanOpenWindowsAutomatically),
      "isScrollEnabled": .bool(isScrollEnabled),
    ]
  }
}
