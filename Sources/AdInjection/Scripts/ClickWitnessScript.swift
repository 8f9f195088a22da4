// SPDX-License-Identifier: MIT

/// Tells the app that the person clicked something in an ad, in whatever frame.
///
/// WebKit calls a link that a script clicks a clicked link, and a touch may be the beginning of a
/// scroll. The page's own event says it: `isTrusted` is true for what a person did alone, a scroll makes
/// no `click`, and a screen reader, a switch or a keyboard makes one. The script listens before
/// anything of the page, so that nothing there keeps the event from it, and in a world of its own, where
/// no script of the page can call the handler.
enum ClickWitnessScript {
  static let body: JavaScriptSource = #"""
    var handlers = window.webkit && window.webkit.messageHandlers;
    var handler = handlers && handlers[\#(JavaScriptLiteral(PageContract.clickHandler))];
    if (!handler) return;
    window.addEventListener('click', function (event) {
      if (event.isTrusted) handler.postMessage(true);
    }, true);
    """#
}
