// SPDX-License-Identifier: MIT

/// Asks the template to render the ad that it has fetched.
///
/// Evaluated when an ad becomes displayed. It waits for the page's `load`, calls
/// `triggerManualAdEvent` where the page has it and the ad manager's queue where it has not, and
/// does so once per page load however often it is evaluated. A symbol marks the window, so that
/// nothing that the page does to the namespace makes it forget.
package enum RenderTriggerScript {
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
      function trigger() {
        if (typeof window.triggerManualAdEvent === 'function') {
          window.triggerManualAdEvent();
          return;
        }
        var manager = window.ayManagerEnv = window.ayManagerEnv || {};
        manager.cmd = manager.cmd || [];
        manager.cmd.push(function () { window.ayManagerEnv.dispatchManualEvent(); });
      }
      if (document.readyState === 'complete') trigger();
      else window.addEventListener('load', trigger, { once: true });
      return true;
    })();
    """#
  }
}
