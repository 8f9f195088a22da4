// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// The proof in a receipt: what anybody needs who holds a head. `LedgerFormat` says how one thing follows
/// from the other.
struct ReceiptProof {
  let ledger: LedgerProof
  /// The newest signature of a device over an entry of its head; nil where nothing is signed.
  let signature: LedgerSignedPoint?
  /// Whether the entry's own salt is told; not where the person's key was replaced.
  let tellsSalt: Bool

  init(_ ledger: LedgerProof, signature: LedgerSignedPoint?) {
    self.ledger = ledger
    self.signature = signature
    tellsSalt = ledger.evidence?.subjectAgrees == true
  }

  // MARK: Writing

  var json: JSONValue {
    [
      "format": "AdView consent ledger 1",
      "sequence": .integer(ledger.record.rawValue), "entry_hash": .string(ledger.entryHash.hex),
      "entry": ledger.evidence.map(entry) ?? .null, "inclusion_path": Self.path(ledger.path),
      "head": ledger.head.json, "key_change": ledger.keyChange.map(Self.json) ?? .null,
      "device_signature": signature.map(Self.json) ?? .null,
    ]
  }

  private func entry(_ evidence: LedgerEvidence) -> JSONValue {
    Self.entry(evidence.entry) {
      $0["subject_salt"] =
        tellsSalt ? .string(Hexadecimal.text(evidence.subjectSalt)) : .null
      $0["payload_salt"] = .string(Hexadecimal.text(evidence.payloadSalt))
      $0["content"] = .string(evidence.content)
    }
  }

  private static func json(_ change: LedgerKeyChange) -> JSONValue {
    [
      "head": change.head.json, "extension_path": path(change.extensionPath),
      "subject_salt": .string(Hexadecimal.text(change.salt)), "rekeyed": proven(change.rekeyed),
      "closing": proven(change.closing, content: change.closingContent),
    ]
  }

  private static func json(_ point: LedgerSignedPoint) -> JSONValue {
    [
      "enrolled": proven(point.enrolled, content: point.content),
      "sequence": .integer(point.sequence), "entry_hash": .string(point.hash.hex),
      "inclusion_path": path(point.path), "since": .integer(point.since),
      "signature": .string(Hexadecimal.text(point.signature)),
    ]
  }

  private static func proven(_ proven: ProvenEntry, content: String? = nil) -> JSONValue {
    entry(proven.entry) {
      $0["sequence"] = .integer(proven.entry.sequence)
      if let content { $0["content"] = .string(content) }
      $0["inclusion_path"] = path(proven.path)
    }
  }

  private static func entry(
    _ entry: LedgerEntry, adding add: (inout JSONObject) -> Void
  ) -> JSONValue {
    var members = JSONObject()
    members["time_ms"] = .integer(entry.time.milliseconds)
    members["event"] = .string(entry.event.rawValue)
    members["subject_commitment"] = .string(entry.subject.hex)
    members["payload_commitment"] = .string(entry.payload.hex)
    members["actor"] = .string(entry.origin.actor.rawValue)
    members["channel"] = .string(entry.origin.channel)
    members["reason"] = .string(entry.origin.reason)
    members["previous"] = .string(entry.previous.hex)
    add(&members)
    return .object(members)
  }

  private static func path(_ path: [ContentHash]) -> JSONValue {
    .array(path.map { .string($0.hex) })
  }

  // MARK: Reading

  /// Reads what ``json`` wrote; it may be anything until it is checked.
  /// - Parameter subject: The key that the receipt names.
  /// - Throws: `JSONError` for anything else.
  init(json node: JSONNode, of subject: String) throws(JSONError) {
    let sequence = try node.member("sequence").integer(in: 1...(.max))
    var evidence: LedgerEvidence?
    var tellsSalt = false
    if let link = try node.optional("entry") {
      let salt = try link.optional("subject_salt")?.hexadecimal()
      tellsSalt = salt != nil
      evidence = LedgerEvidence(
        entry: try Self.entry(link, sequence), subject: subject, subjectSalt: salt ?? [],
        content: try link.member("content").string(),
        payloadSalt: try link.member("payload_salt").hexadecimal())
    }
    let told = try node.member("entry_hash").digest()
    ledger = LedgerProof(
      record: ConsentRecordID(sequence), entryHash: evidence?.entry.hash ?? told,
      path: try Self.path(node.member("inclusion_path")),
      head: try LedgerHead(json: node.member("head")), evidence: evidence,
      keyChange: try node.optional("key_change").map { node throws(JSONError) in
        try Self.keyChange(node)
      })
    signature = try node.optional("device_signature").map { node throws(JSONError) in
      try Self.signature(node)
    }
    self.tellsSalt = tellsSalt
  }

  private static func keyChange(_ node: JSONNode) throws(JSONError) -> LedgerKeyChange {
    let closing = try node.member("closing")
    return LedgerKeyChange(
      head: try LedgerHead(json: node.member("head")),
      extensionPath: try path(node.member("extension_path")),
      salt: try node.member("subject_salt").hexadecimal(),
      rekeyed: try proven(node.member("rekeyed")), closing: try proven(closing),
      closingContent: try closing.member("content").string())
  }

  private static func signature(_ node: JSONNode) throws(JSONError) -> LedgerSignedPoint {
    let enrolled = try node.member("enrolled")
    return LedgerSignedPoint(
      enrolled: try proven(enrolled), content: try enrolled.member("content").string(),
      sequence: try node.member("sequence").integer(in: 1...(.max)),
      hash: try node.member("entry_hash").digest(),
      path: try path(node.member("inclusion_path")),
      since: try node.member("since").integer(in: 1...(.max)),
      signature: try node.member("signature").hexadecimal())
  }

  private static func proven(_ node: JSONNode) throws(JSONError) -> ProvenEntry {
    ProvenEntry(
      try entry(node, node.member("sequence").integer(in: 1...(.max))),
      path: try path(node.member("inclusion_path")))
  }

  private static func entry(
    _ node: JSONNode, _ sequence: Int64
  ) throws(JSONError) -> LedgerEntry {
    let event = try node.member("event")
    guard let kind = ConsentEvent(rawValue: try event.string()) else {
      throw event.notAllowed("unknown event")
    }
    let actor = try node.member("actor")
    guard let who = EntryOrigin.Actor(rawValue: try actor.string()) else {
      throw actor.notAllowed("unknown actor")
    }
    return LedgerEntry(
      sequence: sequence,
      time: Timestamp(milliseconds: try node.member("time_ms").integer(in: 0...(.max))),
      event: kind, subject: try node.member("subject_commitment").digest(),
      payload: try node.member("payload_commitment").digest(),
      origin: EntryOrigin(
        actor: who, told: try node.member("channel").string(),
        try node.member("reason").string()),
      previous: try node.member("previous").digest())
  }

  private static func path(_ node: JSONNode) throws(JSONError) -> [ContentHash] {
    var path: [ContentHash] = []
    for step in try node.elements() { path.append(try step.digest()) }
    return path
  }
}

extension JSONNode {
  /// The bytes that hexadecimal digits write.
  fileprivate func hexadecimal() throws(JSONError) -> [UInt8] {
    guard let bytes = Hexadecimal.bytes(try string()) else {
      throw notAllowed("expected hexadecimal digits")
    }
    return bytes
  }
}
