// SPDX-License-Identifier: MIT
internal import CWebKitGTK
public import Foundation

/// The two booleans of Foundation, as Apple's has them.
public let kCFBooleanTrue: NSNumber! = NSNumber(value: true)
public let kCFBooleanFalse: NSNumber! = NSNumber(value: false)

/// Makes what a page posted into values of Foundation as WebKit does: a value that stands in several
/// places is one object, so that lists may hold themselves, and nothing is done by recursion.
///
/// Lists and objects are of classes of our own, for those of Foundation here turn what they hold into
/// Swift's arrays when they are asked, all the way down.
enum PostedValue {
  static func object(_ value: UnsafeMutableRawPointer) -> AnyObject {
    var made: [UnsafeMutableRawPointer: AnyObject] = [:]
    var kept: [UnsafeMutableRawPointer] = []
    var open: [UnsafeMutableRawPointer] = []
    defer { for value in kept { host_unref(value) } }

    func make(_ value: UnsafeMutableRawPointer) -> AnyObject {
      if let known = made[value] {
        host_unref(value)
        return known
      }
      kept.append(value)
      let object: AnyObject
      switch host_value_kind(value) {
      case HOST_BOOLEAN: object = host_value_boolean(value) != 0 ? kCFBooleanTrue : kCFBooleanFalse
      case HOST_NUMBER: object = NSNumber(value: host_value_number(value))
      case HOST_STRING:
        let text = host_value_string(value)
        object = NSString(string: text.map { String(cString: $0) } ?? "")
        g_free(text)
      case HOST_ARRAY:
        object = PostedArray()
        open.append(value)
      case HOST_OBJECT:
        object = PostedObject()
        open.append(value)
      default: object = NSNull()
      }
      made[value] = object
      return object
    }

    host_ref(value)
    let root = make(value)
    while let next = open.popLast() {
      switch made[next] {
      case let array as PostedArray:
        array.items = (0..<host_value_length(next)).map { make(host_value_element(next, $0)) }
      case let object as PostedObject:
        guard let names = host_value_names(next) else { continue }
        var place = 0
        while let name = names[place] {
          object.members[String(cString: name)] = make(host_value_member(next, name))
          place += 1
        }
        g_strfreev(names)
      default: break
      }
    }
    return root
  }
}

private final class PostedArray: NSArray {
  var items: [AnyObject] = []

  override init() { super.init(objects: nil, count: 0) }
  required init(objects: UnsafePointer<AnyObject>?, count: Int) {
    super.init(objects: objects, count: count)
  }
  required init?(coder: NSCoder) { nil }

  override var count: Int { items.count }
  override func object(at index: Int) -> Any { items[index] }
}

private final class PostedObject: NSDictionary {
  var members: [String: AnyObject] = [:]

  required init() { super.init(objects: nil, forKeys: nil, count: 0) }
  required init(
    objects: UnsafePointer<AnyObject>?, forKeys keys: UnsafePointer<NSObject>?, count: Int
  ) {
    super.init(objects: objects, forKeys: keys, count: count)
  }
  required init?(coder: NSCoder) { nil }

  override var count: Int { members.count }
  override func object(forKey key: Any) -> Any? { (key as? String).flatMap { members[$0] } }
  override func keyEnumerator() -> NSEnumerator {
    NSArray(array: members.keys.map { NSString(string: $0) }).objectEnumerator()
  }
}
