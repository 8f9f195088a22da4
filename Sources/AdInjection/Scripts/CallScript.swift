// SPDX-License-Identifier: MIT

/// Takes the app's calls of a page: that the ad is to be rendered, how visible it is, and what
/// thresholds it wishes.
///
/// WebKit counts what an app evaluates as if a person had clicked, for the length of the script or
/// seconds, and sound, windows and fullscreen are then open to the ad. An answer to what a page
/// posted is no click. So the page asks and the app answers when it has something to say; with the next
/// question the page tells what came of it.
enum CallScript {
  /// The script, which asks once for each document, and from the main frame only.
  static func body(contract: PageContract) -> JavaScriptSource {
    #"""
    var handlers = window.webkit && window.webkit.messageHandlers;
    var handler = handlers && handlers[\#(JavaScriptLiteral(PageContract.callHandler))];
    var mark = Symbol.for('adview.calls');
    if (!handler || window[mark]) return;
    Object.defineProperty(window, mark, { value: true });
    var calls = {
      onDisplayed: function () {
        return \#(RenderTriggerScript.script(contract: contract).indented(by: 4))
      },
      onLoaded: function () {
        return \#(RemoteThresholdsScript.script(contract: contract).indented(by: 4))
      },
      viewability: function (call) {
        return \#(ViewabilityScript.update(by: "call", contract: contract).indented(by: 4))
      }
    };
    function ask(question) {
      handler.postMessage(question).then(function (text) {
        if (text === null) return;
        var call = JSON.parse(text), answer = null;
        try { answer = calls[call.name](call); } catch (error) {
          if (window.console && typeof console.error === 'function')
            console.error('[adview] ' + call.name, error);
        }
        ask({ isFirst: false, answer: typeof answer === 'string' ? answer : null });
      }, function () {});
    }
    ask({ isFirst: true, answer: null });
    """#
  }
}
