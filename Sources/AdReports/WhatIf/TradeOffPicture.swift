// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// Draws what several threshold sets cost and give as SVG: wasted fetches against late displays,
/// against the viewable rate where it is known, and over many sessions against memory; below, the
/// numbers.
///
/// A filled point is one that no other set beats in both respects. Where there is a set that holds
/// today, it is marked, what would be better than it in both respects is shaded, and the table says
/// what changing would give.
package struct TradeOffPicture {
  /// The own set first, where there is one.
  private let candidates: [TradeOffCandidate]
  private let hasOwn: Bool
  private let beaten: [TradeOffCandidate]
  private let labels: [String]
  private let title: String
  private let subtitle: String

  private static let plotTop = 110.0
  private static let plotHeight = 330.0
  /// With more sets than this, or three charts, points have numbers instead of names.
  private static let mostNames = 12

  /// Prepares a picture.
  /// - Parameters:
  ///   - candidates: The sets, tried on the same scroll or the same sessions.
  ///   - beaten: Further sets that others beat; they are drawn as dots.
  package init(
    _ candidates: [TradeOffCandidate], own: TradeOffCandidate? = nil,
    beaten: [TradeOffCandidate] = [], title: String, subtitle: String
  ) {
    self.candidates = (own.map { [$0] } ?? []) + candidates
    hasOwn = own != nil
    self.beaten = beaten
    labels =
      (own == nil ? [] : ["today's"])
      + LoadingThresholds.labels(of: candidates.map(\.trial.thresholds))
    self.title = title
    self.subtitle = subtitle
  }

  /// The document; the same trials give the same bytes.
  package var svg: String {
    let charts = charts
    let width = charts.count > 2 ? 1_400.0 : 1_100
    let table = Self.plotTop + Self.plotHeight + 80
    var writer = SVGWriter(
      width: width, height: table + Double(candidates.count + 1) * 20 + 20,
      title: title, subtitle: subtitle, css: Self.css, name: "trade-off")
    writer.words(
      hasOwn
        ? "The diamond is what the sessions had; what is better in both respects is shaded. Filled "
          + "points: no other set is better in both. Dots: beaten in all four measures. Viewable rates "
          + "are estimates."
        : "A filled point: no other set is better in both respects. Viewable rates are estimates; "
          + "peak is the most units loaded at once.", "faint", 24, 72)
    for (index, chart) in charts.enumerated() {
      let share = (width - 24) / Double(charts.count)
      let left = 24 + Double(index) * share
      TradeOffChart(
        chart, x: left + 56...left + share - 30, y: Self.plotTop...Self.plotTop + Self.plotHeight
      ).draw(&writer)
    }
    drawTable(&writer, top: table, width: width)
    return writer.finished()
  }

  private var charts: [TradeOffChart.Content] {
    let late = points { Double($0.trial.statistics.lateDisplays) }
    let rate = points { $0.trial.statistics.estimatedViewableRate.map { $0 * 100 } }
    let peak = points(\.averagePeak)
    var charts = [
      TradeOffChart.Content(
        title: "Late displays (visible already)", points: late, upIsGood: false,
        what: "late displays", unit: "")
    ]
    if !rate.isEmpty {
      charts.append(
        TradeOffChart.Content(
          title: "Viewable displays (estimated), %", points: rate, upIsGood: true,
          what: "viewable", unit: " %"))
    }
    if !peak.isEmpty {
      charts.append(
        TradeOffChart.Content(
          title: "Most ads loaded at once, on average", points: peak, upIsGood: false,
          what: "loaded at once", unit: ""))
    }
    return charts
  }

  /// The sets that have a height, at their wasted fetches.
  private func points(_ height: (TradeOffCandidate) -> Double?) -> [TradeOffChart.Point] {
    func point(
      _ candidate: TradeOffCandidate, _ label: String, _ kind: TradeOffChart.Point.Kind
    ) -> TradeOffChart.Point? {
      height(candidate).map {
        TradeOffChart.Point(
          wasted: Double(candidate.trial.statistics.wastedFetches), height: $0, label: label,
          kind: kind)
      }
    }
    return beaten.compactMap { point($0, "", .beaten) }
      + candidates.indices.compactMap {
        point(candidates[$0], shortLabels[$0], hasOwn && $0 == 0 ? .own : .candidate)
      }
  }

  /// What stands beside the points.
  private var shortLabels: [String] {
    guard hasOwn || candidates.count > Self.mostNames else { return labels }
    return labels.indices.map { hasOwn && $0 == 0 ? labels[0] : "\(hasOwn ? $0 : $0 + 1)" }
  }

  // MARK: Table

  private func drawTable(_ svg: inout SVGWriter, top: Double, width: Double) {
    var columns: [(String, (TradeOffCandidate) -> String)] = [
      ("Fetch", { $0.trial.thresholds.fetch.formatted }),
      ("Display", { $0.trial.thresholds.display.formatted }),
      (
        "Unload",
        { $0.trial.thresholds.unloadingEnabled ? $0.trial.thresholds.unload.formatted : "off" }
      ),
      ("Fetches", { "\($0.trial.statistics.fetches)" }),
      ("Displays", { "\($0.trial.statistics.displays)" }),
      ("Wasted", { "\($0.trial.statistics.wastedFetches)" }),
      ("Late", { "\($0.trial.statistics.lateDisplays)" }),
      ("Viewable", { $0.trial.statistics.estimatedViewableRate.map(HistoryFigure.percent) ?? "-" }),
      ("Churn", { "\($0.trial.statistics.churn)" }),
      (
        "Peak",
        {
          $0.averagePeak.map { Self.rounded($0) } ?? $0.trial.statistics.peakLoaded.map(String.init)
            ?? "-"
        }
      ),
    ]
    if candidates.contains(where: { $0.trial.bytes != nil }) {
      columns.append(("kB", { $0.trial.bytes.map { "\($0 / 1000)" } ?? "-" }))
    }
    if hasOwn { columns += changes }
    let step = (width - 330) / Double(columns.count)
    svg.words("Set", "faint", 24, top)
    for (index, candidate) in candidates.enumerated() {
      let row = top + Double(index + 1) * 20
      svg.words(name(of: index), hasOwn && index == 0 ? "name" : "set", 24, row)
      for (place, column) in columns.enumerated() {
        svg.words(column.1(candidate), "end", 306 + Double(place + 1) * step, row)
      }
    }
    for (place, column) in columns.enumerated() {
      svg.words(column.0, "faint end", 306 + Double(place + 1) * step, top)
    }
  }

  private func name(of index: Int) -> String {
    labels[index] == shortLabels[index] ? labels[index] : "\(shortLabels[index])  \(labels[index])"
  }

  /// What changing to a set would add to or take from today's.
  private var changes: [(String, (TradeOffCandidate) -> String)] {
    guard let own = candidates.first else { return [] }
    func change(_ value: @escaping (TradeOffCandidate) -> Double?) -> (TradeOffCandidate) -> String
    {
      { candidate in
        guard candidate != own, let now = value(own), let then = value(candidate) else { return "" }
        return (then > now ? "+" : "") + Self.rounded(then - now)
      }
    }
    return [
      ("± wasted", change { Double($0.trial.statistics.wastedFetches) }),
      ("± late", change { Double($0.trial.statistics.lateDisplays) }),
      ("± viewable", change { Double($0.trial.statistics.viewableImpressions) }),
      ("± peak", change(\.averagePeak)),
    ]
  }

  private static func rounded(_ number: Double) -> String {
    ((number * 10).rounded() / 10).formatted
  }

  private static let css = SVGWriter.style(
    of: "trade-off",
    """
    .trade-off .name{font-weight:600}.trade-off .axis{stroke:#888}\
    .trade-off .lead{stroke:#888;stroke-width:.8}\
    .trade-off .point{fill:#fff;stroke:#0072b2;stroke-width:2}\
    .trade-off .best{fill:#0072b2;stroke:#0072b2;stroke-width:2}\
    .trade-off .own{fill:#d55e00;stroke:#fff;stroke-width:1}.trade-off .beaten{fill:#999}\
    .trade-off .better{fill:#009e73;fill-opacity:.12}
    """,
    dark: """
      .trade-off .point{fill:#1e2329;stroke:#56b4e9}.trade-off .best{fill:#56b4e9;stroke:#56b4e9}
      """)
}
