// SPDX-License-Identifier: MIT
import AdLayout
import AdModel
import TestSupport
import Testing

/// What holds for every grid, tried on random ones.
@Suite struct MasonryPropertyTests {
  private struct Trial {
    let grid: MasonryLayoutCalculator
    let meta: GridMeta
    let items: [GridItem]
    let rows: [RowLayout]

    init(_ random: inout SeededRandom) throws {
      let width = Double(random.int(100...1_200))
      grid = try MasonryLayoutCalculator(
        containerWidth: width, horizontalSpacing: Double(random.int(0...8)),
        minRowHeight: Double(random.int(1...100)), maxRowHeight: Double(random.int(100...400)),
        maxItemsPerRow: random.int(1...6))
      meta = GridMeta(
        itemMinWidth: Double(random.int(0...60)), adMaxResizePercent: Double(random.int(0...100)))
      items = (0..<random.int(1...40)).map { _ in
        GridItem(
          size: AdSize(width: Double(random.int(1...900)), height: Double(random.int(1...900))),
          isAd: random.isOneIn(5))
      }
      rows = try grid.rows(from: items, meta: meta)
    }
  }

  @Test func `every item stands once, in order, inside the container`() throws {
    try Fuzz.forEachSeed(300) { seed, random in
      let trial = try Trial(&random)
      let placed = trial.rows.flatMap(\.items)
      #expect(placed.map(\.index) == Array(trial.items.indices), "seed \(seed)")
      for item in placed {
        #expect(item.frame.width > 0 && item.frame.height > 0, "seed \(seed)")
        #expect(item.frame.maxX <= trial.grid.containerWidth + 1e-6, "seed \(seed)")
      }
    }
  }

  @Test func `every row fills the width, but for an ad alone`() throws {
    try Fuzz.forEachSeed(300) { seed, random in
      let trial = try Trial(&random)
      for row in trial.rows where !(row.items.count == 1 && row.items[0].isAd) {
        let spaces = Double(row.items.count - 1) * trial.grid.horizontalSpacing
        let sum = row.items.reduce(spaces) { $0 + $1.frame.width }
        #expect(abs(sum - trial.grid.containerWidth) < 1e-6, "seed \(seed)")
      }
    }
  }

  @Test func `an ad stands first or second, keeps its shape and shrinks no more than allowed`()
    throws
  {
    try Fuzz.forEachSeed(300) { seed, random in
      let trial = try Trial(&random)
      for row in trial.rows {
        let ads = row.items.enumerated().filter(\.element.isAd)
        #expect(ads.count <= 1, "seed \(seed)")
        guard let (place, ad) = ads.first else { continue }
        #expect(place <= 1, "seed \(seed)")
        let size = trial.items[ad.index].size
        let scale = ad.frame.width / size.width
        #expect(abs(ad.frame.height - size.height * scale) < 1e-6, "seed \(seed)")
        #expect(scale < 1 + 1e-9, "seed \(seed)")
        if row.items.count > 1 {
          #expect(scale >= 1 - trial.meta.adMaxResizePercent / 100 - 1e-9, "seed \(seed)")
          for item in row.items {
            let least = item.isAd ? 0 : trial.meta.itemMinWidth
            #expect(item.frame.width >= least - 1e-6, "seed \(seed)")
          }
        }
      }
    }
  }

  @Test func `rows stay where they are when items are appended`() throws {
    try Fuzz.forEachSeed(300) { seed, random in
      let trial = try Trial(&random)
      let more = trial.items + [GridItem(size: AdSize(width: 300, height: 70), isAd: true)]
      let rows = try trial.grid.rows(from: more, meta: trial.meta)
      let settled = trial.rows.prefix {
        $0.items[0].index + trial.grid.maxItemsPerRow <= trial.items.count
      }
      #expect(Array(rows.prefix(settled.count)) == Array(settled), "seed \(seed)")
    }
  }

  @Test func `a hundred thousand items are placed`() throws {
    let grid = try MasonryLayoutCalculator(containerWidth: 393)
    let items = (0..<100_000).map { (index: Int) -> GridItem in
      let size = AdSize(width: Double(60 + index % 300), height: Double(60 + index % 170))
      return GridItem(size: size, isAd: index % 11 == 3)
    }
    let rows = try grid.rows(
      from: items, meta: GridMeta(itemMinWidth: 50, adMaxResizePercent: 20))
    #expect(rows.last?.items.last?.index == 99_999)
  }
}
