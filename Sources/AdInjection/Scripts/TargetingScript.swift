// SPDX-License-Identifier: MIT
package import AdModel

/// How targeting is handed to the Google Publisher Tag.
/// Cases may be added: `switch` over it with a `default`.
public enum TargetingDialect: String, Sendable, CaseIterable {
  /// `pubads().setTargeting(key, value)`, which every version of the tag knows.
  case setTargeting
  /// `googletag.setConfig({targeting})`, and `setTargeting` where the tag has no `setConfig`.
  case setConfig
}

/// Sets a page's targeting.
package enum TargetingScript {
  /// The script that queues the targeting until the tag is ready; empty for no targeting.
  ///
  /// A key with one value is handed over as a string, one with several as a list, keys in their
  /// order.
  ///
  /// - Parameter targeting: Keys with their values, each key once.
  /// - Returns: JavaScript for any place after which `googletag` may be made.
  package static func source(
    _ targeting: [TargetingEntry], dialect: TargetingDialect = .setTargeting
  ) -> String {
    targeting.isEmpty ? "" : body(targeting, dialect: dialect).text + "\n"
  }

  static func body(_ targeting: [TargetingEntry], dialect: TargetingDialect) -> JavaScriptSource {
    let calls: JavaScriptSource
    switch dialect {
    case .setTargeting: calls = setTargeting(targeting)
    case .setConfig: calls = setConfig(targeting)
    }
    return #"""
      window.googletag = window.googletag || {};
      googletag.cmd = googletag.cmd || [];
      googletag.cmd.push(function () {
      \#(calls.indented(by: 2))
      });
      """#
  }

  private static func setTargeting(_ targeting: [TargetingEntry]) -> JavaScriptSource {
    .joined(
      targeting.map { entry in
        "googletag.pubads().setTargeting(\(JavaScriptLiteral(entry.key)), \(value(entry.values)));"
      })
  }

  /// The object is filled key by key because a literal would take `__proto__` for its prototype.
  private static func setConfig(_ targeting: [TargetingEntry]) -> JavaScriptSource {
    let pairs = JavaScriptSource.joined(
      targeting.map { entry in
        "  [\(JavaScriptLiteral(entry.key)), \(value(entry.values))],"
      })
    return #"""
      var pairs = [
      \#(pairs)
      ];
      if (typeof googletag.setConfig === 'function') {
        var targeting = {};
        pairs.forEach(function (pair) {
          Object.defineProperty(targeting, pair[0],
            { value: pair[1], enumerable: true, configurable: true, writable: true });
        });
        googletag.setConfig({ targeting: targeting });
      } else {
        pairs.forEach(function (pair) { googletag.pubads().setTargeting(pair[0], pair[1]); });
      }
      """#
  }

  private static func value(_ values: [String]) -> JavaScriptLiteral {
    if values.count == 1, let only = values.first { return JavaScriptLiteral(only) }
    return JavaScriptLiteral(values)
  }
}
