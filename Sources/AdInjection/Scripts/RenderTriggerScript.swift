// SPDX-License-Identifier: MIT

/// Asks the template to render the ad that it has fetched.
///
/// Evaluated when an ad is displayed and its page was parsed. It calls `triggerManualAdEvent` where
/// the page has it, and the ad manager's queue where the page has that; a page that has neither yet is
/// asked again every 50 milliseconds, and after 60 times the queue is made for an ad manager that may
/// still come. Each page load is asked once however often the script is evaluated. A symbol
/// marks the window, so that nothing that the page does to the namespace makes it forget.
package enum RenderTriggerScript {
  /// The time between two questions, in milliseconds.
  private static let interval: Int64 = 50
  /// How often a page is asked before the queue is made for it.
  private static let patience: Int64 = 60

  /// The script to evaluate.
  ///
  /// - Returns: A script whose value is `true` when this evaluation was the one that counts.
  package static func source(contract: PageContract = .standard) -> String {
    script(contract: contract).text
  }

  package static func script(contract: PageContract) -> JavaScriptSource {
    #"""
    (function () {
      'use strict';
      var mark = Symbol.for('adview.renderTrigger');
      if (window[mark]) return false;
      Object.defineProperty(window, mark, { value: true });
      var asked = 0;
      function trigger() {
        if (typeof window.triggerManualAdEvent === 'function') {
          window.triggerManualAdEvent();
          return;
        }
        if (!window.ayManagerEnv && asked++ < \#(JavaScriptLiteral(patience))) {
          setTimeout(trigger, \#(JavaScriptLiteral(interval)));
          return;
        }
        var manager = window.ayManagerEnv = window.ayManagerEnv || {};
        manager.cmd = manager.cmd || [];
        manager.cmd.push(function () { window.ayManagerEnv.dispatchManualEvent(); });
      }
      if (document.readyState !== 'loading') trigger();
      else document.addEventListener('DOMContentLoaded', trigger, { once: true });
      return true;
    })();
    """#
  }
}
