// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// Shows what a command recorded, or that there was nothing to record.
struct ConsentReport {
  private let view: ConsentView
  private let isNew: Bool
  private let run: CommandRun

  init(_ outcome: ConsentRepository.Outcome, run: CommandRun) {
    self.run = run
    view = ConsentView(outcome.record, at: run.now, by: ConsentGate())
    switch outcome {
    case .appended: isNew = true
    case .unchanged: isNew = false
    }
  }

  func print() throws {
    guard run.format == .table else {
      let (isNew, isDryRun) = (isNew, run.isDryRun)
      return try run.fields(
        view,
        [Column("appended") { _ in .flag(isNew) }] + ConsentView.columns + run.dryRunColumns()
      ) { view, json in
        json.member("appended", isNew)
        json.member("dryRun", isDryRun)
        try ConsentView.writeObject(view, to: &json)
      }
    }
    try run.print("\(sentence.safeForTerminal)\n")
  }

  private var sentence: String {
    let record = view.record
    guard isNew else {
      return "nothing to record: record \(record.id) says the same and holds until "
        + "\(record.statement.expiry.at)"
    }
    let start =
      "\(run.isDryRun ? "would record" : "recorded") \(record.id): \(record.event.rawValue) under "
      + record.statement.regulation.rawValue
    switch view.explanation.decision {
    case .allowed(let permit):
      return "\(start), \(permit.mode.rawValue) ads until \(record.statement.expiry.at) "
        + "(\(record.statement.expiry.rule))"
    case .blocked(let reason):
      return "\(start), no ads: \(reason.explanation)"
    }
  }
}
