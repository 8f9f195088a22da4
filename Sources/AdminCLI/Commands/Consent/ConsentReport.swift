// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// Shows what a command recorded, or that there was nothing to record, and what holds.
struct ConsentReport {
  private let record: ConsentRecord
  private let view: ConsentView
  private let isNew: Bool
  private let judgement: GateJudgement
  private let run: CommandRun

  /// The columns for programs.
  private static let columns: [Column<ConsentReport>] =
    [
      Column("appended", meaning: "Whether a record was appended.") { $0.isNew },
      Column("holds", meaning: "Whether the answer holds for the person.") {
        $0.view.holder == nil
      },
      Column("heldBy", meaning: "The record that holds for the person.") {
        ($0.view.holder ?? $0.record).id.rawValue
      },
    ] + ConsentView.columns.map { column in column.of { $0.view } }

  /// The keys of what commands say that record something.
  static let keys = Column.keys(of: columns) + .dryRun

  /// - Parameter judgement: What the gate makes of everything that the person said.
  init(_ outcome: ConsentRepository.Outcome, deciding judgement: GateJudgement, run: CommandRun) {
    self.judgement = judgement
    self.run = run
    switch outcome {
    case .appended(let appended): (record, isNew) = (appended, true)
    case .unchanged(let known): (record, isNew) = (known, false)
    case .overruled(let evidence, _, let isAppended): (record, isNew) = (evidence, isAppended)
    }
    view = ConsentView(record, heldBy: outcome.record, deciding: judgement)
  }

  /// Shows what became of several people.
  static func print(_ reports: [ConsentReport], _ run: CommandRun) throws {
    guard reports.count != 1, run.format != .table else {
      for report in reports { try report.print() }
      return
    }
    try run.list(reports, columns + run.dryRunColumns())
  }

  func print() throws {
    guard run.format == .table else {
      return try run.fields(self, Self.columns + run.dryRunColumns())
    }
    try run.print("\(sentence.safeForTerminal)\n")
    if view.holder != nil {
      try run.note(
        "note: what was answered last holds. Where the person has answered again since, record that "
          + "answer with its own time; see --at.")
    }
  }

  private var sentence: String {
    guard let holder = view.holder else {
      return isNew ? recorded(effect(until: record)) : known
    }
    let what =
      isNew ? recorded("as evidence only") : "nothing to record: record \(record.id) is this answer"
    let time = record.statement.updatedAt
    let order =
      time == holder.statement.updatedAt
      ? "of the same time and more careful" : "answered \(holder.statement.updatedAt)"
    return "\(what), answered \(time); record \(holder.id) (\(holder.event.rawValue)), \(order), "
      + "holds: \(effect(until: holder))"
  }

  private func recorded(_ effect: String) -> String {
    "\(run.isDryRun ? "would record" : "recorded") \(record.id): \(record.event.rawValue) "
      + "under \(record.statement.regulation.rawValue), \(effect)"
  }

  private var known: String {
    if record.event == .withdrawn {
      return "nothing to record: record \(record.id) withdrew the consent already, on "
        + "\(record.statement.updatedAt)"
    }
    let expiry = record.statement.expiry.at
    return record.hasExpired(at: run.now)
      ? "nothing to record: record \(record.id) is this answer, which ran out at \(expiry)"
      : "nothing to record: record \(record.id) says the same and holds until \(expiry)"
  }

  private func effect(until record: ConsentRecord) -> String {
    let expiry = record.statement.expiry
    switch judgement.explanation.decision {
    case .allowed(let permit) where permit.record != record.id || judgement.end == nil:
      return "\(permit.mode.rawValue) ads under record \(permit.record)"
    case .allowed(let permit):
      return "\(permit.mode.rawValue) ads until \(expiry.at) (\(expiry.rule))"
    case .blocked(let reason): return "no ads: \(reason.explanation)"
    }
  }
}
