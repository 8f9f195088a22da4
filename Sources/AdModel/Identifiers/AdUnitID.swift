// SPDX-License-Identifier: MIT

/// The id of an ad unit: the id of the element that shows it, `div-gpt-ad-mobile_1`.
public struct AdUnitID: CheckedIdentifier {
  /// The words for it in messages.
  package static let field = "ad unit id"
  /// The text.
  public let rawValue: String

  /// Makes an identifier after checking the text, as ``TextIdentifier/init(_:)`` says.
  public init(_ text: String) throws(InvalidValue) {
    rawValue = try Self.checked(text)
  }

  /// Takes a text that is already known to be valid.
  package init(validated: String) {
    rawValue = validated
  }
}
