// SPDX-License-Identifier: MIT
import AdModel
import Testing

/// Each value of a document, and the document with another one in its place.
enum ReceiptValues {
  /// The ways to all values that are neither objects nor arrays.
  static func leaves(of value: JSONValue, under way: [String] = []) -> [[String]] {
    switch value {
    case .object(let object):
      object.members.flatMap { leaves(of: $0.value, under: way + [$0.key]) }
    case .array(let list):
      list.enumerated().flatMap { leaves(of: $1, under: way + ["\($0)"]) }
    default: [way]
    }
  }

  /// The value at a way.
  static func value(_ value: JSONValue, at way: [String]) -> JSONValue? {
    way.reduce(value) { value, step in
      switch value {
      case .object(let object)?: object[step]
      case .array(let list)?: Int(step).map { list[$0] }
      default: nil
      }
    }
  }

  /// The document with another value at a way; without one, with what comes to mind.
  static func changed(
    _ value: JSONValue, at way: ArraySlice<String>, to other: JSONValue? = nil
  ) throws -> JSONValue {
    guard let step = way.first else {
      if let other { return other }
      switch value {
      case .string(let text) where text.count == 64 && text.allSatisfy(\.isHexDigit):
        return .string(String(text.reversed()))
      case .string(let text) where text.hasPrefix("20"):
        return .string("2019" + text.dropFirst(4))
      case .string(let text): return .string("x" + text)
      case .integer(let number): return .integer(number + 1)
      case .bool(let flag): return .bool(!flag)
      default: return .string("something")
      }
    }
    switch value {
    case .object(var object):
      object[step] = try changed(try #require(object[step]), at: way.dropFirst(), to: other)
      return .object(object)
    case .array(var list):
      let index = try #require(Int(step))
      list[index] = try changed(list[index], at: way.dropFirst(), to: other)
      return .array(list)
    default: return value
    }
  }
}
