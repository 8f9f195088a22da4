// SPDX-License-Identifier: MIT

public import AdModel

/// What Didomi's SDK says about a person's choices, read from either of its status shapes.
///
/// `CurrentUserStatus` maps each id to whether it is enabled on all its legal bases.
/// `UserStatus`, the older one that web views take, lists ids per legal basis. The wrappers of the
/// SDK spell the members differently (`legitimate_interest`, `legitimateInterest`;
/// `addtl_consent`, `additional_consent`): all spellings are read.
///
/// Source: Didomi's iOS, React Native and Flutter SDKs and their documentation.
public struct DidomiStatus: Hashable, Sendable {
  /// Didomi's two structures.
  package enum Shape: String, Hashable, Sendable {
    /// A map from id to status.
    case currentUserStatus
    /// Lists of ids per legal basis.
    case userStatus
  }

  /// Which structure was read.
  package let shape: Shape
  /// The choices, three states for each purpose and vendor on each legal basis.
  public let choices: ConsentChoices
  /// The strings, byte for byte; empty ones are left out.
  public let strings: ConsentStrings
  /// The law, where the status names it.
  public let regulation: Regulation?
  /// The id that Didomi gave the person.
  public let userID: String?
  /// The kind of source that wrote the status: `app`, `web`.
  public let sourceType: String?
  /// The web domain or the app's bundle id that wrote it.
  public let sourceDomain: String?
  /// What the person did, in Didomi's words.
  public let action: String?
  /// Didomi's own consent string (`didomi_dcs`).
  public let didomiDCS: String?
  /// When the person first answered.
  public let created: Timestamp?
  /// When the person last answered.
  public let updated: Timestamp?

  /// Reads the JSON text of a status of either shape; members that are not known are passed over.
  /// - Throws: ``JSONError`` with the path of what is missing, of the wrong type, contradictory or
  ///   spelled twice.
  public init(reading text: String) throws(JSONError) {
    try self.init(reading: JSONNode(JSONReader.read(text: text)))
  }

  /// Reads a status of either shape; members that are not known are passed over.
  ///
  /// In `CurrentUserStatus` Didomi reports what was never asked as not enabled. So where nothing
  /// at all is enabled and neither a string nor the time of the last answer (`updated`) tells of
  /// one, its ids are taken as not asked; else an id that is not enabled was refused. Essential purposes are not choices and are left out.
  /// - Throws: `JSONError` with the path of what is missing, of the wrong type, contradictory or
  ///   spelled twice.
  package init(reading node: JSONNode) throws(JSONError) {
    let members = try DidomiMembers(node)
    userID = try members.text("userid")
    let source = try members.node("source").map { node throws(JSONError) in try DidomiMembers(node)
    }
    sourceType = try source?.text("type")
    sourceDomain = try source?.text("domain")
    action = try members.text("action")
    didomiDCS = try members.text("didomidcs")
    created = try members.time("created")
    updated = try members.time("updated")
    strings = ConsentStrings(
      tc: try members.text("consentstring"),
      additionalConsent: try members.text("addtlconsent", "additionalconsent"),
      gpp: try members.text("gppstring"))
    regulation = try Self.regulation(of: members)
    let purposes = try members.required("purposes")
    let vendors = try members.required("vendors")
    let arePurposesLists = try DidomiMembers(purposes).isList
    let areVendorsLists = try DidomiMembers(vendors).isList
    if arePurposesLists && areVendorsLists {
      shape = .userStatus
      choices = ConsentChoices(
        purposes: try DidomiLists.choices(in: purposes),
        vendors: try DidomiLists.choices(in: vendors))
    } else {
      shape = .currentUserStatus
      choices = try DidomiMaps.choices(
        purposes: purposes, vendors: vendors,
        isAnswered: strings.tc != nil || strings.gpp != nil || updated != nil)
    }
  }

  private static func regulation(of members: DidomiMembers) throws(JSONError) -> Regulation? {
    guard let node = try members.node("regulation") else { return nil }
    return try node.string().isEmpty ? nil : node.regulation()
  }

  /// The statement to record: the choices with the times and strings that came with them.
  /// - Parameters:
  ///   - received: When the status was received; counts where it tells no time itself.
  ///   - rules: How long the choices hold.
  /// - Returns: The statement, under the GDPR where the status names no law.
  public func statement(
    received: Timestamp, rules: ExpiryRules = .standard
  ) -> ConsentStatement {
    var statement = ConsentStatement(
      choices: choices, regulation: regulation ?? .gdpr, at: updated ?? created ?? received,
      strings: strings, rules: rules)
    statement.createdAt = created ?? statement.updatedAt
    statement.didomiUserID = userID
    statement.didomiAction = action
    statement.didomiDCS = didomiDCS
    statement.collection.sourceType = sourceType
    statement.collection.sourceDomain = sourceDomain
    if let text = strings.tc, let tc = try? TCString(decoding: text) {
      statement.projection = TCProjection(of: tc)
    }
    return statement
  }
}
