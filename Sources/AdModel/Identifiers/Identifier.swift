// SPDX-License-Identifier: MIT

/// A short printable ASCII text that identifies something.
///
/// Identifiers are compared byte by byte, here and in the database, so that both sort alike.
public protocol Identifier: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The kind of thing that is named, in the words of the field, for error messages.
  static var field: String { get }
  /// The text, one to 128 printable ASCII characters without spaces.
  var rawValue: String { get }
  /// Makes an identifier of a text that is already known to be valid.
  /// - Parameter validated: A text that ``Identifier/init(_:)`` would accept.
  init(validated: String)
}

extension Identifier {
  /// Makes an identifier after checking the text.
  /// - Parameter text: One to 128 printable ASCII characters without spaces.
  /// - Throws: ``InvalidValue`` with `empty`, `tooLong` or `badCharacter`.
  public init(_ text: String) throws(InvalidValue) {
    let count = text.utf8.count
    if count == 0 {
      throw InvalidValue(.empty, field: Self.field, reason: "is empty; give at least 1 character")
    }
    if count > 128 {
      throw InvalidValue(
        .tooLong, field: Self.field, reason: "has \(count) bytes; at most 128 are allowed")
    }
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw InvalidValue(
        .badCharacter, field: Self.field,
        reason: "\(text.quotedForDisplay) holds a space, a control character or a character "
          + "beyond ASCII; use printable ASCII without spaces")
    }
    self.init(validated: text)
  }

  /// The text itself.
  public var description: String { rawValue }

  /// Orders by bytes, which is the order of transitions within one check.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
  }
}
