// SPDX-License-Identifier: MIT
package import AdLoading
import AdModel

/// What the ads of many sessions did, as one page to open, print and send: no scripts, nothing from
/// the network, every text escaped, light and dark.
///
/// Its size is bounded whatever it tells of: ``greatestDays`` days, ``greatestUnits`` units,
/// ``greatestSessions`` sessions of at most ``greatestLanes`` ads each.
package struct HistoryReport: Sendable {
  /// One session that stands out, with its picture.
  package struct Session: Sendable {
    /// What it is called, where and when it was.
    package let title: String
    package let subtitle: String
    package let statistics: LoadStatistics
    package let timeline: LoadTimeline
    /// What has to be known before its picture is trusted.
    package let notes: [String]

    package init(
      title: String, subtitle: String, statistics: LoadStatistics, timeline: LoadTimeline,
      notes: [String] = []
    ) {
      self.title = title
      self.subtitle = subtitle
      self.statistics = statistics
      self.timeline = timeline
      self.notes = notes
    }
  }

  /// The newest days that are drawn.
  package static let greatestDays = 120
  /// The units with the most loads that are listed.
  package static let greatestUnits = 300
  /// The worst sessions that are drawn.
  package static let greatestSessions = 5
  /// The ads of one session that are drawn, those with the most faults.
  package static let greatestLanes = TimelinePicture.usualLanes

  let title: String
  let subtitle: String
  /// By day, oldest first.
  let days: [HistoryGroup]
  /// By ad unit, those with the most loads first.
  let units: [HistoryGroup]
  let sessions: [Session]
  let total: LoadStatistics
  let sessionCount: Int
  let lost: Int
  let advice: HistoryAdvice
  let experiments: [ReportedExperiment]
  let zone: String

  /// Puts a report together.
  /// - Parameters:
  ///   - days: Every day, oldest first.
  ///   - sessions: The worst sessions, the worst first.
  ///   - advice: Why, and what would change it.
  ///   - experiments: Those that run.
  ///   - zone: By which clocks days begin, as `at +02:00`.
  package init(
    title: String, subtitle: String, days: [HistoryGroup], units: [HistoryGroup],
    sessions: [Session], lost: Int, advice: HistoryAdvice = HistoryAdvice(),
    experiments: [ReportedExperiment] = [], zone: String = "in UTC"
  ) {
    self.zone = zone
    self.experiments = experiments
    self.advice = advice
    self.title = title
    self.subtitle = subtitle
    self.days = days
    self.units = units.sorted {
      ($1.statistics.fetches, $0.key) < ($0.statistics.fetches, $1.key)
    }
    self.sessions = Array(sessions.prefix(Self.greatestSessions))
    total = days.reduce(into: LoadStatistics()) { $0.add($1.statistics) }
    sessionCount = days.reduce(0) { $0 + $1.sessions }
    self.lost = lost
  }

  /// So many loads a session must have before it is called one of the worst.
  package static let leastLoads = 5

  /// How bad a session was: how many of its loads were for nothing, came late, or too soon after an
  /// unload, of 1; nothing for one with too few loads to say.
  package static func badness(of statistics: LoadStatistics) -> Double {
    guard statistics.fetches >= leastLoads else { return 0 }
    return Double(statistics.wastedFetches + statistics.lateDisplays + statistics.churn)
      / Double(statistics.fetches)
  }

  /// The page.
  package var html: String {
    ReportPage(
      title: title, subtitle: subtitle, style: "",
      main: .joined([
        sessionCount == 0 ? nothing : figures, .joined(experiments.map(\.content)),
        sessionCount == 0 ? "" : content,
      ]), footer: notes
    ).html
  }

  // MARK: Parts

  private var content: Markup {
    Markup.joined([
      charts, advice.versionTable, advice.reasonTable, worst, unitTable, advice.changes,
    ])
  }

  /// What is said where there is nothing to tell.
  private var nothing: Markup {
    """
    <section><h2>No session is among these</h2><p>Apps record sessions as they show ads. 'simulate FILE \
    --page PAGE --record --subject KEY' keeps a simulated one, which 'history report --simulated' \
    shows.</p></section>
    """
  }

  /// How many ads came in good, fair and poor time.
  private var timeShares: (good: String, others: String) {
    let limits = LoadStatistics.timeToAdLimits
    let counts = total.timeToAdCounts(upTo: [limits.good, limits.fair])
    let all = counts.reduce(0, +)
    guard all > 0 else { return ("none", "") }
    let shares = counts.map { HistoryFigure.percent(Double($0) / Double(all)) }
    return (
      shares[0],
      "fair, up to \(HistoryFigure.duration(limits.fair)): \(shares[1]); poor: \(shares[2])"
    )
  }

  private var figures: Markup {
    let times = total.timeToAdPercentiles([50, 75, 95]).map { HistoryFigure.duration($0) }
    let leads = total.leadTimePercentiles([50, 5]).map { HistoryFigure.duration($0) }
    func share(_ part: Int, _ whole: Int) -> String {
      whole == 0 ? "none" : HistoryFigure.percent(Double(part) / Double(whole))
    }
    let rows: [(String, String, String)] = [
      ("Sessions", "\(sessionCount)", lost > 0 ? "\(lost.counted("transition")) missing" : "whole"),
      ("Loads", "\(total.fetches)", "\(total.displays) displayed"),
      (
        "Time to ad, half within", times.first ?? "none",
        times.count == 3 ? "75 of 100: \(times[1]), 95 of 100: \(times[2])" : ""
      ),
      (
        "Ads in good time, \(HistoryFigure.duration(LoadStatistics.timeToAdLimits.good)) at most",
        timeShares.good, timeShares.others
      ),
      (
        "Lead time, half at least", leads.first ?? "none",
        leads.count == 2 ? "95 of 100 at least \(leads[1])" : ""
      ),
      (
        "Blank displays", share(total.blankDisplays, total.displays),
        "\(total.blankDisplays.counted("display")) without a creative"
      ),
      (
        "Wasted loads", share(total.wastedFetches, total.fetches),
        "\(total.wastedFetches.counted("load"))"
      ),
      (
        "Late displays", share(total.lateDisplays, total.displays),
        "\(total.lateDisplays.counted("display"))"
      ),
      (
        "Churn", share(total.churn, total.fetches),
        "\(total.churn.counted("load")) soon after an unload"
      ),
      (
        "Viewable (estimated)",
        total.estimatedViewableRate.map(HistoryFigure.percent) ?? "not measured",
        "\(total.viewableImpressions) of \(total.impressions.counted("impression"))"
      ),
      ("Most loaded at once", total.peakLoaded.map { "\($0)" } ?? "unknown", "ads in memory"),
    ]
    let cards = rows.map { name, value, remark -> Markup in
      "<div class=\"card\"><dt>\(name)</dt><dd>\(value)<small>\(remark)</small></dd></div>"
    }
    return "<section><dl class=\"cards\">\(Markup.joined(cards))</dl></section>"
  }

  private var charts: Markup {
    let shown = days.suffix(Self.greatestDays)
    let left =
      days.count > shown.count ? ", the newest \(shown.count) of \(days.count) days" : ""
    let pictures =
      [
        HistoryChart.timesToAd(of: total), HistoryChart.modes(of: total),
      ] + HistoryChart.days(Array(shown))
    let figures = pictures.map { chart -> Markup in
      """
      <figure><figcaption>\(chart.title)</figcaption>\(Markup(stringLiteral: chart.svg))\
      \(chart.key)</figure>
      """
    }
    return """
      <section><h2>Over time\(left)</h2><div class="charts">\(Markup.joined(figures))</div></section>
      """
  }

  private var unitTable: Markup {
    let shown = units.prefix(Self.greatestUnits)
    let rows = shown.map { unit -> Markup in
      let counts = unit.statistics
      let times = counts.timeToAdPercentiles([50, 75, 95]).map { HistoryFigure.duration($0) }
      func cell(_ text: String) -> Markup { "<td>\(text)</td>" }
      func share(_ part: Int, _ whole: Int) -> String {
        whole == 0 ? "" : HistoryFigure.percent(Double(part) / Double(whole))
      }
      let cells = [
        "\(unit.sessions)", "\(counts.fetches)", "\(counts.displays)",
        share(counts.wastedFetches, counts.fetches), share(counts.lateDisplays, counts.displays),
        share(counts.churn, counts.fetches),
        times.first ?? "", times.count == 3 ? times[1] : "", times.count == 3 ? times[2] : "",
        HistoryFigure.duration(counts.timeDisplayed),
        counts.estimatedViewableRate.map(HistoryFigure.percent) ?? "",
      ].map(cell)
      return "<tr><th scope=\"row\">\(unit.key)</th>\(Markup.joined(cells))</tr>"
    }
    let heads = [
      "Ad unit", "Sessions", "Loads", "Displays", "Wasted", "Late", "Churn", "p50", "p75", "p95",
      "Shown", "Viewable",
    ].map { title -> Markup in "<th scope=\"col\">\(title)</th>" }
    let left =
      units.count > shown.count ? ", the \(shown.count) of \(units.count) with most loads" : ""
    return """
      <section><h2>Ad units\(left)</h2><div class="scroll"><table>
      <thead><tr>\(Markup.joined(heads))</tr></thead>
      <tbody>
      \(Markup.joined(Array(rows)))
      </tbody></table></div></section>
      """
  }

  private var worst: Markup {
    guard !sessions.isEmpty else {
      return
        "<section><h2>Worst sessions</h2><p>No session of \(Self.leastLoads.counted("load")) or more had anything to complain of.</p></section>"
    }
    let articles = sessions.map { session -> Markup in
      let counts = session.statistics
      let (picture, words) = Self.picture(of: session)
      return """
        <article><h3>\(session.title)</h3>
        <p>\(session.subtitle)</p>
        <p><b>\("\(counts.wastedFetches)")</b> wasted, <b>\("\(counts.lateDisplays)")</b> late, \
        <b>\("\(counts.churn)")</b> churn, of \("\(counts.fetches.counted("load"))")\(words)</p>
        <div class="timeline">\(Markup(stringLiteral: picture))</div></article>
        """
    }
    return "<section><h2>Worst sessions</h2>\(Markup.joined(articles))</section>"
  }

  /// The picture of a session, of its worst ads where it has many, and what to say of that.
  private static func picture(of session: Session) -> (svg: String, words: String) {
    let timeline = session.timeline.showing(atMost: greatestLanes)
    let picture = TimelinePicture(
      timeline, title: session.title, subtitle: session.subtitle, notes: session.notes,
      isTitled: false)
    let words =
      timeline.hiddenLanes > 0
      ? "; drawn are the \(timeline.lanes.count) of "
        + "\(timeline.lanes.count + timeline.hiddenLanes) ads with most faults and changes" : ""
    return (picture.svg, words)
  }

  private var notes: Markup {
    """
    <p>Time to ad is how long an ad's place was on the screen before its creative; p50, p75 and p95 are \
    of it. Lead time is how long before its display an ad was fetched: more is better. Wasted are loads \
    of which nobody saw anything, late are ads whose place was on the screen before them, blank are \
    displays whose creative never came, churn are loads within 30 seconds of an unload of the same ad. \
    The viewable rate is an estimate: only an accredited vendor counts officially. Days \
    are those on which sessions began, \(zone).</p>
    """
  }
}
