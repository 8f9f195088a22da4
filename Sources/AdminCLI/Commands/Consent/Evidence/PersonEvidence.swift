// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// Everything that the store can show of one person, read and recomputed.
struct PersonEvidence {
  /// A record with what can be shown of it.
  struct Record {
    let held: HeldConsent
    /// What the gate made of it when it came, by itself and under its own law.
    let judgement: GateJudgement
    let proof: LedgerProof
    let receipt: JSONValue
    /// Each string with its name, as it was received, and decoded; nil where it cannot be.
    let strings: [(name: String, text: String, decoded: DecodedString?)]

    var record: ConsentRecord { held.record }
  }

  /// The key as it is stored.
  let subject: String
  let madeAt: Timestamp
  let gate: ConsentGate
  /// What holds now.
  let judgement: GateJudgement
  let records: [Record]
  /// The records in the shape of ISO/IEC TS 27560, one for each law.
  let recordForms: [JSONValue]
  /// The notices that records name and the store keeps.
  let notices: [EvidenceNotice]
  let loads: [JudgedLoad]
  /// By which rules the loads were allowed.
  let rules: [UsedRules]
  let store: StoreAudit
  /// The ledger's head of now.
  let head: LedgerHead

  /// Reads it.
  /// - Throws: ``Failure`` with `notFound` where nothing is held of the person; `StoreError`.
  init(in database: AdDatabase, against heads: KeptHeads, _ run: CommandRun) throws {
    let consent = ConsentRepository(database)
    let key = try run.subject(in: consent)
    let held = try consent.everything(of: key)
    guard !held.isEmpty else {
      throw Failure(
        .notFound, "nothing is held of this subject: nobody answered, or it was erased.",
        try: "adview-admin consent list")
    }
    subject = key.stored
    madeAt = run.now
    let gate = try run.gate(in: database)
    self.gate = gate
    judgement = gate.judge(try consent.state(of: key), at: run.now)
    store = try StoreAudit(of: database, against: heads.heads, run)
    let head = try consent.head(at: run.now)
    self.head = head
    // The newest first: a head that was kept shows more than one of now.
    let kept = heads.heads.sorted { $0.size > $1.size }
    let terms = try run.consentTerms(in: database)
    let verifier = try LedgerKeyFile.verifier(for: consent)
    var signatures: [LedgerHead: LedgerSignedPoint?] = [:]
    recordForms = ConsentSections.records(of: held, subject: key.stored, terms, at: run.now)
    records = try held.map { held in
      var proof: LedgerProof?
      for head in kept + [head] where proof == nil {
        proof = try consent.proof(of: held.id, in: head, at: run.now)
      }
      guard let proof else {
        throw Failure(
          .badData, "record \(held.id) is not in the ledger.", try: "adview-admin consent verify")
      }
      let signature =
        try signatures[proof.head] ?? consent.signedPoint(in: proof.head, by: verifier)
      signatures[proof.head] = .some(signature)
      let record = held.record
      let alone = ConsentState([record])
      return Record(
        held: held,
        judgement: gate.judge(alone, under: record.statement.regulation, at: record.recordedAt),
        proof: proof,
        receipt: ConsentSections.receipt(
          record, ReceiptProof(proof, signature: signature), subject: key.stored, terms,
          madeAt: run.now),
        strings: Self.strings(of: record))
    }
    var loads: [JudgedLoad] = []
    try consent.forEachLoad(of: key, by: LoadCheck(gate: gate)) { load in
      try run.checkInterruption()
      loads.append(load)
    }
    self.loads = loads.sorted { $0.time < $1.time }
    rules = try consent.rules(ofLoadsOf: key)
    var notices: [EvidenceNotice] = []
    for hash in Set(held.compactMap { $0.record.statement.collection.notice?.contentHash }).sorted(
      by: { $0.hex < $1.hex })
    {
      // One that was altered is told by the audit, and is no evidence of what was shown.
      guard let notice = try? consent.shownNotice(hash) else { continue }
      notices.append(EvidenceNotice(notice, namedBy: hash))
    }
    self.notices = notices
  }

  private static func strings(
    of record: ConsentRecord
  ) -> [(name: String, text: String, decoded: DecodedString?)] {
    let strings = record.statement.strings
    return [
      ("TC string", strings.tc), ("Additional Consent string", strings.additionalConsent),
      ("GPP string", strings.gpp), ("US Privacy string", strings.usPrivacy),
    ].compactMap { name, text in
      text.map { (name, $0, try? DecodedString($0, at: record.recordedAt)) }
    }
  }

  /// The hashes of the notices that records name.
  var noticeHashes: Set<ContentHash> {
    Set(records.compactMap { $0.record.statement.collection.notice?.contentHash })
  }

  /// How many loads their record did not allow.
  var disallowed: Int {
    loads.count { if case .disallowed = $0.verdict { true } else { false } }
  }

  // MARK: For programs

  /// All of it.
  var json: JSONValue {
    let fault = store.faults.first
    return [
      "format": "AdView consent evidence 1",
      "program": .string("adview-admin \(AdminVersion.current)"),
      "madeAt": .string(madeAt.description),
      "subject": .string(subject),
      "now": ConsentView.fields.value(
        of: ConsentView(judgement.record, deciding: judgement, isExplained: true)),
      "ledger": [
        "verified": .bool(store.isSound), "entries": .integer(store.ledger.size),
        "root": .string(store.ledger.root.hex), "fault": fault.map { .string($0) } ?? .null,
        "seals": .integer(store.seals.seals), "sessions": .integer(store.seals.sessions),
      ],
      "records": .array(records.map(Self.json)),
      "rules": .array(rules.map { UsedRules.columns.value(of: $0) }),
      "loads": .array(loads.map { ConsentLoads.columns.value(of: $0) }),
    ]
  }

  private static func json(_ record: Record) -> JSONValue {
    [
      "receipt": .string("receipt-\(record.record.id).json"),
      "entryHash": .string(record.proof.entryHash.hex),
      "record": ConsentView.fields.value(
        of: ConsentView(record.record, deciding: record.judgement, isExplained: true)),
      "strings": .array(
        record.strings.map { string in
          [
            "name": .string(string.name), "text": .string(string.text),
            "decoded": string.decoded?.json ?? .null,
          ]
        }),
    ]
  }
}

extension UsedRules {
  static let columns: [Column<UsedRules>] = [
    Column("policy", "Policy", meaning: "Which answers opened the gate.") {
      $0.gate.policy.rawValue
    },
    Column(
      "limitedAdsSince", "Limited ads since", meaning: "Since when disclosure suffices for them."
    ) { $0.gate.limitedAds.disclosureSufficesFrom },
    Column("applicableLaw", "Law", meaning: "The law that was set; null for the most careful.") {
      $0.gate.applicableLaw?.rawValue
    },
    Column("whenSilent", "Silence", meaning: "What silence meant under laws of opting out.") {
      $0.gate.silence.rawValue
    },
    Column("rulesVersion", "Rules", .trailing, meaning: "The version of the program's rules.") {
      $0.version
    },
    Column("lawTable", "Laws", .trailing, meaning: "The version of its table of laws.") {
      $0.lawTable
    },
    Column("loads", "Loads", .trailing, meaning: "How many loads they allowed.") { $0.loads },
    Column("first", "From", meaning: "The first of them.") { $0.first.description },
    Column("last", "To", meaning: "The last of them.") { $0.last.description },
  ]
}
