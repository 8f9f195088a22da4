// SPDX-License-Identifier: MIT

/// Shows, inside the ad, which unit it is and which size it reported, with a way into the ad tag's
/// console.
///
/// The unit is read from the page rather than written in, and the size is the one that the page
/// posts: the panel shows what is so, not what was meant.
enum DebugPanelScript {
  static func body(contract: PageContract) -> JavaScriptSource {
    #"""
    var root = document.body || document.documentElement;
    if (document.getElementById('debugInfo')) return;
    function line(tag, id, text) {
      var element = document.createElement(tag);
      if (id) element.id = id;
      element.textContent = text;
      return element;
    }
    var panel = line('div', 'debugInfo', '');
    panel.className = 'debug-info';
    panel.style.cssText = 'position:fixed;left:0;bottom:0;z-index:2147483647;max-width:100%;' +
      'padding:4px 6px;background:rgba(0,0,0,.8);color:#fff;font:10px/1.4 monospace;' +
      'overflow-wrap:anywhere';
    var unit = panel.appendChild(line('div', 'adUnitInfo', 'Ad unit: (not set)'));
    var size = panel.appendChild(line('div', 'adSizeInfo', 'Size: (not sent)'));
    var button = line('a', null, 'Console');
    button.href = '#';
    button.style.color = '#9cf';
    button.addEventListener('click', function (event) {
      event.preventDefault();
      if (window.googletag && typeof window.googletag.openConsole === 'function')
        window.googletag.openConsole();
    });
    panel.appendChild(line('div', 'GoogleButton', '')).appendChild(button);
    root.appendChild(panel);

    function showUnit() {
      var space = window[\#(JavaScriptLiteral(contract.namespace))];
      if (space && space.adUnitId) unit.textContent = 'Ad unit: ' + space.adUnitId;
    }
    setTimeout(showUnit, 0);
    window.addEventListener('load', showUnit);

    var handlers = window.webkit && window.webkit.messageHandlers;
    var handler = handlers && handlers[\#(JavaScriptLiteral(contract.bridgeHandler))];
    if (handler) {
      var original = handler.postMessage;
      handler.postMessage = function (message) {
        if (message && message.type === 'adSize')
          size.textContent = 'Size: ' + message.width + ' × ' + message.height;
        return original.apply(handler, arguments);
      };
    }
    """#
  }
}
