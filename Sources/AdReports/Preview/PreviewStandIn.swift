// SPDX-License-Identifier: MIT
import AdInjection
import AdModel

/// The page inside a preview's phone: a stand-in for the ad template with our scripts around it.
///
/// It runs in a frame that may do nothing but run scripts, asks no network for anything, and tells
/// the preview what it was told: messages to the app, targeting, privacy settings and consent. It
/// renders its ad when the preview sends `render`, by the script that an app evaluates for that.
enum PreviewStandIn {
  static func page(_ bundle: InjectionBundle) -> Markup {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(bundle.unit.id.rawValue)</title>
    <style>
    body { margin: 0; overflow: hidden; font: 13px/1.4 system-ui, sans-serif; }
    #ad { display: grid; place-content: center; text-align: center; box-sizing: border-box;
      color: #234; background: repeating-linear-gradient(45deg, #dfe9f5 0 12px, #d3e0f0 12px 24px);
      border: 1px solid #9ab; overflow-wrap: anywhere; padding: 8px; }
    </style>
    <script>
    \(app(bundle))
    </script>
    \(scripts(bundle, at: .documentStart))
    <script>
    \(template(bundle))
    </script>
    </head>
    <body>
    \(scripts(bundle, at: .documentEnd))
    </body>
    </html>
    """
  }

  private static func scripts(
    _ bundle: InjectionBundle, at time: UserScript.InjectionTime
  ) -> Markup {
    .joined(
      bundle.scripts.filter { $0.injectionTime == time }.map { script in
        let name = JavaScriptLiteral(script.name.rawValue)
        let mark: JavaScriptSource = "window.previewRan(\(name));"
        return "<script>\n\(script)</script>\n<script>\(mark)</script>"
      })
  }

  /// The app's side: message handlers that pass everything to the preview.
  private static func app(_ bundle: InjectionBundle) -> JavaScriptSource {
    let contract = bundle.contract
    return #"""
      (function () {
        'use strict';
        var began = performance.now();
        var tell = window.previewTell = function (kind, body) {
          parent.postMessage({ kind: kind, at: Math.round(performance.now() - began), body: body }, '*');
        };
        window.previewRan = function (name) { tell('ran', name); };
        var handlers = {};
        \#(JavaScriptLiteral(bundle.messageHandlers)).forEach(function (name) {
          handlers[name] = { postMessage: function (body) {
            tell('message', { handler: name, body: body });
            return Promise.resolve();
          } };
        });
        window.webkit = { messageHandlers: handlers };
        window.addEventListener('message', function (event) {
          if (event.source !== parent || event.data !== 'render') return;
          \#(RenderTriggerScript.script(contract: contract))
        });
        window.addEventListener('load', function () { tell('loaded', null); });
      })();
      """#
  }

  /// The page's side: an ad tag and a consent SDK that arrive late, and an ad of the declared size.
  private static func template(_ bundle: InjectionBundle) -> JavaScriptSource {
    let size = adSize(of: bundle.unit)
    return #"""
      (function () {
        'use strict';
        var tell = window.previewTell, targeting = [], listeners = {};
        function live(queue, run) {
          var waiting = queue.splice(0);
          queue.push = run;
          waiting.forEach(run);
        }
        window.didomiOnReady = window.didomiOnReady || [];
        setTimeout(function () {
          var Didomi = {
            notice: { hide: function () { tell('seen', { 'Didomi.notice.hide': true }); } },
            setUserStatus: function (status) { tell('seen', { 'Didomi.setUserStatus': status }); }
          };
          live(window.didomiOnReady, function (job) { job(Didomi); });
        }, 40);
        var googletag = window.googletag = window.googletag || {};
        googletag.cmd = googletag.cmd || [];
        setTimeout(function () {
          var service = {
            setTargeting: function (key, value) {
              targeting.push([key, [].concat(value)]);
              tell('targeting', targeting);
              return service;
            },
            addEventListener: function (name, listener) { listeners[name] = listener; },
            setPrivacySettings: function (settings) {
              tell('seen', { 'pubads().setPrivacySettings': settings });
            }
          };
          googletag.pubads = function () { return service; };
          googletag.setConfig = function (config) {
            Object.keys(config.targeting).forEach(function (key) {
              service.setTargeting(key, config.targeting[key]);
            });
          };
          live(googletag.cmd, function (job) { job(); });
        }, 80);
        ['__tcfapi', '__uspapi', '__gpp'].forEach(function (name) {
          if (typeof window[name] !== 'function') return;
          function seen(value) {
            var entry = {};
            entry[name] = value;
            tell('seen', entry);
          }
          if (name === '__tcfapi') window[name]('addEventListener', 2, seen);
          else if (name === '__uspapi') window[name]('getUSPData', 1, seen);
          else window[name]('ping', seen);
        });
        window.triggerManualAdEvent = function () {
          var space = window[\#(JavaScriptLiteral(bundle.contract.namespace))];
          var id = space && space.adUnitId;
          if (!id) return;
          var ad = document.createElement('div');
          ad.id = 'ad';
          ad.style.width = \#(JavaScriptLiteral(size.width)) + 'px';
          ad.style.height = \#(JavaScriptLiteral(size.height)) + 'px';
          ad.textContent = id + ' \#(size.text)';
          document.body.appendChild(ad);
          window.webkit.messageHandlers[\#(JavaScriptLiteral(bundle.contract.bridgeHandler))]
            .postMessage({ type: 'adSize', width: \#(JavaScriptLiteral(size.width)),
              height: \#(JavaScriptLiteral(size.height)) });
          // Queued, because the listeners are: the tag may still be on its way.
          googletag.cmd.push(function () {
            follow(ad, { getSlotElementId: function () { return id; } });
          });
        };
        /** The tag's rule: half of the ad on screen for a second, without a gap, once. */
        function follow(ad, slot) {
          var timer = 0, isViewable = false;
          function fire(name, event) {
            event.slot = slot;
            if (listeners[name]) listeners[name](event);
          }
          fire('slotRenderEnded', { isEmpty: false });
          new IntersectionObserver(function (changes) {
            var part = changes[changes.length - 1].intersectionRatio;
            fire('slotVisibilityChanged', { inViewPercentage: Math.round(part * 100) });
            if (part < 0.5) clearTimeout(timer), timer = 0;
            else if (!timer && !isViewable) timer = setTimeout(function () {
              isViewable = true;
              fire('impressionViewable', {});
            }, 1000);
          }, { threshold: [0, 0.25, 0.5, 0.75, 1] }).observe(ad);
        }
      })();
      """#
  }

  /// The first declared size, or the initial one: what the stand-in's ad reports.
  private static func adSize(
    of unit: InventoryUnit
  ) -> (width: Double, height: Double, text: JavaScriptSource) {
    for case .fixed(let width, let height) in unit.declaredSizes {
      return size(Double(width), Double(height))
    }
    return size(unit.constraints.initial.width, unit.constraints.initial.height)
  }

  private static func size(
    _ width: Double, _ height: Double
  ) -> (width: Double, height: Double, text: JavaScriptSource) {
    (width, height, "\(JavaScriptLiteral(width)) × \(JavaScriptLiteral(height))")
  }
}
