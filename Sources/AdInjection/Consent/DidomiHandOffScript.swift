// SPDX-License-Identifier: MIT
import AdModel

/// Hands the stored choices to the Didomi web SDK of the page, and hides its notice.
enum DidomiHandOffScript {
  /// The statement in the very form of the Didomi SDK's own `getJavaScriptForWebView()`, on one
  /// line and not wrapped, so that a page or a test that knows that form finds it.
  ///
  /// It declares no names, and runs once in a window: a status that is set again tells the page of a
  /// change that was none. It comes last among the parts of its script, because it throws where a
  /// page has made `didomiOnReady` something other than a list.
  static func statement(status: JSONValue) -> JavaScriptSource {
    FrameAPIScript.once(
      "didomi",
      #"""
      window.didomiOnReady = window.didomiOnReady || [];\#
      window.didomiOnReady.push(function (Didomi) {Didomi.notice.hide();\#
      Didomi.setUserStatus(\#(JavaScriptLiteral(status)));});
      """#)
  }
}
