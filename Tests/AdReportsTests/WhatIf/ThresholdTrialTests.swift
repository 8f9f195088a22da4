// SPDX-License-Identifier: MIT
import AdHosting
import AdLoading
import AdModel
import AdReports
import Testing

/// The same trace under different thresholds.
@Suite struct ThresholdTrialTests {
  private static let seen = AdUnitID(validated: "seen")
  private static let below = AdUnitID(validated: "below")

  /// A person looks at the first screen for five seconds; one ad is on it, one is below.
  private static let firstScreen = """
    {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
    {"t":0,"frame":{"id":"below","x":36,"y":1500,"width":320,"height":250}}
    {"t":0,"frame":{"id":"seen","x":36,"y":100,"width":320,"height":250}}
    {"t":5000,"app":"background"}
    """

  private static func trial(
    _ text: String, _ thresholds: LoadingThresholds, sizes: [AdUnitID: Int64] = [:]
  ) throws -> ThresholdTrial {
    try #require(
      .compare(
        try Trace(Array(text.utf8)), on: [PageContent(plan: LoadingPlan(thresholds: thresholds))],
        sizes: sizes
      ).first)
  }

  @Test func `a second that was over when the trace ended counts, whatever its last line is`()
    throws
  {
    let text = """
      {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
      {"t":0,"frame":{"id":"seen","x":36,"y":100,"width":320,"height":250}}
      {"t":2500,"remove":"below"}
      """
    #expect(try Self.trial(text, .standard).statistics.estimatedViewableRate == 1)
  }

  @Test func `all sets of a comparison are counted until the same time`() throws {
    let text = """
      {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
      {"t":0,"frame":{"id":"seen","x":36,"y":100,"width":320,"height":250}}
      {"t":0,"frame":{"id":"below","x":36,"y":700,"width":320,"height":100}}
      {"t":200,"frame":{"id":"below","x":36,"y":9000,"width":320,"height":100}}
      """
    let pages = try [0, 5_000].map { delay in
      PageContent(
        plan: LoadingPlan(
          thresholds: try LoadingThresholds(unloadingEnabled: true, stabilityDelay: delay)))
    }
    let trials = ThresholdTrial.compare(try Trace(Array(text.utf8)), on: pages)
    // Only the second waits for five seconds, and what is in view is seen in both meanwhile.
    #expect(trials.map(\.statistics.viewableImpressions) == [1, 1])
  }

  @Test func `a fetch that is never displayed is wasted`() throws {
    let sizes: [AdUnitID: Int64] = [Self.seen: 5, Self.below: 7]
    let standard = try Self.trial(Self.firstScreen, .standard, sizes: sizes)
    #expect(standard.statistics.fetches == 2)
    #expect(standard.statistics.wastedFetches == 1)
    #expect(standard.statistics.peakLoaded == 2)
    #expect(standard.bytes == 12)
    let careful = try Self.trial(
      Self.firstScreen, ThresholdPreset.viewability.applied(to: .standard), sizes: sizes)
    #expect(careful.statistics.wastedFetches == 0)
    #expect(careful.bytes == 5)
  }

  @Test func `bytes are unknown where a fetched unit's size is`() throws {
    #expect(try Self.trial(Self.firstScreen, .standard, sizes: [Self.seen: 5]).bytes == nil)
    #expect(try Self.trial(Self.firstScreen, .standard).bytes == nil)
  }

  @Test func `an ad that is in view when displayed is late`() throws {
    let trial = try Self.trial(Self.firstScreen, .standard)
    #expect(trial.statistics.displays == 1)
    #expect(trial.statistics.lateDisplays == 1)
  }

  @Test func `a second in view makes a display viewable`() throws {
    #expect(try Self.trial(Self.firstScreen, .standard).statistics.estimatedViewableRate == 1)
    let glance = Self.firstScreen.replacingFirstTime(with: 900)
    #expect(try Self.trial(glance, .standard).statistics.estimatedViewableRate == 0)
    #expect(try Self.trial("", .standard).statistics.estimatedViewableRate == nil)
  }

  @Test func `an unload and a fetch within 30 seconds are churn`() throws {
    let text = """
      {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
      {"t":0,"frame":{"id":"seen","x":36,"y":100,"width":320,"height":250}}
      {"t":500,"viewport":{"x":0,"y":9000,"width":393,"height":852}}
      {"t":10000,"viewport":{"x":0,"y":0,"width":393,"height":852}}
      {"t":20000,"viewport":{"x":0,"y":9000,"width":393,"height":852}}
      {"t":90000,"viewport":{"x":0,"y":0,"width":393,"height":852}}
      """
    // The first goes before its creative has come; the second could not be asked for again so soon.
    let thresholds = try LoadingThresholds(unloadingEnabled: true, stabilityDelay: 100)
    let found = try Self.trial(text, thresholds).statistics
    #expect(found.fetches == 3)
    #expect(found.unloads == 2)
    #expect(found.churn == 1)
    #expect(found.peakLoaded == 1)
  }

  @Test func `a removed ad stays loaded as long as there is room`() throws {
    let text = """
      {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
      {"t":0,"frame":{"id":"seen","x":36,"y":100,"width":320,"height":250}}
      {"t":500,"remove":"seen"}
      {"t":600,"frame":{"id":"below","x":36,"y":100,"width":320,"height":250}}
      """
    #expect(try Self.trial(text, .standard).statistics.peakLoaded == 2)
  }
}

extension String {
  /// The first-screen trace with another time of leaving.
  fileprivate func replacingFirstTime(with time: Int) -> String {
    split(separator: "5000", maxSplits: 1).joined(separator: "\(time)")
  }
}
