// SPDX-License-Identifier: MIT

/// A `__uspapi` that answers with the stored US Privacy string.
///
/// Source: IAB Tech Lab, "US Privacy User Signal Mechanism", version 1.
enum USPrivacyAPIScript {
  static func body(_ string: String) -> JavaScriptSource {
    #"""
    \#(FrameAPIScript.serve)
    function api(command, version, callback) {
      if (typeof callback !== 'function') return;
      if (typeof version === 'string') version = Number(version);
      if (command === 'getUSPData' && (version === 1 || !version))
        callback(copy({ version: 1, uspString: \#(JavaScriptLiteral(string)) }), true);
      else callback(null, false);
    }
    serve('__uspapi', api, function (call, reply) {
      api(call.command, call.version, reply);
    });
    """#
  }
}
