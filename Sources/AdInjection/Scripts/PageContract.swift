// SPDX-License-Identifier: MIT

/// The names under which the app and the page know each other.
public struct PageContract: Equatable, Sendable {
  /// The script message handler that takes console lines, sizes and impressions.
  public var bridgeHandler: String
  /// The script message handler that takes placeholder geometry.
  public var placeholderHandler: String
  /// The property of `window` that holds what the app tells the page.
  public var namespace: String

  /// The names that the ad template expects.
  public static let standard = PageContract()

  /// Takes the names that a template of the publisher's own expects.
  public init(
    bridgeHandler: String = "nativeBridge",
    placeholderHandler: String = "adPlaceholderTracker",
    namespace: String = "stepnetwork"
  ) {
    self.bridgeHandler = bridgeHandler
    self.placeholderHandler = placeholderHandler
    self.namespace = namespace
  }
}

extension PageContract {
  /// A statement that makes sure of the namespace, for use inside a function.
  var namespaceObject: JavaScriptSource {
    let name = JavaScriptLiteral(namespace)
    return #"window[\#(name)] = window[\#(name)] || {}"#
  }

  /// A function expression that posts a text to the app by the tracker's handler, or by the global
  /// of that name which Android's `WebView.addJavascriptInterface` makes.
  var postPlaceholders: JavaScriptSource {
    #"""
    function (text) {
      var name = \#(JavaScriptLiteral(placeholderHandler));
      var handlers = window.webkit && window.webkit.messageHandlers;
      var handler = handlers && handlers[name] || window[name];
      if (handler && typeof handler.postMessage === 'function') handler.postMessage(text);
    }
    """#
  }

  /// A function expression that posts a message to the app, and does nothing outside one.
  func post(to handler: String) -> JavaScriptSource {
    #"""
    function (message) {
      var handlers = window.webkit && window.webkit.messageHandlers;
      var handler = handlers && handlers[\#(JavaScriptLiteral(handler))];
      if (handler) handler.postMessage(message);
    }
    """#
  }
}
