// SPDX-License-Identifier: MIT

/// The id of an ad unit: the id of the element that shows it, `div-gpt-ad-mobile_1`.
public struct AdUnitID: Identifier {
  /// The words for it in messages.
  public static let field = "ad unit id"
  /// The text.
  public let rawValue: String

  /// Takes a text that is already known to be valid.
  public init(validated: String) {
    rawValue = validated
  }
}
