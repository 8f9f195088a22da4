// SPDX-License-Identifier: MIT
package import AdModel

/// How a web view must be set up for ads, in the names of `WKWebViewConfiguration` and its kin.
///
/// A video ad plays inline and by itself, a click may open a window (which the navigation policy
/// then sends to the browser), and the ad does not scroll inside its view. Source: Google, "Set up
/// WebView", developers.google.com/ad-manager/mobile-ads-sdk/ios/webview.
public struct WebViewSettings: Equatable, Sendable {
  /// `WKWebViewConfiguration.allowsInlineMediaPlayback`.
  public let allowsInlineMediaPlayback = true
  /// `WKWebViewConfiguration.mediaTypesRequiringUserActionForPlayback`: none.
  public let mediaTypesRequiringUserActionForPlayback: [String] = []
  /// `WKPreferences.javaScriptCanOpenWindowsAutomatically`.
  public let javaScriptCanOpenWindowsAutomatically = true
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
