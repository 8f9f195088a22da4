// SPDX-License-Identifier: MIT
import AdModel
import AdReports

/// How a judgement is shown.
enum JudgementColumns {
  /// What programs get of it.
  static let all: [Column<JudgedExperiment?>] = [
    .list(
      "verdicts", meaning: "What it says of each arm; null where nothing can be compared.",
      of: verdicts
    ) { $0?.judgement.arms },
    .list("phones", meaning: "How many phones and sessions each arm has.", of: phones) { judged in
      judged.map { judged in judged.judgement.sums.indices.map { (judged.judgement, $0) } }
    },
    Column(
      "chiSquared", meaning: "How far phones and shares are apart; null where there are too few."
    ) { $0?.judgement.shares.result?.chiSquared },
    Column("sharesFit", meaning: "Whether they are near enough for the arms to be compared.") {
      $0?.judgement.shares.fits
    },
    Column("movedStores", meaning: "How many phones were in several arms, and so count in none.") {
      $0?.movedStores
    },
    .list(
      "differences", meaning: "What each arm has otherwise than the control.", of: differences
    ) { $0?.rows },
    .list(
      "sizes", meaning: "For a draft, how long it has to run, by what was recorded.", of: sizes
    ) { $0?.sizes },
  ]

  private static let verdicts: [Column<ExperimentJudgement.Arm>] = [
    Column("arm", meaning: "The arm.") { $0.name },
    Column(
      "verdict",
      meaning: "\(ArmVerdict.words.joined(separator: ", ")); the first of them that is so."
    ) { $0.verdict.word },
    Column("sentence", meaning: "The same for people.") { $0.verdict.sentence },
  ]

  private static let phones: [Column<(judgement: ExperimentJudgement, place: Int)>] = [
    Column("arm", meaning: "The arm.") { $0.judgement.plan.arms[$0.place] },
    Column("stores", meaning: "How many phones.") { $0.judgement.shares.stores[$0.place] },
    Column("expected", meaning: "How many it would have by its share.") {
      $0.judgement.shares.expected[$0.place]
    },
    Column("sessions", meaning: "How many sessions.") { $0.judgement.sums[$0.place].sessions },
  ]

  private static let sizes: [Column<PlannedSize>] = [
    Column("share", meaning: "The share of the phones in each arm, of 1.") { $0.share },
    Column("days", meaning: "How many days; null where more than were recorded.") { $0.days },
    Column("stores", meaning: "How many phones each arm then has.") { $0.stores },
  ]

  /// The columns of a difference.
  static let differences: [Column<JudgedExperiment.Row>] = [
    Column("arm", "Arm", meaning: "The arm.") { $0.arm },
    Column("metric", "Metric", meaning: "What is compared.") { $0.difference.metric.rawValue },
    Column("role", "Role", meaning: "goal or guard; null for what is only told.") { row in
      let metric = row.difference.metric
      return metric == row.plan.goal ? "goal" : row.plan.guards.contains(metric) ? "guard" : nil
    },
    number("control", "Control", "The figure of the control.") { $0.control?.value },
    number("figure", "Figure", "That of the arm.") { $0.arm?.value },
    number("difference", "Difference", "The second less the first.", isChange: true) {
      $0.difference
    },
    number("differenceLow", nil, "The lower end of its interval for one look, at 95 of 100.") {
      $0.interval?.low
    },
    number("differenceHigh", nil, "The upper end.") { $0.interval?.high },
    number("change", "Change", "The difference as a share of the control's figure.", isChange: true)
    {
      $0.change
    },
    number("changeLow", nil, "The lower end of its interval for one look, at 95 of 100.") {
      $0.changeInterval?.low
    },
    number("changeHigh", nil, "The upper end.") { $0.changeInterval?.high },
    number(
      "sequenceLow", "Low", "The lower end of the difference's interval that holds at all looks.",
      isChange: true
    ) { $0.sequence?.low },
    number("sequenceHigh", "High", "The upper end.", isChange: true) { $0.sequence?.high },
    number("information", nil, "How much of what the planned difference needs is known, of 1.") {
      $0.information
    },
    Column(
      "finding", "Finding",
      meaning: "better, worse, open (it may be chance) or unknown (too little)."
    ) { row -> Cell in
      switch row.difference.finding {
      case .better: .toned("better", .good)
      case .worse: .toned("worse", .bad)
      case .open, .unknown: .text(row.difference.finding.rawValue)
      }
    },
  ]

  private static func number(
    _ key: String, _ title: String?, _ meaning: String, isChange: Bool = false,
    _ value: @escaping @Sendable (ArmDifference) -> Double?
  ) -> Column<JudgedExperiment.Row> {
    Column(key, title, .trailing, meaning: meaning) {
      value($0.difference).flatMap { $0.isFinite ? $0 : nil }
    }.showing { .text(SequenceChart.written(value($0.difference), isChange: isChange)) }
  }
}
