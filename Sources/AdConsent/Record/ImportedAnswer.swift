// SPDX-License-Identifier: MIT
package import AdModel

/// One person's answer as another system keeps it: a line of an import.
///
/// The members are those of ``ConsentStatement/json``, of which most may be left out:
///
/// ```json
/// {"subject":"user-17","updatedAt":"2026-11-20T10:00:00Z","choices":"declineAll"}
/// {"subject":"user-18","strings":{"tc":"C…"},"collection":{"notice":{"id":"n1","version":"7"}}}
/// ```
package struct ImportedAnswer: Hashable, Sendable {
  /// The person's key: as the other system writes it, until the caller puts its hash in its place.
  package var subject: SubjectKey
  /// What happened.
  package let event: ConsentEvent
  /// The answer.
  package let statement: ConsentStatement

  /// The members that a line may have.
  package static let members = [
    "subject", "event", "updatedAt", "choices", "strings", "regulation", "country", "gdprApplies",
    "gpc", "ageTreatment", "collection", "didomiUserId", "createdAt", "expiresAt",
  ]

  /// Takes what a store holds, for ``json``.
  package init(subject: SubjectKey, event: ConsentEvent, statement: ConsentStatement) {
    self.subject = subject
    self.event = event
    self.statement = statement
  }

  /// The line in full: read again, it is the same.
  package var json: JSONValue {
    var members = JSONObject()
    members["subject"] = .string(subject.stored)
    members["event"] = .string(event.rawValue)
    if case .object(let statement) = statement.json {
      for member in statement.members { members[member.key] = member.value }
    }
    return .object(members)
  }

  /// Reads a line.
  ///
  /// A line in full, with `format`, has all members of ``ConsentStatement/json``. `event` may say
  /// `withdrawn`, which needs no choices, or `noticed`, which has none.
  /// `choices` is `acceptAll`, `declineAll` or an object with lists; without it the TC string says
  /// what the answer was. `updatedAt` may be left out where a TC string tells it, and `regulation`
  /// where it is `gdpr`.
  /// - Parameter rules: How long answers hold whose line does not say.
  /// - Throws: `JSONError` for a member that is unknown, missing or not what it must be;
  ///   `InvalidValue` for an impossible key; ``TCStringError``, ``ConsentStringError`` or
  ///   ``GPPSectionError`` for a string that cannot be read.
  package init(json node: JSONNode, rules: ExpiryRules = .standard) throws {
    subject = try SubjectKey(node.member("subject").string())
    let event = try node.optional("event")?.event()
    self.event = event ?? .imported
    if try node.optional("format") != nil {
      statement = try ConsentStatement(json: node, besides: ["subject", "event"])
      return
    }
    try node.object(knowing: Self.members)
    let strings = try node.optional("strings").map(ConsentStrings.init(json:)) ?? ConsentStrings()
    let tc = try strings.answeringTC
    let told = try node.optional("choices").map(ToldChoices.init(json:))
    let gpc = try node.optional("gpc")?.bool()
    let age = try node.optional("ageTreatment")?.ageTreatment()
    let isWithoutAnswer = event == .withdrawn || event == .noticed
    guard told != nil || !strings.isEmpty || gpc != nil || age != nil || isWithoutAnswer else {
      throw node.notAllowed("expected choices or strings that say what the answer was")
    }
    let time =
      try tc.map { try node.optional("updatedAt")?.timestamp() ?? $0.lastUpdated }
      ?? node.member("updatedAt").timestamp()
    var statement = ConsentStatement(
      choices: told?.choices ?? tc.map(ConsentChoices.init(of:)) ?? ConsentChoices(),
      regulation: try node.optional("regulation")?.regulation() ?? .gdpr,
      at: time, strings: strings, rules: rules)
    statement.createdAt =
      try node.optional("createdAt")?.timestamp() ?? tc.map { min($0.created, time) } ?? time
    statement.country = try node.optional("country").map(LetterPair.init(spelledIn:))?.description
    statement.gdprApplies = try node.optional("gdprApplies")?.bool()
    statement.gpc = gpc
    statement.ageTreatment = age
    statement.didomiUserID = try node.optional("didomiUserId")?.string()
    if let collection = try node.optional("collection") {
      statement.collection = try ConsentCollection(json: collection)
    }
    statement.collection.action = statement.collection.action ?? told?.action
    if event == .withdrawn {
      let action = statement.collection.action
      statement = statement.withdrawn(at: time, rules: rules)
      statement.collection.action = action ?? statement.collection.action
    }
    if let end = try node.optional("expiresAt")?.timestamp() {
      statement.expiry = ConsentExpiry(explicit: end)
    }
    self.statement = statement
  }
}

/// The answers of a line, and in a word how they were given.
private struct ToldChoices {
  let choices: ConsentChoices
  let action: String?

  init(json node: JSONNode) throws {
    guard case .string(let word) = node.value else {
      choices = try ConsentChoices(json: node)
      action = nil
      return
    }
    switch word {
    case "acceptAll": choices = try ConsentChoices(.enabled, for: .googleAds)
    case "declineAll": choices = try ConsentChoices(.disabled, for: .googleAds)
    default: throw node.notAllowed("expected acceptAll, declineAll or an object")
    }
    action = word
  }
}

extension ConsentStrings {
  /// The TC string that gives the answers: the one of its own, else the one in the GPP string.
  fileprivate var answeringTC: TCString? {
    get throws {
      if let tc { return try TCString(decoding: tc) }
      guard let gpp, let section = try GPPString(decoding: gpp)[.tcfEU] else { return nil }
      return try TCString(decoding: section.text)
    }
  }
}

extension JSONNode {
  /// What happened, where a line may tell of it: an erasure is for the other system to repeat.
  fileprivate func event() throws(JSONError) -> ConsentEvent {
    guard let event = ConsentEvent(rawValue: try string()), event.isRecord else {
      throw notAllowed("expected given, refused, changed, renewed, imported, withdrawn or noticed")
    }
    return event
  }
}

extension LetterPair {
  fileprivate init(spelledIn node: JSONNode) throws(JSONError) {
    let text = try node.string()
    do throws(InvalidValue) {
      try self.init(text)
    } catch {
      throw node.notAllowed("expected a country of two letters")
    }
  }
}
