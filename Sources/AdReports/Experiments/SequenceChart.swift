// SPDX-License-Identifier: MIT
package import AdModel

/// One metric of an arm over the days of its experiment: the difference from the control with the
/// interval that holds at every look, around the line of no difference.
package struct SequenceChart: Sendable {
  /// What was known at the end of one day.
  package struct Point: Hashable, Sendable {
    /// The day since the experiment began, 1 on the first.
    package let day: Int
    package let difference: Double
    package let sequence: Interval
  }

  package let metric: ExperimentMetric
  package let arm: String
  /// The days on which there was an interval, in order.
  package let points: [Point]
  /// The last day that is shown: the planned end, or the last day where that is later.
  package let lastDay: Int
  /// The planned end; nil where none was said.
  package let plannedDays: Int?

  /// Takes a metric of an arm out of the days of an experiment.
  package init(
    _ metric: ExperimentMetric, arm: String, days: [ExperimentRecords.Day], plannedDays: Int?
  ) {
    self.metric = metric
    self.arm = arm
    self.plannedDays = plannedDays
    let first = days.first?.day ?? 0
    points = days.compactMap { day in
      guard let found = day.judgement.arms.first(where: { $0.name == arm })?.differences,
        let one = found.first(where: { $0.metric == metric }),
        let difference = one.difference, let sequence = one.sequence
      else { return nil }
      return Point(day: Int(day.day - first) + 1, difference: difference, sequence: sequence)
    }
    lastDay = max(plannedDays ?? 1, days.last.map { Int($0.day - first) + 1 } ?? 1)
  }

  /// The goal and the guards of each arm.
  package static func all(of plan: ExperimentPlan, days: [ExperimentRecords.Day]) -> [SequenceChart]
  {
    plan.arms.dropFirst().flatMap { arm in
      ([plan.goal] + plan.guards).map {
        SequenceChart($0, arm: arm, days: days, plannedDays: plan.days)
      }
    }
  }

  /// How far the picture goes to both sides of nothing. The first intervals are far wider than the
  /// later ones, and would leave nothing to be seen of these.
  var reach: Double {
    guard let last = points.last else { return 1 }
    let widest = points.map { max(-$0.sequence.low, $0.sequence.high) }.max() ?? 1
    let wanted = 4 * max(-last.sequence.low, last.sequence.high)
    return max(min(widest, wanted), .leastNormalMagnitude)
  }

  // MARK: For a page

  private static let width = 560.0
  private static let height = 200.0
  private static let left = 62.0
  private static let right = 550.0
  private static let top = 12.0
  private static let bottom = 160.0

  /// What it shows.
  package var title: String { "\(arm): \(metric.title)" }

  /// The picture, to stand in a report.
  var svg: String {
    var svg = SVGWriter(width: Self.width, height: Self.height, title: title, css: "")
    let reach = reach
    func x(_ day: Int) -> Double {
      Self.left + (Double(day) - 0.5) / Double(lastDay) * (Self.right - Self.left)
    }
    func y(_ value: Double) -> Double {
      let share = min(max(value / reach, -1), 1)
      return (Self.top + Self.bottom) / 2 - share * (Self.bottom - Self.top) / 2
    }
    // A half and the whole of the reach, in digits that can be read.
    for share in [-1.0, -0.5, 0, 0.5, 1] {
      let value = share * reach
      svg.line("grid", (Self.left - 4, y(value)), (Self.right, y(value)))
      svg.words(Self.written(value, isChange: true), "end", Self.left - 8, y(value) + 4)
    }
    if points.count > 1 {
      svg.polygon(
        "band",
        points.map { (x($0.day), y($0.sequence.high)) }
          + points.reversed().map { (x($0.day), y($0.sequence.low)) })
      svg.polyline("a", points.map { (x($0.day), y($0.difference)) })
    }
    svg.line("zero", (Self.left - 4, y(0)), (Self.right, y(0)))
    if let plannedDays {
      svg.line("planned", (x(plannedDays), Self.top), (x(plannedDays), Self.bottom))
    }
    for point in points {
      svg.line(
        "whisker", (x(point.day), y(point.sequence.low)), (x(point.day), y(point.sequence.high)))
      svg.circle(
        Self.style(of: point, lessIsBetter: metric.lessIsBetter),
        (x(point.day), y(point.difference)),
        radius: 3.5, tooltip: words(for: point))
    }
    drawDays(&svg, x)
    return svg.finished()
  }

  private func drawDays(_ svg: inout SVGWriter, _ x: (Int) -> Double) {
    let step = max((lastDay + 9) / 10, 1)
    for day in stride(from: 1, through: lastDay, by: step) {
      svg.words("\(day)", "middle", x(day), Self.bottom + 20)
    }
    svg.words("day", "end", Self.right, Self.bottom + 36)
  }

  private static func style(of point: Point, lessIsBetter: Bool) -> String {
    if point.sequence.low > 0 { return lessIsBetter ? "b" : "c" }
    if point.sequence.high < 0 { return lessIsBetter ? "c" : "b" }
    return "a"
  }

  private func words(for point: Point) -> String {
    "day \(point.day): \(Self.written(point.difference, isChange: true)), between "
      + "\(Self.written(point.sequence.low, isChange: true)) and "
      + Self.written(point.sequence.high, isChange: true)
  }

  /// A number in three digits that count; "-" for none.
  /// - Parameter isChange: Whether it is a difference, which has a sign.
  package static func written(_ value: Double?, isChange: Bool = false) -> String {
    guard let value, value.isFinite else { return "-" }
    var unit = 1.0
    var size = value.magnitude
    while size > 0, size < 100, unit < 1e6 {
      size *= 10
      unit *= 10
    }
    let rounded = (value * unit).rounded() / unit
    return (isChange && rounded > 0 ? "+" : "") + (rounded == 0 ? "0" : rounded.formatted)
  }

  // MARK: For a terminal

  /// A line for each day, with a mark for the difference between those of its interval, and one for
  /// nothing.
  /// - Parameter columns: How wide the drawing is, at least 21.
  package func lines(columns: Int) -> [String] {
    let reach = reach
    let middle = max(columns, 21) / 2
    func place(_ value: Double) -> Int {
      middle + Int((min(max(value / reach, -1), 1) * Double(middle)).rounded())
    }
    let labels = points.map { "day \($0.day)" }
    let width = (labels + ["day \(lastDay)"]).map(\.count).max() ?? 0
    return zip(points, labels).map { point, label in
      var row = Array(repeating: Character(" "), count: 2 * middle + 1)
      let (low, high) = (place(point.sequence.low), place(point.sequence.high))
      for column in low...high { row[column] = "─" }
      row[middle] = low...high ~= middle ? "┼" : "│"
      row[low] = point.sequence.low < -reach ? "←" : "├"
      row[high] = point.sequence.high > reach ? "→" : "┤"
      row[place(point.difference)] = "●"
      let padding = String(repeating: " ", count: width - label.count)
      return padding + label + "  " + String(row) + "  "
        + Self.written(point.difference, isChange: true)
    }
  }
}
