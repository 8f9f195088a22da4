// SPDX-License-Identifier: MIT

/// An ad's visibility as the app measured it and the page is told.
package struct ViewabilityReport: Equatable, Sendable {
  /// The part of the creative that is visible, from 0 to 1.
  package let visibleFraction: Double
  /// How long the creative has been visible enough without a gap, in milliseconds.
  package let dwell: Int64
  /// Whether this impression has become viewable; it never becomes false again.
  package let isViewable: Bool

  /// Takes a measurement.
  ///
  /// - Parameters:
  ///   - visibleFraction: The visible part; brought into 0…1, and 0 when it is not a number.
  ///   - dwell: Milliseconds of visibility without a gap; at least 0.
  package init(visibleFraction: Double, dwell: Int64, isViewable: Bool) {
    self.visibleFraction = visibleFraction.isNaN ? 0 : min(max(visibleFraction, 0), 1)
    self.dwell = max(dwell, 0)
    self.isViewable = isViewable
  }
}

/// Lets the page see the visibility that only the app can measure.
///
/// A page inside a web view inside a scroll view sees itself as always visible, so the app measures
/// and the page listens: `viewability` holds the latest report, `onViewability(callback)` calls back
/// with every report (at once with the one at hand) and returns a function that stops it, and
/// `window` gets the event `snviewability` with the report as its `detail`.
package enum ViewabilityScript {
  /// The script that makes the page ready to be told.
  static func body(contract: PageContract) -> JavaScriptSource {
    #"""
    var space = \#(contract.namespaceObject);
    if (space.onViewability) return;
    var listeners = [];
    var latest = null;
    function tell(listener, report) {
      try { listener(report); } catch (error) {
        if (window.console && typeof console.error === 'function')
          console.error('[adview] onViewability', error);
      }
    }
    space.viewability = Object.freeze({ visibleFraction: 0, dwellMs: 0, viewable: false });
    space.onViewability = function (callback) {
      if (typeof callback !== 'function') throw new TypeError('onViewability takes a function');
      listeners.push(callback);
      if (latest) tell(callback, latest);
      return function () {
        listeners = listeners.filter(function (other) { return other !== callback; });
      };
    };
    space.updateViewability = function (report) {
      latest = space.viewability = Object.freeze(report);
      listeners.forEach(function (listener) { tell(listener, report); });
      window.dispatchEvent(new CustomEvent('snviewability', { detail: report }));
    };
    """#
  }

  /// The script by which the app tells the page, to be evaluated after the page began to load.
  ///
  /// - Returns: A script whose value is `true` when the page could be told.
  package static func update(_ report: ViewabilityReport, contract: PageContract = .standard)
    -> String
  {
    telling(
      visibleFraction: "\(JavaScriptLiteral(report.visibleFraction))",
      dwell: "\(JavaScriptLiteral(report.dwell))",
      isViewable: "\(JavaScriptLiteral(report.isViewable))", contract: contract
    ).text
  }

  /// An expression that tells the page what a variable holds; its value says whether it could be.
  static func update(by call: JavaScriptSource, contract: PageContract) -> JavaScriptSource {
    telling(
      visibleFraction: "\(call).visibleFraction", dwell: "\(call).dwellMs",
      isViewable: "\(call).viewable", contract: contract)
  }

  /// What must be put into the template.
  static let blanks = [
    HostScript.Blank(
      word: "VISIBLE_FRACTION", value: "the visible part of the creative, a number from 0 to 1"),
    HostScript.Blank(
      word: "DWELL_MS", value: "whole milliseconds of visibility without a gap, at least 0"),
    HostScript.Blank(
      word: "IS_VIEWABLE", value: "true once the impression counts as viewable, false before"),
  ]

  /// The script of ``update(_:contract:)`` with words in the places of the values.
  static func template(contract: PageContract) -> String {
    telling(
      visibleFraction: "VISIBLE_FRACTION", dwell: "DWELL_MS", isViewable: "IS_VIEWABLE",
      contract: contract
    ).text
  }

  private static func telling(
    visibleFraction: JavaScriptSource, dwell: JavaScriptSource, isViewable: JavaScriptSource,
    contract: PageContract
  ) -> JavaScriptSource {
    #"""
    (function () {
      var space = window[\#(JavaScriptLiteral(contract.namespace))];
      if (!space || typeof space.updateViewability !== 'function') return false;
      space.updateViewability({
        visibleFraction: \#(visibleFraction),
        dwellMs: \#(dwell),
        viewable: \#(isViewable)
      });
      return true;
    })();
    """#
  }
}
