// SPDX-License-Identifier: MIT

/// Reports where a page's `.ad-placeholder` elements are, for native ads laid over them.
///
/// It starts on the message `startTrackingAdPlaceholders` and stops on `stopTrackingAdPlaceholders`,
/// both sent with `window.postMessage`. While something moves, one pass per animation frame measures
/// all placeholders and posts one JSON array of what changed: `{"id", "action", "rect"}` with the
/// action `add`, `update` or `remove`, and a rectangle in points from the viewport's top left
/// (none for `remove`). After ten quiet frames it sleeps until the page scrolls, resizes, changes
/// or loads something, and looks once every half second for what none of these announced.
///
/// A placeholder goes by its `data-ad-unit-id`, or its `id`, or a number of our own; of two with the
/// same name the second gets a number.
public enum PlaceholderTrackerScript {
  /// The message that starts the tracking.
  public static let startMessage = "startTrackingAdPlaceholders"
  /// The message that stops it; every placeholder is reported as removed.
  public static let stopMessage = "stopTrackingAdPlaceholders"

  /// The script to inject at document end.
  public static func script(contract: PageContract = .standard) -> UserScript {
    UserScript(.placeholderTracker, at: .documentEnd, body: body(contract: contract))
  }

  /// A script that sends `startMessage` or `stopMessage`, for the app to evaluate.
  public static func posting(_ message: String) -> String {
    let source: JavaScriptSource = "window.postMessage(\(JavaScriptLiteral(message)), '*');"
    return source.text
  }

  private static func body(contract: PageContract) -> JavaScriptSource {
    #"""
    var post = \#(contract.post(to: contract.placeholderHandler));
    var known = new Map();
    var names = new Set();
    var running = false, frame = 0, quiet = 0, unnamed = 0, timer = 0;

    function nameFor(element) {
      var name = element.getAttribute('data-ad-unit-id') || element.id;
      while (!name || names.has(name)) name = 'ad-placeholder-' + (++unnamed);
      names.add(name);
      return name;
    }
    function forget(element, entry, changes) {
      known.delete(element);
      names.delete(entry.id);
      changes.push({ id: entry.id, action: 'remove' });
    }
    function measure() {
      var changes = [];
      known.forEach(function (entry, element) {
        if (!element.isConnected || !element.classList.contains('ad-placeholder'))
          forget(element, entry, changes);
      });
      document.querySelectorAll('.ad-placeholder').forEach(function (element) {
        var box = element.getBoundingClientRect();
        var entry = known.get(element);
        var action = entry ? 'update' : 'add';
        if (!entry) known.set(element, entry = { id: nameFor(element) });
        else if (entry.x === box.x && entry.y === box.y &&
          entry.width === box.width && entry.height === box.height) return;
        entry.x = box.x, entry.y = box.y, entry.width = box.width, entry.height = box.height;
        changes.push({
          id: entry.id, action: action,
          rect: { x: box.x, y: box.y, width: box.width, height: box.height }
        });
      });
      if (changes.length) post(JSON.stringify(changes));
      return changes.length > 0;
    }
    function pass() {
      frame = 0;
      quiet = measure() ? 0 : quiet + 1;
      if (running && quiet < 10) frame = requestAnimationFrame(pass);
    }
    function wake() {
      quiet = 0;
      if (running && !frame) frame = requestAnimationFrame(pass);
    }
    function look() {
      if (!frame && measure()) wake();
    }

    var changed = new MutationObserver(wake);
    var events = ['scroll', 'resize', 'load', 'transitionrun', 'animationstart'];
    function start() {
      if (running) return;
      running = true;
      events.forEach(function (name) {
        window.addEventListener(name, wake, { capture: true, passive: true });
      });
      changed.observe(document.documentElement,
        { subtree: true, childList: true, attributes: true, characterData: true });
      timer = setInterval(look, 500);
      wake();
    }
    function stop() {
      if (!running) return;
      running = false;
      events.forEach(function (name) { window.removeEventListener(name, wake, { capture: true }); });
      changed.disconnect();
      clearInterval(timer);
      cancelAnimationFrame(frame);
      frame = 0;
      var changes = [];
      known.forEach(function (entry, element) { forget(element, entry, changes); });
      if (changes.length) post(JSON.stringify(changes));
    }
    window.addEventListener('message', function (event) {
      if (event.source !== window) return;
      if (event.data === \#(JavaScriptLiteral(startMessage))) start();
      else if (event.data === \#(JavaScriptLiteral(stopMessage))) stop();
    });
    """#
  }
}
