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
  /// Global Privacy Control, where the device or a browser told it; nil where nothing did. Once on,
  /// it stands until it is told under the same law that it is off.
  public var gpc: Bool?
  /// How the person's age restricts the ads, where the app or the system told it; nil where nothing
  /// did. It stands, whatever else is answered, until it is told again: `unspecified` takes back what
  /// was told before.
  public var ageTreatment: AgeTreatment?
  /// The answers.
  public var choices: ConsentChoices
  /// The strings that carry them, byte for byte.
  public var strings: ConsentStrings
  /// The header of the TC string, where there is one that could be read.
  package var projection: TCProjection?
  /// How the answers came about.
  public var collection: ConsentCollection
  /// The id that Didomi gave the person, which its hand-off repeats.
  public var didomiUserID: String?
  /// What the person did, in the words of the Didomi status that the answer came with.
  public var didomiAction: String?
  /// Didomi's own consent string (`didomi_dcs`), byte for byte.
  public var didomiDCS: String?
  /// When the person first answered.
  public var createdAt: Timestamp
  /// When the person last answered.
  public var updatedAt: Timestamp
  /// Until when it holds.
  public var expiry: ConsentExpiry

  /// Describes an answer; what else is known is set afterwards.
  ///
  /// - Parameters:
  ///   - regulation: The law they were asked under.
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
    expiry = rules.expiry(under: regulation, isRefusal: choices.isRefusal, from: time)
  }

  /// Takes the answers from a TC string; its own times are when they were given.
  ///
  /// - Parameters:
  ///   - text: The string as it was received; it is kept as it is.
  ///   - regulation: The law the answers were asked under.
  ///   - rules: How long they hold, counted from the string's last change.
  /// - Throws: ``TCStringError`` where it cannot be read.
  public init(
    tcString text: String, regulation: Regulation = .gdpr, rules: ExpiryRules = .standard
  ) throws(TCStringError) {
    let tc = try TCString(decoding: text)
    self.init(
      choices: ConsentChoices(of: tc), regulation: regulation, at: tc.lastUpdated,
      strings: ConsentStrings(tc: text), rules: rules)
    createdAt = tc.created
    projection = TCProjection(of: tc)
  }

  /// Takes the answers from the TC string in a GPP string, which is kept as it is; nil where it
  /// has none.
  ///
  /// - Parameters:
  ///   - text: The GPP string as it was received.
  ///   - regulation: The law the answers were asked under.
  ///   - rules: How long they hold, counted from the TC string's last change.
  /// - Throws: ``ConsentStringError`` or ``TCStringError`` where one cannot be read.
  public init?(
    gpp text: String, regulation: Regulation = .gdpr, rules: ExpiryRules = .standard
  ) throws {
    guard let section = try GPPString(decoding: text)[.tcfEU] else { return nil }
    try self.init(tcString: section.text, regulation: regulation, rules: rules)
    strings = ConsentStrings(gpp: text)
  }

  /// What is left of an answer once the person takes it back: everything that was allowed is
  /// disabled, and the strings, which still say yes, are gone.
  package func withdrawn(at time: Timestamp, rules: ExpiryRules = .standard) -> ConsentStatement {
    var statement = self
    statement.choices = choices.disabled
    statement.strings = ConsentStrings()
    statement.projection = nil
    // These were told when they were told, and not anew by the withdrawal.
    statement.gpc = nil
    statement.ageTreatment = nil
    statement.didomiAction = nil
    statement.didomiDCS = nil
    statement.collection.action = "withdraw"
    statement.updatedAt = time
    statement.expiry = rules.expiry(under: regulation, isRefusal: true, from: time)
    return statement
  }

  /// Whether the answers are complete.
  ///
  /// They are not where something asked for has no answer, or where nothing was answered and no
  /// string says anything either. Where no regulation applies nothing needs an answer.
  package func status(at time: Timestamp) -> ConsentStatus {
    if regulation.model(at: time) == .unregulated { return .full }
    if choices.isPartial || choices.isUnanswered && strings.isEmpty { return .partial }
    return .full
  }

  /// Whether nothing but Global Privacy Control or the age is told, which is no answer to a notice.
  package var isSignalAlone: Bool {
    (gpc != nil || ageTreatment != nil) && choices.isUnanswered && !choices.isPartial
      && strings.isEmpty
  }

  /// Whether another statement says the same, whenever it was said and however it lists the ids.
  ///
  /// A time of expiry counts only where the caller chose it, since one that follows from a rule
  /// moves with the clock.
  /// - Returns: Whether recording it would add nothing.
  package func saysTheSame(as other: ConsentStatement) -> Bool {
    withoutClock == other.withoutClock
  }

  /// Whether a page would be handed the same: the same answers and strings under the same law.
  /// - Returns: Whether a page that has one of them may stay as it is.
  package func signalsEqual(_ other: ConsentStatement) -> Bool {
    regulation == other.regulation && gdprApplies == other.gdprApplies && strings == other.strings
      && choices.sorted == other.choices.sorted && didomiUserID == other.didomiUserID
      && didomiDCS == other.didomiDCS && gpc == other.gpc && ageTreatment == other.ageTreatment
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
package enum ConsentStatus: String, Hashable, Sendable {
  /// Everything asked for is answered.
  case full
  /// Something asked for is not answered.
  case partial
}
