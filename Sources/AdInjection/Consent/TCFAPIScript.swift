// SPDX-License-Identifier: MIT
import AdModel

/// A `__tcfapi` that answers from the stored TC string, for pages without a consent platform.
///
/// Nothing is asked of the person and nothing changes while the page lives, so the status is
/// `tcloaded` from the start and listeners are called once. Source: IAB Tech Lab, "CMP API v2",
/// sections "Required commands", "Optional commands" and "Version history".
enum TCFAPIScript {
  static func body(_ data: TCFPageData) -> JavaScriptSource {
    let gvlVersion = JavaScriptLiteral(
      data.vendorListVersion.map { .integer(Int64($0)) } ?? .null)
    return #"""
      var tcData = \#(JavaScriptLiteral(data.tcData));
      var inAppTCData = \#(JavaScriptLiteral(data.inAppTCData));
      var listeners = {}, lastListener = 0;
      \#(FrameAPIScript.serve)
      function answer(listenerId) {
        var value = copy(tcData);
        value.cmpStatus = 'loaded';
        value.eventStatus = 'tcloaded';
        if (listenerId !== undefined) value.listenerId = listenerId;
        return value;
      }
      function only(value, vendorIds) {
        if (vendorIds === undefined || vendorIds === null) return value;
        if (!Array.isArray(vendorIds) || !vendorIds.every(isId)) return null;
        Object.keys(value.vendor || {}).forEach(function (list) {
          var kept = {};
          vendorIds.forEach(function (id) { kept[id] = value.vendor[list][id] === true; });
          value.vendor[list] = kept;
        });
        return value;
      }
      function isId(id) {
        return typeof id === 'number' && id > 0 && Math.floor(id) === id;
      }
      var commands = {
        ping: function (callback) {
          callback({
            gdprApplies: tcData.gdprApplies, cmpLoaded: true, cmpStatus: 'loaded',
            displayStatus: 'hidden', apiVersion: '2.3', cmpVersion: tcData.cmpVersion,
            cmpId: tcData.cmpId, gvlVersion: \#(gvlVersion),
            tcfPolicyVersion: tcData.tcfPolicyVersion
          }, true);
        },
        addEventListener: function (callback) {
          var id = ++lastListener;
          listeners[id] = true;
          callback(answer(id), true);
        },
        removeEventListener: function (callback, id) {
          var known = own(listeners, id);
          if (known) delete listeners[id];
          callback(known, known);
        },
        getTCData: function (callback, vendorIds) {
          var value = only(answer(), vendorIds);
          callback(value, value !== null);
        },
        getInAppTCData: function (callback) {
          var value = copy(inAppTCData);
          value.cmpStatus = 'loaded';
          value.eventStatus = 'tcloaded';
          callback(value, true);
        }
      };
      function api(command, version, callback, parameter) {
        if (typeof callback !== 'function') return;
        if (typeof version === 'string') version = Number(version);
        var latest = version === 0 || version === null || version === undefined;
        if (own(commands, command) && (latest || version === 2)) commands[command](callback, parameter);
        else callback(null, false);
      }
      serve('__tcfapi', api, function (call, reply) {
        api(call.command, call.version, reply, call.parameter);
      });
      """#
  }
}
