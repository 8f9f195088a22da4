// SPDX-License-Identifier: MIT

/// The name of a session: one run of the lazy-loading manager over one page.
public struct SessionID: CheckedIdentifier {
  /// The words for it in messages.
  package static let field = "session id"
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
