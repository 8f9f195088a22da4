// SPDX-License-Identifier: MIT
public import AdModel

/// What a consent platform's notice of today asks about, as far as it decides whether to show it
/// again.
public struct AskedNotice: Hashable, Sendable {
  /// Which version of the notice it is, as ``ConsentNotice/version`` of an answer tells it.
  public var version: String?
  /// Whether this version asks about considerably other processing than those before it, and not only
  /// in other words. Whoever answered another version is then asked again.
  public var changesProcessing: Bool
  /// The purposes that it asks about.
  public var purposes: [ConsentItemID]
  /// The vendors that it asks about.
  public var vendors: [ConsentItemID]
  /// For how many days nobody is asked about new vendors alone (Didomi, `daysBeforeShowingAgain`).
  public let daysBeforeAskingAboutVendors: Int
  /// The policy version of a vendor list for which IAB Europe declared that legal bases must be
  /// established anew; nil for none. Answers of older policy versions do not count then.
  public var policyOfNewBases: Int?

  /// Describes a notice.
  ///
  /// - Parameters:
  ///   - changesProcessing: Whether it asks about considerably other processing than those before it.
  ///   - daysBeforeAskingAboutVendors: For how many days nobody is asked about new vendors alone,
  ///     0 to 3650.
  ///   - policyOfNewBases: The policy version for which legal bases must be established anew.
  public init(
    version: String? = nil, changesProcessing: Bool = false, purposes: [ConsentItemID] = [],
    vendors: [ConsentItemID] = [], daysBeforeAskingAboutVendors: Int = 0,
    policyOfNewBases: Int? = nil
  ) {
    self.version = version
    self.changesProcessing = changesProcessing
    self.purposes = purposes
    self.vendors = vendors
    self.daysBeforeAskingAboutVendors = min(max(daysBeforeAskingAboutVendors, 0), 3650)
    self.policyOfNewBases = policyOfNewBases
  }
}

/// Whether a person must, may or must not be asked for consent, and why.
///
/// It is a rule over what is on record and no legal advice. A person who opens the settings herself is
/// never being asked.
public struct AskAdvice: Hashable, Sendable {
  /// What to do. These cases are all; none will be added.
  public enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// Ask: without an answer nothing may be personalised, or nothing may load.
    case ask
    /// Asking is allowed, and nothing demands it.
    case mayAsk
    /// Do not ask.
    case doNotAsk
  }

  /// Why. Cases may be added: `switch` over it with a `default`.
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// No law asks for anything, or not yet.
    case noLaw
    /// The law shows nobody of that age personalised ads, whatever was agreed to.
    case bannedForAge
    /// The law lets people opt out: notice is enough.
    case optOutLaw
    /// The person opted out.
    case optedOut
    /// Nobody ever answered.
    case noRecord
    /// Something was answered under another law alone.
    case lawChanged
    /// Everything was refused, or taken back, not long ago.
    case refusedRecently
    /// Everything was refused, or taken back, longer ago than a yes would hold.
    case refused
    /// Something that the notice asks about has no answer.
    case partial
    /// The notice asks about vendors that were not disclosed when it was answered.
    case vendorsChanged
    /// The answer has run out.
    case expired
    /// The notice asks about considerably other processing.
    case purposesChanged
    /// The TC string breaks a rule of its policy version, and is no valid answer.
    case invalidString
    /// Legal bases must be established anew under a later policy.
    case policyChanged
    /// The answer holds.
    case stillGood
  }

  /// What to do.
  public let verdict: Verdict
  /// Why.
  public let reason: Reason
  /// Until when that holds unless something is said or the notice changes; nil where no date is known.
  public let until: Timestamp?
  /// The law that it follows from.
  public let law: Regulation
  /// The record that it follows from; nil where there is none.
  public let record: ConsentRecordID?

  init(
    _ verdict: Verdict, _ reason: Reason, under law: Regulation, until: Timestamp? = nil,
    of record: ConsentRecord? = nil
  ) {
    self.verdict = verdict
    self.reason = reason
    self.law = law
    self.until = until
    self.record = record?.id
  }
}

extension AskAdvice.Reason {
  /// The reason in words, without anything personal.
  public var explanation: String {
    switch self {
    case .noLaw: "no law asks for consent here, or not yet"
    case .bannedForAge:
      "the law bans personalised ads at the person's age, whatever is agreed to"
    case .optOutLaw: "the law lets people opt out: a notice and a way to do so are enough"
    case .optedOut: "the person opted out, and may be asked after twelve months"
    case .noRecord: "nobody ever answered"
    case .lawChanged: "an answer under another law is none under this one"
    case .refusedRecently: "the person said no, and is asked no sooner than one who said yes"
    case .refused: "the person said no, longer ago than a yes would hold"
    case .partial: "something that the notice asks about has no answer"
    case .vendorsChanged: "the notice asks about vendors that the answer does not know"
    case .expired: "the answer has run out"
    case .purposesChanged: "the notice asks about considerably other processing"
    case .invalidString: "the TC string breaks a rule of its policy version and is no valid answer"
    case .policyChanged: "legal bases must be established anew under a later policy"
    case .stillGood: "the answer holds"
    }
  }

  /// Where the rule is written down.
  package var source: String {
    switch self {
    case .noLaw, .lawChanged, .noRecord: "AdView: the table of laws"
    case .bannedForAge: "the law's own ages; see 'adview-admin consent laws'"
    case .optOutLaw: "the statutes of the states: nobody is asked before ordinary ads"
    case .optedOut:
      "California Civil Code 1798.135(c)(4): twelve months; a rule of AdView elsewhere"
    case .refusedRecently:
      "CNIL 2020-092, 37 and 39; Garante 10 June 2021, n. 231, 6.2: not before six months"
    case .refused: "CNIL 2020-092, 37"
    case .partial: "Didomi: isUserStatusPartial"
    case .vendorsChanged:
      "TCF, TC String Format, CMPs using the GVL; Didomi: daysBeforeShowingAgain"
    case .expired, .stillGood: RuleSource.expiry
    case .purposesChanged: "EDPB guidelines 05/2020, 110"
    case .invalidString: RuleSource.stringFormat
    case .policyChanged: "TCF Policies, chapter II, 5(7)"
    }
  }
}
