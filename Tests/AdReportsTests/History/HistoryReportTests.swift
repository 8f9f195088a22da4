// SPDX-License-Identifier: MIT
import AdModel
import HostingSchedules
import TestSupport
import Testing

@testable import AdLoading
@testable import AdReports

@Suite struct HistoryReportTests {
  private func group(_ key: String, loads: Int = 10, waiting: Int64 = 120) -> HistoryGroup {
    var statistics = SessionStatistics(isMeasured: true)
    for number in 0..<loads {
      let unit = AdUnitID(validated: "unit-\(number)")
      statistics.count(Self.transition(unit, .fetched, at: 0))
      guard number % 3 > 0 else { continue }
      statistics.count(Self.transition(unit, .displayed, at: 120))
      statistics.count(.rendered(nil), of: unit, at: 120 + waiting)
      statistics.count(.appeared(afterWaiting: waiting), of: unit, at: 120 + waiting)
    }
    return HistoryGroup(key: key, sessions: 1, statistics: statistics.ended(at: 10_000))
  }

  private static func transition(_ unit: AdUnitID, _ state: LoadState, at time: Int64)
    -> LoadTransition
  {
    LoadTransition(
      time: time, unit: unit, from: state == .fetched ? .notLoaded : .fetched, to: state,
      cause: state == .fetched ? .enteredFetchZone : .enteredDisplayZone,
      frame: AdRect(x: 36, y: 900, width: 320, height: 320),
      viewport: AdRect(x: 0, y: 0, width: 393, height: 852), permit: nil)
  }

  private func session(_ title: String, units: Int) -> HistoryReport.Session {
    let transitions = (0..<units).flatMap { number in
      let unit = AdUnitID(validated: "unit-\(number)")
      return [
        Self.transition(unit, .fetched, at: Int64(number)),
        Self.transition(unit, .displayed, at: Int64(number)),
      ]
    }.sorted { $0.time < $1.time }
    return HistoryReport.Session(
      title: title, subtitle: "", statistics: group("x").statistics,
      timeline: LoadTimeline(transitions, from: 0, until: 60_000))
  }

  @Test func `no text of the history becomes markup`() {
    let hostile = "</style><script>alert('x')</script>\"&'<img src=x onerror=y>"
    let html = HistoryReport(
      title: hostile, subtitle: hostile, days: [group(hostile)], units: [group(hostile)],
      sessions: [session(hostile, units: 2)], lost: 1
    ).html
    #expect(!html.contains("<script") && !html.contains("<img"))
    #expect(html.components("</style>") == html.components("<style>"))
    #expect(html.contains("&lt;script&gt;"))
  }

  @Test func `a page asks the network for nothing`() {
    let html = HistoryReport(
      title: "T", subtitle: "S", days: [group("2026-11-21")], units: [group("u")],
      sessions: [session("s", units: 3)], lost: 0
    ).html
    #expect(html.contains("content=\"default-src 'none'; style-src 'unsafe-inline'\""))
    #expect(!html.contains("<link") && !html.contains("url(http") && !html.contains("src="))
    #expect(html.contains("prefers-color-scheme:dark") && html.contains("@media print"))
  }

  @Test func `a report ends in what to change, and says why and in which version`() throws {
    var random = SeededRandom(seed: 1)
    var search = ThresholdSearch(trying: 20, base: .standard, using: &random)
    var reader = SyntheticReader(random)
    for _ in 0..<30 {
      search.add(
        search.trials(
          of: TrialSession(try reader.session(under: try .init(fetch: 3_000, display: 0)))))
    }
    var advice = HistoryAdvice()
    advice.search = HistoryAdvice.Search(
      search.proposals(for: .fewestLate, using: &random), settings: 20, sessions: 30,
      own: [.standard: 30])
    advice.diagnosed = 30
    advice.reasons = [
      .init(LoadFault(.late, .atOpening)): 3, .init(LoadFault(.late, .outrunLead)): 1,
    ]
    var sums = SessionSums()
    for _ in 0..<30 { sums.add(group("s").statistics) }
    advice.versions = [
      .init(
        name: "5.1 <b>", sessions: 30, figures: HistoryComparison.figures(of: sums, using: &random))
    ]
    let html = HistoryReport(
      title: "T", subtitle: "S", days: [group("2026-11-21")], units: [group("u")],
      sessions: [], lost: 0, advice: advice
    ).html
    #expect(html.contains("5.1 &lt;b&gt;") && !html.contains("5.1 <b>"))
    #expect(html.contains("late: visible as the page opened") && html.contains("75 %"))
    #expect(html.contains("fetch 800, display 200, no unloading: 30 sessions"))
    #expect(html.contains("Change this; for 100 sessions it would bring that"))
    #expect(html.contains("Ads in good time, 100 ms at most"))
    let order = ["Versions of the app", "Why</h2>", "Ad units", "What to change", "<footer>"]
    let places = order.map { html.ranges(of: $0).first?.lowerBound ?? html.endIndex }
    #expect(places == places.sorted() && !places.contains(html.endIndex))
  }

  @Test func `a report of few sessions proposes nothing`() {
    var advice = HistoryAdvice()
    advice.search = HistoryAdvice.Search([], settings: 20, sessions: 3, own: [.standard: 3])
    func html(_ advice: HistoryAdvice) -> String {
      HistoryReport(
        title: "T", subtitle: "S", days: [group("2026-11-21")], units: [], sessions: [], lost: 0,
        advice: advice
      ).html
    }
    #expect(html(advice).contains("Nothing is proposed from 3 sessions"))
    #expect(html(HistoryAdvice()).contains("no session was recorded with its scroll"))
  }

  @Test func `the worst sessions are those with the greatest share of faults, not the longest`() {
    var (short, long, tiny) = (LoadStatistics(), LoadStatistics(), LoadStatistics())
    (short.fetches, short.wastedFetches) = (6, 4)
    (long.fetches, long.wastedFetches) = (100, 20)
    (tiny.fetches, tiny.wastedFetches) = (1, 1)
    #expect(HistoryReport.badness(of: short) > HistoryReport.badness(of: long))
    #expect(HistoryReport.badness(of: tiny) == 0)
  }

  @Test func `a session is called once, shares are shares, and days are those of the reader`()
    throws
  {
    let html = HistoryReport(
      title: "T", subtitle: "S", days: [group("2026-11-21")], units: [group("u")],
      sessions: [session("Session of a kind", units: 3)], lost: 0, zone: "at +02:00"
    ).html
    // Beside the heading, the picture has it for who cannot see.
    #expect(html.ranges(of: "Session of a kind").count == 2)
    #expect(html.contains("<h3>Session of a kind</h3>"))
    #expect(html.contains("<title>Session of a kind</title>"))
    let row = try #require(html.split(separator: "<th scope=\"row\">u</th>").last)
    let cells = row.split(separator: "</tr>")[0].split(separator: "</td>")
      .map { $0.split(separator: "<td>").last ?? "" }
    // Of ten loads six are displayed, and all of these late.
    #expect(cells[1...5] == ["10", "6", "40 %", "100 %", "0 %"], "\(cells)")
    #expect(html.contains("on which sessions began, at +02:00."))
  }

  @Test(arguments: [2, 14, 31, 100, 119, 120])
  func `no name of a day is cut at a picture's edge, or stands in another`(count: Int) throws {
    let days = (0..<count).map { group("2026-\(10 + $0 / 60)-\(10 + $0 % 60)", waiting: 1) }
    for chart in HistoryChart.days(days) {
      var end = 0.0
      let texts = chart.svg.split(separator: "<text ")
      for part in texts where part.drop(while: { $0 != ">" }).hasPrefix(">2026-") {
        let x = try #require(Double(part.split(separator: "x=\"")[1].prefix { $0 != "\"" }))
        let right = part.contains("class=\"end\"") ? x : x + 35
        #expect(right <= 560 && right - 70 > end, "\(part)")
        end = right
      }
      #expect(end > 400)
    }
  }

  @Test func `a picture of what nobody measured says so`() {
    let untold = HistoryChart.timesToAd(of: LoadStatistics())
    #expect(untold.svg.contains(">not measured<"))
    let told = HistoryChart.timesToAd(of: group("u", loads: 9, waiting: 200).statistics)
    #expect(!told.svg.contains(">not measured<"))
  }

  @Test func `its size is bounded, and it says what is not shown`() {
    let html = HistoryReport(
      title: "T", subtitle: "S",
      days: (0..<400).map { group("day-\($0)", loads: 3) },
      units: (0..<1_000).map { group("unit-\($0)", loads: 1 + $0 % 7) },
      sessions: (0..<9).map { session("session-\($0)", units: 300) }, lost: 0
    ).html
    #expect(html.utf8.count < 1_000_000)
    #expect(html.contains("the newest 120 of 400 days"))
    #expect(html.contains("the 300 of 1000 with most loads"))
    #expect(html.contains("drawn are the 40 of 300 ads with most faults and changes"))
    #expect(html.components("<article>") == HistoryReport.greatestSessions)
    #expect(html.contains("day-399") && !html.contains("day-279:"))
  }

  @Test func `an empty history makes a page, too`() {
    let html = HistoryReport(
      title: "T", subtitle: "S", days: [], units: [], sessions: [], lost: 0
    ).html
    #expect(html.contains("No session is among these") && !html.contains("Over time"))
    #expect(html.hasSuffix("</html>\n") && !html.contains("NaN") && !html.contains("nan"))
  }

  @Test func `every ad that came on screen is in one class of times`() {
    let statistics = group("u", loads: 9, waiting: 200).statistics
    #expect(statistics.timeToAdCounts(upTo: [50, 199, 200, 800]) == [0, 0, 6, 0, 0])
    #expect(statistics.timeToAdCounts(upTo: [50, 199]) == [0, 0, 6])
    #expect(statistics.timeToAdCounts(upTo: []) == [6])
  }
}

extension String {
  /// How often a text stands in it.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
