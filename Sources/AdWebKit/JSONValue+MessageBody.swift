// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  public import AdView
  import Foundation

  extension JSONValue {
    /// The body of a `WKScriptMessage` as ``BridgeReader`` takes it.
    ///
    /// A page's numbers and booleans arrive as `NSNumber`; dates, which none of our messages has,
    /// and anything else count as `null`. So do containers more than 8 deep, which no message of
    /// ours has: a frame that posts one many thousands deep must not exhaust the app's stack.
    /// - Parameter body: The message's body.
    public init(messageBody body: Any) {
      self.init(messageBody: body, mayHold: 8)
    }

    /// Takes a body in which `depth` containers may still stand in one another.
    private init(messageBody body: Any, mayHold depth: Int) {
      switch body {
      case let text as String: self = .string(text)
      case let number as NSNumber:
        if CFGetTypeID(number) == CFBooleanGetTypeID() {
          self = .bool(number.boolValue)
        } else if let integer = Int64(exactly: number.doubleValue) {
          self = .integer(integer)
        } else {
          self = .double(number.doubleValue)
        }
      case let values as [Any] where depth > 0:
        self = .array(values.map { JSONValue(messageBody: $0, mayHold: depth - 1) })
      case let members as [String: Any] where depth > 0:
        var object = JSONObject()
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
          object[key] = JSONValue(messageBody: value, mayHold: depth - 1)
        }
        self = .object(object)
      default: self = .null
      }
    }
  }
#endif
