// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import Testing

@Suite struct AdLifeTests {
  private func counts(
    isMeasured: Bool = false, _ body: (inout AdLifecycle, inout LoadStatistics) -> Void
  ) -> LoadStatistics {
    var life = AdLifecycle(isMeasured: isMeasured)
    var statistics = LoadStatistics()
    body(&life, &statistics)
    return statistics
  }

  @Test func `a load that is displayed has a lead time and is not wasted`() {
    let statistics = counts { life, counts in
      life.fetch(at: 100, mode: .limited, into: &counts)
      life.display(at: 350, isVisible: false, into: &counts)
      life.unload(at: 1_350, into: &counts)
      life.end(at: 9_000, into: &counts)
    }
    #expect(statistics.fetches == 1 && statistics.displays == 1 && statistics.unloads == 1)
    #expect(statistics.limitedFetches == 1)
    #expect(statistics.wastedFetches == 0 && statistics.lateDisplays == 0)
    #expect(statistics.timeDisplayed == 1_000)
    #expect(statistics.leadTimePercentiles([50]) == [250])
  }

  @Test func `a load that is never displayed is wasted, unloaded or not`() {
    let unloaded = counts { life, counts in
      life.fetch(at: 0, mode: nil, into: &counts)
      life.unload(at: 10, into: &counts)
      life.end(at: 20, into: &counts)
    }
    let left = counts { life, counts in
      life.fetch(at: 0, mode: nil, into: &counts)
      life.end(at: 20, into: &counts)
    }
    #expect(unloaded.wastedFetches == 1 && left.wastedFetches == 1)
    #expect(unloaded.wastedRate == 1)
    #expect(
      unloaded.personalizedFetches + unloaded.nonPersonalizedFetches + unloaded.limitedFetches == 0)
  }

  @Test(arguments: [(1, true), (30_000, true), (30_001, false)])
  func `a load within 30 seconds of an unload is churn`(gap: Int64, isChurn: Bool) {
    let statistics = counts { life, counts in
      life.fetch(at: 0, mode: nil, into: &counts)
      life.unload(at: 1_000, into: &counts)
      life.fetch(at: 1_000 + gap, mode: nil, into: &counts)
    }
    #expect(statistics.churn == (isChurn ? 1 : 0))
  }

  @Test func `an ad that is visible when it is displayed is late`() {
    let statistics = counts { life, counts in
      life.fetch(at: 0, mode: nil, into: &counts)
      life.display(at: 10, isVisible: true, into: &counts)
    }
    #expect(statistics.lateDisplays == 1)
  }

  @Test func `what is displayed at the end was displayed until then`() {
    let statistics = counts { life, counts in
      life.fetch(at: 0, mode: nil, into: &counts)
      life.display(at: 10, isVisible: false, into: &counts)
      life.end(at: 510, into: &counts)
    }
    #expect(statistics.timeDisplayed == 500)
  }

  @Test func `a second load without an unload ends the first where it begins`() {
    let statistics = counts { life, counts in
      life.fetch(at: 0, mode: nil, into: &counts)
      life.display(at: 10, isVisible: false, into: &counts)
      life.fetch(at: 110, mode: nil, into: &counts)
      life.end(at: 200, into: &counts)
    }
    #expect(statistics.timeDisplayed == 100)
    #expect(statistics.fetches == 2 && statistics.wastedFetches == 1 && statistics.unloads == 0)
  }

  /// A load that is displayed after 10 milliseconds, and what becomes of it.
  private func drawn(
    isMeasured: Bool = true, _ events: [(AdEvent, Int64)], unloadedAt end: Int64 = 1_000
  ) -> LoadStatistics {
    counts(isMeasured: isMeasured) { life, counts in
      for (event, time) in events where time < 0 { life.count(event, at: time, into: &counts) }
      life.fetch(at: 0, mode: nil, into: &counts)
      life.display(at: 10, isVisible: true, into: &counts)
      for (event, time) in events where time >= 0 { life.count(event, at: time, into: &counts) }
      life.unload(at: end, into: &counts)
    }
  }

  @Test func `a displayed ad whose creative never came is blank and wasted, and no impression`() {
    let statistics = drawn([(.committed, 50), (.parsed, 60), (.finished, 70)])
    #expect(statistics.blankDisplays == 1 && statistics.wastedFetches == 1)
    #expect(statistics.impressions == 0 && statistics.timeDisplayed == 0)
    #expect(statistics.lateDisplays == 0 && statistics.estimatedViewableRate == nil)
  }

  @Test func `a creative that nobody saw is an impression, and its load wasted`() {
    let statistics = drawn([(.rendered(nil), 100)])
    #expect(statistics.blankDisplays == 0 && statistics.impressions == 1)
    #expect(statistics.wastedFetches == 1 && statistics.estimatedViewableRate == 0)
    #expect(statistics.timeDisplayed == 900)
  }

  @Test func `the time for which a place waited counts of an ad that never came, and of no other`()
  {
    #expect(drawn([(.committed, 50), (.missed(afterWaiting: 700), 1_000)]).timeMissed == 700)
    let seen = drawn([
      (.rendered(nil), 100), (.appeared(afterWaiting: 90), 100), (.committed, 200),
      (.missed(afterWaiting: 700), 1_000),
    ])
    #expect(seen.timeMissed == 0 && seen.timesToAd == [90])
    #expect(drawn([(.missed(afterWaiting: 700), -1)]).timeMissed == 0, "there was no load")
    var sum = drawn([(.missed(afterWaiting: .max), 1_000)])
    sum.add(drawn([(.missed(afterWaiting: 1), 1_000)]))
    #expect(sum.timeMissed == Int64(Int32.max) + 1)
  }

  @Test(arguments: [(0 as Int64, 0), (80, 1)])
  func `an ad is late that came after its place`(waited: Int64, late: Int) {
    let statistics = drawn([(.rendered(nil), 100), (.appeared(afterWaiting: waited), 100)])
    #expect(statistics.wastedFetches == 0 && statistics.lateDisplays == late)
    #expect(statistics.timeToAdPercentiles([50, 75, 95]) == [waited, waited, waited])
    #expect(statistics.leadTimePercentiles([50]) == [10])
  }

  @Test func `each creative is viewable once, and none before it is there`() {
    let statistics = drawn([
      (.viewable, 20), (.rendered(nil), 100), (.viewable, 200), (.viewable, 300),
      (.rendered(nil), 400), (.viewable, 500),
    ])
    #expect(statistics.impressions == 2 && statistics.viewableImpressions == 2)
  }

  @Test func `another document takes the creative away until the next one`() {
    let statistics = drawn([(.rendered(nil), 100), (.committed, 300), (.rendered(nil), 700)])
    #expect(statistics.timeDisplayed == 200 + 300)
  }

  @Test func `what was not measured is not known`() {
    let statistics = drawn(isMeasured: false, [(.rendered(nil), 100), (.viewable, 200)])
    #expect(statistics.impressions == 0 && statistics.estimatedViewableRate == nil)
    #expect(statistics.wastedFetches == 0 && statistics.lateDisplays == 1)
    #expect(statistics.timeDisplayed == 990)
  }

  @Test func `what became of nothing that is loaded counts nothing`() {
    let statistics = drawn([(.rendered(nil), -2), (.viewable, -1)])
    #expect(statistics.impressions == 0 && statistics.viewableImpressions == 0)
  }
}
