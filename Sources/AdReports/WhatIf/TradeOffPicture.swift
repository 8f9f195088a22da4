// SPDX-License-Identifier: MIT
package import AdLoading
import AdModel

/// Draws what several threshold sets cost and give as SVG: wasted fetches against late displays, and
/// against the viewable rate where it is known; below, the numbers.
///
/// A filled point is one that no other set beats in both respects.
package struct TradeOffPicture {
  let trials: [ThresholdTrial]
  let labels: [String]
  let title: String
  let subtitle: String

  static let width = 1_100.0
  private static let plotTop = 110.0
  private static let plotHeight = 330.0

  /// Prepares a picture.
  /// - Parameters:
  ///   - trials: The sets, tried on the same scroll.
  ///   - title: The first line.
  ///   - subtitle: The second line.
  package init(_ trials: [ThresholdTrial], title: String, subtitle: String) {
    self.trials = trials
    labels = LoadingThresholds.labels(of: trials.map(\.thresholds))
    self.title = title
    self.subtitle = subtitle
  }

  /// The document; the same trials give the same bytes.
  package var svg: String {
    let table = Self.plotTop + Self.plotHeight + 80
    var writer = SVGWriter(
      width: Self.width, height: table + Double(trials.count + 1) * 20 + 20,
      title: "\(title). \(subtitle)", css: Self.css)
    writer.element("text", ["class": "title", "x": 24, "y": 34], text: title)
    writer.element("text", ["class": "faint", "x": 24, "y": 54], text: subtitle)
    writer.element(
      "text", ["class": "faint", "x": 24, "y": 72],
      text:
        "A filled point: no other set is better in both respects. Viewable rates are estimates; "
        + "peak is the most units loaded at once.")
    let charts = charts
    for (index, chart) in charts.enumerated() {
      let width = (Self.width - 24) / Double(charts.count)
      let left = 24 + Double(index) * width
      TradeOffChart(
        chart, x: left + 56...left + width - 30, y: Self.plotTop...Self.plotTop + Self.plotHeight
      ).draw(&writer)
    }
    drawTable(&writer, top: table)
    return writer.finished()
  }

  private var charts: [TradeOffChart.Content] {
    let late = points { Double($0.statistics.lateDisplays) }
    let rate = points { $0.statistics.estimatedViewableRate.map { $0 * 100 } }
    var charts = [
      TradeOffChart.Content(
        title: "Late displays (visible already)", points: late, upIsGood: false, unit: "")
    ]
    if !rate.isEmpty {
      charts.append(
        TradeOffChart.Content(
          title: "Viewable displays (estimated), %", points: rate, upIsGood: true, unit: " %"))
    }
    return charts
  }

  /// The trials that have a height, at their wasted fetches.
  private func points(_ height: (ThresholdTrial) -> Double?) -> [TradeOffChart.Point] {
    zip(trials, labels).compactMap { trial, label in
      height(trial).map { height in
        TradeOffChart.Point(
          wasted: Double(trial.statistics.wastedFetches), height: height, label: label)
      }
    }
  }

  // MARK: Table

  private func drawTable(_ svg: inout SVGWriter, top: Double) {
    var columns: [(String, (ThresholdTrial) -> String)] = [
      ("Fetch", { $0.thresholds.fetch.formatted }),
      ("Display", { $0.thresholds.display.formatted }),
      ("Unload", { $0.thresholds.unloadingEnabled ? $0.thresholds.unload.formatted : "off" }),
      ("Fetches", { "\($0.statistics.fetches)" }), ("Displays", { "\($0.statistics.displays)" }),
      ("Wasted", { "\($0.statistics.wastedFetches)" }),
      ("Late", { "\($0.statistics.lateDisplays)" }),
      ("Viewable", { $0.statistics.estimatedViewableRate.map(Self.percent) ?? "-" }),
      ("Churn", { "\($0.statistics.churn)" }),
      ("Peak", { $0.statistics.peakLoaded.map(String.init) ?? "-" }),
    ]
    if trials.contains(where: { $0.bytes != nil }) {
      columns.append(("kB", { $0.bytes.map { "\($0 / 1000)" } ?? "-" }))
    }
    let step = (Self.width - 330) / Double(columns.count)
    svg.element("text", ["class": "faint", "x": 24, "y": .number(top)], text: "Set")
    for (index, trial) in trials.enumerated() {
      svg.element(
        "text", ["x": 24, "y": .number(top + Double(index + 1) * 20)], text: labels[index])
      for (place, column) in columns.enumerated() {
        svg.element(
          "text",
          [
            "class": "end", "x": .number(306 + Double(place + 1) * step),
            "y": .number(top + Double(index + 1) * 20),
          ], text: column.1(trial))
      }
    }
    for (place, column) in columns.enumerated() {
      svg.element(
        "text",
        [
          "class": "faint end", "x": .number(306 + Double(place + 1) * step), "y": .number(top),
        ], text: column.0)
    }
  }

  private static func percent(_ share: Double) -> String {
    "\(((share * 1000).rounded() / 10).formatted) %"
  }

  private static let css = """
    text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:#222}\
    .title{font-size:17px;font-weight:600}.name{font-weight:600}.faint{fill:#666}\
    .tick{fill:#666;font-size:11px}.middle{text-anchor:middle}.end{text-anchor:end}\
    .grid{stroke:#e3e3e3}.axis{stroke:#888}.lead{stroke:#888;stroke-width:.8}\
    .point{fill:#fff;stroke:#0072b2;stroke-width:2}.best{fill:#0072b2;stroke:#0072b2;stroke-width:2}
    """
}
