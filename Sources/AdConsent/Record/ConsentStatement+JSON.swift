// SPDX-License-Identifier: MIT
package import AdModel

/// The form in which statements are stored and exported: one JSON object, members in fixed order.
extension ConsentStatement {
  /// The version of the form.
  static let jsonFormat: Int64 = 1

  /// The members of ``json``, in order.
  package static let jsonKeys = [
    "format", "regulation", "country", "gdprApplies", "gpc", "ageTreatment", "choices", "strings",
    "projection",
    "collection", "didomiUserId", "didomiAction", "didomiDcs", "createdAt", "updatedAt",
    "expiresAt", "expiryRule",
  ]

  /// The statement as JSON; `null` where something is not known.
  package var json: JSONValue {
    [
      "format": .integer(Self.jsonFormat),
      "regulation": .string(regulation.rawValue),
      "country": JSONValue(country),
      "gdprApplies": gdprApplies.map { .bool($0) } ?? .null,
      "gpc": gpc.map { .bool($0) } ?? .null,
      "ageTreatment": JSONValue(ageTreatment?.rawValue),
      "choices": choices.json,
      "strings": strings.json,
      "projection": projection?.json ?? .null,
      "collection": collection.json,
      "didomiUserId": JSONValue(didomiUserID),
      "didomiAction": JSONValue(didomiAction),
      "didomiDcs": JSONValue(didomiDCS),
      "createdAt": .string(createdAt.description),
      "updatedAt": .string(updatedAt.description),
      "expiresAt": .string(expiry.at.description),
      "expiryRule": .string(expiry.rule),
    ]
  }

  /// Reads a statement from what ``json`` wrote.
  /// - Parameter others: The members that the object may have besides.
  /// - Throws: `JSONError` for anything that ``json`` does not write.
  package init(json node: JSONNode, besides others: [String] = []) throws(JSONError) {
    try node.object(knowing: others + Self.jsonKeys)
    _ = try node.member("format").integer(in: Self.jsonFormat...Self.jsonFormat)
    let regulation = try node.member("regulation").regulation()
    self.init(
      choices: try ConsentChoices(json: node.member("choices")), regulation: regulation,
      at: try node.member("updatedAt").timestamp(),
      strings: try ConsentStrings(json: node.member("strings")))
    createdAt = try node.member("createdAt").timestamp()
    country = try node.optional("country")?.string()
    gdprApplies = try node.optional("gdprApplies")?.bool()
    gpc = try node.optional("gpc")?.bool()
    ageTreatment = try node.optional("ageTreatment")?.ageTreatment()
    if let header = try node.optional("projection") { projection = try TCProjection(json: header) }
    collection = try ConsentCollection(json: node.member("collection"))
    didomiUserID = try node.optional("didomiUserId")?.string()
    didomiAction = try node.optional("didomiAction")?.string()
    didomiDCS = try node.optional("didomiDcs")?.string()
    expiry = ConsentExpiry(
      at: try node.member("expiresAt").timestamp(), rule: try node.member("expiryRule").string())
  }
}

extension JSONNode {
  /// How a person's age restricts the ads.
  func ageTreatment() throws(JSONError) -> AgeTreatment {
    guard let treatment = AgeTreatment(rawValue: try string()) else {
      throw notAllowed("expected unspecified, teen or child")
    }
    return treatment
  }
}

extension ConsentStrings {
  fileprivate var json: JSONValue {
    [
      "tc": JSONValue(tc), "additionalConsent": JSONValue(additionalConsent),
      "gpp": JSONValue(gpp), "usPrivacy": JSONValue(usPrivacy),
    ]
  }

  init(json node: JSONNode) throws(JSONError) {
    try node.object(knowing: ["tc", "additionalConsent", "gpp", "usPrivacy"])
    self.init(
      tc: try node.optional("tc")?.string(),
      additionalConsent: try node.optional("additionalConsent")?.string(),
      gpp: try node.optional("gpp")?.string(),
      usPrivacy: try node.optional("usPrivacy")?.string())
  }
}

extension TCProjection {
  fileprivate var json: JSONValue {
    [
      "reader": .integer(Int64(reader)), "cmpId": .integer(Int64(cmpID)),
      "cmpVersion": .integer(Int64(cmpVersion)), "consentScreen": .integer(Int64(consentScreen)),
      "language": .string(language), "vendorListVersion": .integer(Int64(vendorListVersion)),
      "policyVersion": .integer(Int64(policyVersion)), "created": .string(created.description),
      "lastUpdated": .string(lastUpdated.description),
    ]
  }

  fileprivate init(json node: JSONNode) throws(JSONError) {
    func number(_ key: String) throws(JSONError) -> Int {
      Int(try node.member(key).integer(in: 0...65535))
    }
    self.init(
      reader: try number("reader"), cmpID: try number("cmpId"),
      cmpVersion: try number("cmpVersion"), consentScreen: try number("consentScreen"),
      language: try node.member("language").string(),
      vendorListVersion: try number("vendorListVersion"),
      policyVersion: try number("policyVersion"),
      created: try node.member("created").timestamp(),
      lastUpdated: try node.member("lastUpdated").timestamp())
  }
}

extension ConsentCollection {
  fileprivate var json: JSONValue {
    [
      "action": JSONValue(action), "interface": JSONValue(interface),
      "appBuild": JSONValue(appBuild), "sourceType": JSONValue(sourceType),
      "sourceDomain": JSONValue(sourceDomain), "notice": notice?.json ?? .null,
    ]
  }

  init(json node: JSONNode) throws(JSONError) {
    self.init(
      action: try node.optional("action")?.string(),
      interface: try node.optional("interface")?.string(),
      appBuild: try node.optional("appBuild")?.string(),
      sourceType: try node.optional("sourceType")?.string(),
      sourceDomain: try node.optional("sourceDomain")?.string())
    if let shown = try node.optional("notice") { notice = try ConsentNotice(json: shown) }
  }
}

extension ConsentNotice {
  fileprivate var json: JSONValue {
    [
      "id": JSONValue(id), "version": JSONValue(version), "language": JSONValue(language),
      "contentHash": JSONValue(contentHash?.hex),
    ]
  }

  fileprivate init(json node: JSONNode) throws(JSONError) {
    self.init(
      id: try node.optional("id")?.string(), version: try node.optional("version")?.string(),
      language: try node.optional("language")?.string())
    guard let hash = try node.optional("contentHash") else { return }
    contentHash = try hash.digest()
  }
}
