// SPDX-License-Identifier: MIT

/// Passes on what the Google Publisher Tag says about the ad's impressions.
///
/// Events as in the tag's reference: `slotRenderEnded` with `isEmpty` says that no ad was there for
/// the slot, which is posted as `noFill`; `impressionViewable` fires once per impression by its rule
/// (50 % of the ad for one second); `slotVisibilityChanged` fires as the visible part changes.
///
/// Each of the tag's services is listened to once, however often the script runs in a window: WebKit
/// runs it again where a page writes its document anew, and the tag lives on in the window.
enum ImpressionListenerScript {
  /// The script that listens and posts; while debugging, `slotVisibilityChanged` too.
  static func body(debug: Bool, contract: PageContract) -> JavaScriptSource {
    #"""
    var post = \#(contract.post(to: contract.bridgeHandler));
    var mark = Symbol.for('adview.impressions');
    if (!window[mark]) Object.defineProperty(window, mark, { value: new WeakSet() });
    var heard = window[mark];
    var googletag = window.googletag = window.googletag || {};
    googletag.cmd = googletag.cmd || [];
    googletag.cmd.push(function () {
      var service = googletag.pubads();
      if (heard.has(service)) return;
      heard.add(service);
      service.addEventListener('slotRenderEnded', function (event) {
        if (event.isEmpty)
          post({ type: 'noFill', slotId: event.slot.getSlotElementId(), ts: Date.now() });
      });
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
