// SPDX-License-Identifier: MIT
public import AdModel

/// What a bid request tells of a consent. Source: IAB Tech Lab, "OpenRTB 2.6", 3.2.3 Regs and
/// 3.2.20 User; `gdpr`, `us_privacy` and `consent` stand in `ext` before 2.6.
extension RelayedConsent {
  /// The object `regs`: the laws, and the strings that say what the person answered under them.
  ///
  /// `gpp_sid` is left out where no section is of the statement's law, which leaves it unknown.
  public var bidRequestRegs: JSONValue {
    var regs = JSONObject()
    // A request has no field for teenagers.
    if ageTreatment == .child { regs["coppa"] = 1 }
    regs["gdpr"] = .integer(gdprApplies ? 1 : 0)
    regs["us_privacy"] = usPrivacy.map { .string($0.text) }
    regs["gpp"] = gpp.map { .string($0.text) }
    let sections = applicableSections.map { JSONValue.integer(Int64($0.rawValue)) }
    if !sections.isEmpty { regs["gpp_sid"] = .array(sections) }
    return .object(regs)
  }

  /// The object `user`: the TC string where the GDPR applies, with the Additional Consent string in
  /// Google's extension; nil without a TC string.
  ///
  /// The extension holds the string as Prebid relays it and the numbers as Google's buyers read them.
  /// Sources: Google, "OpenRTB extensions", `ConsentedProvidersSettings`; Prebid Server,
  /// `user.ext.ConsentedProvidersSettings`.
  public var bidRequestUser: JSONValue? {
    guard gdprApplies, let tcText else { return nil }
    guard let additionalConsent else { return ["consent": .string(tcText)] }
    let providers = additionalConsent.consented.sorted().map { JSONValue.integer(Int64($0)) }
    return [
      "consent": .string(tcText),
      "ext": [
        "ConsentedProvidersSettings": ["consented_providers": .string(additionalConsent.text)],
        "consented_providers_settings": ["consented_providers": .array(providers)],
      ],
    ]
  }

  /// Whether a bid request would keep from bidders that the processing is restricted: the person
  /// opted out, or a law that lets people opt out does not find their leave, and no string says so;
  /// or the person is a teenager, and no string says that either.
  ///
  /// A section of a GPP string that is not understood is taken to say what the person answered.
  package var hidesRestriction: Bool {
    let isHidden = restrictsDataProcessing && !signals.optsOut && signals.unknownSections.isEmpty
    return isHidden || ageTreatment == .teen && signals.ageTreatment == .unspecified
  }
}
