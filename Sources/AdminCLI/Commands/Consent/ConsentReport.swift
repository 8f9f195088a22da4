// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// Shows what a command recorded, or that there was nothing to record, and what holds.
struct ConsentReport {
  private let view: ConsentView
  private let isNew: Bool
  private let run: CommandRun

  init(_ outcome: ConsentRepository.Outcome, run: CommandRun) {
    self.run = run
    let record: ConsentRecord
    switch outcome {
    case .appended(let appended): (record, isNew) = (appended, true)
    case .unchanged(let known): (record, isNew) = (known, false)
    case .overruled(let evidence, _, let isAppended): (record, isNew) = (evidence, isAppended)
    }
    view = ConsentView(record, heldBy: outcome.record, at: run.now, by: ConsentGate())
  }

  func print() throws {
    guard run.format == .table else {
      let (isNew, isDryRun) = (isNew, run.isDryRun)
      return try run.fields(
        view,
        [Column("appended") { _ in .flag(isNew) }, Column("holds") { .flag($0.holder == nil) }]
          + ConsentView.columns + run.dryRunColumns()
      ) { view, json in
        json.member("appended", isNew)
        json.member("dryRun", isDryRun)
        json.member("holds", view.holder == nil)
        json.member("heldBy", (view.holder ?? view.record).id.rawValue)
        try ConsentView.writeObject(view, to: &json)
      }
    }
    try run.print("\(sentence.safeForTerminal)\n")
    if view.holder != nil {
      try run.note(
        "note: what was answered last holds. Where the person has answered again since, record that "
          + "answer with its own time; see --at.")
    }
  }

  private var sentence: String {
    let record = view.record
    guard let holder = view.holder else { return isNew ? recorded(effect(of: view)) : known }
    let what =
      isNew ? recorded("as evidence only") : "nothing to record: record \(record.id) is this answer"
    let time = record.statement.updatedAt
    let order =
      time == holder.statement.updatedAt
      ? "of the same time and more careful" : "answered \(holder.statement.updatedAt)"
    let effect = effect(of: ConsentView(holder, at: run.now, by: ConsentGate()))
    return "\(what), answered \(time); record \(holder.id) (\(holder.event.rawValue)), \(order), "
      + "holds: \(effect)"
  }

  private func recorded(_ effect: String) -> String {
    "\(run.isDryRun ? "would record" : "recorded") \(view.record.id): \(view.record.event.rawValue) "
      + "under \(view.record.statement.regulation.rawValue), \(effect)"
  }

  private var known: String {
    let record = view.record
    if record.event == .withdrawn {
      return "nothing to record: record \(record.id) withdrew the consent already, on "
        + "\(record.statement.updatedAt)"
    }
    let expiry = record.statement.expiry.at
    return record.hasExpired(at: run.now)
      ? "nothing to record: record \(record.id) is this answer, which ran out at \(expiry)"
      : "nothing to record: record \(record.id) says the same and holds until \(expiry)"
  }

  private func effect(of view: ConsentView) -> String {
    let expiry = view.record.statement.expiry
    switch view.explanation.decision {
    case .allowed(let permit):
      return "\(permit.mode.rawValue) ads until \(expiry.at) (\(expiry.rule))"
    case .blocked(let reason): return "no ads: \(reason.explanation)"
    }
  }
}
