// SPDX-License-Identifier: MIT
import AdModel

extension FleetScript {
  /// The views with the statistics of many devices: those of `history stats`, each row of a phone that stands
  /// for several counted as often.
  var statistics: String {
    let groupings: [(name: String, key: String)] =
      [
        ("unit", "adUnitId"), ("page", "page"), ("appVersion", "appVersion"),
        ("day", dialect.day("startedAt", utcOffset)), ("arm", dialect.arm),
      ]
      + (leastStores > 1 ? [] : [("session", "concat(store, '/', session)")])
      + attributes.map { ($0, dialect.attribute($0)) }
    return """
      -- A row counts as often as its weight says, for so many phones the one that sent it stands for.
      -- Percentiles are exact, by the nearest rank: times are whole milliseconds, so that what is sorted is
      -- how often each of them came, and no sketch has to come from the phones.

      """ + groupings.map { view($0.name, by: $0.key) }.joined(separator: "\n")
  }

  /// The times of which percentiles are told, and which.
  private static let times = [
    (name: "leadTime", percents: [50, 5]), (name: "timeToAd", percents: [50, 75, 95]),
  ]

  private func view(_ grouping: String, by key: String) -> String {
    let title = grouping == "unit" ? "adUnitId" : grouping
    let loads = dialect.current("loads")
    let percentiles = Self.times.map { time in
      let field = "\(time.name)Ms"
      let columns = time.percents.map {
        "min(CASE WHEN upTo * 100 >= \($0) * whole THEN v END) AS \(time.name)P\($0)Ms"
      }.joined(separator: ",\n    ")
      return """
        ), \(time.name)_counts AS (
          SELECT \(key) AS k, \(field) AS v, sum(weight) AS n FROM \(loads)
          WHERE \(field) IS NOT NULL GROUP BY k, v
        ), \(time.name)_ranks AS (
          SELECT k, v, sum(n) OVER (PARTITION BY k ORDER BY v) AS upTo,
            sum(n) OVER (PARTITION BY k) AS whole FROM \(time.name)_counts
        ), \(time.name)s AS (
          SELECT k, \(columns)
          FROM \(time.name)_ranks GROUP BY k
        """
    }.joined(separator: "\n")
    let names = Self.times.flatMap { time in time.percents.map { "\(time.name)P\($0)Ms" } }
      .joined(separator: ", ")
    let joins = Self.times.map { "LEFT JOIN \($0.name)s ON \($0.name)s.k = counts.k" }
      .joined(separator: "\n")
    let count = dialect.weighed
    return """
      CREATE OR REPLACE VIEW adview.stats_by_\(grouping) AS
      WITH counts AS (
        SELECT \(key) AS k,
          \(count("fetchedAt IS NOT NULL")) AS fetches,
          \(count("displayedAt IS NOT NULL")) AS displays,
          \(count("wasted")) AS wasted_,
          \(count("late")) AS late_,
          \(count("churn")) AS churn_,
          coalesce(sum(timeDisplayedMs * weight), 0) AS shown,
          coalesce(sum(impressions * weight), 0) AS impressions_,
          \(count("blank")) AS blank_,
          coalesce(sum(viewableImpressions * weight), 0) AS viewable_,
          \(count("unloaded")) AS unloads_,
          \(count("servingMode = 'personalized'")) AS personalized_,
          \(count("servingMode = 'nonPersonalized'")) AS nonPersonalized_,
          \(count("servingMode = 'limited'")) AS limited_
        FROM \(loads) GROUP BY k
      \(percentiles)
      ), touched AS (
        SELECT \(key) AS k, store, session, max(weight) AS n FROM \(loads) GROUP BY k, store, session
      ), groups AS (
        SELECT touched.k AS k, sum(touched.n) AS sessions, count(DISTINCT touched.store) AS stores,
          coalesce(sum(s.lost * touched.n), 0) AS lost_, max(s.peakLoaded) AS peak
        FROM touched LEFT JOIN (SELECT store, session, lost, peakLoaded FROM \
      \(dialect.current("sessions"))) AS s
          ON s.store = touched.store AND s.session = touched.session
        GROUP BY touched.k
      )
      SELECT counts.k AS \(title), groups.sessions AS sessions, fetches, displays,
        impressions_ AS impressions, blank_ AS blankDisplays,
        wasted_ AS wastedFetches, late_ AS lateDisplays, churn_ AS churn,
        \(names),
        shown AS timeDisplayedMs,
        CASE WHEN impressions_ > 0 THEN floor(viewable_ / impressions_ * 1000 + 0.5) / 1000 END
          AS viewableRate,
        \(grouping == "unit" ? "NULL" : "peak") AS peakLoaded, unloads_ AS unloads,
        personalized_ AS personalized, nonPersonalized_ AS nonPersonalized, limited_ AS limited,
        groups.lost_ AS lost, groups.stores AS stores
      FROM counts JOIN groups ON groups.k = counts.k
      \(joins)
      WHERE groups.stores >= \(leastStores)
      ORDER BY \(title);

      """
  }
}
