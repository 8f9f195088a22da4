// SPDX-License-Identifier: MIT

/// The error of everything that the store refuses or fails at.
///
/// Switch on ``code``; show ``message`` and ``recovery``. Values that may be personal are never put
/// into one.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error, to switch on.
  public let code: Code
  /// The fault and the thing that has it, in one line.
  public let message: String
  /// What to do next, where something can be done.
  public let recovery: Recovery?
  /// The name that is unknown, where one is.
  package let unknownName: String?
  /// Existing names close to one that is unknown, nearest first.
  public let suggestions: [String]

  /// Describes an error.
  package init(
    _ code: Code, _ message: String, recovery: Recovery? = nil, unknownName: String? = nil,
    suggestions: [String] = []
  ) {
    self.code = code
    self.message = message
    self.recovery = recovery
    self.unknownName = unknownName
    self.suggestions = suggestions
  }

  /// Describes an error about which no command of ours can do anything.
  init(_ code: Code, _ message: String, advice: String) {
    self.init(code, message, recovery: .other(advice))
  }

  /// Takes an error as it is where it is one of these.
  init(any error: any Error) {
    self = error as? StoreError ?? StoreError(.unexpected, "\(error)")
  }

  /// The message, and what to do next.
  public var description: String {
    recovery.map { "\(message); \($0)" } ?? message
  }
}
