// SPDX-License-Identifier: MIT

/// The name of an experiment: a comparison of settings, or arms, among the phones of many people.
public struct ExperimentID: CheckedIdentifier {
  /// The words for it in messages.
  package static let field = "experiment name"
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
