// SPDX-License-Identifier: MIT
import AdReports
import TestSupport
import Testing

@Suite struct BootstrapTests {
  @Test func `an interval of a mean holds it as often as it says`() {
    var held = 0
    let trials = 100
    Fuzz.forEachSeed(trials) { _, random in
      let values = (0..<60).map { _ in Double.random(in: 0...1, using: &random) }
      let interval = Bootstrap.intervals(parts: values.count, using: &random) { times in
        let sum = zip(values, times).reduce(0) { $0 + $1.0 * Double($1.1) }
        return [sum / Double(times.reduce(0, +))]
      }[0]
      if let interval, (interval.low...interval.high).contains(0.5) { held += 1 }
    }
    #expect(held > trials * 89 / 100 && held < trials)
  }

  @Test func `a figure that never is has no interval, and neither has nothing`() {
    var random = SeededRandom(seed: 1)
    #expect(
      Bootstrap.intervals(parts: 5, using: &random) { _ in [.nan, 1] } == [
        nil, Interval(low: 1, high: 1),
      ])
    #expect(Bootstrap.intervals(parts: 0, using: &random) { _ in [1] }.isEmpty)
  }
}
