// SPDX-License-Identifier: MIT
import AdModel
import AdReports
import AdStore

/// What an experiment says as far as its sessions are known here: of this database, and of the lines that
/// phones exported.
struct JudgedExperiment: Sendable {
  static let sessions = Option(
    "sessions", .file,
    "A file with lines of 'history export --sessions' or '--loads' of other phones, in any order; may "
      + "be given several times.", repeats: true)

  /// A difference with its arm.
  struct Row: Sendable {
    let arm: String
    let difference: ArmDifference
    let plan: ExperimentPlan
  }

  let judgement: ExperimentJudgement
  let movedStores: Int
  let charts: [SequenceChart]
  /// How long it would have to run, by what was recorded; only of a draft.
  let sizes: [PlannedSize]

  /// Judges an experiment.
  /// - Returns: Nil for one of which nobody said yet what is compared, and by what.
  init?(_ experiment: Experiment, in database: AdDatabase, _ run: CommandRun) throws {
    guard let plan = ExperimentPlan(experiment) else { return nil }
    var sessions = ExperimentSessions(of: experiment.id)
    try sessions.add(database, run)
    let records = sessions.records
    judgement = records.judgement(by: plan)
    movedStores = records.movedStores
    charts = SequenceChart.all(of: plan, days: records.days(by: plan))
    guard experiment.state == .draft else {
      sizes = []
      return
    }
    var history = ExperimentSessions(ofPage: experiment.page)
    try history.add(database, run)
    sizes = PlannedSize.sizes(by: history.records, arm: ExperimentSessions.anyArm, for: plan)
  }

  /// Every difference of every arm.
  var rows: [Row] {
    judgement.arms.flatMap { arm in
      arm.differences.map { Row(arm: arm.name, difference: $0, plan: judgement.plan) }
    }
  }

  /// What it says, for people.
  var sentences: [String] {
    let plan = judgement.plan
    let planned = sizes.compactMap { size in
      guard let days = size.days, let stores = size.stores else { return nil as String? }
      return "\(SequenceChart.written(size.share * 100)) % of the phones in each arm: "
        + "\(days.counted("day")), \(stores.counted("phone")) each"
    }
    guard judgement.sums.contains(where: { $0.storeCount > 0 }) else {
      return planned.isEmpty
        ? ["No session of it is here; give those of the phones with --sessions."]
        : ["To see \(SequenceChart.written(plan.difference * 100)) % it takes"] + planned
    }
    return judgement.sentences(moved: movedStores) + planned
  }
}

extension ExperimentSessions {
  /// Adds the sessions of a database and of the files that a command names.
  mutating func add(_ database: AdDatabase, _ run: CommandRun) throws {
    try add(database, simulated: run.input[HistoryOptions.simulated])
    for file in run.input.all(JudgedExperiment.sessions) {
      var lines = JSONLines(try run.read(file, atMost: .lines))
      let aside = add(lines: &lines)
      if let first = aside.first {
        try run.note(
          "warning: \(file.quotedForDisplay): \(aside.count.counted("line")) set aside; line \(first.line): "
            + "\(first.reason).")
      }
    }
  }
}

extension ExperimentPlan {
  /// The difference that is to be seen where nobody said one: 5 %.
  private static let usualDifference = 0.05

  /// What was agreed of an experiment; nil where it has no goal yet, or nothing to compare.
  init?(_ experiment: Experiment) {
    guard let goal = experiment.goal, experiment.arms.count > 1,
      experiment.arms.allSatisfy({ $0.buckets.size > 0 })
    else { return nil }
    self.init(
      arms: experiment.arms.map { ($0.id.rawValue, $0.buckets.size) }, goal: goal,
      guards: experiment.guards,
      difference: experiment.difference.map { $0 / 100 } ?? Self.usualDifference,
      stores: experiment.plannedStores, days: experiment.plannedDays)
  }
}
