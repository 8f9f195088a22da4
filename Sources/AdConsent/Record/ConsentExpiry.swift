// SPDX-License-Identifier: MIT
public import AdModel

/// Until when a consent record holds, and the rule that says so.
public struct ConsentExpiry: Hashable, Sendable {
  /// The first moment at which the record holds no longer.
  public let at: Timestamp
  /// The rule that set it, in words: `gdpr: 13 months`.
  public let rule: String

  /// The rule's words where the caller gave the time itself.
  package static let explicitRule = "set by the caller"

  /// Takes a time that the caller chose.
  /// - Parameter time: The first moment at which the record holds no longer.
  public init(explicit time: Timestamp) {
    self.init(at: time, rule: Self.explicitRule)
  }

  init(at time: Timestamp, rule: String) {
    at = time
    self.rule = rule
  }
}

/// How long a consent record holds. These cases are all; none will be added.
public enum ConsentLifetime: Hashable, Sendable, CustomStringConvertible {
  /// Calendar months in UTC, 1 to 1200; a day that the last month lacks becomes its last day.
  case months(Int)
  /// Seconds, as Didomi's `consentDuration` counts them; at least 1.
  case seconds(Int64)

  /// The time at the end of the lifetime.
  /// - Returns: The first moment beyond it.
  package func end(from start: Timestamp) -> Timestamp {
    switch self {
    case .months(let count):
      let begin = start.calendar
      let day = begin.day.advanced(byMonths: min(max(count, 0), 1200))
      return CalendarTime(day: day, millisecondOfDay: begin.millisecondOfDay).timestamp
    case .seconds(let count):
      let (milliseconds, overflow) = max(count, 0).multipliedReportingOverflow(by: 1000)
      return start.advanced(by: overflow ? .max : milliseconds)
    }
  }

  /// The lifetime in words.
  public var description: String {
    switch self {
    case .months(let count): count.counted("month")
    case .seconds(let count): count.counted("second")
    }
  }
}

/// How long consents and refusals hold, per regulation.
///
/// A refusal is kept as long as an agreement unless told otherwise: whoever said no must not be
/// asked sooner than whoever said yes (CNIL, deliberation 2020-092, paragraph 37).
public struct ExpiryRules: Hashable, Sendable {
  /// The lifetimes under one regulation.
  public struct Rule: Hashable, Sendable {
    /// How long an answer holds that allows something.
    public var given: ConsentLifetime
    /// How long a refusal of everything holds.
    public var refused: ConsentLifetime

    /// Takes the lifetimes.
    public init(given: ConsentLifetime, refused: ConsentLifetime? = nil) {
      self.given = given
      self.refused = refused ?? given
    }
  }

  /// The rule for regulations that have none of their own.
  public var fallback: Rule
  /// The rules of single regulations.
  public var rules: [Regulation: Rule]

  /// 13 months for everything: the TCF's reminder interval and Didomi's default.
  public static let standard = ExpiryRules(fallback: Rule(given: .months(13)))

  /// 6 months under the GDPR, which the CNIL calls good practice (deliberation 2020-092), and 13
  /// elsewhere.
  public static let cnil = ExpiryRules(
    fallback: Rule(given: .months(13)), rules: [.gdpr: Rule(given: .months(6))])

  /// Takes the rules.
  public init(fallback: Rule, rules: [Regulation: Rule] = [:]) {
    self.fallback = fallback
    self.rules = rules
  }

  /// The expiry of an answer.
  ///
  /// - Parameters:
  ///   - regulation: The law it was given under.
  ///   - start: When it was given or last renewed.
  package func expiry(
    under regulation: Regulation, isRefusal: Bool, from start: Timestamp
  ) -> ConsentExpiry {
    let rule = rules[regulation] ?? fallback
    let lifetime = isRefusal ? rule.refused : rule.given
    let answer = isRefusal ? "\(regulation.rawValue) refusal" : regulation.rawValue
    return ConsentExpiry(at: lifetime.end(from: start), rule: "\(answer): \(lifetime)")
  }
}

/// The ready-made rules of expiry, by name. Cases may be added: `switch` over it with a `default`.
public enum ExpiryPreset: String, CaseIterable, Hashable, Sendable {
  /// 13 months for everything.
  case standard
  /// 6 months under the GDPR, 13 elsewhere.
  case cnil

  /// The rules.
  public var rules: ExpiryRules {
    switch self {
    case .standard: .standard
    case .cnil: .cnil
    }
  }
}
