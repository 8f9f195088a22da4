// SPDX-License-Identifier: MIT
import AdModel

/// Shows a page from a place on, where a web view itself has no scroll view that does it.
public enum ScrollScript {
  /// The script.
  /// - Parameters:
  ///   - x: How far from the page's left edge, in points.
  ///   - y: How far from its top, in points.
  public static func source(x: Double, y: Double) -> String {
    "scrollTo(\(JavaScriptLiteral(.double(x)).text), \(JavaScriptLiteral(.double(y)).text))"
  }
}
