// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import TestSupport
import Testing

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
    #expect(html.contains("No session had anything to complain of."))
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
