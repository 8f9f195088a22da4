// SPDX-License-Identifier: MIT

/// What of a placeholder is neither clipped nor covered by its own page.
///
/// Clips of ancestors are computed from their boxes; what lies on top is asked of the page itself, at
/// 40 by 40 points of the part in the viewport. IntersectionObserver alone would count what is covered,
/// hidden or clipped by a path. The page cannot tell what covers without taking touches
/// (`pointer-events: none`), and a cover that is nearly clear counts like any other; one
/// that draws nothing covers nothing.
enum PlaceholderSightScript {
  /// A function of an element, what is kept of it, and how closely to look (1: whether what was found
  /// before still holds, at a hundred points that change from look to look; 2: at all points). It gives
  /// rectangles `[x, y, width, height]` from the element's top left corner, or null where all of it could
  /// be seen.
  static let source: JavaScriptSource = #"""
    var grain = 40, mostParts = 64;
    function isShown(element) {
      if (element.checkVisibility) return element.checkVisibility({
        opacityProperty: true, visibilityProperty: true, checkOpacity: true, checkVisibilityCSS: true
      });
      if (!element.getClientRects().length) return false;
      for (var each = element; each; each = each.parentElement)
        if (getComputedStyle(each).opacity === '0') return false;
      return getComputedStyle(element).visibility === 'visible';
    }
    /** Whether an element is what an absolute or fixed one in it is placed by. */
    function holds(style, position) {
      return style.transform !== 'none' || style.filter !== 'none' || style.perspective !== 'none' ||
        /paint|layout|strict|content/.test(style.contain) ||
        (position === 'absolute' && style.position !== 'static');
    }
    /** The part of an element's box that no ancestor cuts off, as edges; null where there is none. */
    function uncut(element, box) {
      var edges = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
      var position = getComputedStyle(element).position;
      for (var each = element.parentElement; each; each = each.parentElement) {
        if (each === document.documentElement || each === document.body) continue;
        var style = getComputedStyle(each);
        if ((position === 'absolute' || position === 'fixed') && !holds(style, position)) continue;
        var isPainted = /paint|strict|content/.test(style.contain);
        var outer = each.getBoundingClientRect();
        if (isPainted || style.overflowX !== 'visible') {
          edges.left = Math.max(edges.left, outer.left + each.clientLeft);
          edges.right = Math.min(edges.right, outer.left + each.clientLeft + each.clientWidth);
        }
        if (isPainted || style.overflowY !== 'visible') {
          edges.top = Math.max(edges.top, outer.top + each.clientTop);
          edges.bottom = Math.min(edges.bottom, outer.top + each.clientTop + each.clientHeight);
        }
        position = style.position;
      }
      return edges.left < edges.right && edges.top < edges.bottom ? edges : null;
    }
    /** Whether an element draws anything of its own: a wrapper that only holds others covers nothing. */
    function paints(element) {
      if (!(element instanceof HTMLElement) || /^(IMG|VIDEO|CANVAS|IFRAME|OBJECT|EMBED|INPUT|TEXTAREA|SELECT|BUTTON)$/
        .test(element.tagName)) return true;
      var style = getComputedStyle(element);
      return !/^(transparent|rgba\(.*, 0\))$/.test(style.backgroundColor) ||
        style.backgroundImage !== 'none' || parseFloat(style.borderTopWidth) > 0 ||
        parseFloat(style.borderBottomWidth) > 0 || (style.backdropFilter || 'none') !== 'none' ||
        ['::before', '::after'].some(function (part) {
          return !/^(none|normal)?$/.test(getComputedStyle(element, part).content);
        }) || Array.prototype.some.call(element.childNodes, function (node) {
          return node.nodeType === 3 && node.data.trim();
        });
    }
    function isOnTop(element, x, y, shown) {
      // What is out of the viewport nobody can tell; it is not seen for that reason anyway.
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return true;
      function isOurs(hit) { return hit === element || element.contains(hit); }
      function covers(hit) {
        if (!shown.has(hit)) shown.set(hit, isShown(hit) && paints(hit));
        return shown.get(hit);
      }
      var hit = document.elementFromPoint(x, y);
      if (!hit || isOurs(hit)) return !!hit;
      // What draws nothing takes touches, and covers nothing.
      return !covers(hit) && isOurs(document.elementsFromPoint(x, y).find(function (next) {
        return isOurs(next) || covers(next);
      }));
    }
    /** The runs of a grid that are seen, joined where rows are alike: [from column, row, to column, row]. */
    function runs(cells, step) {
      var size = grain / step, done = [], open = [];
      for (var row = 0; row <= size; row++) {
        var found = [], from = -1;
        for (var column = 0; row < size && column <= size; column++) {
          var seen = column < size && cells[row * size + column];
          if (seen && from < 0) from = column;
          if (!seen && from >= 0) found.push([from, row, column, row + 1]), from = -1;
        }
        var rest = [];
        open.forEach(function (run) {
          var same = found.findIndex(function (other) {
            return other[0] === run[0] && other[2] === run[2];
          });
          if (same < 0) return done.push(run);
          run[3] = row + 1;
          rest.push(run);
          found.splice(same, 1);
        });
        open = rest.concat(found);
      }
      return done.map(function (run) { return run.map(function (at) { return at * step; }); });
    }
    /** Every second row and column: a cell is seen where two of four were. */
    function coarser(cells, size) {
      return Array.from({ length: size * size / 4 }, function (_, at) {
        var first = Math.floor(at / (size / 2)) * 2 * size + at % (size / 2) * 2;
        return cells[first] + cells[first + 1] + cells[first + size] + cells[first + size + 1] >= 2;
      });
    }
    function sight(element, kept, looks) {
      var box = element.getBoundingClientRect();
      if (!box.width || !box.height) return null;
      var edges = isShown(element) ? uncut(element, box) : null;
      if (!edges) {
        kept.cells = null;
        return [];
      }
      var isNear = edges.bottom > 0 && edges.right > 0 && edges.top < innerHeight &&
        edges.left < innerWidth && getComputedStyle(element).pointerEvents !== 'none';
      var width = (edges.right - edges.left) / grain, height = (edges.bottom - edges.top) / grain;
      var shown = new Map();
      /** Whether a place is seen, in columns and rows. */
      function askAt(column, row) {
        return isOnTop(element, edges.left + column * width, edges.top + row * height, shown);
      }
      function ask(at) { return askAt(at % grain + 0.5, Math.floor(at / grain) + 0.5); }
      /** Where between two rows or columns the part that is seen ends: half way, and half of that. */
      function end(inside, outside, isSeen) {
        for (var steps = 0; steps < 4; steps++) {
          var middle = (inside + outside) / 2;
          if (isSeen(middle)) inside = middle; else outside = middle;
        }
        return (inside + outside) / 2;
      }
      /** A run whose ends are looked at more closely, where what is beside them is not seen. */
      function refined(run) {
        var column = Math.floor((run[0] + run[2]) / 2), row = Math.floor((run[1] + run[3]) / 2);
        function across(x) { return askAt(x, row + 0.5); }
        function down(y) { return askAt(column + 0.5, y); }
        function isFree(x, y) { return x >= 0 && y >= 0 && x < grain && y < grain && !cells[y * grain + x]; }
        return [
          isFree(run[0] - 1, row) ? end(run[0] + 0.5, run[0] - 0.5, across) : run[0],
          isFree(column, run[1] - 1) ? end(run[1] + 0.5, run[1] - 0.5, down) : run[1],
          isFree(run[2], row) ? end(run[2] - 0.5, run[2] + 0.5, across) : run[2],
          isFree(column, run[3]) ? end(run[3] - 0.5, run[3] + 0.5, down) : run[3]
        ];
      }
      if (!isNear) {
        kept.cells = null;
      } else {
        var isSame = kept.cells && looks === 1;
        kept.turn = (kept.turn || 0) + 1;
        for (var at = kept.turn % 4 + grain * (kept.turn >> 2 & 3); isSame && at < grain * grain;
          at += at % grain < grain - 4 ? 4 : grain * 3 + 4) isSame = ask(at) === kept.cells[at];
        if (!isSame) kept.cells = Array.from({ length: grain * grain }, function (_, at) {
          return ask(at);
        });
      }
      var isWhole = edges.left === box.left && edges.top === box.top && edges.right === box.right &&
        edges.bottom === box.bottom;
      var cells = kept.cells, step = 1;
      if (!cells || cells.every(Boolean)) return isWhole ? null : [[
        edges.left - box.left, edges.top - box.top, edges.right - edges.left, edges.bottom - edges.top
      ]];
      var found = runs(cells, step);
      for (; found.length > mostParts; found = runs(cells, step)) {
        cells = coarser(cells, grain / step);
        step *= 2;
        if (step === 8) break;
      }
      return found.slice(0, mostParts).map(step === 1 ? refined : function (run) {
        return run;
      }).map(function (run) {
        return [edges.left - box.left + run[0] * width, edges.top - box.top + run[1] * height,
          (run[2] - run[0]) * width, (run[3] - run[1]) * height];
      });
    }
    """#
}
