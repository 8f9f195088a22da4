// SPDX-License-Identifier: MIT
import AdLayout
import AdModel
import TestSupport
import Testing

/// `MasonryMethod.seed` beside the published algorithm.
@Suite struct SeedMethodTests {
  @Test func `every number is the published calculator's, for any document`() throws {
    try Fuzz.forEachSeed(1_000) { seed, random in
      let source = PublishedCalculator(
        containerWidth: Double(random.int(100...1_200)), spacing: Double(random.int(0...8)),
        minRowHeight: Double(random.int(1...100)), maxRowHeight: Double(random.int(100...300)),
        maxItemsPerRow: random.int(1...6))
      let meta = GridMeta(
        itemMinWidth: Double(random.int(0...90)), adMaxResizePercent: Double(random.int(0...100)))
      let items = GridItem.random(random.int(1...40), &random)
      let grid = try MasonryLayoutCalculator(
        containerWidth: source.containerWidth, horizontalSpacing: source.spacing,
        minRowHeight: source.minRowHeight, maxRowHeight: source.maxRowHeight,
        maxItemsPerRow: source.maxItemsPerRow, method: .seed)
      let ours = try grid.rows(from: items, meta: meta).map { $0.items.map(\.frame) }
      let theirs = source.createRows(items, meta).map { row in
        row.map { AdRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
      }
      #expect(ours == theirs, "seed \(seed)")
    }
  }

  private func faults(of items: [GridItem]) throws -> [[RowFault]] {
    try MasonryLayoutCalculator(containerWidth: 320, method: .seed)
      .rows(from: items, meta: GridMeta(itemMinWidth: 50, adMaxResizePercent: 20)).map(\.faults)
  }

  @Test func `a row that the source spoils says how`() throws {
    #expect(try faults(of: [.media(100, 100), .media(100, 100)]) == [[]])
    #expect(
      try faults(of: [.ad(300, 50), .ad(300, 50)]) == [[.overflow(points: 281)]])
    #expect(
      try faults(of: [.ad(100, 50), .ad(100, 50)]) == [[.gap(points: 119, ad: 0)]])
    // The picture gives what the ad is too wide by.
    #expect(try faults(of: [.media(60, 100), .ad(330, 50)]) == [[.noSide(item: 0)]])
  }

  @Test func `a fault is told in points`() {
    #expect(RowFault.overflow(points: 281.004).description == "281 points wider than the container")
    #expect(
      RowFault.gap(points: 0.5, ad: 7).description == "0.5 points empty: ad 7 is not stretched")
    #expect(RowFault.noSide(item: 3).description == "item 3 has a side of nothing")
  }
}
