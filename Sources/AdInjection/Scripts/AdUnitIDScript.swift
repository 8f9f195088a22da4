// SPDX-License-Identifier: MIT
import AdModel

/// Tells the template which ad unit to ask for.
enum AdUnitIDScript {
  /// The script that sets `adUnitId` in the page's namespace.
  static func body(_ adUnitID: AdUnitID, contract: PageContract) -> JavaScriptSource {
    #"""
    var space = \#(contract.namespaceObject);
    space.adUnitId = \#(JavaScriptLiteral(adUnitID.rawValue));
    """#
  }
}
