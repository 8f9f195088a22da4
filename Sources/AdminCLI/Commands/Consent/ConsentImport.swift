// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// `consent import FILE`.
enum ConsentImport {
  static let file = Argument(.file, "One answer a line, as JSON; - for standard input.")

  static let evenErased = Flag(
    "even-erased", "Take answers of people who were erased after they gave them, too.")

  static let command = Command(
    answering: "import", "Record many people's answers that another system collected.",
    details: """
      Each line is an object with the members that 'consent show --format json' prints as statement, \
      for example {"subject":"user-17","choices":"acceptAll","updatedAt":"2026-11-20T10:00:00Z"}: subject, and \
      choices ("acceptAll", "declineAll", or an object with lists of purposes and vendors) or strings \
      (tc, additionalConsent, gpp, usPrivacy) or both; updatedAt, when it was answered, which a TC string \
      tells as well; and event (withdrawn, which needs no choices, noticed, which has none, or what kind \
      of answer it was), regulation (else gdpr), country, gdprApplies, gpc, collection (action, \
      interface, notice with id, version, language and contentHash), createdAt, expiresAt and \
      didomiUserId. 'consent export --everybody' writes such lines in full. Withdrawals may come \
      before what they withdraw, and for people who are not known yet.

      A line that cannot be evidence is refused and told by its number; all others are stored, and \
      the command ends with 65. Neither keys nor strings are repeated. A table shows the first hundred \
      of the lines that do not hold; the other formats tell of every line.

      A thousand lines are one transaction: after an interrupt the ones that were told stay. The same \
      file again appends only what is missing, so that is how to go on. Where keys are hashed, lines of \
      people who were erased since they answered are refused, unless --even-erased is given; where they \
      are plain, nothing is kept of who was erased, and their lines bring them back: take them out first.

      \(ConsentOptions.subjectKeys)
      """,
    effect: .changes, output: .keys(of: ImportedLine.columns, .dryRun),
    arguments: [file], options: [evenErased] + SettingOptions.expiry.options + OriginOptions.all,
    examples: [
      Example("consent import answers.ndjson --dry-run", "Which lines would be refused."),
      Example("consent import - --format ndjson < answers.ndjson", "What became of each line."),
    ]
  ) { run in
    let bytes = try run.read(run.input[file], atMost: .lines)
    let secret = try run.secret()
    var report = ImportReport(showsAll: run.format != .table)
    var failure: (any Error)?
    try run.withConsent(.readWrite, by: run.entryOrigin()) { consent in
      var lines = AnswerLines(
        bytes, secret: secret,
        rules: try run.settings(in: consent.database, SettingOptions.expiry).expiry.rules)
      do {
        try run.withProgress("importing", "lines") { show in
          var batch = AnswerBatch()
          try consent.record(
            importing: {
              guard let next = lines.next(batchSize) else { return nil }
              batch = next
              try show(Int64(report.count), Int64(lines.count))
              return batch.readable
            }, at: run.now, takingErased: run.input[evenErased], commits: !run.isDryRun,
            told: { report.append(batch.lines(as: $0)) })
        }
      } catch {
        failure = error
      }
    }
    // What was stored is told whatever came after it.
    if let failure, report.count == 0 { throw failure }
    if run.format != .table || !report.shown.isEmpty {
      var writer = run.listWriter(ImportedLine.columns + run.dryRunColumns())
      for line in report.shown { try writer.write(line) }
      try writer.end()
    }
    try run.note(report.sentence(isDryRun: run.isDryRun, isWhole: failure == nil))
    if let failure { throw failure }
    return report.refused == 0 ? .done : .badData
  }

  /// How many lines are one transaction: the disk is waited for once a batch.
  private static let batchSize = 1_000
}

/// What became of one line.
private struct ImportedLine: Sendable {
  enum Result: String {
    /// It was appended and holds.
    case recorded
    /// The store knew it: nothing was appended.
    case known
    /// It was appended as evidence; another answer holds.
    case overruled
    /// It cannot be evidence.
    case refused
  }

  let number: Int
  let result: Result
  var record: ConsentRecordID?
  var reason: String?

  init(_ number: Int, refused reason: String) {
    self.number = number
    self.reason = reason
    result = .refused
  }

  init(_ number: Int, _ outcome: ConsentRepository.Outcome) {
    self.number = number
    switch outcome {
    case .appended(let record): (result, self.record) = (.recorded, record.id)
    case .unchanged(let record), .overruled(let record, _, isNew: false):
      (result, self.record) = (.known, record.id)
    case .overruled(let record, let holder, isNew: true):
      (result, self.record) = (.overruled, record.id)
      reason = "record \(holder.id) (\(holder.event.rawValue)) holds"
    }
  }

  static let columns: [Column<ImportedLine>] = [
    Column("line", "Line", .trailing, meaning: "The number of the line, from 1.") { $0.number },
    Column(
      "result", "Result",
      meaning:
        "What became of it: recorded, known (already), overruled (kept as evidence) or refused."
    ) { Cell.toned($0.result.rawValue, $0.result == .refused ? .bad : .warning) },
    Column(
      "consentRecord", "Record", .trailing, meaning: "The record that holds the line's answer."
    ) { $0.record?.rawValue },
    Column("reason", "Reason", meaning: "Why it was refused, or which record overrules it.") {
      $0.reason
    },
  ]
}

/// What became of all lines so far.
private struct ImportReport {
  /// How many lines people are shown: of a file that holds something else, none would hold.
  private static let mostShown = 100

  let showsAll: Bool
  private(set) var counts: [ImportedLine.Result: Int] = [:]
  /// The lines to print; for people, those that do not hold.
  private(set) var shown: [ImportedLine] = []
  /// How many lines are done with.
  private(set) var count = 0

  var refused: Int { counts[.refused, default: 0] }
  private var overruled: Int { counts[.overruled, default: 0] }
  /// How many lines do not hold, and are not shown.
  private var left: Int { max(refused + overruled - shown.count, 0) }

  mutating func append(_ lines: [ImportedLine]) {
    count += lines.count
    for line in lines {
      counts[line.result, default: 0] += 1
      let isTold = line.result == .refused || line.result == .overruled
      if showsAll || isTold && shown.count < Self.mostShown { shown.append(line) }
    }
  }

  func sentence(isDryRun: Bool, isWhole: Bool) -> String {
    let recorded = counts[.recorded, default: 0]
    let verb = isDryRun ? "would store" : "stored"
    return "\(verb) \((recorded + overruled).counted("answer")) of \(count.counted("line")): "
      + "\(recorded) recorded, \(overruled) overruled by later ones; "
      + "\(counts[.known, default: 0]) known already, \(refused) refused"
      + (left == 0 ? "" : "; \(left) more of the lines above: --format ndjson tells of each")
      + (isWhole ? "" : "; not all lines were read: import the same file again for the rest")
  }
}

/// The answers of a file, batch by batch.
private struct AnswerLines {
  private var lines: JSONLines
  private let secret: [UInt8]?
  private let rules: ExpiryRules
  /// About how many lines there are.
  let count: Int

  /// The longest line is far longer than any answer, and shallow.
  private static let limits = JSONReader.Limits(bytes: 1 << 20, depth: 16)

  init(_ bytes: [UInt8], secret: [UInt8]?, rules: ExpiryRules) {
    self.secret = secret
    self.rules = rules
    count = bytes.count { $0 == UInt8(ascii: "\n") }
    lines = JSONLines(bytes, limits: Self.limits)
  }

  /// The next lines that are not blank, at most so many; nil after the last.
  mutating func next(_ limit: Int) -> AnswerBatch? {
    var batch = AnswerBatch()
    while batch.answers.count < limit {
      do {
        guard let value = try lines.next() else { break }
        batch.answers.append((lines.line, .success(try answer(value))))
      } catch {
        batch.answers.append((lines.line, .failure(error)))
      }
    }
    return batch.answers.isEmpty ? nil : batch
  }

  private func answer(_ value: JSONValue) throws -> ImportedAnswer {
    var answer = try ImportedAnswer(json: JSONNode(value), rules: rules)
    if let secret {
      answer.subject = try SubjectKey(hashing: answer.subject.stored, secret: secret)
    } else if answer.subject.looksHashed {
      throw SubjectKey.alreadyHashed
    }
    return answer
  }
}

/// Lines that are read together.
private struct AnswerBatch {
  var answers: [(line: Int, Result<ImportedAnswer, any Error>)] = []

  /// The answers that can be evidence.
  var readable: [ImportedAnswer] { answers.compactMap { try? $0.1.get() } }

  /// What became of each line, from what became of the readable ones.
  func lines(as outcomes: [ConsentRepository.ImportOutcome]) -> [ImportedLine] {
    var outcomes = outcomes.makeIterator()
    return answers.map { line, answer in
      switch answer {
      case .failure(let error): return ImportedLine(line, refused: reason(of: error))
      case .success:
        switch outcomes.next() {
        case .stored(let outcome): return ImportedLine(line, outcome)
        case .refused(let reason): return ImportedLine(line, refused: reason)
        case nil: return ImportedLine(line, refused: "it was not looked at")
        }
      }
    }
  }

  /// Why a line cannot be read, without anything that stands in it: a member that nobody knows may
  /// be a person's name.
  private func reason(of error: any Error) -> String {
    guard let json = error as? JSONError else { return "\(error)" }
    if let position = json.position { return "column \(position.column): \(json.message)" }
    if json.code == .unknownMember || json.path.steps.isEmpty { return json.message }
    return "\(json.path): \(json.message)"
  }
}
