// SPDX-License-Identifier: MIT
package import AdModel

/// Reads the lazy-loading thresholds that a page sets for its own ads.
///
/// A page may set `lazyLoad` in the namespace to `{fetch, render}`, percentages of the viewport's
/// height.
package enum RemoteThresholdsScript {
  /// The script to evaluate once the page has loaded.
  ///
  /// - Returns: A script whose value is a JSON string, or `null` where the page sets nothing.
  package static func source(contract: PageContract = .standard) -> String {
    script(contract: contract).text
  }

  static func script(contract: PageContract) -> JavaScriptSource {
    #"""
    (function () {
      try {
        var wish = window[\#(JavaScriptLiteral(contract.namespace))].lazyLoad;
        return wish ? JSON.stringify({ fetch: wish.fetch, render: wish.render }) : null;
      } catch (_) {
        return null;
      }
    })();
    """#
  }

  /// Reads what the script returned.
  ///
  /// - Parameter result: The script's value, from a page that may say anything.
  /// - Returns: The thresholds; `nil` unless the value is a JSON object with exactly the two
  ///   numbers, both above 0 and at most 1000, the fetch percentage not below the render
  ///   percentage.
  package static func thresholds(from result: String) -> RemoteThresholds? {
    let limits = JSONReader.Limits(bytes: 200, depth: 1)
    guard let value = try? JSONReader.read(text: result, limits: limits),
      let wish = try? JSONNode(value).object(knowing: ["fetch", "render"]),
      let fetch = try? wish.member("fetch").double(),
      let render = try? wish.member("render").double()
    else { return nil }
    return try? RemoteThresholds(fetch: fetch, render: render)
  }
}
