// SPDX-License-Identifier: MIT
public import AdModel

/// By what sessions are grouped beside their page and version: a few words such as the system, the class
/// of the device, the kind of network, the locale. Never anything that tells one person from another.
///
/// ```swift
/// let attributes = try SessionAttributes(["network": "wifi", "system": "iOS 18"])
/// ```
public struct SessionAttributes: Hashable, Sendable, CustomStringConvertible {
  /// The most attributes that a session has.
  package static let greatestCount = 8
  /// The most letters of a name.
  package static let greatestName = 32
  /// The most bytes of a value.
  package static let greatestValue = 64

  /// The values by their names.
  public let values: [String: String]

  /// Takes attributes.
  /// - Parameter values: At most `greatestCount` values by their names: names of letters, digits and
  ///   `_`, which no other grouping of statistics has; values of 1 to `greatestValue` bytes without
  ///   control characters.
  /// - Throws: `InvalidValue` with `outOfRange`, `tooLong`, `empty`, `badCharacter` or `malformed`.
  public init(_ values: [String: String] = [:]) throws(InvalidValue) {
    guard values.count <= Self.greatestCount else {
      throw InvalidValue(
        .outOfRange, field: "attributes",
        reason: "there are \(values.count); at most \(Self.greatestCount) are allowed")
    }
    for (name, value) in values {
      try Self.check(name: name)
      let count = value.utf8.count
      guard count > 0 else {
        throw InvalidValue(.empty, field: "attribute \(name)", reason: "has no value")
      }
      guard count <= Self.greatestValue else {
        throw InvalidValue(
          .tooLong, field: "attribute \(name)",
          reason: "has \(count.counted("byte")); at most \(Self.greatestValue) are allowed")
      }
      guard value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
        throw InvalidValue(
          .badCharacter, field: "attribute \(name)", reason: "has a control character")
      }
    }
    self.values = values
  }

  /// None.
  package static let empty = SessionAttributes(validated: [:])

  /// Words by which statistics are grouped otherwise.
  package static let reserved: Set = [
    "unit", "page", "session", "appVersion", "day", "experiment", "arm",
  ]

  private init(validated values: [String: String]) { self.values = values }

  /// Checks that an attribute may have a name.
  /// - Throws: `InvalidValue` with `tooLong`, `empty` or `malformed`.
  package static func check(name: String) throws(InvalidValue) {
    guard !name.isEmpty else {
      throw InvalidValue(.empty, field: "attribute", reason: "has no name")
    }
    guard name.utf8.count <= greatestName else {
      throw InvalidValue(
        .tooLong, field: "attribute",
        reason:
          "has a name of \(name.utf8.count.counted("byte")); at most \(greatestName) are allowed")
    }
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isPlain, !reserved.contains(name) else {
      throw InvalidValue(
        .malformed, field: "attribute",
        reason:
          "cannot be called \(name.quotedForDisplay): a name has letters, digits and _ and is none "
          + "of \(reserved.sorted().joined(separator: ", "))")
    }
  }

  /// The attributes as they are stored: a JSON object, in the order of their names.
  var stored: String {
    var writer = JSONWriter()
    writer.object { object in
      for (name, value) in values.sorted(by: { $0.key < $1.key }) { object.member(name, value) }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Reads what is stored; what is no such thing counts as none.
  init(stored text: String) {
    values =
      text == "{}"
      ? [:]
      : (try? JSONNode(JSONReader.read(text: text)).members()).map { members in
        Dictionary(
          members.compactMap { member in (try? member.node.string()).map { (member.key, $0) } },
          uniquingKeysWith: { $1 })
      } ?? [:]
  }

  /// The attributes in one line, as `network=wifi system=iOS 18`.
  public var description: String {
    values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }
}
