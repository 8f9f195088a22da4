// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore
import AdSystem

/// `consent evidence SUBJECT --out DIR`.
enum ConsentEvidence {
  static let out = Option("out", .writtenFolder, "The folder to write, a new or an empty one.")
  static let notice = Option(
    "notice-file", .file,
    "What was shown, the same file as with --notice-file of 'consent set'.",
    repeats: true)

  static let command = Command(
    answering: "evidence", "Write one person's evidence as a folder that opens anywhere.",
    details: """
      For a regulator, a court or the person: index.html to read and print, evidence.json with the same for \
      programs (every record with its strings decoded and what the gate made of it, rule by rule; every load), a \
      receipt for each record, record.json with the records in the shape of ISO/IEC TS 27560, the ledger's head, and verify.py, which checks all of it with Python alone. Nothing \
      in it needs the database or the network. The whole ledger and the seals of the history are recomputed \
      first; where something is wrong, the folder says so and the command ends with 1.

      With --head, the receipts of records that were in the ledger then lead to that head, which others kept, and \
      with --stamp to an authority's word on when it was there. With --signing-key the head of now is signed, \
      too; 'consent stamp DIR/head.note' then adds a stamp to it. What was shown is in the folder where 'notice \
      add' kept it; else --notice-file puts it there, where its SHA-256 is what was recorded.

      The folder is for its owner alone to read, and is written whole or not at all. It holds everything that is \
      known of the person: keep it as long as the case, and no longer.

      \(ConsentOptions.subjectKeys)
      """,
    effect: .reads, output: .keys(of: columns), arguments: [ConsentOptions.subject],
    options: [
      ConsentOptions.subjectFile, out, notice, ConsentVerify.head, ConsentVerify.headKey,
      ConsentVerify.stamp, ConsentStamp.authorityCA, ConsentHead.signingKey, ConsentHead.name,
    ] + SettingOptions.terms.options + SettingOptions.gate.options,
    examples: [
      Example("consent evidence user-17 --out case-17", "Everything that there is to show."),
      Example(
        "consent evidence user-17 --out case-17 --head head.note --stamp head.note.tsr",
        "Led to a head that was signed and stamped at the time."),
    ]
  ) { run in
    guard let folder = run.input[out] else {
      throw Failure(
        .usage, "--out says into which folder it is written.", try: run.again(with: "--out DIR"))
    }
    try requireEmpty(folder, run)
    let heads = try KeptHeads(run)
    let brought = try run.input.all(notice).map { ($0, try EvidenceNotice($0, run)) }
    let evidence = try run.withDatabase(.readOnly) { database in
      try PersonEvidence(in: database, against: heads, run)
    }
    let stranger = brought.first { !evidence.noticeHashes.contains($0.1.hash) }
    if let (path, notice) = stranger {
      throw Failure(
        .badData,
        "\(path.quotedForDisplay) is what no record names as its notice: its SHA-256 is "
          + "\(notice.hash.hex).", try: "the file as it was when its hash was recorded")
    }
    let files = try EvidenceFiles(of: evidence, heads, evidence.notices + brought.map(\.1), run)
    try run.host.files.writeFolder(files.entries, to: folder) { _ in false }
    try run.fields(Result(folder: folder, files: files.entries.count, evidence), columns)
    return evidence.store.isSound && evidence.disallowed == 0 ? .done : .answerIsNo
  }

  /// Refuses a folder with something in it before anything is read.
  private static func requireEmpty(_ folder: String, _ run: CommandRun) throws {
    let names = try run.host.files.layer.names(in: folder) ?? []
    guard let name = names.first(where: { !$0.hasPrefix(".") }) else { return }
    throw Failure(
      .cannotCreate,
      "\(folder.quotedForDisplay) is not empty: it holds \(name.quotedForDisplay). Evidence is never mixed.",
      try: "a new folder")
  }

  /// What was written.
  private struct Result: Sendable {
    let folder: String
    let files: Int
    let records: Int
    let loads: Int
    let disallowed: Int
    let isSound: Bool
    let head: LedgerHead

    init(folder: String, files: Int, _ evidence: PersonEvidence) {
      self.folder = folder
      self.files = files
      records = evidence.records.count
      loads = evidence.loads.count
      disallowed = evidence.disallowed
      isSound = evidence.store.isSound
      head = evidence.head
    }
  }

  private static let columns: [Column<Result>] = [
    Column("folder", "Folder", meaning: "Where it was written.") { $0.folder },
    Column("files", "Files", meaning: "How many files it has.") { $0.files },
    Column("records", "Records", meaning: "How many records of the person are in it.") {
      $0.records
    },
    Column("loads", "Loads", meaning: "How many loads under them.") { $0.loads },
    Column(
      "disallowedLoads", "Not allowed", meaning: "How many of the loads their record did not allow."
    ) { $0.disallowed },
    Column(
      "verified", "Verified", meaning: "Whether nothing of the ledger and the history was altered."
    ) { $0.isSound }
    .showing { .verdict($0.isSound) },
    Column("ledgerHead", "Head", meaning: "The ledger's size and root that receipts lead to.") {
      JSONValue.string("\($0.head.size) \($0.head.root.hex)")
    },
  ]
}
