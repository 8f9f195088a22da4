// SPDX-License-Identifier: MIT
public import AdConsent
package import AdModel

/// Which consent scripts a template expects. Cases may be added: `switch` over it with a `default`.
public enum HandOffForm: String, Sendable, CaseIterable {
  /// The template has the Didomi web SDK.
  case didomi
  /// The template has no consent platform: the standalone APIs answer.
  case tcf
  /// Both: the standalone APIs answer until the Didomi web SDK takes over.
  case both
}

/// What a page is told about a person's consent, in the forms that the page's scripts understand.
public struct ConsentHandOff: Equatable, Sendable {
  /// The user status that the Didomi web SDK takes, for a page that has that SDK.
  package var didomiStatus: JSONValue?
  /// What `__tcfapi` answers, for a page that has no consent platform.
  package var tcf: TCFPageData?
  /// What `__gpp` answers to `ping`, without the statuses, where there is a GPP string.
  package var gpp: JSONValue?
  /// The US Privacy string that `__uspapi` answers with.
  package var usPrivacy: String?
  /// Whether the ad tag is told to restrict data processing, as an opt-out of sale asks.
  package var restrictsDataProcessing: Bool
  /// How the person's age restricts the ads, which the ad tag is told.
  package var ageTreatment: AgeTreatment
  /// From when to when the consent holds, where a record says so.
  package var validity: ConsentValidity?

  /// Tells the page nothing.
  public init() { self.init(didomiStatus: nil) }

  /// Chooses the forms.
  ///
  /// - Parameters:
  ///   - restrictsDataProcessing: Whether the ad tag is told to restrict data processing.
  ///   - ageTreatment: How the person's age restricts the ads.
  ///   - validity: From when to when the consent holds.
  package init(
    didomiStatus: JSONValue? = nil, tcf: TCFPageData? = nil, gpp: JSONValue? = nil,
    usPrivacy: String? = nil, restrictsDataProcessing: Bool = false,
    ageTreatment: AgeTreatment = .unspecified, validity: ConsentValidity? = nil
  ) {
    self.didomiStatus = didomiStatus
    self.tcf = tcf
    self.gpp = gpp
    self.usPrivacy = usPrivacy
    self.restrictsDataProcessing = restrictsDataProcessing
    self.ageTreatment = ageTreatment
    self.validity = validity
  }

  /// Takes what a statement says in the forms that a template expects.
  ///
  /// An opt-out reaches the page whatever the form: where a string says it, `__gpp` and `__uspapi`
  /// answer with it beside Didomi's SDK too.
  /// - Parameter statement: The statement of a consent record.
  /// - Throws: ``TCStringError``, ``ConsentStringError`` or ``GPPSectionError`` for a string that is
  ///   malformed;
  ///   ``ExportRefusal/noTCString`` where the page would ask a standalone `__tcfapi` under the GDPR
  ///   and the statement has no TC string for it to answer with.
  public init(of statement: ConsentStatement, form: HandOffForm) throws {
    try self.init(of: RelayedConsent(of: statement), form: form)
  }

  /// Takes what the gate decoded of a statement in the forms that a template expects.
  ///
  /// - Parameter relayed: What ``GateAnswer/relayed`` has.
  /// - Throws: ``ExportRefusal/noTCString`` as above.
  public init(of relayed: RelayedConsent, form: HandOffForm) throws(ExportRefusal) {
    let statement = relayed.statement
    self.init(
      // Not a bare nil: that would be JSON's null, which a page takes for a status.
      didomiStatus: form == .tcf ? JSONValue?.none : statement.didomiStatus,
      restrictsDataProcessing: relayed.restrictsDataProcessing,
      ageTreatment: relayed.ageTreatment,
      validity: ConsentValidity(of: statement))
    if form != .didomi || relayed.isCarried {
      gpp = relayed.gppPing
      usPrivacy = relayed.usPrivacy?.text
    }
    guard form != .didomi else { return }
    if form == .tcf, relayed.gdprApplies, relayed.tc == nil { throw ExportRefusal.noTCString }
    if let tcData = relayed.tcData, let inAppTCData = relayed.inAppTCData {
      tcf = TCFPageData(
        tcData: tcData, inAppTCData: inAppTCData,
        vendorListVersion: relayed.tc?.vendorListVersion)
    }
  }

  /// The script for document start, or `nil` where there is nothing to say.
  ///
  /// Each part is wrapped by itself, so that one that fails does not take the others along.
  func script(mode: ServingMode) -> UserScript? {
    let bodies: [JavaScriptSource?] = [
      tcf.map(TCFAPIScript.body),
      gpp.map(GPPAPIScript.body),
      usPrivacy.map(USPrivacyAPIScript.body),
      PrivacySettingsScript.body(
        mode: mode, restrictDataProcessing: restrictsDataProcessing, ageTreatment: ageTreatment),
    ]
    let parts =
      bodies.compactMap { $0 }.map { UserScript.wrapped($0, as: .consent) }
      + [didomiStatus.map(DidomiHandOffScript.statement)].compactMap { $0 }
    return parts.isEmpty ? nil : UserScript(.consent, at: .documentStart, parts: parts)
  }
}
