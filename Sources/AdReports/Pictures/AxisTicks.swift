// SPDX-License-Identifier: MIT
import AdModel

/// The marks of an axis: round values with their labels.
package struct AxisTicks: Hashable, Sendable {
  /// One mark.
  package struct Tick: Hashable, Sendable {
    /// Where it stands, in the axis's own measure.
    package let value: Double
    /// The text beside it.
    package let label: String
  }

  /// The marks, ascending.
  package let ticks: [Tick]

  /// Marks durations from 0 on, in steps that a clock has.
  /// - Parameters:
  ///   - duration: The end of the axis in milliseconds, at least 0.
  ///   - limit: How many marks fit, at least 2.
  package init(duration: Int64, atMost limit: Int) {
    let step = Self.timeSteps.first { duration / $0 < limit } ?? Self.days(duration, limit)
    ticks = stride(from: 0, through: max(duration, 0), by: Int(step)).map { time in
      Tick(value: Double(time), label: Self.label(time, step: step, within: duration))
    }
  }

  /// Marks numbers.
  /// - Parameters:
  ///   - range: The ends of the axis, finite.
  ///   - limit: How many marks fit, at least 2.
  ///   - least: The least distance between two marks, above 0.
  package init(_ range: ClosedRange<Double>, atMost limit: Int, least: Double = 1) {
    let span = range.upperBound - range.lowerBound
    var decade = least
    var step = least
    search: while true {
      for factor in [1.0, 2, 5] {
        step = decade * factor
        if span / step < Double(limit) { break search }
      }
      decade *= 10
    }
    let first = Int((range.lowerBound / step).rounded(.up))
    let last = Int((range.upperBound / step).rounded(.down))
    ticks = (first...max(first, last)).map { index in
      Tick(value: Double(index) * step, label: (Double(index) * step).formatted)
    }
  }

  private static let timeSteps: [Int64] =
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000]
    + [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1_440].map { $0 * 60_000 }

  /// The least whole number of days by which the marks fit.
  private static func days(_ duration: Int64, _ limit: Int) -> Int64 {
    (duration / 86_400_000 / Int64(limit) + 1) * 86_400_000
  }

  private static func label(_ time: Int64, step: Int64, within duration: Int64) -> String {
    if step % 86_400_000 == 0 { return "\(time / 86_400_000) d" }
    if duration < 60_000 { return "\((Double(time) / 1000).formatted) s" }
    return Self.clock(time, withHours: duration >= 3_600_000)
  }

  /// A duration as a clock shows it, `1:05` or `1:02:05`.
  private static func clock(_ time: Int64, withHours: Bool) -> String {
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (seconds, minutes, hours) = (time / 1000 % 60, time / 60_000, time / 3_600_000)
    return withHours
      ? "\(hours):\(two(minutes % 60)):\(two(seconds))" : "\(minutes):\(two(seconds))"
  }
}
