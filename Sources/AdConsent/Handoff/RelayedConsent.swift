// SPDX-License-Identifier: MIT
import AdModel

/// The strings of a consent statement, decoded once, in the forms that pages and devices read.
///
/// Strings are relayed byte for byte; everything else follows from them.
public struct RelayedConsent: Hashable, Sendable {
  /// The statement.
  public let statement: ConsentStatement
  /// Whether the GDPR applies: as the statement says, else where it is the statement's law.
  public let gdprApplies: Bool
  /// The strings, decoded.
  let signals: ConsentSignals
  /// Whether the ad tag must be told to restrict data processing: the person opted out, by whatever
  /// string and under whichever law, or a law that lets people opt out does not find their leave.
  public let restrictsDataProcessing: Bool
  /// How the person's age restricts the ads, which the ad tag must be told.
  public let ageTreatment: AgeTreatment

  /// Decodes a statement's strings.
  /// - Throws: ``TCStringError``, ``ConsentStringError`` or ``GPPSectionError`` for a malformed
  ///   string: it is evidence, and not to be handed on.
  public init(of statement: ConsentStatement) throws {
    self.init(of: statement, decoded: try ConsentSignals(statement.strings))
  }

  /// Takes what somebody decoded already.
  ///
  /// - Parameters:
  ///   - time: When it is handed on; nil for when the law is in force.
  ///   - restricts: Whether the processing is restricted, where more than this statement says
  ///     it: the person refused elsewhere, or was not heard.
  ///   - age: How the person's age restricts the ads, where more than this statement tells it.
  init(
    of statement: ConsentStatement, decoded signals: ConsentSignals, at time: Timestamp? = nil,
    restricts: Bool? = nil, age: AgeTreatment? = nil
  ) {
    self.statement = statement
    self.signals = signals
    ageTreatment = age ?? statement.ageTreatment(with: signals)
    gdprApplies = statement.gdprApplies ?? statement.regulation.isToldByTCF
    restrictsDataProcessing =
      restricts ?? ConsentGate.restrictsProcessing(under: statement, signals, at: time)
  }

  /// The law of the statement.
  public var regulation: Regulation { statement.regulation }
  /// The TC string, decoded: the one that stands alone, else the one inside the GPP string.
  package var tc: TCString? { signals.allTC.first }
  /// The Additional Consent string.
  package var additionalConsent: AdditionalConsent? { signals.additionalConsent }
  /// The GPP string.
  package var gpp: GPPString? { signals.gpp }
  /// The US Privacy string: the one that stands alone, else the one inside the GPP string.
  package var usPrivacy: USPrivacyString? { signals.allUSPrivacy.first }
  /// Whether some string says that the person opted out of personalised ads.
  public var optsOut: Bool { signals.optsOut }
  /// Whether some string restricts the ads under every law: an opt-out, or that the person is a child.
  package var isCarried: Bool { signals.sections.contains { $0.content.isCarried } || optsOut }

  /// The TC string as it came.
  var tcText: String? { signals.tcText }
}
