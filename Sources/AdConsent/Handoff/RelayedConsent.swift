// SPDX-License-Identifier: MIT

/// The strings of a consent statement, decoded once, in the forms that pages and devices read.
///
/// Strings are relayed byte for byte; everything else follows from them.
public struct RelayedConsent: Hashable, Sendable {
  /// Whether the GDPR applies: as the statement says, else where it is the statement's law.
  public let gdprApplies: Bool
  /// The law of the statement.
  public let regulation: Regulation
  /// The TC string, decoded: the one that stands alone, else the one inside the GPP string.
  public let tc: TCString?
  /// The Additional Consent string.
  public let additionalConsent: AdditionalConsent?
  /// The GPP string.
  public let gpp: GPPString?
  /// The US Privacy string.
  public let usPrivacy: USPrivacyString?
  /// The TC string as it came.
  let tcText: String?
  /// The sections of the GPP string that are understood.
  let gppTC: TCString?
  let gppUSPrivacy: USPrivacyString?
  /// Whether the statement gives no leave to personalise under a law that lets people opt out.
  private let isRestrictedByLaw: Bool

  /// Decodes a statement's strings.
  /// - Parameter statement: The statement.
  /// - Throws: ``TCStringError`` or ``ConsentStringError`` for a malformed string: it is evidence,
  ///   and not to be handed on.
  public init(of statement: ConsentStatement) throws {
    gdprApplies = statement.gdprApplies ?? (statement.regulation == .gdpr)
    regulation = statement.regulation
    isRestrictedByLaw = ConsentGate.restrictsProcessing(under: statement)
    additionalConsent = try statement.strings.additionalConsent.map(
      AdditionalConsent.init(decoding:))
    gpp = try statement.strings.gpp.map(GPPString.init(decoding:))
    gppTC = try gpp?.tcString()
    gppUSPrivacy = try gpp?.usPrivacy()
    usPrivacy = try statement.strings.usPrivacy.map(USPrivacyString.init(decoding:))
    tcText = statement.strings.tc ?? gpp?[.tcfEU]?.text
    tc = try statement.strings.tc.map(TCString.init(decoding:)) ?? gppTC
  }

  /// Whether the ad tag must be told to restrict data processing: the person opted out of sale,
  /// by a US Privacy string, or a law that lets people opt out does not find their leave.
  public var restrictsDataProcessing: Bool {
    isRestrictedByLaw || optsOutOfSale
  }

  /// Whether a US Privacy string says that the person opted out of sale.
  var optsOutOfSale: Bool {
    [usPrivacy, gppUSPrivacy].contains { $0?.optedOutOfSale == .yes }
  }
}
