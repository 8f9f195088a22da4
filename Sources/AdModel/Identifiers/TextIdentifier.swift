// SPDX-License-Identifier: MIT

/// A short printable ASCII text that identifies something.
///
/// Identifiers are compared byte by byte, here and in the database, so that both sort alike.
public protocol TextIdentifier: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The text, one to 128 printable ASCII characters without spaces.
  var rawValue: String { get }
  /// Makes an identifier after checking the text.
  /// - Throws: ``InvalidValue`` with `empty`, `tooLong` or `badCharacter`.
  init(_ text: String) throws(InvalidValue)
}

extension TextIdentifier {
  /// The text itself.
  public var description: String { rawValue }

  /// Orders by bytes, which is the order of transitions within one check.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
  }
}

/// An identifier that may also be made of a text that was checked before, as a stored one was.
package protocol CheckedIdentifier: TextIdentifier {
  /// The kind of thing that is named, in the words of the field, for error messages.
  static var field: String { get }
  /// Makes an identifier of a text that ``TextIdentifier/init(_:)`` would accept.
  init(validated: String)
}

extension CheckedIdentifier {
  /// The text, unless it is not one of an identifier.
  static func checked(_ text: String) throws(InvalidValue) -> String {
    try checkLength(field, text, atMost: 128, ifEmpty: "give at least 1 character")
    guard text.hasOnlyBytes(where: { (0x21...0x7E).contains($0) }) else {
      throw InvalidValue(
        .badCharacter, field: field,
        reason: "\(text.quotedForDisplay) holds a space, a control character or a character "
          + "beyond ASCII; use printable ASCII without spaces")
    }
    return text
  }
}
