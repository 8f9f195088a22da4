// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports
import Testing

/// The presets, and what is said about thresholds that invite churn.
@Suite struct ThresholdAdviceTests {
  @Test(arguments: [
    (ThresholdPreset.viewability, 400.0, 0.0, 1_600.0), (.balanced, 1_700, 200, 3_400),
    (.yield, 2_500, 850, 5_000),
  ])
  func `a preset sets the distances and keeps the rest`(
    preset: ThresholdPreset, fetch: Double, display: Double, unload: Double
  ) throws {
    let base = try LoadingThresholds(unloadingEnabled: true, throttle: 100, stabilityDelay: 3_000)
    let made = preset.applied(to: base)
    #expect(
      made
        == (try LoadingThresholds(
          fetch: fetch, display: display, unload: unload, unloadingEnabled: true, throttle: 100,
          stabilityDelay: 3_000)))
    #expect(ChurnWarning.warnings(for: made).isEmpty)
  }

  @Test(arguments: [
    (800.0, 1_600.0, Int64(2_000), [ChurnWarning]()),
    (800, 1_200, 1_000, []),
    (800, 1_199, 2_000, [.narrowMargin(399)]),
    (800, 800, 2_000, [.narrowMargin(0)]),
    (1_700, 1_600, 2_000, [.narrowMargin(0)]),
    (800, 1_600, 999, [.shortDelay(999)]),
    (800, 900, 0, [.narrowMargin(100), .shortDelay(0)]),
  ])
  func `a narrow margin and a short delay invite churn`(
    fetch: Double, unload: Double, delay: Int64, expected: [ChurnWarning]
  ) throws {
    let thresholds = try LoadingThresholds(
      fetch: fetch, unload: unload, unloadingEnabled: true, stabilityDelay: delay)
    #expect(ChurnWarning.warnings(for: thresholds) == expected)
  }

  @Test func `without unloading there is nothing to warn of`() throws {
    let thresholds = try LoadingThresholds(unload: 0, stabilityDelay: 0)
    #expect(ChurnWarning.warnings(for: thresholds).isEmpty)
  }

  @Test func `remote percentages count in place of the fetch distance`() throws {
    let thresholds = try LoadingThresholds(unloadingEnabled: true)
    let remote = try RemoteThresholds(fetch: 150, render: 100)
    #expect(
      ChurnWarning.warnings(for: thresholds, remote: remote, viewportHeight: 1_000) == [
        .narrowMargin(100)
      ])
  }

  @Test func `a warning says what to do`() {
    #expect(
      ChurnWarning.narrowMargin(100).description
        == "ads are unloaded 100 points beyond where they are fetched: a small scroll back and "
        + "forth loads them anew; keep at least 400 points between (twice the fetch distance is "
        + "sound)")
    #expect(
      ChurnWarning.shortDelay(5).description
        == "ads are unloaded after 5 ms: a quick look elsewhere loads them anew; wait at least "
        + "1000 ms")
  }
}
