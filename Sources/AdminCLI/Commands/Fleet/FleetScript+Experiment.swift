// SPDX-License-Identifier: MIT
import AdModel
import AdReports

extension FleetScript {
  /// A sum over stores of each arm, exact for whole numbers.
  private static let counted: [(metric: ExperimentMetric, unit: Int)] = [
    (.viewable, 1), (.late, 1_000), (.unseen, 1), (.memory, 1),
  ]

  /// The view that judges an experiment over all devices, by the same sums and formulas as
  /// ``ExperimentJudgement``: a row for each metric of each arm beside the control. Where phones are a sample,
  /// those of one arm are as much of one as those of the other, so that weights change nothing.
  /// - Parameter name: The experiment's name.
  func statistics(of name: String, by plan: ExperimentPlan) -> String {
    let view = "experiment_\(name.replacing("\\", with: "\\\\").replacing("\"", with: "\"\""))"
    let arms = plan.arms.map(dialect.literal)
    let sequence = plan.sequence
    let number = dialect.number
    let widths = ArmFigure.widths
    let whole = plan.shares.reduce(0, +)
    let sums = Self.counted.map { counted in
      let x = counted.metric.rawValue
      return """
          \(number("sum(\(x))")) AS \(x)_x, \(number("sum(\(x) * \(x))")) AS \(x)_xx, \
        \(number("sum(\(x) * n)")) AS \(x)_xn
        """
    }.joined(separator: ",\n  ")
    let figures = Self.counted.map { counted in
      let (x, unit) = (counted.metric.rawValue, counted.unit * counted.unit)
      let ratio = "(\(x)_x / n_)"
      let rests = "\(x)_xx - 2 * \(ratio) * \(x)_xn + \(ratio) * \(ratio) * nn"
      return """
          SELECT arm, '\(x)' AS metric, k, \(ratio) / \(counted.unit) AS r,
            CASE WHEN k > 1 THEN k / (k - 1) * greatest(\(rests), 0) / (n_ * n_) / \(unit) END AS v
          FROM arms
        """
    }.joined(separator: "\n  UNION ALL\n")
    let counts = arms.map { "coalesce(max(CASE WHEN arm = \($0) THEN k END), 0)" }
    let expected = plan.shares.map { "(sum(k) * \($0) / \(whole))" }
    let chiSquared = zip(counts, expected).map { "(\($0) - \($1)) * (\($0) - \($1)) / \($1)" }
      .joined(separator: " + ")
    let isJudged = expected.map { "\($0) >= \(ShareCheck.leastExpected)" }.joined(
      separator: " AND ")
    let greatest = ShareCheck.greatest(degrees: plan.arms.count - 1)
    return """
      -- Experiment \(name.safeForTerminal): stores are what was drawn; those that were in several arms are left out.
      -- changeLow and changeHigh are of the change as a share of the control's figure, intervals hold at
      -- one look at 95 of 100, sequences at all looks. Shares that do not fit: no figure means anything.
      CREATE OR REPLACE VIEW adview."\(view)" AS
      WITH per_session AS (
        SELECT s.store AS store, s.arm AS arm, \(dialect.integer("s.peakLoaded")) AS memory,
          coalesce(l.viewable, 0) AS viewable, coalesce(l.late, 0) AS late,
          coalesce(l.unseen, 0) AS unseen
        FROM (SELECT * FROM \(dialect.current("sessions"))
          WHERE experiment = \(dialect.literal(name)) AND measured) AS s
        LEFT JOIN (SELECT store, session, \(dialect.integer("sum(viewableImpressions)")) AS viewable,
            \(dialect.integer("sum(coalesce(timeToAdMs, 0) + coalesce(timeMissedMs, 0))")) AS late,
            \(dialect.integer(dialect.count("wasted"))) AS unseen
          FROM \(dialect.current("loads"))
          WHERE experiment = \(dialect.literal(name)) AND measured GROUP BY store, session) AS l
        ON l.store = s.store AND l.session = s.session
      ), stores AS (
        SELECT store, min(arm) AS arm_, \(dialect.integer("count(*)")) AS n,
          sum(viewable) AS viewable_, sum(late) AS late_, sum(unseen) AS unseen_,
          sum(memory) AS memory_
        FROM per_session GROUP BY store HAVING min(arm) = max(arm)
      ), per_store AS (
        SELECT store, arm_ AS arm, n, viewable_ AS viewable, late_ AS late, unseen_ AS unseen,
          memory_ AS memory
        FROM stores WHERE arm_ IN (\(arms.joined(separator: ", ")))
      ), arms AS (
        SELECT arm, \(number("count(*)")) AS k, \(number("sum(n)")) AS n_, \(number("sum(n * n)")) AS nn,
        \(sums)
        FROM per_store GROUP BY arm
      ), arm_times AS (
        SELECT p.arm AS arm, p.store AS store, l.timeToAdMs AS t
        FROM (SELECT store, session, timeToAdMs FROM \(dialect.current("loads"))
          WHERE experiment = \(dialect.literal(name)) AND measured AND timeToAdMs IS NOT NULL) AS l
        JOIN per_store AS p ON p.store = l.store
      ), sorted AS (
        SELECT arm, \(dialect.sorted("t")) AS ts FROM arm_times GROUP BY arm
      ), percentiles AS (
        SELECT arm, ts, \(number("\(dialect.length("ts"))")) AS m,
          \(dialect.element(of: "ts", at: "ceil(0.75 * \(number(dialect.length("ts"))))")) AS q
        FROM sorted
      ), within AS (
        SELECT a.arm AS arm, a.store AS store, \(number("count(*)")) AS w,
          \(number(dialect.count("a.t <= p.q"))) AS x
        FROM arm_times AS a JOIN percentiles AS p ON p.arm = a.arm GROUP BY a.arm, a.store
      ), ranks AS (
        SELECT within.arm AS arm, max(arms.k) AS k, sum(x) AS sx, sum(w) AS sw, sum(x * x) AS sxx,
          sum(x * w) AS sxw, sum(w * w) AS sww
        FROM within JOIN arms ON arms.arm = within.arm GROUP BY within.arm
      ), reach AS (
        SELECT arm, k, \(widths) * sqrt(k / (k - 1)
          * greatest(sxx - 2 * (sx / sw) * sxw + (sx / sw) * (sx / sw) * sww, 0) / (sw * sw)) AS by_
        FROM ranks WHERE k > 1
      ), times AS (
        SELECT p.arm AS arm, r.k AS k, \(number("p.q")) AS r,
          (\(number(dialect.element(of: "p.ts", at: "greatest(1, least(p.m, ceil((0.75 + r.by_) * p.m)))")))
            - \(number(dialect.element(of: "p.ts", at: "greatest(1, least(p.m, ceil((0.75 - r.by_) * p.m)))"))))
            / (2 * \(widths)) AS error
        FROM percentiles AS p JOIN reach AS r ON r.arm = p.arm
      ), figures AS (
      \(figures)
        UNION ALL
          SELECT arm, 'timeToAd' AS metric, k, r, error * error AS v FROM times
      ), shares AS (
        SELECT CASE WHEN \(isJudged) THEN \(chiSquared) END AS chiSquared FROM arms
      ), pairs AS (
        SELECT a.arm AS arm, a.metric AS metric, c.k AS controlStores, a.k AS stores, c.r AS control,
          a.r AS figure, c.v AS cv, a.v AS av, c.v + a.v AS v,
          CASE WHEN c.r > 0 THEN c.r ELSE a.r END AS unit
        FROM figures AS a JOIN figures AS c ON c.metric = a.metric
        WHERE c.arm = \(arms[0]) AND a.arm <> \(arms[0]) AND c.v + a.v > 0
      ), judged AS (
        SELECT *, \(sequence.plannedVariance) * unit * unit / v AS information,
          CASE WHEN controlStores >= \(ArmDifference.leastStores) AND stores >= \(ArmDifference.leastStores)
            AND unit > 0 THEN sqrt(v)
            * sqrt((1 + v / (\(sequence.scale * sequence.plannedVariance) * unit * unit))
            * ln((1 + \(sequence.scale * sequence.plannedVariance) * unit * unit / v)
            / \(sequence.error * sequence.error))) END AS margin,
          CASE WHEN control > 0 AND figure > 0
            THEN exp(\(widths) * sqrt(av / figure / figure + cv / control / control)) END AS factor
        FROM pairs
      )
      SELECT arm, metric, \(dialect.integer("stores")) AS stores, control, figure,
        figure - control AS difference,
        figure - control - \(widths) * sqrt(v) AS differenceLow,
        figure - control + \(widths) * sqrt(v) AS differenceHigh,
        figure / nullif(control, 0) - 1 AS change,
        figure / nullif(control, 0) / factor - 1 AS changeLow,
        figure / nullif(control, 0) * factor - 1 AS changeHigh,
        figure - control - margin AS sequenceLow, figure - control + margin AS sequenceHigh,
        information,
        CASE WHEN margin IS NULL THEN 'unknown'
          WHEN figure - control - margin > 0
            THEN CASE metric WHEN 'viewable' THEN 'better' ELSE 'worse' END
          WHEN figure - control + margin < 0
            THEN CASE metric WHEN 'viewable' THEN 'worse' ELSE 'better' END
          ELSE 'open' END AS finding,
        chiSquared, coalesce(chiSquared <= \(greatest), true) AS sharesFit
      FROM judged CROSS JOIN shares
      WHERE stores >= \(leastStores) AND controlStores >= \(leastStores)
      ORDER BY arm, metric;

      """
  }
}
