// SPDX-License-Identifier: MIT

/// Reports where a page's `.ad-placeholder` elements are, for native ads laid over them.
///
/// It starts on the message `startTrackingAdPlaceholders` and stops on `stopTrackingAdPlaceholders`,
/// both sent with `window.postMessage`. While something moves, one pass per animation frame measures
/// all placeholders and posts one JSON array of what changed: `{"id", "action", "rect", "visible"}` with
/// the action `add`, `update` or `remove`, and a rectangle in points (none for `remove`). `visible` are
/// the parts of it that are neither clipped nor covered, as far as the page could tell: it is left out
/// where that is all of it (`PlaceholderSightScript`). The first
/// array of a document begins with `{"action":"begin"}` and holds all that is there: what the app
/// knows from a document before, and does not find in it, is gone. After ten quiet frames the
/// script sleeps until the page scrolls, resizes, changes or loads something, and looks once every
/// half second for what none of these announced.
///
/// A placeholder goes by its `data-ad-unit-id`, or its `id`, or a number of our own; of two with the
/// same name the second gets a number.
public enum PlaceholderTrackerScript {
  /// What the rectangles are measured from. These cases are all; none will be added.
  public enum Coordinates: String, Sendable, CaseIterable {
    /// The viewport's top left: every placeholder moves as the page scrolls.
    case viewport
    /// The page's top left, in steps of 1/64 point: a scroll moves only what does not scroll along.
    /// The app gives the viewport itself: the bounds of the web view's scroll view, divided by its
    /// zoom scale.
    case content
  }

  /// The message that starts the tracking.
  package static let startMessage = "startTrackingAdPlaceholders"
  /// The message that stops it; every placeholder is reported as removed.
  package static let stopMessage = "stopTrackingAdPlaceholders"

  /// The script to inject at document end.
  ///
  /// - Parameter coordinates: What the rectangles are measured from.
  /// - Returns: The script, for the main frame of every page with placeholders.
  package static func script(
    contract: PageContract = .standard, coordinates: Coordinates = .viewport
  ) -> UserScript {
    UserScript(
      .placeholderTracker, at: .documentEnd,
      body: body(contract: contract, coordinates: coordinates))
  }

  /// A script that sends `startMessage` or `stopMessage`, for the app to evaluate.
  package static func posting(_ message: String) -> String {
    let source: JavaScriptSource = "window.postMessage(\(JavaScriptLiteral(message)), '*');"
    return source.text
  }

  private static func measured(in coordinates: Coordinates) -> JavaScriptSource {
    switch coordinates {
    case .viewport:
      """
      function measured(element) {
        return element.getBoundingClientRect();
      }
      """
    case .content:
      """
      function steps(value) {
        return Math.round(value * 64) / 64;
      }
      function measured(element) {
        var box = element.getBoundingClientRect();
        return {
          x: steps(box.x + window.scrollX), y: steps(box.y + window.scrollY),
          width: steps(box.width), height: steps(box.height)
        };
      }
      """
    }
  }

  /// In a window where it ran before, which WebKit keeps when a page writes its document anew, only
  /// the listeners are put back; where the engine does not run it again, the half-second look does.
  private static func body(
    contract: PageContract, coordinates: Coordinates
  ) -> JavaScriptSource {
    #"""
    var mark = Symbol.for('adview.placeholders');
    if (window[mark]) return window[mark]();
    var post = \#(contract.postPlaceholders);
    var known = new Map();
    var names = new Set();
    var running = false, isNew = true, frame = 0, quiet = 0, looked = -1e9, unnamed = 0, timer = 0, root = null;

    \#(measured(in: coordinates))
    \#(PlaceholderSightScript.source)
    function nameFor(element) {
      var name = element.getAttribute('data-ad-unit-id') || element.id;
      while (!name || names.has(name)) name = 'ad-placeholder-' + (++unnamed);
      names.add(name);
      return name;
    }
    function forget(element, entry, changes) {
      known.delete(element);
      names.delete(entry.id);
      unnamed = 0;
      changes.push({ id: entry.id, action: 'remove' });
    }
    /** What is to be seen of a placeholder, in the coordinates of its rectangle; null for all of it. */
    function visible(entry, element, box, looks) {
      var parts = sight(element, entry.sight, looks);
      return parts && parts.map(function (part) {
        return [box.x + part[0], box.y + part[1], part[2], part[3]];
      });
    }
    /** Measures all placeholders; looks says how closely what lies over them: 0 not at all, 1, 2. */
    function measure(looks) {
      var changes = [];
      if (isNew) changes.push({ action: 'begin' });
      isNew = false;
      known.forEach(function (entry, element) {
        if (!element.isConnected || !element.classList.contains('ad-placeholder'))
          forget(element, entry, changes);
      });
      document.querySelectorAll('.ad-placeholder').forEach(function (element) {
        var box = measured(element);
        var entry = known.get(element);
        var action = entry ? 'update' : 'add';
        if (!entry) known.set(element, entry = { id: nameFor(element), sight: {}, seen: null });
        var seen = looks || action === 'add' ? visible(entry, element, box, looks || 2) : entry.seen;
        if (!looks && entry.x !== undefined && seen) seen = seen.map(function (part) {
          return [part[0] + box.x - entry.x, part[1] + box.y - entry.y, part[2], part[3]];
        });
        if (action === 'update' && entry.x === box.x && entry.y === box.y &&
          entry.width === box.width && entry.height === box.height &&
          String(entry.seen) === String(seen) && !entry.seen === !seen) return;
        entry.x = box.x, entry.y = box.y, entry.width = box.width, entry.height = box.height;
        entry.seen = seen;
        var change = {
          id: entry.id, action: action,
          rect: { x: box.x, y: box.y, width: box.width, height: box.height }
        };
        if (seen) change.visible = seen;
        changes.push(change);
      });
      if (changes.length) post(JSON.stringify(changes));
      return changes.length > 0;
    }
    function pass() {
      frame = 0;
      // What lies over a placeholder is looked at as movement begins and ends, and now and then between.
      var now = performance.now(), looks = !quiet && now - looked > 250 || quiet === 8;
      if (looks) looked = now;
      quiet = measure(looks ? 2 : 0) ? 0 : quiet + 1;
      if (running && quiet < 10) frame = requestAnimationFrame(pass);
    }
    function wake() {
      quiet = 0;
      if (running && !frame) frame = requestAnimationFrame(pass);
    }
    function look() {
      if (root !== document.documentElement) attach();
      if (!frame && measure(1)) wake();
    }
    function told(event) {
      if (event.source !== window) return;
      if (event.data === \#(JavaScriptLiteral(startMessage))) start();
      else if (event.data === \#(JavaScriptLiteral(stopMessage))) stop();
    }
    /** A page that comes back as it was left: the app has seen another since. */
    function shown(event) {
      if (!event.persisted) return;
      known.clear();
      names.clear();
      unnamed = 0;
      isNew = true;
      wake();
    }

    var changed = new MutationObserver(wake);
    var events = ['scroll', 'resize', 'load', 'transitionrun', 'animationstart'];
    function attach() {
      root = document.documentElement;
      window.addEventListener('message', told);
      window.addEventListener('pageshow', shown);
      if (!running || !root) return;
      events.forEach(function (name) {
        window.addEventListener(name, wake, { capture: true, passive: true });
      });
      changed.observe(root,
        { subtree: true, childList: true, attributes: true, characterData: true });
      wake();
    }
    function start() {
      if (running) return;
      running = true;
      timer = setInterval(look, 500);
      attach();
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
    Object.defineProperty(window, mark, { value: attach });
    attach();
    """#
  }
}
