// SPDX-License-Identifier: MIT
import AdModel

/// A running experiment in a report: what it says, and how it came to that day by day.
package struct ReportedExperiment: Sendable {
  private let name: String
  private let judgement: ExperimentJudgement
  private let moved: Int
  private let charts: [SequenceChart]

  /// Judges an experiment.
  package init(name: String, plan: ExperimentPlan, records: ExperimentRecords) {
    self.name = name
    judgement = records.judgement(by: plan)
    moved = records.movedStores
    charts = SequenceChart.all(of: plan, days: records.days(by: plan))
  }

  /// A section of the page.
  var content: Markup {
    let sentences = judgement.sentences(moved: moved).map { sentence -> Markup in
      "<p>\(sentence)</p>"
    }
    let counts = zip(judgement.plan.arms, judgement.sums).map { arm, sum in
      "\(arm) \(sum.storeCount.counted("phone")) and \(sum.sessions.counted("session"))"
    }
    let figures = charts.map { chart -> Markup in
      guard !chart.points.isEmpty else {
        return """
          <figure><figcaption>\(chart.title)</figcaption><p>Too few phones, or nothing that differs.\
          </p></figure>
          """
      }
      return """
        <figure><figcaption>\(chart.title)</figcaption>\(Markup(stringLiteral: chart.svg))</figure>
        """
    }
    return """
      <section><h2>Experiment \(name)</h2>
      \(Markup.joined(sentences))
      <p class="faint">\(counts.joined(separator: ", ")). Lines are the difference from \
      \(judgement.plan.arms.first ?? "") after each day, bands hold it at 95 of 100 experiments however \
      often somebody looks; what was planned ends at the upright line.</p>
      <div class="charts">\(Markup.joined(figures))</div></section>
      """
  }
}
