// SPDX-License-Identifier: MIT

/// The name of a session: one run of the lazy-loading manager over one page.
public struct SessionID: Identifier {
  /// The words for it in messages.
  public static let field = "session id"
  /// The text.
  public let rawValue: String

  /// Takes a text that is already known to be valid.
  public init(validated: String) {
    rawValue = validated
  }
}
