// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  import AdView
  import WebKit

  /// The body of a `WKScriptMessage`: values of Foundation, as WebKit makes them of what a page posted.
  ///
  /// WebKit keeps identities, so that a list may hold itself, and takes tens of thousands of levels.
  /// Nothing here compares, describes or copies a value, for Foundation does all of that by recursion.
  struct FoundationMessage: MessageBody {
    let root: AnyObject

    /// - Parameter body: The message's body.
    init(_ body: Any) { root = body as AnyObject }

    func kind(of node: AnyObject) -> MessageNode {
      switch node {
      case let text as NSString: .text(atLeast: text.length)
      // A page's booleans are numbers to Foundation, too, and two objects of their own.
      case is NSNumber where node === kCFBooleanTrue: .bool(true)
      case is NSNumber where node === kCFBooleanFalse: .bool(false)
      case let number as NSNumber: .number(number.doubleValue)
      case let array as NSArray: .array(count: array.count)
      case let object as NSDictionary: .object(count: object.count)
      case is NSNull: .null
      default: .other
      }
    }

    func text(of node: AnyObject) -> String {
      node as? String ?? ""
    }

    func elements(of node: AnyObject) -> [AnyObject] {
      guard let array = node as? NSArray else { return [] }
      return (0..<array.count).map { array.object(at: $0) as AnyObject }
    }

    func members(of node: AnyObject) -> [(key: AnyObject, value: AnyObject)] {
      guard let object = node as? NSDictionary else { return [] }
      return object.allKeys.compactMap { key in
        object.object(forKey: key).map { (key as AnyObject, $0 as AnyObject) }
      }
    }

    /// Keeps the body in memory for ever.
    ///
    /// A body that was built thousands of levels deep is freed level by level on the stack of whoever
    /// lets go of it last, and the main thread's has a megabyte: some 4,600 levels. So one beyond the
    /// limits is never let go of. That costs its memory until the app ends, at most three times a
    /// view: after the third its handlers are gone.
    @MainActor func keepForever() { Self.kept.append(root) }

    @MainActor private static var kept: [AnyObject] = []
  }
#endif
