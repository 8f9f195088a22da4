// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  public import AdView
  import Foundation

  extension JSONValue {
    /// The body of a `WKScriptMessage` as ``BridgeReader`` takes it.
    ///
    /// A body with a value in it that JSON does not have, such as a date or a number that is not
    /// finite, counts as `null`, and so does one beyond the reader's limits.
    public init(messageBody body: Any) {
      if let text = body as? String {
        self = .string(text)
        return
      }
      // A page's numbers and booleans are both `NSNumber`; Foundation's writer tells them apart.
      guard JSONSerialization.isValidJSONObject([body]),
        let data = try? JSONSerialization.data(
          withJSONObject: body, options: [.fragmentsAllowed, .sortedKeys]),
        let value = try? JSONValue(message: String(decoding: data, as: UTF8.self))
      else {
        self = .null
        return
      }
      self = value
    }
  }
#endif
