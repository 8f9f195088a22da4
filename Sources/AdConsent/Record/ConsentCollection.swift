// SPDX-License-Identifier: MIT
public import AdModel

/// How an answer came about: what was shown, what was pressed, and where.
///
/// Every part may be unknown. What is known is evidence (EDPB guidelines 05/2020, paragraph 108:
/// the link between the record and the information that was shown).
public struct ConsentCollection: Hashable, Sendable {
  /// What the person did, in the platform's words: `acceptAll`, `preferences`, `webview`.
  public var action: String?
  /// The user interface it was done in.
  public var interface: String?
  /// The build of the app.
  public var appBuild: String?
  /// The kind of source that Didomi writes: `app`.
  public var sourceType: String?
  /// The web domain or the app's bundle id.
  public var sourceDomain: String?
  /// The notice that was shown.
  public var notice: ConsentNotice?

  /// Takes what is known.
  public init(
    action: String? = nil, interface: String? = nil, appBuild: String? = nil,
    sourceType: String? = nil, sourceDomain: String? = nil, notice: ConsentNotice? = nil
  ) {
    self.action = action
    self.interface = interface
    self.appBuild = appBuild
    self.sourceType = sourceType
    self.sourceDomain = sourceDomain
    self.notice = notice
  }
}

/// The notice that a person saw.
public struct ConsentNotice: Hashable, Sendable {
  /// The notice's id at the consent platform.
  public var id: String?
  /// Which version of it.
  public var version: String?
  /// The language it was shown in.
  public var language: String?
  /// The SHA-256 of its text or code, which proves later what was shown (CNIL, 2020-092).
  public var contentHash: ContentHash?

  /// Takes what is known.
  public init(
    id: String? = nil, version: String? = nil, language: String? = nil,
    contentHash: ContentHash? = nil
  ) {
    self.id = id
    self.version = version
    self.language = language
    self.contentHash = contentHash
  }
}

/// The strings that carry a consent between systems, exactly as they were received.
///
/// They are kept and relayed byte for byte and never encoded anew.
public struct ConsentStrings: Hashable, Sendable {
  /// The TCF's string, `C…`.
  public var tc: String?
  /// Google's Additional Consent string, `2~…~dv.…`.
  public var additionalConsent: String?
  /// The Global Privacy Platform's string, `D…`.
  public var gpp: String?
  /// The US Privacy string, `1YNN`.
  public var usPrivacy: String?

  /// Takes the strings that there are.
  public init(
    tc: String? = nil, additionalConsent: String? = nil, gpp: String? = nil,
    usPrivacy: String? = nil
  ) {
    self.tc = tc
    self.additionalConsent = additionalConsent
    self.gpp = gpp
    self.usPrivacy = usPrivacy
  }

  /// Whether there is none.
  public var isEmpty: Bool {
    tc == nil && additionalConsent == nil && gpp == nil && usPrivacy == nil
  }
}
