// SPDX-License-Identifier: MIT
package import AdModel

/// The names under which the app and the page know each other.
public struct PageContract: Hashable, Sendable {
  /// The script message handler that takes console lines, sizes and impressions.
  public var bridgeHandler: String
  /// The script message handler that takes placeholder geometry.
  public var placeholderHandler: String
  /// The property of `window` that holds what the app tells the page.
  public var namespace: String

  /// The message handler with replies by which a page asks for the app's calls.
  public static let callHandler = "adviewCalls"
  /// The message handler that hears of clicks, in the world that is the app's own.
  public static let clickHandler = "adviewClicks"
  /// The name of that world.
  public static let world = "adview"

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

  /// Refuses what cannot be the name of a handler or of a property: each is 1 to 128 letters, digits,
  /// `_` and `$`, beginning with no digit, as Android's `addJavascriptInterface` takes it, too; the
  /// handlers have different names, since a web view ends the app over one that is added twice.
  /// - Throws: `InvalidValue` with `malformed`, or `contradiction` for handlers of one name.
  package func validate() throws(InvalidValue) {
    for (field, name) in [
      ("bridge handler", bridgeHandler), ("placeholder handler", placeholderHandler),
      ("namespace", namespace),
    ] where !name.isScriptName {
      throw InvalidValue(
        .malformed, field: field,
        reason: "is \(name.quotedForDisplay); a name is 1 to 128 letters, digits, _ and $, and "
          + "begins with no digit")
    }
    for (field, name) in [
      ("bridge handler", bridgeHandler), ("placeholder handler", placeholderHandler),
    ] where name == Self.callHandler {
      throw InvalidValue(
        .contradiction, field: field,
        reason: "is '\(name)', by which pages ask for calls already")
    }
    if bridgeHandler == placeholderHandler {
      throw InvalidValue(
        .contradiction, field: "placeholder handler",
        reason: "is '\(placeholderHandler)', which is the bridge handler's name already")
    }
  }
}

extension String {
  fileprivate var isScriptName: Bool {
    let first = utf8.first.map { $0.isScriptNameByte && !(0x30...0x39).contains($0) }
    return first == true && utf8.count <= 128 && utf8.allSatisfy(\.isScriptNameByte)
  }
}

extension UInt8 {
  fileprivate var isScriptNameByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default: false
    }
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
