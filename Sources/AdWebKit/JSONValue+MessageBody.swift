// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  public import AdView
  import Foundation

  extension JSONValue {
    /// The body of a `WKScriptMessage` as ``BridgeReader`` takes it.
    ///
    /// A page's numbers and booleans arrive as `NSNumber`; dates, which none of our messages has,
    /// and anything else count as `null`.
    /// - Parameter body: The message's body.
    public init(messageBody body: Any) {
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
      case let values as [Any]: self = .array(values.map(JSONValue.init(messageBody:)))
      case let members as [String: Any]:
        var object = JSONObject()
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
          object[key] = JSONValue(messageBody: value)
        }
        self = .object(object)
      default: self = .null
      }
    }
  }
#endif
