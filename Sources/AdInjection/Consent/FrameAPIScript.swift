// SPDX-License-Identifier: MIT

/// What the consent APIs of the IAB have in common: a function of the page, an empty frame by whose
/// name other frames find it, and an answer to their messages.
///
/// Sources: IAB Tech Lab, "CMP API v2" (how does the CMP provide the API), "GPP CMP API" and "US
/// Privacy User Signal Mechanism".
enum FrameAPIScript {
  /// A function `serve(name, api, relay)`: puts `api` on the page as `name`, adds the frame
  /// `nameLocator`, and answers `{nameCall}` with `{nameReturn}`.
  ///
  /// The frame hangs on the document's element rather than its body, because at document start
  /// there is no body, and a stub in the page's head that finds no such frame would take over. In a
  /// window where it ran before, which WebKit keeps when a page writes its document anew, only what
  /// the new document lacks is put back: the frame, and the listener if it went with the document.
  static let serve: JavaScriptSource = #"""
    function serve(name, api, relay) {
      var locator = name + 'Locator', callKey = name + 'Call', returnKey = name + 'Return';
      var key = Symbol.for('adview.' + name);
      if (!window[key]) {
        window[name] = api;
        Object.defineProperty(window, key, { value: function (event) {
          var text = typeof event.data === 'string', data = event.data;
          if (text) try { data = JSON.parse(data); } catch (_) { return; }
          var call = data && typeof data === 'object' && data[callKey];
          if (!call || !event.source) return;
          relay(call, function (returnValue, success) {
            var answer = {};
            answer[returnKey] = { returnValue: returnValue, success: success, callId: call.callId };
            event.source.postMessage(text ? JSON.stringify(answer) : answer, '*');
          });
        } });
      }
      function addLocator() {
        if (window.frames[locator]) return true;
        if (!document.documentElement) return false;
        var frame = document.createElement('iframe');
        frame.name = locator;
        frame.title = locator;
        frame.style.cssText = 'display:none';
        frame.setAttribute('aria-hidden', 'true');
        document.documentElement.appendChild(frame);
        return true;
      }
      if (!addLocator()) {
        var parsed = new MutationObserver(function () {
          if (addLocator()) parsed.disconnect();
        });
        parsed.observe(document, { childList: true });
      }
      window.addEventListener('message', window[key]);
    }
    function copy(value) {
      return JSON.parse(JSON.stringify(value));
    }
    function own(object, key) {
      return (typeof key === 'string' || typeof key === 'number') && !!object &&
        Object.prototype.hasOwnProperty.call(object, key);
    }
    """#

  /// A script's statements, run once in a window however often the script is; a symbol
  /// marks the window, so that no name is left on it.
  /// - Parameter name: What tells these statements from others.
  static func once(_ name: String, _ body: JavaScriptSource) -> JavaScriptSource {
    let key = JavaScriptLiteral("adview." + name)
    return #"""
      if (!window[Symbol.for(\#(key))]) {
        Object.defineProperty(window, Symbol.for(\#(key)), { value: true });
      \#(body.indented(by: 2))
      }
      """#
  }
}
