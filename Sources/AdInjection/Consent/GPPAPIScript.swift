// SPDX-License-Identifier: MIT
import AdModel

/// A `__gpp` that answers from the stored GPP string.
///
/// Source: IAB Tech Lab, "Global Privacy Platform, CMP API", version 1.1.
enum GPPAPIScript {
  /// The script for a GPP string; `ping` is what that command returns, without the statuses.
  static func body(ping: JSONValue) -> JavaScriptSource {
    #"""
    var stored = \#(JavaScriptLiteral(ping));
    var listeners = {}, lastListener = 0;
    \#(FrameAPIScript.serve)
    function state() {
      var value = copy(stored);
      value.cmpStatus = 'loaded';
      value.cmpDisplayStatus = 'hidden';
      value.signalStatus = 'ready';
      return value;
    }
    function section(prefix) {
      return own(stored.parsedSections, prefix) ? copy(stored.parsedSections[prefix]) : null;
    }
    var commands = {
      ping: function (callback) {
        callback(state(), true);
      },
      addEventListener: function (callback) {
        var id = ++lastListener;
        listeners[id] = true;
        callback({ eventName: 'listenerRegistered', listenerId: id, data: true, pingData: state() },
          true);
      },
      removeEventListener: function (callback, id) {
        var known = own(listeners, id);
        if (known) delete listeners[id];
        callback(known, known);
      },
      hasSection: function (callback, prefix) {
        callback((stored.supportedAPIs || []).some(function (api) {
          return api.slice(api.indexOf(':') + 1) === prefix &&
            stored.sectionList.indexOf(parseInt(api, 10)) >= 0;
        }), true);
      },
      getSection: function (callback, prefix) {
        var value = section(prefix);
        callback(value, value !== null);
      },
      getField: function (callback, parameter) {
        var path = typeof parameter === 'string' ? parameter : '';
        var dot = path.indexOf('.'), name = path.slice(dot + 1);
        var found = dot < 0 ? null : [].concat(section(path.slice(0, dot)) || [])
          .filter(function (segment) { return own(segment, name); })[0];
        callback(found ? found[name] : null, !!found);
      }
    };
    function api(command, callback, parameter) {
      if (typeof callback !== 'function') return;
      if (own(commands, command)) commands[command](callback, parameter);
      else callback(null, false);
    }
    serve('__gpp', api, function (call, reply) {
      api(call.command, reply, call.parameter);
    });
    """#
  }
}
