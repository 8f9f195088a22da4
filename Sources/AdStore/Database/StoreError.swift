// SPDX-License-Identifier: MIT

/// The error of everything that the store refuses or fails at.
///
/// Switch on ``code``; show ``message`` and ``advice``. Values that may be personal are never put
/// into one.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of error it is.
  public let code: Code
  /// What was wrong and with what, in one line.
  public let message: String
  /// What to do next, where something can be done: an `adview-admin` command, or a few words that
  /// continue the message after a semicolon.
  public let advice: String?
  /// Existing names close to one that is unknown, nearest first.
  public let suggestions: [String]

  /// Describes an error.
  /// - Parameters:
  ///   - code: What kind of error it is.
  ///   - message: What was wrong and with what, in one line.
  ///   - advice: What to do next, in one line.
  ///   - suggestions: Existing names close to one that is unknown, nearest first.
  public init(
    _ code: Code, _ message: String, advice: String? = nil, suggestions: [String] = []
  ) {
    self.code = code
    self.message = message
    self.advice = advice
    self.suggestions = suggestions
  }

  /// The message and the advice.
  public var description: String {
    guard let advice else { return message }
    return "\(message); \(advice)"
  }
}
