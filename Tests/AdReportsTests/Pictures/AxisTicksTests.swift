// SPDX-License-Identifier: MIT
import AdLoading
import AdReports
import Testing

@Suite struct AxisTicksTests {
  private static let durations: [(Int64, [String])] = [
    (0, ["0 s"]),
    (300, ["0 s", "0.1 s", "0.2 s", "0.3 s"]),
    (9_134, ["0 s", "2 s", "4 s", "6 s", "8 s"]),
    (200_000, ["0:00", "1:00", "2:00", "3:00"]),
    (7_400_000, ["0:00:00", "0:30:00", "1:00:00", "1:30:00", "2:00:00"]),
    (20 * 86_400_000, ["0 d", "5 d", "10 d", "15 d", "20 d"]),
  ]

  @Test(arguments: durations)
  func `times are marked as a clock shows them`(duration: Int64, labels: [String]) {
    #expect(AxisTicks(duration: duration, atMost: 5).ticks.map(\.label) == labels)
  }

  private static let ranges: [(ClosedRange<Double>, [String])] = [
    (0...1, ["0", "1"]), (0...23, ["0", "5", "10", "15", "20"]),
    (-120...9_677.6, ["0", "2000", "4000", "6000", "8000"]), (3.2...3.4, ["4"]),
  ]

  @Test(arguments: ranges)
  func `numbers are marked at round values`(range: ClosedRange<Double>, labels: [String]) {
    #expect(AxisTicks(range, atMost: 6).ticks.map(\.label) == labels)
  }
}
