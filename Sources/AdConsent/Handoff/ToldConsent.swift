// SPDX-License-Identifier: MIT
public import AdModel

/// What a consent platform tells of a person under one law.
public struct ToldConsent: Hashable, Sendable {
  /// How it is known. Cases may be added: `switch` over it with a `default`.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The person answered just now, and somebody heard it.
    case answered
    /// It was found, as an app finds it when it starts: it was answered some time before.
    case found
    /// Nobody answered: a law applies, or what counts under every law is told.
    case noticed
  }

  /// What was told.
  public let statement: ConsentStatement
  /// How it is known.
  public let kind: Kind

  init(_ statement: ConsentStatement, _ kind: Kind) {
    self.statement = statement
    self.kind = kind
  }

  /// What the person answered just now, as a platform's event says.
  ///
  /// A string that tells only its day is dated by the moment.
  public static func answered(
    _ statement: ConsentStatement, at now: Timestamp, rules: ExpiryRules = .standard
  ) -> ToldConsent {
    var statement = statement
    statement.updatedAt = max(now, statement.updatedAt)
    if statement.expiry.rule != ConsentExpiry.explicitRule {
      statement.expiry = rules.expiry(
        under: statement.regulation, isRefusal: statement.choices.isRefusal,
        from: statement.updatedAt)
    }
    return ToldConsent(statement, .answered)
  }

  /// What a platform has of a person when the app starts: it is as old as it says itself.
  public static func found(_ statement: ConsentStatement) -> ToldConsent {
    ToldConsent(statement, .found)
  }

  /// Whether somebody said something, or it is known which law applies to who said nothing.
  package var isSettled: Bool { kind != .noticed || statement.regulation != .undetermined }

  /// That a law applies to a person who said nothing, perhaps with a notice or an opt-out signal.
  public static func noticed(_ statement: ConsentStatement) -> ToldConsent {
    ToldConsent(statement, .noticed)
  }
}
