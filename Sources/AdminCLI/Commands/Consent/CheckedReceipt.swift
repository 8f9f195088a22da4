// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore
import AdUpdate

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
    /// A head of the same size as one of the receipt has another root: there were two ledgers.
    case forked
  }

  /// The record's place in the ledger.
  let sequence: Int64
  /// When the entry was received.
  let receivedAt: Timestamp
  /// The event.
  let event: ConsentEvent
  /// Whether the entry is about the person whose key the receipt names, by its salt or by a change of
  /// the key.
  let isPersons: Bool
  /// The members that say something else than the content and the entry do.
  let altered: [String]
  let head: Head
  /// The kept heads of its head's size that have another root.
  let splits: [LedgerSplit]
  /// What a device signed of it.
  let signature: ReceiptSignature
  /// When an authority saw the head; nil where no stamp was given.
  var stampedAt: Timestamp?

  var isSound: Bool {
    altered.isEmpty && isPersons && (head == .unchecked || head == .kept)
      && signature.isSound
  }

  /// Computes a receipt again.
  /// - Parameters:
  ///   - receipt: What `consent export --receipt` wrote.
  ///   - heads: Heads that were kept elsewhere.
  ///   - keys: The keys of devices that count; none for the one that the ledger names.
  ///   - verifier: Checks a device's signature; without one, nothing is said to be signed.
  /// - Throws: `JSONError` where it is no receipt, or one of a record that was erased.
  init(
    _ receipt: JSONNode, against heads: [LedgerHead], trusting keys: [LedgerEnrollment],
    by verifier: (any SignatureVerifier)?
  ) throws(JSONError) {
    try receipt.object()
    let subject = try receipt.member("pii_principal_id").string()
    let proof = try ReceiptProof(json: receipt.member("ledger_proof"), of: subject)
    let ledger = proof.ledger
    guard let evidence = ledger.evidence else {
      throw try receipt.member("ledger_proof").notAllowed(
        "the entry is not told, as after an erasure: nothing connects the receipt with the ledger")
    }
    let entry = evidence.entry
    let statement = try ConsentStatement(json: JSONNode(JSONReader.read(text: evidence.content)))
    let record = ConsentRecord(
      id: ledger.record, event: entry.event, recordedAt: entry.time, previous: nil,
      statement: statement, origin: entry.origin)
    let again = ConsentSections.receipt(
      record, proof, id: try receipt.member("receipt_id").string(), subject: subject,
      try ConsentSections.terms(ofReceipt: receipt))
    var altered = Self.differences(receipt.value, again, at: "")
    if !evidence.contentAgrees { altered.append("ledger_proof.entry.payload_commitment") }
    if !ProvenEntry(entry, path: ledger.path).isIn(ledger.head) {
      altered.append("ledger_proof.inclusion_path")
    }
    let change = ledger.keyChange?.faults(tying: entry, to: subject, in: ledger.head) ?? []
    for fault in change where fault != .person {
      altered.append("ledger_proof.key_change.\(fault.rawValue)")
    }
    self.altered = altered
    sequence = entry.sequence
    receivedAt = entry.time
    event = entry.event
    isPersons =
      (ledger.keyChange != nil || proof.tellsSalt) && change.isEmpty
      && (!proof.tellsSalt || evidence.subjectAgrees)
    signature = ReceiptSignature(
      proof.signature, over: entry.sequence, in: ledger.head, trusting: keys, by: verifier)
    let own = [ledger.head] + (ledger.keyChange.map { [$0.head] } ?? [])
    splits = own.flatMap { own in
      heads.filter { $0.isBeside(own) && $0.root != own.root }
        .map { LedgerSplit(kept: $0, size: own.size, root: own.root) }
    }
    head =
      heads.isEmpty
      ? .unchecked
      : !splits.isEmpty
        ? .forked : heads.contains { $0.isBeside(ledger.head) } ? .kept : .unknown
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
      differences(one[key] ?? .null, other[key] ?? .null, at: way.isEmpty ? key : "\(way).\(key)")
    }
  }

  static let columns: [Column<CheckedReceipt>] = [
    Column("verified", "Verified", meaning: "Whether the receipt says what the ledger does.") {
      $0.isSound
    }.showing { .verdict($0.isSound) },
    Column("record", "Record", meaning: "The record's place in the ledger.") { $0.sequence },
    Column("event", "Event", meaning: "What happened.") { $0.event.rawValue },
    Column("receivedAt", "Received", meaning: "When the store received it.") { $0.receivedAt },
    Column(
      "person", "Person",
      meaning: "Whether it is of the person whose key it names, by its salt or a change of the key."
    ) { $0.isPersons }.showing {
      .toned(
        $0.isPersons ? "the one whose key it names" : "not the one whose key it names",
        $0.isPersons ? .good : .bad)
    },
    Column(
      "altered", "Altered",
      meaning: "The members that say something else than the content and the entry do."
    ) { $0.altered },
    Column(
      "head", "Head",
      meaning:
        "Whether the head was kept elsewhere: unchecked (none was given), kept, unknown (none of this size was) or forked."
    ) { $0.head.rawValue }.showing { receipt in
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
      "signature.finding", "Signed",
      meaning:
        "What a device signed: nothing, record (it appended the entry), head (one that covers the entry), earlier "
        + "(only what is before the entry); or wrong, stranger (another key than --device-key) or unchecked (there "
        + "is no openssl)."
    ) { $0.signature.finding.rawValue }.showing { $0.signature.shown },
    Column("signature.key", meaning: "The SHA-256 of the device's key, as DER; null without one.") {
      $0.signature.key
    },
    Column("signature.sequence", meaning: "The entry that is signed; null where none is.") {
      $0.signature.sequence
    },
    Column(
      "stampedAt", "Stamped",
      meaning: "When an authority saw the head; null where no stamp was given."
    ) { $0.stampedAt },
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
      $0.kept.size
    },
    Column("kept.root", "Kept root", meaning: "Their root.") { $0.kept.root.hex },
    Column("kept.time", "Kept time", meaning: "When it was taken.") { $0.kept.time },
    Column("own.size", "Own size", .trailing, meaning: "How many of them are here.") { $0.size },
    Column("own.root", "Own root", meaning: "Their root here.") { $0.root.hex },
  ]
}
