// SPDX-License-Identifier: MIT
import Testing

@testable import AdReports

@Suite struct TradeOffChartTests {
  /// The labels of the points that are drawn as the best.
  private func best(
    _ points: [(label: String, wasted: Double, height: Double)], upIsGood: Bool
  ) -> Set<String> {
    let content = TradeOffChart.Content(
      title: "t",
      points: points.map {
        TradeOffChart.Point(wasted: $0.wasted, height: $0.height, label: $0.label)
      }, upIsGood: upIsGood, unit: "")
    var svg = SVGWriter(width: 400, height: 300, title: "t", css: "")
    TradeOffChart(content, x: 50...350, y: 50...250).draw(&svg)
    let circles = svg.finished().split(separator: "\n").filter { $0.hasPrefix("<circle") }
    #expect(circles.count == points.count)
    return Set(
      circles.filter { $0.contains("class=\"best\"") }.compactMap {
        $0.split(separator: ">").dropFirst(2).first?.split(separator: ":").first.map(String.init)
      })
  }

  /// The Pareto front: equal points are both on it.
  @Test func `best is what no other set beats in one respect without losing in the other`() {
    let points: [(label: String, wasted: Double, height: Double)] = [
      ("a", 1, 10), ("same as a", 1, 10), ("more waste than a", 2, 10), ("lower than a", 1, 9),
      ("more waste, higher", 3, 12), ("worse in both", 4, 5), ("least waste", 0, 1),
    ]
    #expect(
      best(points, upIsGood: true) == ["a", "same as a", "more waste, higher", "least waste"])
    #expect(best(points, upIsGood: false) == ["least waste"])
    #expect(
      best([("early", 5, 1), ("late", 1, 5), ("both", 5, 5)], upIsGood: false)
        == ["early", "late"])
  }
}
