// SPDX-License-Identifier: MIT

/// The error of a value that breaks a rule of the model.
///
/// Switch on ``code``; show ``description``, which names the field, the value and the limit.
/// Consent strings and subject keys are never put into one.
public struct InvalidValue: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stable name of the broken rule.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The rule's name as it stands in logs and JSON, for example `tooLong`.
    public let rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A required value is empty or missing.
    public static let empty = Code(rawValue: "empty")
    /// A text is longer than its limit.
    public static let tooLong = Code(rawValue: "tooLong")
    /// A text holds a character that is not allowed in it.
    public static let badCharacter = Code(rawValue: "badCharacter")
    /// A text does not have the form that was expected.
    public static let malformed = Code(rawValue: "malformed")
    /// A number is outside its range, infinite or not a number.
    public static let outOfRange = Code(rawValue: "outOfRange")
    /// Two values that are each valid contradict one another.
    public static let contradiction = Code(rawValue: "contradiction")
    /// A value stands where each may stand only once.
    public static let duplicate = Code(rawValue: "duplicate")
  }

  /// Which rule was broken.
  public let code: Code
  /// The value's name in the words of the field: `ad unit id`, `minimum width`.
  public let field: String
  /// The value, the fault and the limit.
  public let reason: String

  /// Describes a broken rule.
  package init(_ code: Code, field: String, reason: String) {
    self.code = code
    self.field = field
    self.reason = reason
  }

  /// One line for people: the field and what was wrong with it.
  public var description: String { "\(field): \(reason)" }
}

/// Refuses a text that is longer than so many bytes, and an empty one where it is said what to do.
package func checkLength(
  _ field: String, _ text: String, atMost most: Int, ifEmpty toDo: String? = nil
) throws(InvalidValue) {
  let count = text.utf8.count
  if count == 0, let toDo {
    throw InvalidValue(.empty, field: field, reason: "is empty; \(toDo)")
  }
  if count > most {
    throw InvalidValue(
      .tooLong, field: field, reason: "has \(count) bytes; at most \(most) are allowed")
  }
}

/// Refuses a text that holds a control character.
package func checkPrintable(_ field: String, _ text: String) throws(InvalidValue) {
  guard text.hasOnlyBytes(where: { $0 >= 0x20 && $0 != 0x7F }) else {
    throw InvalidValue(.badCharacter, field: field, reason: "holds a control character")
  }
}

/// Refuses a number outside its range, NaN included.
package func checkRange(
  _ field: String, _ value: Double, _ range: ClosedRange<Double>
) throws(InvalidValue) {
  guard range.contains(value) else {
    throw InvalidValue(
      .outOfRange, field: field,
      reason: "\(value.formatted) is not between \(range.lowerBound.formatted) and "
        + range.upperBound.formatted)
  }
}
