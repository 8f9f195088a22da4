// SPDX-License-Identifier: MIT
public import AdView

extension SubjectKey {
  /// The key of a person who is nobody.
  public static let fixture = SubjectKey(stored: "user-17", secretCheck: nil)
}

extension ConsentStatement {
  /// An answer under the GDPR that allows everything.
  /// - Parameter time: When it was given.
  /// - Throws: Nothing that a caller could bring about.
  public static func accepting(at time: Timestamp = ManualClock.start) throws -> ConsentStatement {
    try answering(.enabled, at: time)
  }

  /// An answer under the GDPR that allows nothing.
  /// - Parameter time: When it was given.
  /// - Throws: Nothing that a caller could bring about.
  public static func declining(at time: Timestamp = ManualClock.start) throws -> ConsentStatement {
    try answering(.disabled, at: time)
  }

  private static func answering(
    _ choice: ConsentChoice, at time: Timestamp
  ) throws(InvalidValue) -> ConsentStatement {
    ConsentStatement(
      choices: try ConsentChoices(choice, for: .googleAds), regulation: .gdpr, at: time)
  }
}
