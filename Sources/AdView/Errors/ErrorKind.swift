// SPDX-License-Identifier: MIT

/// A kind of error, as crash reports, logs and support see it.
public struct ErrorKind: Hashable, Sendable {
  /// Its stable name, for example `busy`.
  public let name: String
  /// Its number among the kinds of its type: never given to another kind, whatever is added.
  public let number: Int
  /// What to do about it, in whole sentences.
  public let advice: String

  /// Names a kind of an ``AdViewError`` of one's own, as hosts of other frameworks have.
  /// - Parameters:
  ///   - number: Its number, never given to another kind.
  ///   - name: Its stable name.
  ///   - advice: What to do about it, in whole sentences.
  public init(_ number: Int, _ name: String, _ advice: String) {
    self.name = name
    self.number = number
    self.advice = advice
  }
}
