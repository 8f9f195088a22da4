// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import HostingSchedules
import Testing

@Suite struct SessionStatisticsTests {
  private static let a = AdUnitID(validated: "a")
  private static let b = AdUnitID(validated: "b")

  private func change(
    _ unit: AdUnitID, _ from: LoadState, _ to: LoadState, _ time: Int64, y: Double = 900,
    mode: ServingMode? = nil
  ) -> LoadTransition {
    LoadTransition(
      time: time, unit: unit, from: from, to: to, cause: .enteredFetchZone,
      frame: AdRect(x: 0, y: y, width: 320, height: 320),
      viewport: AdRect(x: 0, y: 0, width: 393, height: 852),
      permit: mode.map { .under(1, $0) })
  }

  @Test func `a session counts all its ads and the most loaded at once`() {
    var session = SessionStatistics(isMeasured: true)
    session.count(change(Self.a, .notLoaded, .fetched, 0, mode: .personalized))
    session.count(change(Self.b, .notLoaded, .fetched, 10, mode: .personalized))
    session.count(change(Self.a, .fetched, .displayed, 20, y: 851))
    session.count(.rendered(nil), of: Self.a, at: 30)
    session.count(.appeared(afterWaiting: 10), of: Self.a, at: 30)
    session.count(.viewable, of: Self.a, at: 300)
    session.count(change(Self.a, .displayed, .unloaded, 520))
    session.count(change(Self.a, .unloaded, .notLoaded, 600))
    session.count(change(Self.a, .notLoaded, .fetched, 700))
    let statistics = session.ended(at: 1_000)
    #expect(statistics.fetches == 3 && statistics.displays == 1 && statistics.unloads == 1)
    #expect(statistics.wastedFetches == 2 && statistics.churn == 1)
    #expect(statistics.lateDisplays == 1 && statistics.viewableImpressions == 1)
    #expect(statistics.timeDisplayed == 490)
    #expect(statistics.peakLoaded == 2)
    #expect(statistics.personalizedFetches == 2)
  }

  @Test func `a session can be looked at while it runs`() {
    var session = SessionStatistics(isMeasured: false)
    session.count(change(Self.a, .notLoaded, .fetched, 0))
    #expect(session.ended(at: 5).wastedFetches == 1)
    session.count(change(Self.a, .fetched, .displayed, 10))
    #expect(session.ended(at: 15).wastedFetches == 0)
    #expect(session.ended(at: 15).timeDisplayed == 5)
  }

  @Test func `an ad whose view is gone is not loaded any more`() {
    var session = SessionStatistics(isMeasured: false)
    session.count(change(Self.a, .notLoaded, .fetched, 0))
    session.count(change(Self.a, .fetched, .notLoaded, 5))
    session.count(change(Self.b, .notLoaded, .fetched, 10))
    #expect(session.ended(at: 20).peakLoaded == 1)
    #expect(session.ended(at: 20).wastedFetches == 2)
  }

  @Test func `percentiles are the nearest rank`() {
    var statistics = LoadStatistics()
    #expect(statistics.leadTimePercentiles([50]) == [])
    for leadTime in (1...10).reversed() {
      var life = AdLifecycle(isMeasured: false)
      life.fetch(at: 0, mode: nil, into: &statistics)
      life.display(at: Int64(leadTime), isVisible: false, into: &statistics)
    }
    #expect(statistics.leadTimePercentiles([1, 50, 51, 95, 99, 100]) == [1, 5, 6, 10, 10, 10])
  }

  @Test func `statistics add up, and of the peaks the higher one stays`() {
    var left = SessionStatistics(isMeasured: false)
    left.count(change(Self.a, .notLoaded, .fetched, 0, mode: .limited))
    var right = left
    right.count(change(Self.b, .notLoaded, .fetched, 10, mode: .limited))
    right.count(change(Self.b, .fetched, .displayed, 20))
    var sum = left.ended(at: 100)
    sum.add(right.ended(at: 100))
    #expect(sum.fetches == 3 && sum.wastedFetches == 2 && sum.displays == 1)
    #expect(sum.limitedFetches == 3)
    #expect(sum.peakLoaded == 2 && sum.timeDisplayed == 80)
    #expect(sum.leadTimePercentiles([50]) == [10])
  }
}
