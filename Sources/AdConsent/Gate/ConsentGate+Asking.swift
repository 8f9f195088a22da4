// SPDX-License-Identifier: MIT
package import AdModel

extension ConsentGate {
  /// Tells whether a person must, may or must not be asked, by everything that was said; the first
  /// rule that applies decides.
  ///
  /// - Parameters:
  ///   - law: The law that applies now; the gate's own where there is one, else `gdpr`.
  ///   - notice: What the notice of today asks about.
  ///   - rules: How long answers hold.
  /// - Complexity: O(*n*) in the person's records.
  package func advice(
    on state: ConsentState, under law: Regulation? = nil, about notice: AskedNotice = AskedNotice(),
    rules: ExpiryRules = .standard, at time: Timestamp
  ) -> AskAdvice {
    let law = law ?? applicableLaw ?? .gdpr
    let model = law.model(at: time)
    guard model != .unregulated else {
      let begin = Law.rows(of: law).map(\.since).first { $0 > time }
      return AskAdvice(.doNotAsk, .noLaw, under: law, until: begin)
    }
    let age = state.ageTreatment
    // A teenager may be below any age that a law names.
    if age != .unspecified, law.law(at: time)?.bannedBelow != nil {
      return AskAdvice(.doNotAsk, .bannedForAge, under: law)
    }
    return model == .optOut
      ? optOutAdvice(on: state, under: law, at: time)
      : optInAdvice(on: state, under: law, about: notice, rules: rules, at: time)
  }

  /// Under a law of opting out nobody has to be asked, and whoever opted out is left alone for twelve
  /// months, counted from the last time that it was said.
  private func optOutAdvice(
    on state: ConsentState, under law: Regulation, at time: Timestamp
  ) -> AskAdvice {
    let own = newest(in: state, under: law, at: time).filter { !isYes($0, at: time) }
    let elsewhere = carriedNos(into: law, from: state, at: time)
      .filter { $0.law == law || $0.law.model == .optOut }.map(\.record)
    guard let last = (own + elsewhere).max(by: { $0.statement.updatedAt < $1.statement.updatedAt })
    else { return AskAdvice(.doNotAsk, .optOutLaw, under: law) }
    let end = ConsentLifetime.months(12).end(from: last.statement.updatedAt)
    return time < end
      ? AskAdvice(.doNotAsk, .optedOut, under: law, until: end, of: last)
      : AskAdvice(.mayAsk, .optedOut, under: law, of: last)
  }

  private func optInAdvice(
    on state: ConsentState, under law: Regulation, about notice: AskedNotice, rules: ExpiryRules,
    at time: Timestamp
  ) -> AskAdvice {
    guard let record = state.holding(under: law, at: time) else {
      return AskAdvice(.ask, state.laws.isEmpty ? .noRecord : .lawChanged, under: law)
    }
    let statement = record.statement
    if record.event == .withdrawn || statement.choices.isRefusal {
      return refusalAdvice(on: record, under: law, about: notice, rules: rules, at: time)
    }
    let signals = try? ConsentSignals(statement.strings)
    let end = statement.expiry.at
    if statement.status(at: time) == .partial
      || notice.asksPurposes(unansweredIn: statement, signals)
    {
      return AskAdvice(.ask, .partial, under: law, of: record)
    }
    if record.hasExpired(at: time) { return AskAdvice(.ask, .expired, under: law, of: record) }
    if notice.asksForOther(than: statement) {
      return AskAdvice(.ask, .purposesChanged, under: law, of: record)
    }
    let strings = signals.map(statement.answering) ?? []
    if signals == nil
      || strings.flatMap({ validity(of: $0, at: time) }).contains(where: { !$0.holds })
    {
      return AskAdvice(.ask, .invalidString, under: law, of: record)
    }
    if let policy = notice.policyOfNewBases,
      strings.first.map({ $0.policyVersion < policy }) == true
    {
      return AskAdvice(.ask, .policyChanged, under: law, of: record)
    }
    if notice.asksVendors(unknownTo: statement, strings) {
      let day: Int64 = 86_400_000
      let again = statement.updatedAt.advanced(by: Int64(notice.daysBeforeAskingAboutVendors) * day)
      return time < again
        ? AskAdvice(.doNotAsk, .vendorsChanged, under: law, until: min(again, end), of: record)
        : AskAdvice(.ask, .vendorsChanged, under: law, of: record)
    }
    return AskAdvice(.doNotAsk, .stillGood, under: law, until: end, of: record)
  }

  /// Whoever said no is left alone for six months at the least, and for as long as a yes would hold,
  /// whatever changed meanwhile; Italy lets a considerable change be an occasion.
  private func refusalAdvice(
    on record: ConsentRecord, under law: Regulation, about notice: AskedNotice, rules: ExpiryRules,
    at time: Timestamp
  ) -> AskAdvice {
    let statement = record.statement
    let begin = statement.updatedAt
    let yes = rules.expiry(under: law, isRefusal: false, from: begin).at
    let end = max(ConsentLifetime.months(6).end(from: begin), yes)
    guard time < end else { return AskAdvice(.mayAsk, .refused, under: law, of: record) }
    if statement.country == "IT", notice.asksForOther(than: statement) {
      return AskAdvice(.mayAsk, .purposesChanged, under: law, until: end, of: record)
    }
    return AskAdvice(.doNotAsk, .refusedRecently, under: law, until: end, of: record)
  }
}

extension AskedNotice {
  /// Whether it asks about considerably other processing than the notice that was answered.
  fileprivate func asksForOther(than statement: ConsentStatement) -> Bool {
    changesProcessing
      && (version == nil || statement.collection.notice?.version != version)
  }

  /// Whether it asks about a purpose that has no answer. A TC string answers every purpose of the TCF,
  /// by a bit that is set or not.
  fileprivate func asksPurposes(
    unansweredIn statement: ConsentStatement, _ signals: ConsentSignals?
  ) -> Bool {
    let answered = statement.choices.purposes.answered(.purposes)
    let hasTC = signals?.allTC.isEmpty == false
    return purposes.map(ConsentItemKind.purposes.normalized).contains { id in
      let isOfTCF = if case .number(let number) = id { (1...11).contains(number) } else { false }
      return !answered.contains(id) && !(hasTC && isOfTCF)
    }
  }

  /// Whether it asks about a vendor that has no answer, and was not disclosed.
  fileprivate func asksVendors(
    unknownTo statement: ConsentStatement, _ strings: [TCString]
  ) -> Bool {
    let answered = statement.choices.vendors.answered(.vendors)
    let disclosed = strings.compactMap(\.disclosedVendors)
    return vendors.map(ConsentItemKind.vendors.normalized).contains { id in
      if answered.contains(id) { return false }
      guard case .number(let number) = id else { return true }
      return !disclosed.contains { $0.contains(number) }
    }
  }
}

extension ChoicesByBasis {
  /// The ids that have an answer on any basis, in one spelling.
  fileprivate func answered(_ kind: ConsentItemKind) -> Set<ConsentItemID> {
    Set(
      LegalBasis.allCases.flatMap { self[$0].enabled + self[$0].disabled }.map(kind.normalized))
  }
}
