// SPDX-License-Identifier: MIT

/// One targeting key with its values in order, as `setTargeting` takes them.
///
/// Keys and values are any text that is not empty: what Google Ad Manager would refuse is advice
/// for a linter, and what JavaScript would misread is the encoder's business.
public struct TargetingEntry: Hashable, Sendable {
  /// The greatest length of a key in UTF-8 bytes.
  package static let longestKey = 256
  /// The greatest length of a value in UTF-8 bytes.
  package static let longestValue = 4_096
  /// The greatest number of values of a key.
  package static let mostValues = 1_000

  /// The key.
  public let key: String
  /// The values, at least one, each only once, in the order in which they were given.
  public let values: [String]

  /// Makes an entry after checking it.
  /// - Parameters:
  ///   - key: The key, 1 to `longestKey` UTF-8 bytes.
  ///   - values: One to `mostValues` different values, each 1 to `longestValue` UTF-8 bytes.
  /// - Throws: ``InvalidValue`` with `empty`, `tooLong`, `outOfRange` or `duplicate`.
  public init(key: String, values: [String]) throws(InvalidValue) {
    let atLeast = "give at least 1 character"
    try checkLength("targeting key", key, atMost: Self.longestKey, ifEmpty: atLeast)
    if values.isEmpty {
      throw InvalidValue(
        .empty, field: "targeting values", reason: "of \(key.quotedForDisplay) are missing")
    }
    if values.count > Self.mostValues {
      throw InvalidValue(
        .outOfRange, field: "targeting values",
        reason: "of \(key.quotedForDisplay) are \(values.count); at most \(Self.mostValues) "
          + "are allowed")
    }
    for value in values {
      try checkLength("targeting value", value, atMost: Self.longestValue, ifEmpty: atLeast)
    }
    if let repeated = values.lazy.map(ByteText.init).firstRepeated?.text {
      throw InvalidValue(
        .duplicate, field: "targeting values",
        reason: "of \(key.quotedForDisplay) name \(repeated.quotedForDisplay) twice")
    }
    self.key = key
    self.values = values
  }

  /// Compares byte by byte: `é` written as one scalar is not `é` written as two.
  /// - Parameter right: The entry to compare it with.
  /// - Returns: Whether key and values have the same bytes in the same order.
  public static func == (left: Self, right: Self) -> Bool {
    left.key.hasSameBytes(as: right.key) && left.values.count == right.values.count
      && zip(left.values, right.values).allSatisfy { $0.hasSameBytes(as: $1) }
  }

  /// Feeds the bytes that ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) {
    for text in [key] + values { hasher.combine(ByteText(text)) }
  }
}

extension TargetingEntry: Codable {
  private enum CodingKeys: String, CodingKey { case key, values }

  /// Reads a key with its values and checks them.
  /// - Throws: `DecodingError`, where they break a rule with the field and its limit.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let key = try members.decode(String.self, forKey: .key)
    let values = try members.decode([String].self, forKey: .values)
    self = try decoder.codingPath.naming { () throws(InvalidValue) in
      try TargetingEntry(key: key, values: values)
    }
  }
}
