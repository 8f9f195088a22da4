// SPDX-License-Identifier: MIT
import AdModel
import TestSupport
import Testing

@testable import AdLoading

@Suite struct LoadTimesTests {
  private static let usual = LoadTime(page: 800)

  /// A load of an ad of its own that took so long, or had when it was given up.
  private static func life(_ number: Int, took time: Int64, hasCome: Bool = true) -> LoadLife {
    var life = LoadLife(
      AdUnitID(validated: "ad-\(number)"), fetchedAt: 1_000,
      endedAt: hasCome ? 90_000 : 1_000 + time)
    life.displayedAt = 1_000
    life.renderedAt = hasCome ? 1_000 + time : nil
    return life
  }

  private func usualTime(of lives: [LoadLife]) -> Int64 {
    LoadTimes(lives, usual: Self.usual).time(of: AdUnitID(validated: "unknown"), load: 0).whole
  }

  @Test func `without any that was given up, the usual time is the median`() {
    for (times, expected) in [
      ([], 800), ([300], 300), ([300, 500], 300), ([900, 300, 500], 500), ([1, 2, 3, 4, 5, 6], 3),
    ] as [([Int64], Int64)] {
      #expect(usualTime(of: times.enumerated().map { Self.life($0, took: $1) }) == expected)
    }
  }

  /// The example of Kaplan and Meier's own paper, in which deaths are at 0.8, 3.1, 5.4 and 9.2 months, and
  /// losses at 1.0, 2.7, 7.0 and 12.1: half are left from 5.4 on at the earliest, by 9.2 a quarter.
  @Test func `those that were given up count for as long as they are known`() {
    let lives = [
      (80, true), (310, true), (540, true), (920, true), (100, false), (270, false), (700, false),
      (1_210, false),
    ]
    .enumerated().map { Self.life($0, took: $1.0, hasCome: $1.1) }
    // 7/8 · 4/5 · 3/4 is 0.525, and with 1/2 of it 0.2625.
    #expect(usualTime(of: lives) == 920)
    #expect(usualTime(of: lives.filter { $0.renderedAt != nil }) == 310)
  }

  @Test func `a slow server is not flattered by readers who do not wait for it`() {
    // True times go up to 8 s; readers leave after 0.1 to 6 s, whatever comes.
    var random = SeededRandom(seed: 0x5EED_0400)
    var (lives, truth): ([LoadLife], [Int64]) = ([], [])
    for number in 0..<4_000 {
      let time = Int64.random(in: 400...8_000, using: &random)
      let patience = Int64.random(in: 100...6_000, using: &random)
      truth.append(time)
      lives.append(Self.life(number, took: min(time, patience), hasCome: time <= patience))
    }
    let median = truth.sorted()[2_000]
    #expect(
      abs(usualTime(of: lives) - median) < 300, "\(usualTime(of: lives)) is not near \(median)")
    let naive = usualTime(of: lives.filter { $0.renderedAt != nil })
    #expect(naive < median - 1_000, "those that came alone say \(naive)")
  }

  @Test func `a load that was given up takes as long as those that took longer`() {
    let lives =
      [100, 200, 3_000, 4_000, 5_000].enumerated().map { Self.life($0, took: $1) }
      + [Self.life(5, took: 2_000, hasCome: false), Self.life(6, took: 9_000, hasCome: false)]
    let times = LoadTimes(lives, usual: Self.usual)
    // Of those beyond 2,000 ms, one of four takes until 3,000, two until 4,000.
    #expect(times.time(of: lives[5].unit, load: 0).whole == 4_000)
    #expect(times.time(of: lives[6].unit, load: 0).whole == 9_000, "as long as it stood, at least")
  }

  @Test func `of a session that did not measure, nothing is concluded`() {
    let lives = (0..<5).map { Self.life($0, took: 50_000, hasCome: false) }
    #expect(usualTime(of: lives) == 800)
  }
}
