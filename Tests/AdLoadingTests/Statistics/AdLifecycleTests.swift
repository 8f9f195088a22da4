// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import Testing

@Suite struct AdLifeTests {
  private func counts(
    isMeasured: Bool = true, _ body: (inout AdLifecycle, inout LoadStatistics) -> Void
  ) -> LoadStatistics {
    var life = AdLifecycle(isMeasured: isMeasured)
    var statistics = LoadStatistics()
    body(&life, &statistics)
    return statistics
  }

  @Test func `a load that is displayed has a latency and is not wasted`() {
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
    #expect(statistics.latencyPercentiles([50]) == [250])
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

  @Test func `a display counts as viewable once, and only where somebody measured`() {
    func watch(_ life: inout AdLifecycle, _ counts: inout LoadStatistics) {
      life.becomeViewable(into: &counts)
      life.fetch(at: 0, mode: nil, into: &counts)
      life.becomeViewable(into: &counts)
      life.display(at: 10, isVisible: false, into: &counts)
      life.becomeViewable(into: &counts)
      life.becomeViewable(into: &counts)
    }
    let measured = counts(watch)
    #expect(measured.measuredDisplays == 1 && measured.viewableDisplays == 1)
    #expect(measured.estimatedViewableRate == 1)
    let unmeasured = counts(isMeasured: false, watch)
    #expect(unmeasured.displays == 1 && unmeasured.viewableDisplays == 0)
    #expect(unmeasured.estimatedViewableRate == nil)
  }
}
