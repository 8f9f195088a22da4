// SPDX-License-Identifier: MIT

/// What the Google Publisher Tag adds to the stand-in template: its events, each when it would come.
enum PublisherTag {
  /// A script for the end of the template.
  /// - Parameter isFilled: Whether there is an ad for the slot.
  /// - Returns: The script.
  static func script(isFilled: Bool) -> String {
    """
    (function () {
      var trigger, seen = false;
      // The tag tells nothing before it has come and has run what was queued for it.
      function tell(name, event) {
        window.googletag.cmd.push(function () { window.fire(name, event); });
      }
      function viewable(report) {
        if (!report.viewable || seen || !window.rendered) return;
        seen = true;
        tell('impressionViewable', {});
      }
      Object.defineProperty(window, 'triggerManualAdEvent', {
        get: function () { return trigger && wrapped; },
        set: function (f) {
          trigger = f;
          // Whoever came before the page was ready has queued what is to be done.
          var manager = window.ayManagerEnv = window.ayManagerEnv || {};
          var queue = manager.cmd || [];
          manager.dispatchManualEvent = wrapped;
          manager.cmd = { push: function (job) { job(); } };
          queue.forEach(manager.cmd.push);
        }
      });
      function wrapped() {
        window.triggers = (window.triggers || 0) + 1;
        if (!\(isFilled)) return tell('slotRenderEnded', { isEmpty: true });
        trigger();
        tell('slotRenderEnded', { isEmpty: false, size: [300, 250] });
        if (window.stepnetwork.onViewability) window.stepnetwork.onViewability(viewable);
      }
    })();
    """
  }
}
