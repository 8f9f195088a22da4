// SPDX-License-Identifier: MIT
package import AdModel

extension ConsentStatement {
  /// How far clocks may differ before an answer counts as dated in the future: 24 hours.
  static let clockTolerance: Int64 = 86_400_000

  /// Whether the answer or its first one is dated later than a time, by more than clocks differ.
  func isDated(after now: Timestamp) -> Bool {
    max(createdAt, updatedAt) > now.advanced(by: Self.clockTolerance)
  }

  /// Whether the caller chose an end that is not after the answer, so that it never held.
  private var endsBeforeItBegins: Bool {
    expiry.rule == ConsentExpiry.explicitRule && expiry.at <= updatedAt
  }

  /// The statement as it may be recorded as evidence: with the header of its TC string, and ending
  /// no later than the gate closes, which is 13 months after the TC strings that are its answer and under
  /// the GDPR 13 months after the answer.
  ///
  /// - Parameter isSummary: Whether a platform told one answer for all legal bases and a vendor's
  ///   purposes; strings contradict it only where everything was refused.
  /// - Throws: ``InvalidValue`` with `outOfRange` for an answer that is dated more than 24 hours
  ///   later than now by other than its TC string and for a chosen expiry that is not after the
  ///   answer, with `contradiction` for a law that excludes what
  ///   `gdprApplies` says, for an id that is both enabled and disabled under two spellings, and
  ///   for answers that a TC string contradicts; ``TCStringError``, ``ConsentStringError`` or
  ///   ``GPPSectionError`` for a malformed string.
  package func recordable(at now: Timestamp, isSummary: Bool) throws -> ConsentStatement {
    let relayed = try RelayedConsent(of: self)
    let strings = relayed.signals.allTC
    try check(strings, at: now)
    guard !endsBeforeItBegins else {
      throw InvalidValue(
        .outOfRange, field: "expiry",
        reason: "\(expiry.at) is not after the answer of \(updatedAt); give a later time")
    }
    try checkLaw()
    try choices.checkSpellings()
    if choices.isRefusal, strings.contains(where: \.consentsToAnything) {
      throw InvalidValue.contradictingStrings("everything was refused, and the TC string consents")
    }
    if !isSummary { try checkChoices(against: strings) }
    var statement = self
    statement.projection = relayed.tc.map { TCProjection(of: $0) }
    statement.expiry = cappedExpiry(by: answering(relayed.signals))
    return statement
  }

  /// Refuses an answer from the future, unless its TC string says so: that is evidence, and the gate
  /// keeps closed until then.
  private func check(_ strings: [TCString], at now: Timestamp) throws(InvalidValue) {
    let isOfString = strings.contains { tc in
      max(tc.created, tc.lastUpdated) >= max(createdAt, updatedAt)
    }
    guard isDated(after: now), !isOfString else { return }
    throw InvalidValue(
      .outOfRange, field: "time of the answer",
      reason: "the answer is dated later than now by more than 24 hours; check the clocks of the "
        + "device and of this machine")
  }

  /// Finds an answer that a TC string contradicts, item by item.
  ///
  /// A no contradicts a yes on the same legal basis. A yes contradicts a no where the string
  /// allows the item on no basis.
  private func checkChoices(against strings: [TCString]) throws(InvalidValue) {
    for said in strings.map(ConsentChoices.init(of:)) {
      let pairs = [(choices.purposes, said.purposes), (choices.vendors, said.vendors)]
      for (kind, pair) in zip(ConsentItemKind.allCases, pairs)
      where pair.0.contradicts(pair.1, kind) {
        throw InvalidValue.contradictingStrings(
          "the answers for \(kind.rawValue) and the TC string differ")
      }
    }
  }

  private func cappedExpiry(by strings: [TCString]) -> ConsentExpiry {
    var limits = strings.map { ConsentExpiry(at: $0.reminderDue, rule: "TC string: 13 months") }
    if regulation.isToldByTCF {
      limits.append(
        ConsentExpiry(
          at: ConsentLifetime.months(13).end(from: updatedAt),
          rule: "\(regulation): at most 13 months"))
    }
    return limits.reduce(expiry) { $1.at < $0.at ? $1 : $0 }
  }

  private func checkLaw() throws(InvalidValue) {
    guard let gdprApplies, gdprApplies != regulation.isToldByTCF else { return }
    throw InvalidValue(
      .contradiction, field: "regulation",
      reason: "\(regulation.rawValue) was given with the statement that the GDPR "
        + (gdprApplies ? "applies" : "does not apply") + "; correct one of the two")
  }
}

extension ConsentRecord {
  /// Whether the record was answered or received later than a time, by more than clocks differ: a
  /// clock was ahead, or somebody dated it so.
  package func isDated(after time: Timestamp) -> Bool {
    statement.isDated(after: time)
      || recordedAt > time.advanced(by: ConsentStatement.clockTolerance)
  }
}

extension TCString {
  /// Whether the string was made or changed later than a time, by more than clocks differ.
  func isDated(after now: Timestamp) -> Bool {
    max(created, lastUpdated) > now.advanced(by: ConsentStatement.clockTolerance)
  }

  /// Whether some purpose and some vendor have consent.
  fileprivate var consentsToAnything: Bool {
    !purposesConsent.isEmpty && !vendorConsents.isEmpty
  }
}

extension InvalidValue {
  fileprivate static func contradictingStrings(_ what: String) -> InvalidValue {
    InvalidValue(
      .contradiction, field: "consent string",
      reason: "\(what); give the string that belongs to this answer, or the answer alone")
  }
}

/// The kinds of things that an id names.
package enum ConsentItemKind: String, CaseIterable, Sendable {
  case purposes, vendors

  /// One spelling for every way to write the same purpose or vendor.
  /// - Returns: The number of a purpose of the TCF or of a vendor where there is one.
  package func normalized(_ id: ConsentItemID) -> ConsentItemID {
    switch self {
    case .purposes: TCFPurpose(id).map { .number($0.rawValue) } ?? id
    case .vendors:
      id == GoogleVendor.didomiID
        ? .number(GoogleVendor.tcfID) : ConsentItemID(id.description)
    }
  }
}

extension ConsentChoices {
  fileprivate func checkSpellings() throws(InvalidValue) {
    for (kind, answers) in zip(ConsentItemKind.allCases, [purposes, vendors]) {
      for basis in LegalBasis.allCases {
        let list = answers[basis]
        let enabled = Set(list.enabled.map(kind.normalized))
        guard let id = list.disabled.first(where: { enabled.contains(kind.normalized($0)) }) else {
          continue
        }
        throw InvalidValue(
          .contradiction, field: kind.rawValue,
          reason: "\(id.description.quotedForDisplay) is both enabled and disabled; "
            + "give each id one choice")
      }
    }
  }
}

extension ChoicesByBasis {
  fileprivate func contradicts(_ other: ChoicesByBasis, _ kind: ConsentItemKind) -> Bool {
    let allowed = LegalBasis.allCases.map { Set(other[$0].enabled.map(kind.normalized)) }
    let refusesAllowed = zip(LegalBasis.allCases, allowed).contains { basis, allowed in
      self[basis].disabled.contains { allowed.contains(kind.normalized($0)) }
    }
    let refused = Set(other.consent.disabled.map(kind.normalized))
      .subtracting(allowed.joined())
    return refusesAllowed || consent.enabled.contains { refused.contains(kind.normalized($0)) }
  }
}
