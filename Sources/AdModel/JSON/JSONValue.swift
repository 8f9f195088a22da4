// SPDX-License-Identifier: MIT

/// A JSON value that keeps what its text said: the order of members, and integers apart from
/// numbers with a fraction or an exponent.
///
/// Strings compare byte for byte, not by canonical equivalence as `String` does, because two
/// keys that only look alike are two keys to the page that receives them.
/// These cases are all; none will be added.
public enum JSONValue: Sendable {
  /// The literal `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number written without fraction and exponent; the reader refuses one beyond 64 bits.
  case integer(Int64)
  /// Any other number; finite when it comes from the reader, and `-0` is one.
  case double(Double)
  /// A string of Unicode scalars.
  case string(String)
  /// Values in their order.
  case array([JSONValue])
  /// Members in their order.
  case object(JSONObject)

  /// The kind of value as an error message names it.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer, .double: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONValue: Equatable {
  /// Compares two values, strings by their bytes and objects by their order as well.
  ///
  /// - Parameter left: One value.
  /// - Returns: Whether both would be written as the same text, numbers aside: `1` and `1.0`
  ///   differ.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.integer(let one), .integer(let other)): one == other
    case (.double(let one), .double(let other)): one == other
    case (.string(let one), .string(let other)): one.hasSameBytes(as: other)
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)): one == other
    case (.null, _), (.bool, _), (.integer, _), (.double, _), (.string, _), (.array, _),
      (.object, _):
      false
    }
  }
}

/// The members of a JSON object in their order, each key once.
public struct JSONObject: Sendable, Equatable {
  /// One key with its value.
  public struct Member: Sendable, Equatable {
    /// The key; its bytes are its identity.
    public let key: String
    /// The value under the key.
    public var value: JSONValue

    /// Joins a key and a value.
    package init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }

    /// Compares key bytes and value.
    ///
    /// - Parameter left: One member.
    /// - Returns: Whether both would be written as the same text.
    public static func == (left: Member, right: Member) -> Bool {
      left.key.hasSameBytes(as: right.key) && left.value == right.value
    }
  }

  /// The members in the order of the text or of their insertion.
  public private(set) var members: [Member]

  /// Makes an object without members.
  public init() { members = [] }

  /// Takes over members whose keys the caller has found to differ.
  ///
  /// For objects with many members, whose keys cannot repeat by the way they are made.
  package init(distinct members: [Member]) { self.members = members }

  /// The value under a key, byte for byte; setting one appends it or replaces it in place, and
  /// setting `nil` removes it.
  ///
  /// - Complexity: Linear in the number of members: our documents have few.
  public subscript(key: String) -> JSONValue? {
    get { members.first { $0.key.hasSameBytes(as: key) }?.value }
    set {
      let place = members.firstIndex { $0.key.hasSameBytes(as: key) }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }
}
