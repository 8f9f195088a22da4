// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdReports
import AdStore

/// `consent export SUBJECT`.
enum ConsentExport {
  static let receipt = Flag(
    "receipt", "A receipt of the current consent in the shape of ISO/IEC TS 27560.")
  static let record = Flag(
    "record",
    "The consent records in the shape of ISO/IEC TS 27560, one for each law, with every event.")
  static let html = Flag(
    "html", "With --receipt: as a web page that checks itself, without the network.")
  static let deviceKeys = Flag(
    "device-keys", "The keys that a CMP keeps on the device (IABTCF_…, IABGPP_…), with types.")
  static let didomi = Flag("didomi", "The user status that Didomi's web SDK takes.")
  static let query = Flag("query", "The same as a query string for web views without scripts.")

  static let everybody = Flag(
    "everybody", "Every answer of everybody, one a line, as 'consent import' takes it.")

  static let entries = Flag(
    "entries", "The ledger's entries without what they commit to, for a central store.")
  static let entryColumns = HistoryColumns.columns(of: [ExportField<ExportedEntry>].all)
  static let headColumns = HistoryColumns.columns(of: [ExportField<ExportedHead>].all)

  static let command = Command(
    "export", "Export what is held of a person, or hand their consent on.",
    details: """
      Without an option, everything that is held: the answer to a request for access. A receipt \
      carries the proof that the record is in the ledger; as a page it computes itself again in any browser. What \
      receipts and records tell and no answer does (who is responsible, where data are stored) the settings say, or \
      an option for one call; what nobody said is null. \
      What is handed on to pages and devices is \
      refused with 77 where no ad may load.

      --entries gives a central store what it needs to find out where a ledger was changed, cut off or forked: \
      sequence, time, event, salted commitments, who acted, and hashes, and of people nothing else. Behind the entries of \
      each batch stands its head, with the proof that it goes on from the head before; as CSV there are no heads. The new \
      cursor goes to standard error, and into the cursor file once all is written; it belongs to its database, and is \
      refused elsewhere. 'fleet postgres' prints tables and checks.

      \(ConsentOptions.subjectKeys)
      """,
    effect: .reads,
    output: .forms([
      OutputForm("without an option, as JSON", .keys(of: Everything.columns)),
      OutputForm("with --receipt", .foreign("the members of ISO/IEC TS 27560:2023, as JSON")),
      OutputForm(
        "with --receipt --html", .foreign("the same in a page that checks itself, as HTML")),
      OutputForm(
        "with --record", .foreign("an array of records of ISO/IEC TS 27560:2023, as JSON")),
      OutputForm("with --device-keys", .keys(of: deviceKeyColumns)),
      OutputForm("with --didomi", .foreign("the user status of Didomi's web SDK, as JSON")),
      OutputForm("with --query", .foreign("a query string")),
      OutputForm("with --everybody", .foreign("one answer a line, as 'consent import' takes it")),
      OutputForm("with --entries", .keys(of: entryColumns)),
      OutputForm("behind the entries of a batch, as NDJSON", .keys(of: headColumns)),
    ]),
    arguments: [ConsentOptions.subject],
    options: [
      ConsentOptions.subjectFile, everybody, receipt, html, record, deviceKeys, didomi, query,
      entries,
    ] + CursorOptions.all + [GlobalOptions.out] + SettingOptions.terms.options
      + SettingOptions.gate.options,
    examples: [
      Example("consent export user-17", "Everything, as JSON."),
      Example("consent export --everybody --out answers.ndjson", "For 'consent import' elsewhere."),
      Example(
        "consent export --entries --cursor-file entries > entries.ndjson",
        "What is new in the ledger, for a central store."),
      Example("consent export user-17 --receipt --controller 'Example A/S'", "For the person."),
      Example(
        "consent export user-17 --receipt --html --out receipt.html", "For anybody to check."),
      Example("consent export user-17 --record", "For the controller's own files."),
      Example("consent export user-17 --device-keys", "For UserDefaults or SharedPreferences."),
    ]
  ) { run in
    let input = run.input
    let forms = [entries, everybody, receipt, record, deviceKeys, didomi, query]
    let given = forms.filter { input[$0] }.map(\.declaration.formatted)
    guard given.count < 2 else {
      throw Failure(.usage, "\(given.joined(separator: " and ")) exclude one another.")
    }
    guard input[receipt] || !input[html] else {
      throw Failure(.usage, "--html is a form of --receipt.", try: run.again(with: "--receipt"))
    }
    if input[entries] { return try exportEntries(run) }
    guard input[CursorOptions.after] == nil, input[CursorOptions.file] == nil,
      input[CursorOptions.limit] == nil
    else {
      throw Failure(
        .usage, "--after, --cursor-file and --limit are of --entries.",
        try: run.again(with: "--entries"))
    }
    if input[everybody] { return try exportEverybody(run) }
    try run.withConsent(.readOnly) { consent in
      // Standard input gives a key once.
      let subject = try run.subject(in: consent)
      let current = try run.currentRecord(of: subject, in: consent)
      if input[receipt] {
        let receipt = try ConsentSections.receipt(of: current, from: subject, in: consent, run)
        if input[html] { try run.print(ReceiptPage(receipt).html) } else { try print(receipt, run) }
      } else if input[record] {
        let records = try ConsentSections.records(
          of: consent.everything(of: subject), subject: subject.stored,
          run.consentTerms(in: consent.database), at: run.now)
        try print(.array(records), run)
      } else if input[deviceKeys] {
        try run.list(handedOn(subject, consent, run).deviceKeys, deviceKeyColumns)
      } else if input[didomi] {
        try print(handedOn(subject, consent, run).statement.didomiStatus, run)
      } else if input[query] {
        try run.print("\(try handedOn(subject, consent, run).statement.didomiQuery())\n")
      } else {
        try run.fields(
          everything(of: subject, in: consent, run), Everything.columns, as: try documentFormat(run)
        )
      }
    }
  }

  /// Writes every answer of everybody as a line of an import.
  private static func exportEverybody(_ run: CommandRun) throws {
    guard try run.givenKeys(run.input.optional(ConsentOptions.subject)) == nil else {
      throw Failure(.usage, "give either SUBJECT or --everybody.")
    }
    guard run.format == .table || run.format == .ndjson else {
      throw Failure(
        .usage, "answers are written as lines that 'consent import' takes: --format ndjson.",
        try: run.again(with: "--format ndjson"))
    }
    try run.withConsent(.readOnly) { consent in
      try consent.forEachAnswer { answer in
        try run.checkListing()
        try run.print("\(answer.json.text(.compact))\n")
      }
    }
  }

  /// Writes the entries after a cursor: as NDJSON each batch with its head behind it.
  private static func exportEntries(_ run: CommandRun) throws {
    guard try run.givenKeys(run.input.optional(ConsentOptions.subject)) == nil else {
      throw Failure(.usage, "give either SUBJECT or --entries.")
    }
    guard run.format != .json else {
      throw Failure(
        .usage, "entries are written as lines: --format ndjson or csv.",
        try: run.again(with: "--format ndjson"))
    }
    let isCSV = run.format == .csv
    let start = try CursorOptions.start(of: .entries, run)
    let end = try run.withConsent(.readOnly) { consent in
      try CursorOptions.write(
        entryColumns, as: isCSV ? .csv : .ndjson, after: start, run,
        closing: { isCSV ? [] : ExportedEntry.closing($0[...]) },
        batch: { try consent.exportEntries(after: $0, limit: $1, at: run.now) })
    }
    CursorOptions.keep(end, run)
  }

  /// What may be handed on, where the gate lets it be.
  private static func handedOn(
    _ subject: SubjectKey, _ consent: ConsentRepository, _ run: CommandRun
  ) throws -> RelayedConsent {
    let answer = try run.gate(in: consent.database)
      .answer(consent.state(of: subject), at: run.now)
    if let relayed = answer.relayed { return relayed }
    throw Failure(
      .refused,
      "consent refuses it: \((answer.decision.blockReason ?? .failed).explanation).",
      try: "adview-admin consent show SUBJECT --explain")
  }

  /// Everything that is held of a person.
  private static func everything(
    of subject: SubjectKey, in consent: ConsentRepository, _ run: CommandRun
  ) throws -> Everything {
    let gate = try run.gate(in: consent.database)
    let records = try consent.everything(of: subject).map { held in
      let alone = ConsentState([held.record])
      return Everything.Record(
        view: ConsentView(
          held.record,
          deciding: gate.judge(alone, under: held.record.statement.regulation, at: run.now)),
        held: held)
    }
    return Everything(
      subject: subject, time: run.now, records: records, head: try consent.head(at: run.now))
  }

  /// Everything that is held of a person, at a time.
  private struct Everything {
    struct Record {
      let view: ConsentView
      let held: HeldConsent
    }

    let subject: SubjectKey
    let time: Timestamp
    let records: [Record]
    let head: LedgerHead

    static let columns: [Column<Everything>] =
      [
        Column("subject", meaning: "The stored key of the person.") { $0.subject.stored },
        Column("exportedAt", meaning: "When it was exported.") { $0.time },
        .list("records", meaning: "The records, oldest first.", of: recordColumns) { $0.records },
      ] + ConsentHead.columns.map { column in column.of(under: "ledgerHead") { $0.head } }

    private static let recordColumns: [Column<Record>] =
      ConsentView.columns.map { column in column.of { $0.view } } + [
        Column("entryHash", meaning: "The hash of the record's entry in the ledger.") {
          $0.held.entryHash.hex
        },
        .list("loads", meaning: "The loads of the history that name the record.", of: loadColumns) {
          $0.held.loads
        },
      ]

    private static let loadColumns: [Column<ConsentedLoad>] = [
      Column("adUnitId", meaning: "The id of the ad unit.") { $0.unit },
      Column("time", meaning: "When it was loaded.") { $0.time },
      Column(
        "servingMode",
        meaning: "The ads that the record allows: personalized, nonPersonalized or limited."
      ) { $0.mode?.rawValue },
    ]
  }

  /// The form of what is always JSON.
  private static func documentFormat(_ run: CommandRun) throws(Failure) -> OutputFormat {
    switch run.format {
    case .ndjson: return .ndjson
    case .table, .json: return .json
    case .csv:
      throw Failure(.usage, "this is always written as JSON, so --format csv has no meaning here.")
    }
  }

  private static func print(_ value: JSONValue, _ run: CommandRun) throws {
    let layout: JSONWriter.Layout = try documentFormat(run) == .ndjson ? .compact : .pretty
    try run.print("\(try value.text(layout))\n")
  }

  private static let deviceKeyColumns: [Column<DeviceKey>] = [
    Column("key", "Key", meaning: "The name of the key.") { $0.name },
    Column("type", "Type", meaning: "Whether it is a number or a string.") {
      if case .number = $0.value { "number" } else { "string" }
    },
    Column("value", "Value", meaning: "The value.") { key -> Cell in
      switch key.value {
      case .number(let number): .integer(Int64(number))
      case .string(let text): .text(text)
      }
    },
  ]
}
