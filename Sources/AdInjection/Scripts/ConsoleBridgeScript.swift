// SPDX-License-Identifier: MIT

/// Passes the page's console on to the app.
///
/// Levels are kept, `%s` and its kin are applied, objects are written out (cycles, throwing getters
/// and DOM nodes included), a page that logs while it is being logged cannot make it call itself,
/// and a second evaluation changes nothing. A line is cut while it is written, so that whatever is
/// logged costs no more than the characters that are passed on.
enum ConsoleBridgeScript {
  /// How many characters of one line are passed on.
  static let lineLimit: Int64 = 4_000
  /// How many elements or members of a value are written out.
  private static let widthLimit: Int64 = 50

  static func body(contract: PageContract) -> JavaScriptSource {
    #"""
    var post = \#(contract.post(to: contract.bridgeHandler));
    var busy = false;
    \#(line)
    function send(level, values) {
      if (busy) return;
      busy = true;
      try {
        post({ type: 'console', level: level, message: line(values) });
      } catch (_) {
      } finally {
        busy = false;
      }
    }
    var target = window.console;
    ['log', 'info', 'warn', 'error', 'debug'].forEach(function (level) {
      var original = target ? target[level] : undefined;
      if (!target || original && original.bridged) return;
      target[level] = function () {
        send(level, arguments);
        var outermost = !busy;
        busy = true;
        try {
          if (original) return original.apply(target, arguments);
        } finally {
          if (outermost) busy = false;
        }
      };
      target[level].bridged = true;
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

  /// A function that makes a line of what was logged.
  private static let line: JavaScriptSource = #"""
    function line(values) {
      var limit = \#(JavaScriptLiteral(lineLimit)), width = \#(JavaScriptLiteral(widthLimit));
      var text = '', isFull = false;
      function write(piece) {
        if (isFull) return;
        isFull = text.length + piece.length > limit;
        text += isFull ? piece.slice(0, limit - text.length) + '…' : piece;
      }
    \#(describe.indented(by: 2))
    \#(format.indented(by: 2))
      format();
      return text;
    }
    """#

  /// Writes a value; `path` are the objects that it stands in.
  ///
  /// The stack of an error begins with its name and message in V8, and holds neither in WebKit.
  private static let describe: JavaScriptSource = #"""
    function quoted(string) {
      return JSON.stringify(string.slice(0, limit));
    }
    function describe(value, path) {
      if (isFull) return;
      if (path.indexOf(value) >= 0) { write('[circular]'); return; }
      try {
        var whole = scalar(value, path);
        if (whole === null) members(value, path.concat([value])); else write(whole);
      } catch (_) {
        write('[not readable]');
      }
    }
    function scalar(value, path) {
      if (typeof value === 'string') return path.length ? quoted(value) : value;
      if (typeof value === 'function')
        return '[function ' + String(value.name || 'anonymous').slice(0, limit) + ']';
      if (typeof value === 'bigint')
        return BigInt.asIntN(1024, value) === value ? String(value) : '[large integer]';
      if (value === null || typeof value !== 'object') return String(value);
      if (value instanceof Error) {
        var head = Error.prototype.toString.call(value), stack = value.stack;
        if (typeof stack !== 'string' || !stack) return head;
        return stack.indexOf(head) === 0 ? stack : head + '\n' + stack;
      }
      if (value instanceof Date || value instanceof RegExp) return String(value);
      if (typeof URL === 'function' && value instanceof URL) return value.href;
      if (value.nodeType === 1)
        return '<' + value.nodeName.toLowerCase() + (value.id ? '#' + value.id : '') + '>';
      return null;
    }
    function members(value, path) {
      var kind = Object.prototype.toString.call(value).slice(8, -1).slice(0, 80);
      var isKeyed = value instanceof Map;
      if (isKeyed || value instanceof Set) {
        var steps = (isKeyed ? Map : Set).prototype.entries.call(value);
        list(kind + '(' + value.size + ') ', '{', '}', value.size, path, function (item) {
          var entry = steps.next().value;
          if (isKeyed) item(entry[0]), write(' => ');
          item(entry[1]);
        });
      } else if (Array.isArray(value) || ArrayBuffer.isView(value) && value.length !== undefined) {
        var name = Array.isArray(value) ? '' : kind + '(' + value.length + ') ', at = 0;
        list(name, '[', ']', value.length, path, function (item) {
          var index = at++;
          if (!(index in value)) write('empty'); else item(value[index]);
        });
      } else {
        var keys = [], more = false;
        for (var key in value) {
          if (!Object.prototype.hasOwnProperty.call(value, key)) continue;
          more = keys.length === width;
          if (more) break;
          keys.push(key);
        }
        var next = 0;
        list(kind === 'Object' ? '' : kind + ' ', '{', '}', keys.length, path, function (item) {
          var key = keys[next++];
          write(quoted(key) + ':');
          var member;
          try { member = value[key]; } catch (_) { write('[not readable]'); return; }
          item(member);
        }, more);
      }
    }
    function list(name, open, close, count, path, each, more) {
      if (path.length > 4) { write(name + open + '…' + close); return; }
      write(name + open);
      for (var at = 0; at < count && at < width && !isFull; at++) {
        if (at) write(',');
        each(function (item) { describe(item, path); });
      }
      if (count > width) write(',… ' + (count - width) + ' more');
      else if (more) write(',… more');
      write(close);
    }
    """#

  /// The console's format specifiers (WHATWG Console, section 2.2).
  private static let format: JavaScriptSource = #"""
    function number(read, value) {
      try { return String(read(value)); } catch (_) { return 'NaN'; }
    }
    function format() {
      var first = values[0], next = 0;
      if (typeof first === 'string' && values.length > 1) {
        first = first.slice(0, limit + 1);
        next = 1;
        var at = 0, pattern = /%([sdifoOc%])/g, found;
        while (!isFull && (found = pattern.exec(first))) {
          write(first.slice(at, found.index));
          at = found.index + 2;
          var kind = found[1];
          if (kind === '%') write('%');
          else if (next >= values.length) write(found[0]);
          else if (kind === 'c') next++;
          else if (kind === 'd' || kind === 'i') write(number(parseInt, values[next++]));
          else if (kind === 'f') write(number(parseFloat, values[next++]));
          else describe(values[next++], []);
        }
        write(first.slice(at));
      }
      for (var place = next; place < values.length && !isFull; place++) {
        if (place) write(' ');
        describe(values[place], []);
      }
    }
    """#
}
