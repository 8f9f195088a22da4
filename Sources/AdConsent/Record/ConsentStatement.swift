// SPDX-License-Identifier: MIT
public import AdModel

/// What a person said, and the circumstances: a consent record's content, before and after it is
/// recorded.
///
/// It does not say who the person is; the subject key is kept apart, so that it can be erased.
public struct ConsentStatement: Hashable, Sendable {
  /// The law it was asked under.
  public var regulation: Regulation
  /// The country that made this law apply, as a two-letter code.
  public var country: String?
  /// The TCF's tri-state: whether the GDPR applies, or nil where nobody said.
  public var gdprApplies: Bool?
  /// The answers.
  public var choices: ConsentChoices
  /// The strings that carry them, byte for byte.
  public var strings: ConsentStrings
  /// How the answers came about.
  public var collection: ConsentCollection
  /// The id that Didomi gave the person, which its hand-off repeats.
  public var didomiUserID: String?
  /// When the person first answered.
  public var createdAt: Timestamp
  /// When the person last answered.
  public var updatedAt: Timestamp
  /// Until when it holds.
  public var expiry: ConsentExpiry

  /// Describes an answer; what else is known is set afterwards.
  ///
  /// - Parameters:
  ///   - choices: The answers.
  ///   - regulation: The law they were asked under.
  ///   - time: When they were given.
  ///   - strings: The strings that carry them.
  ///   - rules: How long they hold.
  public init(
    choices: ConsentChoices, regulation: Regulation, at time: Timestamp,
    strings: ConsentStrings = ConsentStrings(), rules: ExpiryRules = .standard
  ) {
    self.regulation = regulation
    self.choices = choices
    self.strings = strings
    collection = ConsentCollection()
    createdAt = time
    updatedAt = time
    expiry = rules.expiry(
      under: regulation, isRefusal: !choices.allowsAnything && strings.isEmpty, from: time)
  }

  /// Whether the answers are complete.
  ///
  /// They are not where something asked for has no answer, or where nothing was answered and no
  /// string says anything either. Under no regulation nothing needs an answer.
  public var status: ConsentStatus {
    if regulation == .none { return .full }
    if choices.isPartial || choices.isUnanswered && strings.isEmpty { return .partial }
    return .full
  }

  /// Whether another statement says the same, whenever it was said and however it lists the ids.
  ///
  /// A time of expiry counts only where the caller chose it, since one that follows from a rule
  /// moves with the clock.
  /// - Parameter other: The other statement.
  /// - Returns: Whether recording it would add nothing.
  public func saysTheSame(as other: ConsentStatement) -> Bool {
    withoutClock == other.withoutClock
  }

  private var withoutClock: ConsentStatement {
    var copy = self
    copy.choices = choices.sorted
    copy.createdAt = Timestamp(milliseconds: 0)
    copy.updatedAt = Timestamp(milliseconds: 0)
    if expiry.rule != ConsentExpiry.explicitRule {
      copy.expiry = ConsentExpiry(at: Timestamp(milliseconds: 0), rule: expiry.rule)
    }
    return copy
  }
}

/// Whether everything that was asked for has an answer.
public enum ConsentStatus: String, Hashable, Sendable {
  /// Everything asked for is answered.
  case full
  /// Something asked for is not answered.
  case partial
}
