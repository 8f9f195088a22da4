// SPDX-License-Identifier: MIT

/// The name of an arm of an experiment: some settings that a share of the phones goes by.
public struct ArmID: CheckedIdentifier {
  /// The words for it in messages.
  package static let field = "arm name"
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
