// SPDX-License-Identifier: MIT

/// The name of a page: one scrolling column of content with its ad units and thresholds.
public struct PageID: Identifier {
  /// The words for it in messages.
  public static let field = "page name"
  /// The text.
  public let rawValue: String

  /// Takes a text that is already known to be valid.
  public init(validated: String) {
    rawValue = validated
  }
}
