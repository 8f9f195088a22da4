// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// What is left of a receipt's claims once everything in it has been computed again from the stored
/// content that it carries, without the store.
struct CheckedReceipt: Sendable {
  /// What becomes of the head that the receipt leads to.
  enum Head: String, Sendable {
    /// No head was given: it is the receipt's own word.
    case unchecked
    /// It was kept elsewhere.
    case kept
    /// No head that was given is of this size.
    case unknown
    /// A head of the same size has another root: there were two ledgers.
    case forked
  }

  /// The record's place in the ledger.
  let sequence: Int64
  /// When the entry was received.
  let receivedAt: Timestamp
  /// The event.
  let event: ConsentEvent
  /// Whether the entry is about the person whose key the receipt names; nil where it tells no salt.
  let isPersons: Bool?
  /// The members that say something else than the content and the entry do.
  let altered: [String]
  let head: Head
  /// The kept heads of its head's size that have another root.
  let splits: [LedgerSplit]
  /// When an authority saw the head; nil where no stamp was given.
  var stampedAt: Timestamp?

  var isSound: Bool {
    altered.isEmpty && isPersons != false && (head == .unchecked || head == .kept)
  }

  /// Computes a receipt again.
  /// - Parameters:
  ///   - receipt: What `consent export --receipt` wrote.
  ///   - heads: Heads that were kept elsewhere.
  /// - Throws: `JSONError` where it is no receipt, or one of a record that was erased.
  init(_ receipt: JSONNode, against heads: [LedgerHead]) throws(JSONError) {
    try receipt.object()
    let subject = try receipt.member("pii_principal_id").string()
    let (proof, salt) = try Self.proof(receipt.member("ledger_proof"), of: subject)
    guard let evidence = proof.evidence else {
      throw try receipt.member("ledger_proof").notAllowed(
        "the entry is not told, as after an erasure: nothing connects the receipt with the ledger")
    }
    let entry = evidence.entry
    let statement = try ConsentStatement(json: JSONNode(JSONReader.read(text: evidence.content)))
    let record = ConsentRecord(
      id: proof.record, event: entry.event, recordedAt: entry.time, previous: nil,
      statement: statement,
      origin: entry.origin)
    let party = try receipt.member("party_identification").elements().first
    let processing = try receipt.member("pii_processing")
    let again = ConsentReceipt(
      record, proof, id: try receipt.member("receipt_id").string(), subject: subject,
      ConsentReceipt.Told(
        controller: try party?.optional("party_name")?.string(),
        contact: try party?.optional("party_contact")?.string(),
        withdrawal: try processing.optional("withdrawal_method")?.string()))
    var altered = Self.differences(receipt.value, again.json, at: "")
    if !evidence.contentAgrees { altered.append("ledger_proof.entry.payload_commitment") }
    let (index, size) = (Int(entry.sequence - 1), Int(proof.head.size))
    if !MerkleTree.proves(
      inclusion: proof.path, of: entry.hash, at: index, size: size, root: proof.head.root)
    {
      altered.append("ledger_proof.inclusion_path")
    }
    self.altered = altered
    sequence = entry.sequence
    receivedAt = entry.time
    event = entry.event
    isPersons = salt == nil ? nil : evidence.subjectAgrees
    head = Self.verdict(on: proof.head, among: heads)
    splits = heads.filter { $0.isBeside(proof.head) && $0.root != proof.head.root }
      .map { LedgerSplit(kept: $0, size: proof.head.size, root: proof.head.root) }
  }

  private static func verdict(on head: LedgerHead, among heads: [LedgerHead]) -> Head {
    guard !heads.isEmpty else { return .unchecked }
    let alike = heads.filter { $0.isBeside(head) }
    if alike.isEmpty { return .unknown }
    return alike.allSatisfy { $0.root == head.root } ? .kept : .forked
  }

  private static func proof(
    _ node: JSONNode, of subject: String
  ) throws(JSONError) -> (proof: LedgerProof, salt: [UInt8]?) {
    let sequence = try node.member("sequence").integer(in: 1...(.max))
    var path: [ContentHash] = []
    for step in try node.member("inclusion_path").elements() { path.append(try step.digest()) }
    var evidence: LedgerEvidence?
    var salt: [UInt8]?
    if let link = try node.optional("entry") {
      let event = try link.member("event")
      guard let kind = ConsentEvent(rawValue: try event.string()) else {
        throw event.notAllowed("unknown event")
      }
      let actor = try link.member("actor")
      guard let who = EntryOrigin.Actor(rawValue: try actor.string()) else {
        throw actor.notAllowed("unknown actor")
      }
      let time = try link.member("time_ms").integer(in: 0...(.max))
      salt = try link.optional("subject_salt")?.hexadecimal()
      evidence = LedgerEvidence(
        entry: LedgerEntry(
          sequence: sequence, time: Timestamp(milliseconds: time), event: kind,
          subject: try link.member("subject_commitment").digest(),
          payload: try link.member("payload_commitment").digest(),
          origin: EntryOrigin(
            actor: who, told: try link.member("channel").string(),
            try link.member("reason").string()),
          previous: try link.member("previous").digest()),
        subject: subject, subjectSalt: salt ?? [], content: try link.member("content").string(),
        payloadSalt: try link.member("payload_salt").hexadecimal())
    }
    let told = try node.member("entry_hash").digest()
    let proof = LedgerProof(
      record: ConsentRecordID(sequence), entryHash: evidence?.entry.hash ?? told, path: path,
      head: try LedgerHead(json: node.member("head")), evidence: evidence)
    return (proof, salt)
  }

  /// The members of a receipt that are otherwise than they would be, by their ways.
  private static func differences(
    _ told: JSONValue, _ computed: JSONValue, at way: String
  ) -> [String] {
    guard told != computed else { return [] }
    guard case .object(let one) = told, case .object(let other) = computed else {
      return [way.isEmpty ? "the receipt" : way]
    }
    var keys = one.members.map(\.key)
    keys += other.members.map(\.key).filter { !keys.contains($0) }
    return keys.flatMap { key in
      differences(
        one[key] ?? .null, other[key] ?? .null, at: way.isEmpty ? key : "\(way).\(key)")
    }
  }

  static let columns: [Column<CheckedReceipt>] = [
    Column("verified", "Verified", meaning: "Whether the receipt says what the ledger does.") {
      .flag($0.isSound)
    }.showing { .toned($0.isSound ? "yes" : "no", $0.isSound ? .good : .bad) },
    Column("record", "Record", meaning: "The record's place in the ledger.") {
      .integer($0.sequence)
    },
    Column("event", "Event", meaning: "What happened.") { .text($0.event.rawValue) },
    Column("receivedAt", "Received", meaning: "When the store received it.") {
      .text($0.receivedAt.description)
    },
    Column(
      "person", "Person",
      meaning:
        "Whether it is of the person whose key it names; null where their key was replaced since."
    ) { receipt in
      receipt.isPersons.map { .flag($0) } ?? .none
    }.showing { receipt in
      switch receipt.isPersons {
      case true?: .text("the one whose key it names")
      case false?: .toned("somebody else than the key names", .bad)
      case nil: .toned("not told: the key was replaced since", .warning)
      }
    },
    Column(
      "altered", "Altered",
      meaning: "The members that say something else than the content and the entry do."
    ) { .list($0.altered) },
    Column(
      "head", "Head",
      meaning:
        "Whether the head was kept elsewhere: unchecked (none was given), kept, unknown (none of this size was) or forked."
    ) { .text($0.head.rawValue) }.showing { receipt in
      switch receipt.head {
      case .unchecked:
        .toned("the receipt's own word: --head compares it with one kept elsewhere", .warning)
      case .kept: .toned("kept elsewhere", .good)
      case .unknown: .toned("no head of this size was given", .bad)
      case .forked: .toned("another root at the same size: there were two ledgers", .bad)
      }
    },
    .list(
      "splitViews",
      meaning: "The kept heads of its size that have another root, each beside its own.",
      of: LedgerSplit.columns
    ) { $0.splits },
    Column(
      "stampedAt", "Stamped",
      meaning: "When an authority saw the head; null where no stamp was given."
    ) { .optional($0.stampedAt?.description) },
  ]
}

extension LedgerHead {
  /// Whether it is of the same size of the same ledger.
  fileprivate func isBeside(_ other: LedgerHead) -> Bool {
    store == other.store && size == other.size
  }
}

extension LedgerSplit {
  /// Both heads.
  static let columns: [Column<LedgerSplit>] = [
    Column("kept.size", "Kept size", .trailing, meaning: "How many entries the kept head is of.") {
      .integer($0.kept.size)
    },
    Column("kept.root", "Kept root", meaning: "Their root.") { .text($0.kept.root.hex) },
    Column("kept.time", "Kept time", meaning: "When it was taken.") {
      .text($0.kept.time.description)
    },
    Column("own.size", "Own size", .trailing, meaning: "How many of them are here.") {
      .integer($0.size)
    },
    Column("own.root", "Own root", meaning: "Their root here.") { .text($0.root.hex) },
  ]
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
