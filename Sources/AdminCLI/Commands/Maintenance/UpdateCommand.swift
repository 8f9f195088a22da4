// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdSystem
import AdUpdate

/// `update [SOURCE]`.
enum UpdateCommand {
  static let source = Argument(
    .source("a URL, a folder, or status"),
    "The publication: its URL or its folder. 'status', or none, tells how the inventory stands.",
    count: .optional)
  static let root = Option(
    "root", .file, "The root that is trusted first; one that is stored already needs none.")

  static let command = Command(
    "update", "Take over what was published, as an app does; or tell which generation is here.",
    details: """
      Follows what 'publish --signing-keys' wrote: checks every signature, takes the difference from the \
      generation that is here, or the whole document, and makes the inventory what it says, in one \
      transaction. Units and pages that it does not name are removed; consent, history, notes and the \
      debug switch stay. The changes are logged under the name of the publication, and 'revert' takes \
      them back. What is refused changes nothing and ends with 65; nobody who answers, with 74.

      The root of the first time is what every other key follows from: take it from the publisher and \
      not from SOURCE. A folder that is called status is named ./status. Needs openssl, and curl for a \
      URL.
      """,
    effect: .changes, output: .keys(of: columns, .dryRun), arguments: [source],
    options: [root],
    examples: [
      Example("update status", "The generation, its age, and what was last refused."),
      Example("update https://example.com/ads --root root.json", "The first time."),
      Example("update public/ads --dry-run", "What would be taken over."),
    ]
  ) { run in
    guard let source = run.input.optional(source), source != "status" else {
      let status = try run.withDatabase(.readOnly) { try $0.updateStatus() }
      return try run.fields(Outcome(status, at: run.now), columns + run.dryRunColumns())
    }
    try OpenSSL.require(to: "checks signatures")
    let root = try run.input[root].map { try run.host.files.read($0, atMost: 512_000) }
    let outcome = try run.withDatabase(.readWrite) { database in
      guard !run.isDryRun else {
        // Everything as it would be, in a database that goes away.
        let tried = try AdDatabase.inMemory(now: run.now)
        defer { try? tried.close() }
        return try update(tried, from: source, root: try root ?? database.trustedRoot(), run)
      }
      return try update(database, from: source, root: root, run)
    }
    if run.isDryRun, run.format == .table {
      let generation = outcome.status.generation.map(String.init) ?? "none"
      return try run.print("would take over generation \(generation)\n")
    }
    try run.fields(outcome, columns + run.dryRunColumns())
  }

  private struct Outcome: Sendable {
    let status: UpdateStatus
    /// How long ago the generation was taken over, in milliseconds.
    let age: Int64?
    var changes = 0
    var requests = 0
    var bytes = 0

    init(_ status: UpdateStatus, at now: Timestamp) {
      self.status = status
      age = status.adopted.map { now.milliseconds - $0.milliseconds }
    }
  }

  private static let columns: [Column<Outcome>] = [
    Column("generation", "Generation", meaning: "The generation that the inventory is.") {
      $0.status.generation
    },
    Column("adopted", "Adopted", meaning: "When it was taken over.") { $0.status.adopted },
    Column("checked", "Checked", meaning: "When the publication last said that it is the newest.") {
      $0.status.checked
    },
    Column("ageMs", "Age", meaning: "How long ago the generation was taken over.") { $0.age }
      .showing { .optional($0.age.map { "\($0 / 60_000) min" }) },
    Column(
      "expires", "Ends",
      meaning:
        "Until when what was checked last is to be trusted: later, what is newer may be held back."
    ) { $0.status.expires },
    Column("refused", "Refused", meaning: "When something was last refused.") { $0.status.refused },
    Column("refusal", "Refusal", meaning: "Why it was.") { $0.status.refusal },
    Column("changes", "Changes", meaning: "How many changes this update made.") { $0.changes },
    Column("requests", "Requests", meaning: "How many files it asked for.") { $0.requests },
    Column("bytes", "Bytes", meaning: "How many bytes arrived.") { $0.bytes },
  ]

  private static func update(
    _ database: AdDatabase, from source: String, root: [UInt8]?, _ run: CommandRun
  ) throws -> Outcome {
    let fetch = try fetcher(of: source, run)
    var effort = (changes: 0, requests: 0, bytes: 0)
    // A difference that does not fit is followed by the whole document.
    for isLast in [false, true] {
      do {
        effort.changes = try step(database, root: root, fetch, &effort, run)
        break
      } catch let error as StoreError where error.code == .otherInventory && !isLast {
        continue
      } catch let refusal as UpdateRefusal {
        throw Failure(
          .badData, "\(source.quotedForDisplay) is refused: \(refusal)",
          try: refusal.code == .missing && refusal.file == "root.json"
            ? "--root FILE, with the root that the publisher gave you"
            : "adview-admin update status")
      }
    }
    var outcome = Outcome(try database.updateStatus(), at: run.now)
    (outcome.changes, outcome.requests, outcome.bytes) = effort
    return outcome
  }

  /// How many cuts of the line are gone on after at once.
  private static let mostCuts = 5

  private static func step(
    _ database: AdDatabase, root: [UInt8]?, _ fetch: (InventoryUpdate.File) throws -> FetchAnswer,
    _ effort: inout (changes: Int, requests: Int, bytes: Int), _ run: CommandRun
  ) throws -> Int {
    var update = try InventoryUpdate(
      of: database, trusting: root, at: run.now, verifier: try OpenSSL())
    var next = try update.begin()
    var cuts = 0
    while case .fetch(let file) = next {
      try run.checkInterruption()
      effort.requests += 1
      switch try fetch(file) {
      case .arrived(let bytes, let from):
        effort.bytes += bytes.count
        next = try update.take(.arrived(bytes, from: from))
      case .cut(let bytes, let from):
        cuts += 1
        effort.bytes += bytes.count
        next = try update.take(.cut(bytes, from: from))
        guard cuts <= mostCuts else {
          throw Failure(
            .inputOutput, "\(file.path.quotedForDisplay) was cut off \(cuts) times.",
            try: "the same command again; what had arrived is kept")
        }
      case .missing: next = try update.take(.missing)
      case .failed(let reason):
        throw Failure(
          .inputOutput, "\(file.path.quotedForDisplay) did not arrive: \(reason).",
          try: "the same command again; what had arrived is kept")
      }
    }
    guard case .ready(let publication) = next else { return 0 }
    return try database.adopt(publication, at: run.now).count
  }

  private static func fetcher(
    of source: String, _ run: CommandRun
  ) throws -> (InventoryUpdate.File) throws -> FetchAnswer {
    if source.hasPrefix("https://") || source.hasPrefix("http://") {
      let base = source.withoutLastSlashes
      let curl = try Curl()
      return { curl.fetch(path: "\(base)/\($0.path)", from: $0.offset, atMost: $0.atMost) }
    }
    guard run.host.files.exists(source) else {
      throw Failure(
        .notFound, "there is no folder \(source.quotedForDisplay).",
        try: "check the path, or give a URL with https://")
    }
    let files = run.host.files
    let folder = source.withoutLastSlashes
    return { file in
      let path = "\(folder)/\(file.path)"
      guard files.exists(path) else { return .missing }
      let count = Int(files.status(of: path)?.bytes ?? 0)
      let all = file.offset + file.atMost + 1
      return .arrived(try files.beginning(of: path, count: min(count, all)) ?? [], from: 0)
    }
  }
}
