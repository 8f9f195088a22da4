// SPDX-License-Identifier: MIT

/// Passes the page's console on to the app.
///
/// Levels are kept, `%s` and its kin are applied, objects are written out (cycles, throwing getters
/// and DOM nodes included), long lines are cut, a page that logs while it is being logged cannot
/// make it call itself, and a second evaluation changes nothing.
enum ConsoleBridgeScript {
  /// How many characters of one line are passed on.
  static let lineLimit: Int64 = 4_000

  static func body(contract: PageContract) -> JavaScriptSource {
    #"""
    var post = \#(contract.post(to: contract.bridgeHandler));
    var busy = false;
    \#(describe)
    \#(format)
    function send(level, values) {
      if (busy) return;
      busy = true;
      try {
        var text = format(values);
        if (text.length > \#(JavaScriptLiteral(lineLimit)))
          text = text.slice(0, \#(JavaScriptLiteral(lineLimit))) + '…';
        post({ type: 'console', level: level, message: text });
      } catch (_) {
      } finally {
        busy = false;
      }
    }
    ['log', 'info', 'warn', 'error', 'debug'].forEach(function (level) {
      var original = console[level];
      if (original && original.bridged) return;
      console[level] = function () {
        send(level, Array.prototype.slice.call(arguments));
        var outermost = !busy;
        busy = true;
        try {
          if (original) return original.apply(console, arguments);
        } finally {
          if (outermost) busy = false;
        }
      };
      console[level].bridged = true;
    });
    var mark = Symbol.for('adview.console');
    if (!window[mark]) Object.defineProperty(window, mark, { value: {
      failed: function (event) {
        if (event.message) send('error', ['Uncaught ' + event.message]);
      },
      rejected: function (event) {
        send('error', ['Unhandled rejection', event.reason]);
      }
    } });
    window.addEventListener('error', window[mark].failed);
    window.addEventListener('unhandledrejection', window[mark].rejected);
    """#
  }

  private static let describe: JavaScriptSource = #"""
    function describe(value, path) {
      if (typeof value === 'string') return path.length ? JSON.stringify(value) : value;
      if (typeof value === 'function') return '[function ' + (value.name || 'anonymous') + ']';
      if (value === null || typeof value !== 'object') return String(value);
      if (path.indexOf(value) >= 0) return '[circular]';
      if (value instanceof Error) return value.stack && value.stack.indexOf(value.message) >= 0
        ? value.stack : value.name + ': ' + value.message + (value.stack ? '\n' + value.stack : '');
      if (value instanceof Date) return String(value);
      if (value.nodeType === 1)
        return '<' + value.nodeName.toLowerCase() + (value.id ? '#' + value.id : '') + '>';
      var list = Array.isArray(value);
      if (path.length >= 4) return list ? '[…]' : '{…}';
      var deeper = path.concat([value]);
      var keys = Object.keys(value);
      var parts = keys.slice(0, 50).map(function (key) {
        var item;
        try { item = describe(value[key], deeper); } catch (_) { item = '[not readable]'; }
        return list ? item : JSON.stringify(key) + ':' + item;
      });
      if (keys.length > parts.length) parts.push('… ' + (keys.length - parts.length) + ' more');
      if (list) return '[' + parts.join(',') + ']';
      var kind = Object.prototype.toString.call(value).slice(8, -1);
      return (kind === 'Object' ? '' : kind + ' ') + '{' + parts.join(',') + '}';
    }
    """#

  /// The console's format specifiers (WHATWG Console, section 2.2).
  private static let format: JavaScriptSource = #"""
    function format(values) {
      var first = values[0];
      if (typeof first === 'string' && values.length > 1) {
        var next = 1;
        first = first.replace(/%([sdifoOc%])/g, function (all, kind) {
          if (kind === '%') return '%';
          if (next >= values.length) return all;
          var value = values[next++];
          if (kind === 'c') return '';
          if (kind === 'd' || kind === 'i') return String(parseInt(value, 10));
          if (kind === 'f') return String(parseFloat(value));
          return describe(value, []);
        });
        values = [first].concat(values.slice(next));
      }
      return values.map(function (value) {
        try { return describe(value, []); } catch (_) { return '[not readable]'; }
      }).join(' ');
    }
    """#
}
