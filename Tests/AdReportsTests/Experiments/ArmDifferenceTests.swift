// SPDX-License-Identifier: MIT
import AdModel
import TestSupport
import Testing

@testable import AdReports

@Suite struct ArmDifferenceTests {
  private struct Reference: Sendable {
    let metric: ExperimentMetric
    /// Control, arm, the interval of the difference, that of the change.
    let values: [Double]
  }

  /// Of `tea_tasting.RatioOfMeans` 1.14.0 (equal_var=False, use_t=False) and, for the first four, of
  /// cluster-robust least squares over sessions in statsmodels 0.15.0 (each arm alone, its variance
  /// times G/(G-1)).
  private static let references = [
    Reference(
      metric: .viewable,
      values: [3.914572864, 4.383561644, -0.085456865, 1.023434424, -0.021292840, 0.281246549]),
    Reference(
      metric: .late,
      values: [1.101407035, 1.068940639, -0.382067251, 0.317134460, -0.296598198, 0.339084577]),
    Reference(
      metric: .unseen,
      values: [0.567839196, 0.566210046, -0.115412434, 0.112154133, -0.184163402, 0.218712380]),
    Reference(
      metric: .memory,
      values: [4.427135678, 4.410958904, -0.411622914, 0.379269365, -0.088941775, 0.089617892]),
  ]

  private static func difference(
    _ metric: ExperimentMetric, _ control: ArmSum, _ arm: ArmSum
  ) -> ArmDifference {
    ArmDifference(
      metric, control: control, arm: arm, planned: ExperimentSamples.plan().sequence)
  }

  @Test(arguments: references)
  private func `figures and intervals are those of the references`(_ reference: Reference) throws {
    let found = Self.difference(
      reference.metric, ExperimentSamples.arm(40, 0), ExperimentSamples.arm(44, 1))
    let interval = try #require(found.interval)
    let change = try #require(found.changeInterval)
    let values = [
      found.control?.value ?? .nan, found.arm?.value ?? .nan, interval.low, interval.high,
      change.low, change.high,
    ]
    for (value, expected) in zip(values, reference.values) {
      #expect((value - expected).magnitude < 1e-8, "\(reference.metric): \(values)")
    }
  }

  @Test func `the time to ad varies as where stores are drawn again and again`() throws {
    var random = SeededRandom(seed: 7)
    var sum = ArmSum()
    var stores: [[Int32]] = []
    for _ in 0..<300 {
      let slow = Int.random(in: 100...900, using: &random)
      stores.append((0..<random.int(1...20)).map { _ in Int32(random.int(0...slow)) })
      sum.add(StoreSum(viewable: 0, unseen: 0, peakLoaded: 0, times: stores.last ?? []))
    }
    let figure = try #require(sum.figure(of: .timeToAd))
    let drawn = Bootstrap.intervals(parts: stores.count, using: &random) { times in
      let all = zip(stores, times).flatMap { store, times in
        Array(repeating: store, count: times).flatMap(\.self)
      }.sorted()
      return [Double(all[all.count * 3 / 4])]
    }[0]
    let width = try #require(drawn.map { $0.high - $0.low })
    let ours = 2 * 1.959963984540054 * figure.variance.squareRoot()
    #expect((ours / width - 1).magnitude < 0.15, "\(ours) beside \(width)")
  }

  @Test func `what is better and what is worse depends on the metric`() {
    func arm(_ level: Int) -> ArmSum {
      var sum = ArmSum()
      for number in 0..<400 {
        let value = level + number % 3
        sum.add(
          StoreSum(
            viewable: value, unseen: value, peakLoaded: value,
            times: [Int32(value * 100 + number)]))
      }
      return sum
    }
    for metric in ExperimentMetric.allCases {
      let (less, more): (ArmDifference.Finding, ArmDifference.Finding) =
        metric.lessIsBetter ? (.better, .worse) : (.worse, .better)
      #expect(Self.difference(metric, arm(5), arm(10)).finding == more, "\(metric)")
      #expect(Self.difference(metric, arm(10), arm(5)).finding == less, "\(metric)")
      #expect(Self.difference(metric, arm(5), arm(5)).finding == .open, "\(metric)")
    }
  }

  @Test func `an arm whose ads never come is as late as one whose ads come that late`() {
    func arm(times: [Int32], missed: Int) -> ArmSum {
      var sum = ArmSum()
      for _ in 0..<60 {
        sum.add(StoreSum(viewable: 0, unseen: 0, peakLoaded: 0, times: times, missed: missed))
      }
      return sum
    }
    let failing = arm(times: [0], missed: 9_000)
    #expect(failing.figure(of: .late) == arm(times: [0, 9_000], missed: 0).figure(of: .late))
    #expect(failing.figure(of: .late)?.value == 9)
    #expect(failing.figure(of: .timeToAd)?.value == 0)
  }

  @Test func `nothing, one store, few stores and equal ones are found to be nothing`() {
    let (none, one) = (ArmSum(), ExperimentSamples.arm(1, 0))
    let (few, many) = (ExperimentSamples.arm(29, 0), ExperimentSamples.arm(60, 0))
    var equal = ArmSum()
    for _ in 0..<50 { equal.add(StoreSum(viewable: 1, unseen: 0, peakLoaded: 0, times: [0])) }
    for metric in ExperimentMetric.allCases {
      for (control, arm) in [
        (none, none), (none, many), (many, none), (one, one), (one, many), (few, many),
        (equal, equal),
      ] {
        let found = Self.difference(metric, control, arm)
        #expect(found.finding == .unknown)
        for interval in [found.interval, found.changeInterval, found.sequence] {
          #expect(interval.map { $0.low.isFinite && $0.high.isFinite } ?? true)
        }
        #expect(found.change?.isFinite ?? true)
      }
    }
  }
}
