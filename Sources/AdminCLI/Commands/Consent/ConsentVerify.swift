// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// `consent verify`.
enum ConsentVerify {
  static let head = Option(
    "head", .file, "A file with one or more heads that were kept elsewhere.", repeats: true)
  static let checkedHead = Option(
    "checked-head", .file,
    "A head that an earlier 'consent verify' found good: what is up to it is not read again.")
  static let headKey = Option(
    "head-key", .text, "Take only heads that are notes signed by this key, NAME+ID+KEY.")
  static let stamp = Option(
    "stamp", .file, "What an authority said of the head, as 'consent stamp' wrote it.")
  static let receipt = Option(
    "receipt", .file, "Compute this receipt again instead, without a database.")
  static let deviceKey = Option(
    "device-key", .file,
    "The public key of a device, as PEM, without which nothing counts as signed; else the first one "
      + "that the ledger names.", repeats: true)
  static let loads = Flag(
    "loads", "Also check every load of the history against the record that it names.")
  static let asOfToday = Flag(
    "as-of-today",
    "Judge loads by the settings of today, and not by those that they were allowed by.")

  static let command = Command(
    answering: "verify", "Recompute the whole consent ledger and say what is wrong with it.",
    details: """
      Names the first entry that is not as it was appended, and the kind of damage: edited, missing, \
      reordered, truncated, forked, clockBack or clockAhead; whatever the database's schema has \
      otherwise than this program makes it; and an erasure that is not complete. Ends with 1 where \
      something was altered. Entries cut off the end with everything that belonged to them, and a \
      history written anew as a whole, can only be told by a head that was kept elsewhere. Where one is of no \
      state of this ledger, views were split: both heads are shown, and together they are the proof. An entry \
      appended by somebody else who can write the file looks like one of yours: hold the erasures \
      against the requests for them.

      The history is held against its seals: each stored batch of loads has one, each session that ended, and \
      what was pruned, and the ledger commits to them. Loads and sessions that were changed, added, \
      deleted, hidden or given to somebody else are named by session and number.

      Entries keep the time at which they were received. One that is more than a minute before the one before \
      it, or after now, shows that a clock was wrong, or that somebody dated it so. 'consent accept' accounts \
      for it.

      With --checked-head, the ledger has to go on from that head, by the hashes that it keeps, and only what was \
      appended since is read and computed: what is wrong behind the head is named as ever. Of the history the \
      sessions are read that have seals which the head does not commit to. Somebody who edited a content or a \
      session before it since then is only found without the option.

      Where an entry names a key of the device ('consent enroll', or an app), every entry from there on has to be \
      covered by a signature; openssl checks one a run, and the newest vouches for all before it. What was \
      appended without the key is named. Whoever writes the whole ledger anew can leave the key out or name another: \
      --device-key says which it has to be. Without openssl nothing is said to be verified.

      With --receipt, what 'consent export --receipt' wrote is computed again from the content that it carries: \
      members that say something else are named. Where the person's key was replaced since, the receipt holds the \
      entries that tie the record to the present key, and the proof that the ledger went on to them. Where a device \
      signed, it holds the newest signature up to its head; with --device-key, one of these keys has to cover the \
      record. No database is opened. That the ledger was no other one is \
      shown by a head of the same size that was kept elsewhere (--head).

      A load is judged by the settings and the rules that it was allowed by, which the history keeps; \
      with --as-of-today, and where they are not known, by those of today.
      """,
    effect: .reads,
    output: .forms([
      OutputForm("of a database", .keys(of: Result.columns)),
      OutputForm("with --receipt", .keys(of: CheckedReceipt.columns)),
    ]),
    options: [
      head, checkedHead, headKey, stamp, ConsentStamp.authorityCA, deviceKey, receipt, loads,
      asOfToday,
    ]
      + SettingOptions.gate.options,
    examples: [
      Example("consent verify", "The ledger by itself."),
      Example("consent verify --head heads.ndjson", "Against what was kept elsewhere."),
      Example(
        "consent verify --head head.note --head-key example.com/consent+1b2c3d4e+AXk...",
        "Against a note, if you signed it."),
      Example("consent verify --loads", "With every ad load."),
      Example(
        "consent verify --receipt receipt.json --head heads.ndjson", "What somebody was given."),
    ]
  ) { run in
    let checked = try kept(run, by: checkedHead, isBeside: true).flatMap(\.heads)
      .max { $0.size < $1.size }
    let kept = try kept(run, isBeside: checked != nil)
    let heads = kept.flatMap(\.heads) + (checked.map { [$0] } ?? [])
    let stampedAt = try stamp(of: kept, run)?.time
    if let path = run.input[receipt] { return try check(path, against: heads, stampedAt, run) }
    var result = try run.withDatabase(.readOnly) { database in
      let keys = try run.input.all(deviceKey).map { try LedgerKeyFile.publicKey(in: $0, run) }
      let store = try StoreAudit(of: database, against: heads, from: checked, trusting: keys, run)
      guard run.input[loads], store.ledger.fault?.isAcceptable != false else {
        return Result(store: store, heads: heads.count)
      }
      var disallowed: [DisallowedLoad] = []
      let report = try ConsentRepository(database).checkLoads(
        by: LoadCheck(gate: run.gate(in: database)),
        rules: run.input[asOfToday] ? .given : .theirOwn
      ) {
        disallowed.append($0)
      }
      return Result(store: store, heads: heads.count, loads: report, disallowed: disallowed)
    }
    result.stampedAt = stampedAt
    try run.fields(result, Result.columns)
    try show(
      result.ledger.splits, LedgerSplit.columns, run,
      under:
        "Views were split. Who was given the one head was shown another ledger than this; keep both:\n"
    )
    try show(result.seals.faults, sealColumns, run)
    try show(result.disallowed, loadColumns, run)
    return result.isSound ? .done : .answerIsNo
  }

  /// Shows people what is wrong, below everything else.
  private static func show<Row>(
    _ rows: [Row], _ columns: [Column<Row>], _ run: CommandRun, under heading: String = ""
  ) throws {
    guard run.format == .table, !rows.isEmpty else { return }
    try run.print("\n\(heading)")
    try run.list(rows, columns)
  }

  /// A file with heads, which is read once: it may be a pipe.
  typealias KeptFile = (path: String, bytes: [UInt8], heads: [LedgerHead])

  /// The files with heads that were kept elsewhere: lines, or a signed note a file.
  /// - Parameters:
  ///   - option: The one that names the files.
  ///   - isBeside: Whether a key may be given without a head.
  static func kept(
    _ run: CommandRun, by option: Option<String> = head, isBeside: Bool = false
  ) throws -> [KeptFile] {
    let key = try run.input[headKey].map { try NoteKey(verifierKey: $0) }
    if key != nil, run.input.all(option).isEmpty, !isBeside {
      throw Failure(
        .usage, "--head-key says who signed a head.", try: run.again(with: "--head FILE"))
    }
    return try run.input.all(option).map { path in
      let bytes = try run.read(path)
      let note = SignedNote(document: bytes)
      if let key, note.map(key.hasSigned) != true {
        throw Failure(
          .badData, "\(path.quotedForDisplay) is no note that \(key.name.quotedForDisplay) signed.",
          try: "asking whoever kept it for what they were given")
      }
      guard let note else { return (path, bytes, try LedgerHead.heads(in: bytes)) }
      guard let head = LedgerHead(checkpoint: note.text) else {
        throw Failure(
          .badData, "\(path.quotedForDisplay) is a signed note, and not of a consent ledger.",
          try: "what 'adview-admin consent head' wrote with --signing-key")
      }
      return (path, bytes, [head])
    }
  }

  /// What an authority said of the head, and when it saw that; nil where no stamp was given.
  static func stamp(
    of kept: [KeptFile], _ run: CommandRun
  ) throws -> (bytes: [UInt8], time: Timestamp)? {
    guard let path = run.input[stamp] else { return nil }
    guard kept.count == 1, let note = kept.first else {
      throw Failure(.usage, "--stamp is of one signed head.", try: run.again(with: "--head FILE"))
    }
    let bytes = try run.read(path)
    let token = TimestampToken(
      bytes, of: note.bytes, trusting: run.input[ConsentStamp.authorityCA], try OpenSSL())
    guard let token else {
      throw Failure(
        .badData,
        "\(path.quotedForDisplay) is no stamp of \(note.path.quotedForDisplay) by an authority that is trusted.",
        try: run.again(with: "--authority-ca FILE"))
    }
    return (bytes, token.time)
  }

  /// Computes a receipt again.
  private static func check(
    _ path: String, against heads: [LedgerHead], _ stampedAt: Timestamp?, _ run: CommandRun
  ) throws -> ExitCode {
    guard !run.input[loads], !run.input[asOfToday], run.input[checkedHead] == nil else {
      throw Failure(
        .usage,
        "--receipt is about one record: neither about loads nor about a ledger that was checked before."
      )
    }
    let keys = try run.input.all(deviceKey).map { try LedgerKeyFile.publicKey(in: $0, run) }
    let verifier: OpenSSL? = OpenSSL.isInstalled ? try OpenSSL() : nil
    let bytes = try run.read(path)
    var found: CheckedReceipt
    do throws(JSONError) {
      found = try CheckedReceipt(
        JSONNode(JSONReader.read(bytes)), against: heads, trusting: keys, by: verifier)
    } catch {
      throw Failure(
        .badData, "\(path.quotedForDisplay) is no receipt: \(error.located(in: bytes)).",
        try: "a file that 'adview-admin consent export SUBJECT --receipt' wrote")
    }
    found.stampedAt = stampedAt
    try run.fields(found, CheckedReceipt.columns)
    try show(
      found.splits, LedgerSplit.columns, run,
      under: "Views were split; keep both heads, which are the proof:\n")
    return found.isSound ? .done : .answerIsNo
  }

  /// What a verification found.
  private struct Result: Sendable {
    let store: StoreAudit
    let heads: Int
    var stampedAt: Timestamp?
    var loads: LoadReport?
    var disallowed: [DisallowedLoad] = []

    var ledger: LedgerReport { store.ledger }
    var seals: SealReport { store.seals }
    var notices: (count: Int, altered: [String]) { store.notices }
    var isSound: Bool { store.isSound && disallowed.isEmpty }

    static let columns: [Column<Result>] = [
      Column("verified", "Verified", meaning: "Whether nothing was altered.") { $0.isSound }
        .showing { .verdict($0.isSound) },
      Column("entries", "Entries", meaning: "How many entries the ledger has.") { $0.ledger.size },
      Column(
        "resumed.size", "Resumed",
        meaning:
          "Up to which entry an earlier verification's word was taken; null without --checked-head, "
          + "and where the ledger does not go on from that."
      ) { $0.ledger.resumed?.size }.showing { result in
        .optional(
          result.ledger.resumed.map { "entries 1 to \($0.size) as of the head of \($0.time)" })
      },
      Column("resumed.time", meaning: "When that head was taken.") { $0.ledger.resumed?.time },
      Column("root", "Root", meaning: "The root of the ledger's hashes.") { $0.ledger.root.hex },
      Column("contents", "Contents", meaning: "How many records still have their content.") {
        $0.ledger.contents
      },
      Column("erased", "Erased", meaning: "How many were erased.") { $0.ledger.erased },
      Column(
        "accepted", "Accepted",
        meaning: "How many times of entries cannot be, and are accounted for."
      ) { $0.ledger.accepted },
      Column(
        "signatures.since", "Signed",
        meaning: "The entry that names the first key of a device; null where none does."
      ) { $0.ledger.signatures?.since }.showing { $0.signed },
      Column(
        "signatures.checked",
        meaning: "Whether signatures were checked, for which openssl is needed."
      ) { $0.ledger.signatures?.areChecked ?? false },
      Column("signatures.keys", meaning: "The SHA-256 of the keys that count, as DER.") {
        $0.ledger.signatures?.keys ?? []
      },
      .list(
        "signatures.unsigned", meaning: "The entries that were appended without such a key.",
        of: unsignedColumns
      ) { $0.ledger.signatures?.unsigned ?? [] },
      Column("signatures.accepted", meaning: "How many such entries are accounted for.") {
        $0.ledger.signatures?.accepted ?? 0
      },
      Column("heads", "Heads", meaning: "How many kept heads it was compared with.") { $0.heads },
      Column(
        "stampedAt", "Stamped",
        meaning: "When an authority saw the head; null where no stamp was given."
      ) { $0.stampedAt },
      Column("fault.kind", "Fault", meaning: "What kind of damage it is.") {
        $0.ledger.fault?.kind.rawValue
      }
      .showing { $0.ledger.fault.map { .toned($0.description, .bad) } ?? .none },
      Column("fault.sequence", meaning: "The first entry that is not as it was.") {
        $0.ledger.fault?.sequence
      },
      Column("fault.finding", meaning: "What was found, in words.") { $0.ledger.fault?.finding },
      .list(
        "splitViews",
        meaning: "The kept heads that are of no state of this ledger, each beside its own.",
        of: LedgerSplit.columns
      ) { $0.ledger.splits },
      Column(
        "alteredSchemaObjects", "Schema",
        meaning: "What the schema has otherwise than this program makes it."
      ) { JSONValue.array($0.store.alteredSchemaObjects.map { .string($0) }) }
      .showing { $0.schema },
      Column(
        "pendingErasure.entry", "Erasure", meaning: "The entry of an erasure that is not complete."
      ) { result in result.store.pendingErasure?.entry.rawValue }.showing { $0.erasure },
      Column("pendingErasure.since", meaning: "Since when.") { $0.store.pendingErasure?.since },
      Column("notices.count", "Notices", meaning: "How many notices are kept.") { $0.notices.count }
        .showing { result in
          let altered = result.notices.altered
          return altered.isEmpty
            ? .integer(Int64(result.notices.count))
            : .toned("altered: \(altered.joined(separator: ", "))", .bad)
        },
      Column("notices.altered", meaning: "The hashes of those that are not what was kept.") {
        $0.notices.altered
      },
      Column("seals.count", "Seals", meaning: "How many seals the history has.") { $0.seals.seals }
        .showing { $0.sealed },
      Column(
        "seals.resumed",
        meaning: "Up to which of them an earlier verification's word was taken; null without "
          + "--checked-head."
      ) { $0.seals.resumed },
      Column("seals.sessions", meaning: "How many sessions were held against their seals.") {
        $0.seals.sessions
      },
      Column("seals.leftOpen", meaning: "How many of these nobody has ended.") {
        $0.seals.leftOpen
      },
      Column("seals.pruned", meaning: "How many were pruned, and are known by their seals alone.") {
        $0.seals.pruned
      },
      .list("seals.faults", meaning: "What is not as it was sealed.", of: sealColumns) {
        $0.seals.faults
      },
      Column(
        "loads.checked", "Loads", meaning: "How many loads were checked; null without --loads."
      ) { $0.loads?.loads }
      .showing { .optional($0.loads.map(words)) },
      Column(
        "loads.crossed",
        meaning: "How many of them came while a record that forbids them was being stored."
      ) { $0.loads?.crossed },
      Column("loads.erased", meaning: "How many of them name a record that was erased since.") {
        $0.loads?.erased
      },
      Column(
        "loads.otherRules",
        meaning: "How many were allowed by another version of the program, and not by this one."
      ) { $0.loads?.otherRules },
      .list("loads.disallowed", meaning: "The loads that were not allowed.", of: loadColumns) {
        $0.loads == nil ? nil : $0.disallowed
      },
    ]

    private var schema: Cell {
      store.alteredSchemaObjects.isEmpty
        ? .text("as made") : .toned(store.alteredSchemaObjects.joined(separator: ", "), .bad)
    }

    private var signed: Cell {
      guard let signatures = ledger.signatures else { return .none }
      guard let since = signatures.since else { return .toned("not with the device's key", .bad) }
      let words =
        "since entry \(since), by "
        + signatures.keys.map { String($0.prefix(8)) }.joined(separator: ", ")
        + (signatures.accepted > 0
          ? ", but for \(signatures.accepted.counted("entry", "entries")) accounted for" : "")
      guard signatures.areChecked else {
        return .toned("\(words), not checked: openssl is missing", .bad)
      }
      let unsigned = signatures.unsigned.map { "\($0.lowerBound) to \($0.upperBound)" }
      return unsigned.isEmpty
        ? .text(words) : .toned("\(words), not entries \(unsigned.joined(separator: ", "))", .bad)
    }

    private var sealed: Cell {
      let words =
        "\(seals.seals.counted("seal")) over \(seals.sessions.counted("session"))"
        + (seals.pruned > 0 ? ", \(seals.pruned) pruned" : "")
      return seals.faults.isEmpty
        ? .text(words) : .toned("\(words), \(seals.faults.count.counted("fault"))", .bad)
    }

    private var erasure: Cell {
      store.pendingErasure.map {
        .toned("entry \($0.entry) of \($0.since) is not complete", .warning)
      } ?? .none
    }

    private static func words(_ loads: LoadReport) -> String {
      "\(loads.loads) checked, \(loads.disallowed) not allowed, \(loads.crossed) while a change "
        + "was being stored, \(loads.erased) under records erased since"
        + (loads.otherRules > 0 ? ", \(loads.otherRules) by another version's rules" : "")
    }
  }

  private static let unsignedColumns: [Column<ClosedRange<Int64>>] = [
    Column("first", meaning: "The first of them.") { $0.lowerBound },
    Column("last", meaning: "The last one.") { $0.upperBound },
  ]

  private static let sealColumns: [Column<SealFault>] = [
    Column("session", "Session", meaning: "The id of the session.") { $0.session },
    Column("firstSequence", "From", .trailing, meaning: "The first transition that it is about.") {
      $0.firstSequence
    },
    Column("lastSequence", "To", .trailing, meaning: "The last one.") { $0.lastSequence },
    Column("kind", "Fault", meaning: "edited, unsealed, missing, hidden or seals.") {
      Cell.toned($0.kind.rawValue, .bad)
    },
    Column("finding", "Finding", meaning: "What was found, in words.") { $0.finding },
  ]

  private static let loadColumns: [Column<DisallowedLoad>] = [
    Column("time", "Time", meaning: "When it was loaded.") { $0.time },
    Column("adUnitId", "Unit", meaning: "The id of the ad unit.") { $0.unit },
    Column("session", "Session", meaning: "The id of the session.") { $0.session },
    Column("consentRecord", "Record", .trailing, meaning: "The number of the consent record.") {
      $0.record.rawValue
    },
    Column("fault", "Fault", meaning: "What is wrong.") { Cell.toned($0.fault.description, .bad) },
  ]
}
