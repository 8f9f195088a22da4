// SPDX-License-Identifier: MIT
import AdModel
import TestSupport
import Testing

@testable import AdLoading
@testable import AdReports

@Suite struct HistoryComparisonTests {
  @Test(arguments: [
    ("late", Interval(low: 0.289, high: 0.376), "28.9 to 37.6 %"),
    ("timeToAdP75Ms", Interval(low: 0, high: 193.4), "0 to 193 ms"),
    ("viewableImpressions", Interval(low: 6.9, high: 7.764), "6.9 to 7.76"),
  ])
  func `an interval has its unit once`(key: String, interval: Interval, text: String) throws {
    let measure = try #require(HistoryMeasure.all.first { $0.key == key })
    #expect(measure.written(interval) == text)
  }

  /// Sessions of ads of which some are late, some wasted, each by its chance.
  private static func sessions(
    _ count: Int, late: Double, wasted: Double = 0.2, wait: Int64 = 400,
    using random: inout SeededRandom
  ) -> SessionSums {
    var sums = SessionSums()
    for _ in 0..<count {
      var statistics = LoadStatistics()
      for _ in 0..<random.int(3...30) {
        statistics.fetches += 1
        if Double.random(in: 0...1, using: &random) < wasted {
          statistics.wastedFetches += 1
          continue
        }
        statistics.displays += 1
        statistics.impressions += 1
        statistics.viewableImpressions += random.int(0...1)
        let isLate = Double.random(in: 0...1, using: &random) < late
        statistics.lateDisplays += isLate ? 1 : 0
        statistics.timesToAd.append(isLate ? Int32(wait + Int64(random.int(0...200))) : 0)
      }
      statistics.notePeak(random.int(2...6))
      sums.add(statistics)
    }
    return sums
  }

  private static func verdicts(_ comparison: HistoryComparison) -> [String: String] {
    Dictionary(
      comparison.changes.map { ($0.measure.key, $0.verdict.rawValue) }, uniquingKeysWith: { $1 })
  }

  /// One session drawn again and again is always itself.
  @Test(arguments: [(0, false), (1, false), (2, false), (19, false), (20, true)])
  func `figures of few sessions have no interval`(count: Int, hasInterval: Bool) {
    var random = SeededRandom(seed: 1)
    let sums = Self.sessions(count, late: 0.5, using: &random)
    let figures = HistoryComparison.figures(of: sums, using: &random)
    #expect(figures.count == HistoryMeasure.all.count)
    #expect(figures.contains { $0.interval != nil } == hasInterval)
  }

  @Test func `what got worse is called so, and what got better`() {
    Fuzz.forEachSeed(5) { seed, random in
      let before = Self.sessions(150, late: 0.3, wasted: 0.4, using: &random)
      let after = Self.sessions(150, late: 0.5, wasted: 0.2, using: &random)
      let there = Self.verdicts(HistoryComparison(before, after, using: &random))
      #expect(there["late"] == "worse" && there["wasted"] == "better", "seed \(seed)")
      #expect(there["timeToAdP75Ms"] == "worse", "seed \(seed)")
      #expect(there["blank"] == "same" && there["averagePeak"] == "same", "seed \(seed)")
      let back = Self.verdicts(HistoryComparison(after, before, using: &random))
      #expect(back["late"] == "better" && back["wasted"] == "worse", "seed \(seed)")
    }
  }

  @Test func `where nothing changed, chance is seldom taken for more`() {
    var alarms = 0
    Fuzz.forEachSeed(30) { _, random in
      let before = Self.sessions(60, late: 0.3, using: &random)
      let after = Self.sessions(60, late: 0.3, using: &random)
      let comparison = HistoryComparison(before, after, using: &random)
      alarms += comparison.changes.contains { $0.verdict != .same } ? 1 : 0
    }
    #expect(alarms <= 6)
  }

  @Test func `what nobody counted is unknown, and the same seed says the same`() {
    var empty = SessionSums()
    for _ in 0..<30 { empty.add(LoadStatistics()) }
    var random = SeededRandom(seed: 3)
    let some = Self.sessions(30, late: 0.3, using: &random)
    let verdicts = Self.verdicts(HistoryComparison(empty, some, using: &random))
    #expect(verdicts["late"] == "unknown" && verdicts["timeToAdP75Ms"] == "unknown")
    #expect(verdicts["viewableImpressions"] == "better")
    var (one, other) = (SeededRandom(seed: 4), SeededRandom(seed: 4))
    #expect(
      HistoryComparison(some, some, using: &one).changes.map(\.interval)
        == HistoryComparison(some, some, using: &other).changes.map(\.interval))
  }

  @Test func `a time to ad is read out of its classes to within a sixteenth`() {
    Fuzz.forEachSeed(20) { seed, random in
      var statistics = LoadStatistics()
      for _ in 0..<500 { statistics.timesToAd.append(Int32(random.int(100...9_000))) }
      var sum = SessionSum()
      sum.add(statistics)
      for share in [0.5, 0.75, 0.95] {
        let exact = Double(statistics.timeToAdPercentiles([share * 100])[0])
        #expect((sum.timeToAd(share) - exact).magnitude <= exact / 16, "seed \(seed)")
      }
    }
  }
}
