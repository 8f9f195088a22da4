// SPDX-License-Identifier: MIT
public import AdModel

extension ConsentStatement {
  /// How far clocks may differ before an answer counts as dated in the future: 24 hours.
  static let clockTolerance: Int64 = 86_400_000

  /// Whether the answer or its first one is dated later than a time, by more than clocks differ.
  func isDated(after now: Timestamp) -> Bool {
    max(createdAt, updatedAt) > now.advanced(by: Self.clockTolerance)
  }

  /// Finds what a statement cannot say of itself before it is recorded as evidence.
  ///
  /// Its answers may come from a platform that tells one answer for all legal bases, so strings
  /// contradict them only where everything was refused; see ``checkStringsAgainstChoices()``.
  /// - Parameter now: The time of recording.
  /// - Throws: ``InvalidValue`` with `outOfRange` for an answer or a TC string dated more than 24
  ///   hours later than now, with `contradiction` for a law and a `gdprApplies` that exclude one
  ///   another, for an id that is both enabled and disabled under two spellings, and for a refusal
  ///   with a TC string that consents; ``TCStringError`` or ``ConsentStringError`` for a malformed
  ///   string.
  public func check(at now: Timestamp) throws {
    let strings = try tcStrings()
    guard !isDated(after: now), !strings.contains(where: { $0.isDated(after: now) }) else {
      throw InvalidValue(
        .outOfRange, field: "time of the answer",
        reason: "the answer or its TC string is dated later than now by more than 24 hours; "
          + "check the clocks of the device and of this machine")
    }
    try checkLaw()
    try choices.checkSpellings()
    if choices.isRefusal, strings.contains(where: \.consentsToAnything) {
      throw InvalidValue.contradictingStrings("everything was refused, and the TC string consents")
    }
  }

  /// Finds an answer that a TC string of the statement contradicts, item by item.
  ///
  /// A no contradicts a yes on the same legal basis. A yes contradicts a no where the string
  /// allows the item on no basis.
  /// - Throws: ``InvalidValue`` with `contradiction`; ``TCStringError`` or ``ConsentStringError``
  ///   for a malformed string.
  public func checkStringsAgainstChoices() throws {
    for said in try tcStrings().map(ConsentChoices.init(of:)) {
      let pairs = [(choices.purposes, said.purposes), (choices.vendors, said.vendors)]
      for (kind, pair) in zip(ConsentItemKind.allCases, pairs)
      where pair.0.contradicts(pair.1, kind) {
        throw InvalidValue.contradictingStrings(
          "the answers for \(kind.rawValue) and the TC string differ")
      }
    }
  }

  /// Ends the statement no later than its TC strings do, and under the GDPR no later than 13
  /// months after the answer: the gate closes then, whatever the expiry says.
  ///
  /// - Throws: ``TCStringError`` or ``ConsentStringError`` for a malformed string.
  public mutating func capExpiry() throws {
    var limits = try tcStrings().map {
      ConsentExpiry(at: $0.reminderDue, rule: "TC string: 13 months")
    }
    if regulation == .gdpr {
      limits.append(
        ConsentExpiry(
          at: ConsentLifetime.months(13).end(from: updatedAt), rule: "gdpr: at most 13 months"))
    }
    for limit in limits where limit.at < expiry.at { expiry = limit }
  }

  private func checkLaw() throws(InvalidValue) {
    guard let gdprApplies, gdprApplies != (regulation == .gdpr) else { return }
    throw InvalidValue(
      .contradiction, field: "regulation",
      reason: "\(regulation.rawValue) was given with the statement that the GDPR "
        + (gdprApplies ? "applies" : "does not apply") + "; correct one of the two")
  }

  /// The TC strings of the statement: the one that stands alone and the one in the GPP string.
  private func tcStrings() throws -> [TCString] {
    let relayed = try RelayedConsent(of: self)
    guard strings.tc != nil, let inner = relayed.gppTC else {
      return relayed.tc.map { [$0] } ?? []
    }
    return [relayed.tc, inner].compactMap { $0 }
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

/// What an id may name.
package enum ConsentItemKind: String, CaseIterable, Sendable {
  case purposes, vendors

  /// One spelling for every way to write the same purpose or vendor.
  /// - Parameter id: The id as it was written.
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
          reason: "\(id.description.quotedForPeople) is both enabled and disabled; "
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
