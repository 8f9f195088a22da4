// SPDX-License-Identifier: MIT

/// Passes on what the Google Publisher Tag says about the ad's visibility.
///
/// Events as in the tag's reference: `impressionViewable` fires once per impression by its rule
/// (50 % of the ad for one second); `slotVisibilityChanged` fires as the visible part changes.
enum ImpressionListenerScript {
  /// The script that listens and posts; while debugging, `slotVisibilityChanged` too.
  static func body(debug: Bool, contract: PageContract) -> JavaScriptSource {
    #"""
    var post = \#(contract.post(to: contract.bridgeHandler));
    var googletag = window.googletag = window.googletag || {};
    googletag.cmd = googletag.cmd || [];
    googletag.cmd.push(function () {
      var service = googletag.pubads();
      service.addEventListener('impressionViewable', function (event) {
        post({ type: 'impressionViewable', slotId: event.slot.getSlotElementId(), ts: Date.now() });
      });
    \#(debug ? visibilityListener : "")});
    """#
  }

  private static let visibilityListener: JavaScriptSource = #"""
      service.addEventListener('slotVisibilityChanged', function (event) {
        post({
          type: 'slotVisibilityChanged', slotId: event.slot.getSlotElementId(),
          visiblePercent: event.inViewPercentage, ts: Date.now()
        });
      });

    """#
}
