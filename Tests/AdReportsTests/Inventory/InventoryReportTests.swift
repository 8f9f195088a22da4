// SPDX-License-Identifier: MIT
import AdModel
import Foundation
import Testing

@testable import AdReports

@Suite struct InventoryReportTests {
  private func report(_ units: [InventoryUnit], tables: [InventoryReport.Table] = []) -> String {
    InventoryReport(
      subtitle: "x.sqlite", figures: [InventoryReport.Figure("Units", "\(units.count)")],
      app: AdTargeting(), pages: [], units: units.map { .init($0, sends: [], findings: []) },
      tables: tables
    ).html
  }

  /// An inventory of two pages, of which one name is hostile.
  static func sample() throws -> InventoryReport {
    let (front, article) = (try PageID("front"), try PageID("article"))
    let targeting = try AdTargeting([TargetingEntry(key: "section", values: ["sport", "news"])])
    func unit(
      _ id: String, _ page: PageID, _ status: InventoryUnit.Status = .active,
      _ findings: [LintFinding] = []
    ) throws -> InventoryReport.Unit {
      InventoryReport.Unit(
        InventoryUnit(
          id: try AdUnitID(id), page: page,
          declaredSizes: [.fixed(width: 300, height: 250), .fixed(width: 320, height: 50)],
          status: status), sends: targeting.entries, findings: findings)
    }
    let hostile = "</script><img/src=x/onerror=alert(1)>"
    return InventoryReport(
      subtitle: "sample.sqlite", figures: [.init("Ad units served", "3", "1 paused")],
      app: targeting,
      pages: [
        .init(front, words: "fetch 800", targeting: targeting),
        .init(article, words: "fetch 900", targeting: AdTargeting()),
      ],
      units: [
        try unit("top", front), try unit("bottom", front, .paused), try unit(hostile, front),
        try unit(
          "side", article, .active,
          [LintFinding(.uncommonSize, place: "unit side", what: "few creatives are so small")]),
      ],
      tables: [.init("Changes", heads: ["No", "Change"], rows: [["7", "paused unit bottom"]])])
  }

  @Test func `the only script that may run is the one that the policy names by its hash`() throws {
    let html = report([])
    let script = try #require(html.firstMatch(of: /<script>([\s\S]*)<\/script>/)).output.1
    let named = try #require(html.firstMatch(of: /script-src 'sha256-([^']*)'/)).output.1
    let bytes = try #require(Data(base64Encoded: String(named)))
    #expect(ContentHash(bytes: Array(bytes)) == ContentHasher.hash(String(script)))
    #expect(!script.contains("</") && !script.contains("innerHTML"))
  }

  @Test func `no name becomes markup`() throws {
    let hostile = "<img/src=x'\"&>"
    let unit = InventoryUnit(
      id: try AdUnitID(hostile), page: nil, label: try AdLabel(isShown: true, text: hostile),
      notes: hostile)
    let table = InventoryReport.Table(hostile, note: hostile, heads: [hostile], rows: [[hostile]])
    let html = report([unit], tables: [table])
    #expect(!html.contains("<img"))
    #expect(html.components(separatedBy: "&lt;img/src=x&#39;&quot;&amp;&gt;").count == 8)
  }

  @Test func `every size is drawn in its proportions, within the room there is`() throws {
    let unit = InventoryUnit(
      id: try AdUnitID("wide"),
      declaredSizes: [.fixed(width: 970, height: 250), .fixed(width: 1, height: 10_000), .fluid])
    let html = report([unit])
    let boxes = html.matches(
      of: /<rect class="([^"]*)" x="([^"]*)" y="([^"]*)" width="([^"]*)" height="([^"]*)"/)
    #expect(boxes.map { String($0.output.1) } == ["first fluid", "size", "size"])
    for box in boxes {
      let (_, _, x, y, width, height) = box.output
      let numbers = [x, y, width, height].compactMap { Double($0) }
      #expect(numbers.count == 4 && numbers[0] >= 1 && numbers[0] + numbers[2] <= 121.01)
      #expect(numbers[1] >= 1 && numbers[1] + numbers[3] <= 97.01)
    }
  }

  @Test func `more units than anybody looks at are counted and not drawn`() throws {
    let units = try (0..<InventoryReport.mostUnits + 7).map {
      InventoryUnit(id: try AdUnitID("u\($0)"))
    }
    let html = report(units)
    #expect(html.components(separatedBy: "<article ").count - 1 == InventoryReport.mostUnits)
    #expect(html.contains("7 units more: adview-admin unit list"))
    #expect(html.utf8.count < 4_000_000)
  }

  @Test func `an empty inventory says how to begin`() {
    #expect(report([]).contains("adview-admin unit add"))
  }
}
