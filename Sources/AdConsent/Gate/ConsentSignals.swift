// SPDX-License-Identifier: MIT

/// The strings of a statement, each decoded once: those that stand alone and those inside a GPP
/// string.
struct ConsentSignals: Hashable, Sendable {
  /// One section of the GPP string with what it says.
  struct Section: Hashable, Sendable {
    let section: GPPSection
    let content: GPPSectionContent
  }

  /// The TC strings: the one that stands alone, then the one inside the GPP string where it differs.
  let allTC: [TCString]
  /// The text of the first TC string, as it came.
  let tcText: String?
  /// The Additional Consent string.
  let additionalConsent: AdditionalConsent?
  /// The GPP string.
  let gpp: GPPString?
  /// The sections of the GPP string, by ascending number.
  let sections: [Section]
  /// The US Privacy strings: the one that stands alone, then the one inside the GPP string.
  let allUSPrivacy: [USPrivacyString]

  /// Reads the strings.
  /// - Throws: ``TCStringError``, ``ConsentStringError`` or ``GPPSectionError`` for the first that is
  ///   malformed.
  init(_ strings: ConsentStrings) throws {
    var allTC = try strings.tc.map { [try TCString(decoding: $0)] } ?? []
    var allUSPrivacy = try strings.usPrivacy.map { [try USPrivacyString(decoding: $0)] } ?? []
    additionalConsent = try strings.additionalConsent.map(AdditionalConsent.init(decoding:))
    gpp = try strings.gpp.map(GPPString.init(decoding:))
    sections = try (gpp?.sections ?? []).map { section in
      Section(section: section, content: try GPPSectionContent(decoding: section))
    }
    for section in sections {
      switch section.content {
      case .tcfEU(let tc) where !allTC.contains(tc): allTC.append(tc)
      case .usPrivacy(let string): allUSPrivacy.append(string)
      case .tcfEU, .tcfCanada, .unitedStates, .unknown: break
      }
    }
    self.allTC = allTC
    self.allUSPrivacy = allUSPrivacy
    tcText = strings.tc ?? gpp?[.tcfEU]?.text
  }

  /// The sections of the United States.
  var unitedStates: [USSection] {
    sections.compactMap { section in
      if case .unitedStates(let decoded) = section.content { decoded } else { nil }
    }
  }

  /// The sections that are not understood. They may hold an opt-out, and are no leave.
  var unknownSections: [GPPSectionID] {
    // A version of the TCF Canada that is not known says nothing about other laws.
    sections.filter { $0.content == .unknown && $0.section.id != .tcfCanada }.map(\.section.id)
  }

  /// How the sections say that the person's age restricts the ads, whatever their laws.
  var ageTreatment: AgeTreatment { unitedStates.map(\.ageTreatment).max() ?? .unspecified }

  /// Whether a string or section that is of a law says that notice was given and that the person did not
  /// opt out.
  func tellLeave(under law: Regulation) -> Bool {
    let isTold = allUSPrivacy.contains { $0.noticeGiven == .yes && $0.optedOutOfSale == .no }
    return isTold && law.isAnswered(in: .usPrivacy)
      || unitedStates.contains { $0.tellsLeave && law.isAnswered(in: $0.id) }
  }

  /// Whether nothing but strings of the United States is told, and nothing by them: nobody opted out, nor
  /// was asked under this law.
  func areSilent(under law: Regulation) -> Bool {
    !(allUSPrivacy.isEmpty && unitedStates.isEmpty) && !optsOut && !tellLeave(under: law)
      && unknownSections.isEmpty && unitedStates.allSatisfy(\.invalidFields.isEmpty)
  }

  /// Whether any string or section says that the person opted out.
  var optsOut: Bool {
    allUSPrivacy.contains { $0.optedOutOfSale == .yes }
      || unitedStates.contains { !$0.optOuts.isEmpty }
  }
}

extension ConsentStatement {
  /// How the person's age restricts the ads by what the statement and its strings tell: the more
  /// careful of both.
  func ageTreatment(with signals: ConsentSignals?) -> AgeTreatment {
    max(ageTreatment ?? .unspecified, signals?.ageTreatment ?? .unspecified)
  }
}
