// SPDX-License-Identifier: MIT

/// Tells the app that the page was parsed, and passes on what the Google Publisher Tag says about the
/// ad: whether there is one, when its creative is there, and what the tag counts.
///
/// Events as in the tag's reference: `slotRenderEnded` says with `isEmpty` that no ad was there for
/// the slot, which is posted as `noFill` where no other slot of the page has an ad or waits for one, and
/// without it that there is one, posted as `filled`;
/// `slotOnload` says that its frame has loaded. The creative is there two animation frames after
/// that, or after the `load` of the slot's frame where the tag keeps quiet: then `rendered` is posted,
/// once for each ad. Where nothing is drawn because nobody sees it, a moment stands for the frames. `impressionViewable` fires once per impression by its rule (50 % of the ad for
/// one second); `slotVisibilityChanged` fires as the visible part changes.
///
/// Each of the tag's services is listened to once, however often the script runs in a window: WebKit
/// runs it again where a page writes its document anew, and the tag lives on in the window.
enum ImpressionListenerScript {
  /// How long two animation frames may take before nobody waits for them, in milliseconds.
  private static let longestFrame: Int64 = 250

  /// The script that listens and posts; while debugging, `slotVisibilityChanged` too.
  static func body(debug: Bool, contract: PageContract) -> JavaScriptSource {
    #"""
    var post = \#(contract.post(to: contract.bridgeHandler));
    post({ type: 'parsed' });
    var mark = Symbol.for('adview.impressions');
    if (!window[mark]) Object.defineProperty(window, mark, { value: new WeakSet() });
    var heard = window[mark];
    var googletag = window.googletag = window.googletag || {};
    googletag.cmd = googletag.cmd || [];
    googletag.cmd.push(function () {
      post({ type: 'tagReady' });
      var service = googletag.pubads();
      if (heard.has(service)) return;
      heard.add(service);
      var awaited = {}, open = {};
      /** Whether any slot of this document has an ad, or was asked for and has no answer. */
      function isAnyOpen() {
        return Object.keys(open).some(function (id) {
          return open[id] && document.getElementById(id);
        });
      }
      function loaded(id, ad) {
        if (!ad || awaited[id] !== ad) return;
        awaited[id] = null;
        var told = false;
        function tell() {
          if (!told) post({ type: 'rendered', slotId: id });
          told = true;
        }
        requestAnimationFrame(function () { requestAnimationFrame(tell); });
        setTimeout(tell, \#(JavaScriptLiteral(longestFrame)));
      }
      service.addEventListener('slotRequested', function (event) {
        open[event.slot.getSlotElementId()] = true;
      });
      service.addEventListener('slotRenderEnded', function (event) {
        var id = event.slot.getSlotElementId(), ad = {}, message = { type: 'filled', slotId: id };
        if (event.isEmpty) {
          awaited[id] = null;
          open[id] = false;
          if (!isAnyOpen()) post({ type: 'noFill', slotId: id, ts: Date.now() });
          return;
        }
        awaited[id] = ad;
        open[id] = true;
        if (Array.isArray(event.size) && event.size[0] > 0 && event.size[1] > 0) {
          message.width = event.size[0];
          message.height = event.size[1];
        }
        post(message);
        var slot = document.getElementById(id), frame = slot && slot.querySelector('iframe');
        if (frame) frame.addEventListener('load', function () { loaded(id, ad); });
      });
      service.addEventListener('slotOnload', function (event) {
        var id = event.slot.getSlotElementId();
        loaded(id, awaited[id]);
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
