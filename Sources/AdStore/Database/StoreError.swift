// SPDX-License-Identifier: MIT

/// The error of everything that the store refuses or fails at.
///
/// Switch on ``code``; show ``message`` and ``advice``. Values that may be personal are never put
/// into one.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error, to switch on.
  public let code: Code
  /// The fault and the thing that has it, in one line.
  public let message: String
  /// What to do next, where something can be done: an `adview-admin` command, or a few words that
  /// continue the message after a semicolon.
  public let advice: String?
  /// Existing names close to one that is unknown, nearest first.
  public let suggestions: [String]

  /// Describes an error.
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
