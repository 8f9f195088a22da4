// SPDX-License-Identifier: MIT
import AdConsent
package import AdInjection
import AdLoading
import AdModel

/// The script of a page's preview: replays what the manager did, and follows its rule when someone
/// scrolls by hand.
package enum PagePreviewScript {
  static func source(_ preview: PagePreview) -> JavaScriptSource {
    #"""
    (function () {
      'use strict';
      var data = \#(JavaScriptLiteral(data(preview)));
      var byId = function (id) { return document.getElementById(id); };
      var screen = byId('screen'), log = byId('log'), slider = byId('time');
      var height = data.columnHeight;
      var states = data.units.map(function () { return 'notLoaded'; });

    \#(PreviewParts.clamp.indented(by: 2))
    \#(PreviewParts.reveal.indented(by: 2))

      function show() {
        states.forEach(function (state, unit) {
          document.querySelectorAll('[data-unit="' + unit + '"]').forEach(function (element) {
            element.className = 'unit ' + state;
            var text = element.querySelector('.state');
            if (!text) return;
            text.textContent = state;
            webView(element, unit, state);
          });
        });
        function band(id, distance) {
          byId(id).style.top = (screen.scrollTop - distance) / height * 100 + '%';
          byId(id).style.height = (data.viewportHeight + 2 * distance) / height * 100 + '%';
        }
        band('view', 0);
        band('fetch', data.fetch);
        band('display', data.display);
        band('unload', data.unload);
      }
      function note(time, unit, from, to, cause) {
        var line = log.insertRow();
        [(time / 1000).toFixed(2) + ' s', data.units[unit].id, from + ' → ' + to, cause]
          .forEach(function (text) { line.insertCell().textContent = text; });
        return line;
      }

    \#(webViews.indented(by: 2))

    \#(replay.indented(by: 2))

    \#(live.indented(by: 2))

      if (!matchMedia('(prefers-reduced-motion: reduce)').matches) play();
      show();
    })();
    """#
  }

  /// A web view for each ad that is fetched: it renders once it is displayed, and goes when the ad
  /// is unloaded.
  private static let webViews: JavaScriptSource = #"""
    var views = new Map();
    function webView(element, unit, state) {
      var frame = element.querySelector('iframe');
      var wanted = data.units[unit].html !== null && (state === 'fetched' || state === 'displayed');
      if (wanted && !frame) {
        frame = document.createElement('iframe');
        frame.setAttribute('sandbox', 'allow-scripts');
        frame.title = data.units[unit].id;
        frame.srcdoc = data.units[unit].html;
        element.appendChild(frame);
        views.set(frame.contentWindow, { unit: unit, loaded: false, rendered: false });
      } else if (!wanted && frame) {
        views.delete(frame.contentWindow);
        frame.remove();
        resize(element, data.units[unit], data.units[unit].initial);
      }
      if (wanted) render(frame.contentWindow);
    }
    /** Sizes an ad as the app would, centred in the column; what is below it keeps its place. */
    function resize(element, unit, size) {
      element.style.width = size.width + 'px';
      element.style.height = size.height + 'px';
      element.style.left = (data.columnWidth - size.width) / 2 + 'px';
      element.querySelector('small').textContent = size.width + ' × ' + size.height;
    }
    function resizeAsAsked(unit, message) {
      if (!(message.width > 0 && message.height > 0)) return;
      var element = document.querySelector('.column [data-unit="' + unit + '"]');
      resize(element, data.units[unit], {
        width: clamp(message.width, data.units[unit].limits, 'width'),
        height: clamp(message.height, data.units[unit].limits, 'height')
      });
    }
    function render(page) {
      var view = views.get(page);
      if (!view.loaded || view.rendered || states[view.unit] !== 'displayed') return;
      view.rendered = true;
      page.postMessage('render', '*');
    }
    window.addEventListener('message', function (event) {
      var view = views.get(event.source), told = event.data;
      if (!view) return;
      if (told.kind === 'loaded') {
        view.loaded = true;
        render(event.source);
      } else if (told.kind === 'message') {
        var line = byId('messages').insertRow();
        [data.units[view.unit].id, JSON.stringify(told.body.body)]
          .forEach(function (text) { line.insertCell().textContent = text; });
        reveal(line);
        if (told.body.body && told.body.body.type === 'adSize')
          resizeAsAsked(view.unit, told.body.body);
      }
    });
    """#

  /// Shows the scroll and the transitions that the manager made of it.
  private static let replay: JavaScriptSource = #"""
    var duration = data.scroll.length ? data.scroll[data.scroll.length - 1][0] : 0;
    var playing = false, isLive = false, began = 0, set = -1;
    var lines = data.transitions.map(function (change) {
      return note(change[0], change[1], change[2], change[3], change[4]);
    });
    slider.max = duration;
    function offsetAt(time) {
      for (var index = 1; index < data.scroll.length; index++) {
        var before = data.scroll[index - 1], after = data.scroll[index];
        if (after[0] < time) continue;
        var part = (time - before[0]) / Math.max(1, after[0] - before[0]);
        return before[1] + (after[1] - before[1]) * part;
      }
      return data.scroll.length ? data.scroll[data.scroll.length - 1][1] : 0;
    }
    function at(time) {
      slider.value = time;
      byId('now').textContent = (time / 1000).toFixed(1) + ' s';
      states = data.units.map(function () { return 'notLoaded'; });
      var latest = null;
      data.transitions.forEach(function (change, index) {
        if (change[0] <= time) states[change[1]] = change[3], latest = lines[index];
        lines[index].className = change[0] <= time ? '' : 'later';
      });
      if (latest) reveal(latest);
      screen.scrollTop = offsetAt(time);
      set = screen.scrollTop;
      show();
    }
    function frame() {
      if (!playing) return;
      var time = Math.min(performance.now() - began, duration);
      at(time);
      if (time < duration) requestAnimationFrame(frame); else pause();
    }
    function play() {
      if (isLive) {
        isLive = false;
        clearTimeout(timer);
        lines.forEach(function (line) { line.hidden = false; });
        while (log.rows.length > lines.length) log.deleteRow(-1);
        byId('mode').textContent = 'The manager\'s own decisions, replayed. Scroll the phone to go live.';
      }
      playing = true;
      began = performance.now() - (Number(slider.value) < duration ? Number(slider.value) : 0);
      byId('play').textContent = 'Pause';
      requestAnimationFrame(frame);
    }
    function pause() {
      playing = false;
      byId('play').textContent = 'Play';
    }
    byId('play').addEventListener('click', function () { if (playing) pause(); else play(); });
    slider.addEventListener('input', function () {
      pause();
      if (!isLive) at(Number(slider.value));
    });
    """#

  /// The rule of the loading manager (`LoadingEngine`) for a page whose ads stand still and render as
  /// they are displayed, as a function without a screen: the time in milliseconds and the scroll offset in points go in, the
  /// changes come out. A test runs it beside the engine on random scrolls.
  package static let rule: JavaScriptSource = #"""
    function loadingRule(data, states) {
      var outsideSince = [], last = -Infinity, isAskedFor = false, top = null, changes = [];
      var fetched = [], pausedUntil = [], pauseEnds = [], moves = [];
      /** Whether an ad is within a distance, and so many points further ahead where the zone leads. */
      function overlaps(unit, distance, lead) {
        var above = top - distance + Math.min(lead || 0, 0);
        var below = top + data.viewportHeight + distance + Math.max(lead || 0, 0);
        if (data.unloading) {
          above = Math.max(above, top - data.unload);
          below = Math.min(below, top + data.viewportHeight + data.unload);
        }
        return unit.top < below && unit.bottom > above;
      }
      /** Takes a move; one of a screen or more is a jump, and what is not recent does not count. */
      function move(time, offset) {
        var last = moves[moves.length - 1];
        if (last && Math.abs(offset - last[1]) >= data.viewportHeight) moves = [];
        else if (last && last[0] === time) moves.pop();
        moves = moves.filter(function (one) { return one[0] >= time - data.motionWindow; });
        moves.push([time, offset]);
      }
      /** How far the scroll goes in the time of the prediction, at the speed that it has. */
      function lead(time) {
        var last = moves[moves.length - 1];
        var first = moves.find(function (one) { return one[0] >= time - data.motionWindow; });
        if (!first || first[0] >= last[0]) return 0;
        return (last[1] - first[1]) / (time - first[0]) * data.prediction;
      }
      function next(unit, place, time) {
        var state = states[place];
        var isInFetchZone = data.open && overlaps(unit, data.fetch, lead(time));
        if (state === 'notLoaded' && isInFetchZone && pausedUntil[place] > time) {
          pauseEnds.push(pausedUntil[place]);
          return false;
        }
        if (state === 'notLoaded') return isInFetchZone && ['fetched', 'enteredFetchZone'];
        if (state === 'unloaded') return isInFetchZone && ['notLoaded', 'reenteredFetchZone'];
        if (!data.unloading || overlaps(unit, data.unload)) outsideSince[place] = undefined;
        else if (outsideSince[place] === undefined) outsideSince[place] = time;
        if (state === 'fetched' && overlaps(unit, data.display, lead(time)))
          return ['displayed', 'enteredDisplayZone'];
        return time - outsideSince[place] >= data.stability && ['unloaded', 'leftUnloadZone'];
      }
      function distance(place) {
        var unit = data.units[place];
        return Math.max(0, unit.top - top - data.viewportHeight, top - unit.bottom);
      }
      function isOnScreen(place) { return overlaps(data.units[place], 0); }
      function byDistance(one, other) {
        return isOnScreen(other) - isOnScreen(one) || distance(one) - distance(other)
          || (data.units[one].id < data.units[other].id ? -1 : 1);
      }
      function check(time) {
        var moved = [], wanted = [], loaded = [], room, victims;
        function change(place, state, cause) {
          moved.push([time, place, states[place], state, cause]);
          states[place] = state;
          if (state === 'unloaded') outsideSince[place] = undefined;
          if (state === 'fetched') fetched[place] = time;
          if (state === 'displayed') pausedUntil[place] = fetched[place] + data.pause;
        }
        function evict() {
          change(victims.pop(), 'unloaded', 'evicted');
          room += 1;
        }
        last = time;
        pauseEnds = pauseEnds.filter(function (end) { return end > time; });
        data.units.forEach(function (unit, place) {
          var wish = next(unit, place, time);
          if (wish && wish[0] === 'fetched') wanted.push(place);
          else if (wish) change(place, wish[0], wish[1]);
          if (states[place] === 'fetched' || states[place] === 'displayed') loaded.push(place);
        });
        room = data.liveViews - loaded.length;
        victims = loaded.filter(function (place) {
          return !isOnScreen(place) && !moved.some(function (one) { return one[1] === place; });
        }).sort(byDistance);
        while (room < 0 && victims.length) evict();
        wanted.sort(byDistance).every(function (place) {
          if (room <= 0) {
            var farthest = victims.length ? distance(victims[victims.length - 1]) : -1;
            if (farthest >= 0
              && (isOnScreen(place) || farthest >= distance(place) + data.viewportHeight / 2)) evict();
            else if (!isOnScreen(place)) return false;
          }
          change(place, 'fetched', 'enteredFetchZone');
          room -= 1;
          return true;
        });
        isAskedFor = moved.length > 0;
        changes = changes.concat(moved.sort(function (one, other) { return one[1] - other[1]; }));
      }
      function deadline() {
        if (isAskedFor) return last + data.throttle;
        var first = outsideSince.reduce(function (least, since) {
          return since === undefined ? least : Math.min(least, since + data.stability);
        }, Math.min.apply(null, pauseEnds));
        return Math.max(first, last + data.throttle);
      }
      function runUntil(time) { while (deadline() <= time) check(deadline()); }
      return {
        states: states,
        deadline: deadline,
        /** Scrolls to an offset, or lets time pass where that is the offset already. */
        scroll: function (time, offset) {
          runUntil(time);
          if (offset !== top) {
            if (top !== null) move(time, offset);
            top = offset;
            if (time - last >= data.throttle) check(time); else isAskedFor = true;
          }
          return changes.splice(0);
        },
      };
    }
    """#

  /// Scrolling by hand: the same rule, run here.
  private static let live: JavaScriptSource = #"""
    \#(rule)
    var follower = null, timer = 0, liveBegan = 0;
    function follow() {
      var time = performance.now() - liveBegan;
      follower.scroll(time, screen.scrollTop).forEach(function (change) {
        reveal(note(change[0], change[1], change[2], change[3], change[4]));
      });
      show();
      clearTimeout(timer);
      if (isFinite(follower.deadline())) timer = setTimeout(follow, follower.deadline() - time);
    }
    screen.addEventListener('scroll', function () {
      if (!isLive && Math.abs(screen.scrollTop - set) < 2) return;
      if (!isLive) {
        pause();
        isLive = true;
        liveBegan = performance.now();
        follower = loadingRule(data, states);
        lines.forEach(function (line) { line.hidden = true; });
        byId('mode').textContent = 'Live: the same rule, run here. Press Play for the replay.';
      }
      follow();
    });
    """#

  private static func html(of placement: PagePreview.Placement) -> JSONValue {
    guard let bundle = placement.bundle, bundle.isLoadable else { return .null }
    return .string(PreviewStandIn.page(bundle).html)
  }

  private static func data(_ preview: PagePreview) -> JSONValue {
    let distances = preview.zoneDistances
    let places = Dictionary(
      preview.placements.enumerated().map { ($1.unit.id, Int64($0)) },
      uniquingKeysWith: { a, _ in a })
    return [
      "open": .bool(preview.decision.isAllowed),
      "viewportHeight": .double(preview.viewport.height),
      "columnWidth": .double(preview.viewport.width),
      "columnHeight": .double(preview.columnHeight),
      "fetch": .double(distances.fetch), "display": .double(distances.display),
      "unload": .double(distances.unload), "unloading": .bool(preview.thresholds.unloadingEnabled),
      "liveViews": .integer(Int64(preview.liveViews)),
      "throttle": .integer(preview.thresholds.throttle),
      "stability": .integer(preview.thresholds.stabilityDelay),
      "prediction": .integer(preview.thresholds.prediction),
      "motionWindow": .integer(ScrollSpeed.window),
      "pause": .integer(LoadingEngine.requestPause),
      "units": .array(
        preview.placements.map { placement in
          [
            "id": .string(placement.unit.id.rawValue), "top": .double(placement.frame.y),
            "bottom": .double(placement.frame.maxY), "html": html(of: placement),
            "initial": [
              "width": .double(placement.frame.width), "height": .double(placement.frame.height),
            ],
            "limits": PreviewParts.limits(of: placement.unit.constraints),
          ]
        }),
      "scroll": .array(preview.scroll.map { [.integer($0.time), .double($0.offset)] }),
      "transitions": .array(
        preview.transitions.compactMap { change in
          guard let place = places[change.unit] else { return nil }
          return [
            .integer(change.time), .integer(place), .string(change.from.rawValue),
            .string(change.to.rawValue), .string(change.cause.rawValue),
          ]
        }),
    ]
  }
}
