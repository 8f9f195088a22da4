// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdReports
import AdStore
import AdSystem

extension PersonEvidence {
  /// More loads than these are counted on the page; evidence.json has all.
  private static let mostLoads = 2_000

  /// The page that is opened first.
  /// - Parameters:
  ///   - files: What else is in the folder.
  ///   - key: The key that notes are checked with, where one is known.
  func page(
    files: [EvidenceFiles.Described], heads: KeptHeads, notices: [EvidenceNotice], key: String?
  ) -> EvidencePage {
    EvidencePage(
      title: "Consent evidence", subtitle: "\(subject), as of \(madeAt)",
      figures: figures(heads, isSigned: files.contains { $0.entry.name == "head.note" }),
      sections: [summary] + records.map { section(of: $0, notices) }
        + [loadsSection, proofSection(heads, key: key), checking(files, key: key)],
      footer: """
        Made by adview-admin \(AdminVersion.current). What this does not show: times are those of the machine \
        that recorded, unless a stamp says otherwise; that nobody else's answer was recorded under this key; what \
        was on the screen beside the notice; and answers that were erased, of which the ledger keeps that they \
        were there and not what they said. Everything here is personal data.
        """)
  }

  private func figures(_ heads: KeptHeads, isSigned: Bool) -> [EvidencePage.Field] {
    let decision = judgement.explanation.decision
    let ledger =
      store.isSound ? "nothing was altered" : "altered: \(store.faults.count.counted("fault"))"
    return [
      EvidencePage.Field("Ads now", decision.ads, decision.isAllowed ? .plain : .bad),
      EvidencePage.Field("Records", "\(records.count)"),
      EvidencePage.Field(
        "Loads", disallowed == 0 ? "\(loads.count)" : "\(loads.count), \(disallowed) not allowed",
        disallowed == 0 ? .plain : .bad),
      EvidencePage.Field("Ledger and history", ledger, store.isSound ? .good : .bad),
      EvidencePage.Field(
        "Head", Self.words(for: heads, of: records, isSigned: isSigned),
        heads.stampedAt == nil ? .plain : .good),
    ]
  }

  private static func words(
    for heads: KeptHeads, of records: [Record], isSigned: Bool
  ) -> String {
    let kept = records.count { record in
      heads.heads.contains {
        $0.size == record.proof.head.size && $0.root == record.proof.head.root
      }
    }
    guard kept > 0 else { return isSigned ? "signed, and new" : "this store's own word" }
    let stamp = heads.stampedAt.map { ", stamped \($0)" } ?? ""
    return "\(kept) of \(records.count.counted("record")) in a head that was kept elsewhere\(stamp)"
  }

  private var summary: EvidencePage.Section {
    let decision = judgement.explanation.decision
    return EvidencePage.Section(
      "What holds now",
      [
        .words(
          "Each answer is a record of its own and is never changed. The one that was answered last under the "
            + "law that applies decides; a refusal counts under every law."),
        .fields([
          EvidencePage.Field("Person", subject),
          EvidencePage.Field("Decision", "\(decision)", decision.isAllowed ? .good : .bad),
          EvidencePage.Field("Law", judgement.law?.rawValue ?? "the most careful of all"),
          EvidencePage.Field("Policy", gate.policy.rawValue),
          EvidencePage.Field("Limited ads since", "\(gate.limitedAds.disclosureSufficesFrom)"),
          EvidencePage.Field("Silence under opt-out laws", gate.silence.rawValue),
        ]), Self.rules(judgement.explanation),
      ])
  }

  /// The requirements of a decision, as a table.
  private static func rules(_ explanation: GateExplanation) -> EvidencePage.Block {
    .table(
      "What the gate asked", heads: ["Holds", "Requirement", "Needed for", "Source"],
      rows: explanation.requirements.map { requirement in
        ConsentView.requirementColumns.map { $0.shown(requirement).plain }
      })
  }

  // MARK: Records

  private func section(
    of record: Record, _ notices: [EvidenceNotice]
  ) -> EvidencePage.Section {
    let statement = record.record.statement
    let collection = statement.collection
    var blocks: [EvidencePage.Block] = [
      .fields(
        [
          ("Event", record.record.event.rawValue), ("Law", statement.regulation.rawValue),
          ("Country", statement.country), ("Answered", "\(statement.updatedAt)"),
          ("First answered", "\(statement.createdAt)"),
          ("Received by the store", "\(record.record.recordedAt)"),
          ("Recorded by", record.record.origin.description),
          ("Holds until", "\(statement.expiry.at) (\(statement.expiry.rule))"),
          ("What was done", collection.action ?? statement.didomiAction),
          ("Where", collection.interface), ("App or site", collection.sourceDomain),
          ("Build", collection.appBuild),
          ("Global Privacy Control", statement.gpc.map { $0 ? "on" : "off" }),
          ("Age", statement.ageTreatment?.rawValue),
        ].compactMap { name, value in value.map { EvidencePage.Field(name, $0) } }
          + Self.fields(of: collection.notice, notices)
          + [
            EvidencePage.Field("Decision by itself", "\(record.judgement.explanation.decision)"),
            EvidencePage.Field("Entry", record.proof.entryHash.hex),
          ]),
      Self.table("Purposes", statement.choices.purposes),
      Self.table("Vendors", statement.choices.vendors),
      Self.rules(record.judgement.explanation),
    ]
    for string in record.strings {
      blocks.append(.verbatim("\(string.name), byte for byte", string.text))
      if let decoded = string.decoded {
        blocks.append(
          .fields(
            decoded.lines.map { EvidencePage.Field($0.title, $0.words.isEmpty ? "-" : $0.words) }))
      } else {
        blocks.append(.words("It cannot be decoded: it is kept as it was received."))
      }
    }
    return EvidencePage.Section(
      "Record \(record.record.id): \(record.record.event.rawValue)", blocks)
  }

  private static func fields(
    of notice: ConsentNotice?, _ notices: [EvidenceNotice]
  ) -> [EvidencePage.Field] {
    guard let notice else { return [EvidencePage.Field("Notice", "not recorded")] }
    let words = [
      notice.id, notice.version.map { "version \($0)" }, notice.language.map { "in \($0)" },
    ].compactMap { $0 }
    let shown = notice.contentHash.map { hash in
      notices.first { $0.hash == hash }.map { "in this folder: \($0.names)" }
        ?? "not in this folder; its SHA-256 is \(hash.hex)"
    }
    return [
      EvidencePage.Field(
        "Notice", words.isEmpty ? "named by its hash alone" : words.joined(separator: ", ")),
      EvidencePage.Field("What was shown", shown ?? "no hash was recorded"),
    ]
  }

  private static func table(_ title: String, _ choices: ChoicesByBasis) -> EvidencePage.Block {
    let rows = LegalBasis.allCases.flatMap { basis -> [[String]] in
      let list = choices[basis]
      return [("yes", list.enabled), ("no", list.disabled), ("not answered", list.notAsked)]
        .filter { !$0.1.isEmpty }
        .map { answer, ids in
          [
            basis == .consent ? "consent" : "legitimate interest", answer, "\(ids.count)",
            ids.map(\.description).joined(separator: ", "),
          ]
        }
    }
    return rows.isEmpty
      ? .words("\(title): nothing was answered one by one.")
      : .table(title, heads: ["Legal basis", "Answer", "Count", "Which"], rows: rows)
  }

  // MARK: Loads, and the proof

  private var loadsSection: EvidencePage.Section {
    let shown = loads.suffix(Self.mostLoads)
    var blocks: [EvidencePage.Block] = [
      .words(
        "Each ad that was loaded names the record that allowed it, and is judged by the rules that it was "
          + "allowed by. Simulated loads, which nobody saw, are not among them.")
    ]
    if shown.count < loads.count {
      blocks.append(.words("The newest \(shown.count) of \(loads.count); evidence.json has all."))
    }
    if !rules.isEmpty {
      blocks.append(
        .table(
          "Rules that were in force", heads: UsedRules.columns.compactMap(\.title),
          rows: rules.map { rules in UsedRules.columns.map { $0.shown(rules).plain } }))
    }
    blocks.append(
      loads.isEmpty
        ? .words("No ad was loaded under a record of this person.")
        : .table(
          "Loads", heads: ConsentLoads.columns.compactMap(\.title),
          rows: shown.map { load in ConsentLoads.columns.map { $0.shown(load).plain } }))
    return EvidencePage.Section("Loads", blocks)
  }

  private func proofSection(_ heads: KeptHeads, key: String?) -> EvidencePage.Section {
    var fields = [
      EvidencePage.Field(
        "Ledger and history", store.isSound ? "recomputed: nothing was altered" : "altered",
        store.isSound ? .good : .bad)
    ]
    fields += store.faults.prefix(20).map { EvidencePage.Field("Fault", $0, .bad) }
    fields += [
      EvidencePage.Field("Store", head.store), EvidencePage.Field("Entries", "\(head.size)"),
      EvidencePage.Field("Root", head.root.hex),
      EvidencePage.Field(
        "Seals", "\(store.seals.seals) over \(store.seals.sessions.counted("session"))"),
      EvidencePage.Field("Heads that were kept", "\(heads.heads.count)"),
    ]
    if let key { fields.append(EvidencePage.Field("Key of the notes", key)) }
    if let time = heads.stampedAt {
      fields.append(EvidencePage.Field("Stamped by an authority", "\(time)", .good))
    }
    return EvidencePage.Section(
      "Proof",
      [
        .words(
          "The ledger is a chain of entries under one root. An entry commits to the person and to what was "
            + "said by salted hashes; a receipt has the salts, and the hashes that lead from its entry to a "
            + "head. A head that somebody else kept shows that nothing before it was changed later."
        ),
        .fields(fields),
        .table(
          "Receipts", heads: ["File", "Entry", "Received", "Leads to the head of", "Steps"],
          rows: records.map { record in
            [
              "receipt-\(record.record.id).html", record.proof.entryHash.hex,
              "\(record.record.recordedAt)",
              "\(record.proof.head.size.counted("entry", "entries"))",
              "\(record.proof.path.count)",
            ]
          }, links: true),
      ])
  }

  private func checking(
    _ files: [EvidenceFiles.Described], key: String?
  ) -> EvidencePage.Section {
    let hasStamp = files.contains { $0.entry.name.hasSuffix(".tsr") }
    let hasAuthority = files.contains { $0.entry.name == "authority.pem" }
    var lines = ["sha256sum -c SHA256SUMS", "python3 verify.py"]
    if let key { lines.append("python3 verify.py --key '\(key)'") }
    if hasStamp, hasAuthority {
      lines.append(
        "openssl ts -verify -data kept-head-1.note -in kept-head-1.note.tsr -CAfile authority.pem")
    }
    return EvidencePage.Section(
      "How to check it",
      [
        .words(
          "verify.py is a Python program of a page, written from the published format alone. It computes every "
            + "receipt again, follows it to its head, and compares the heads with each other. Whether a key "
            + "is the one that it is said to be, only its owner can tell: ask for it by another way."
        ),
        .verbatim("In this folder", lines.joined(separator: "\n")),
        .table(
          "Files", heads: ["File", "What it is", "SHA-256"],
          rows: files.map { file in
            [file.entry.name, file.meaning, ContentHasher.hash(file.entry.bytes).hex]
          }, links: true),
      ])
  }
}
