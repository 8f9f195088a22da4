// SPDX-License-Identifier: MIT

public import AdModel

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

  /// Decodes a statement's strings.
  /// - Parameter statement: The statement.
  /// - Throws: ``TCStringError`` or ``ConsentStringError`` for a malformed string: it is evidence,
  ///   and not to be handed on.
  public init(of statement: ConsentStatement) throws {
    gdprApplies = statement.gdprApplies ?? (statement.regulation == .gdpr)
    regulation = statement.regulation
    additionalConsent = try statement.strings.additionalConsent.map(
      AdditionalConsent.init(decoding:))
    gpp = try statement.strings.gpp.map(GPPString.init(decoding:))
    usPrivacy = try statement.strings.usPrivacy.map(USPrivacyString.init(decoding:))
    tcText = statement.strings.tc ?? gpp?[.tcfEU]?.text
    tc = try tcText.map(TCString.init(decoding:))
  }

  /// Whether the ad tag must be told to restrict data processing: the person opted out of sale,
  /// by the US Privacy string or by the GPP string's section of it.
  public var restrictsDataProcessing: Bool {
    let section = gpp.flatMap { try? $0.usPrivacy() }
    return usPrivacy?.optedOutOfSale == .yes || section?.optedOutOfSale == .yes
  }

  /// What `__uspapi` answers to `getUSPData`, where there is a string.
  ///
  /// Source: IAB Tech Lab, "US Privacy User Signal Mechanism", version 1.
  public var usPrivacyData: JSONValue? {
    usPrivacy.map { ["version": 1, "uspString": .string($0.text)] }
  }
}
