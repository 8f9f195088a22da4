// SPDX-License-Identifier: MIT
import AdLayout
import AdModel
import Testing

@Suite struct MasonryLayoutCalculatorTests {
  private let meta = GridMeta(itemMinWidth: 50, adMaxResizePercent: 20)

  private func grid(_ width: Double = 320, most: Int = 4) throws -> MasonryLayoutCalculator {
    try MasonryLayoutCalculator(containerWidth: width, maxItemsPerRow: most)
  }

  private func media(_ width: Double, _ height: Double) -> GridItem {
    GridItem(size: AdSize(width: width, height: height))
  }

  private func ad(_ width: Double, _ height: Double) -> GridItem {
    GridItem(size: AdSize(width: width, height: height), isAd: true)
  }

  @Test func `no items make no rows`() throws {
    #expect(try grid().rows(from: [], meta: meta).isEmpty)
  }

  @Test func `three squares share a row at the height that fits best`() throws {
    let rows = try grid(302).rows(from: Array(repeating: media(200, 200), count: 3), meta: meta)
    #expect(rows.map(\.items.count) == [3])
    #expect(rows[0].height == 100)
    #expect(rows[0].items.map(\.frame.x) == [0, 101, 202])
    #expect(rows[0].items.map(\.frame.width) == [100, 100, 100])
  }

  @Test func `what is left over is shared in proportion to width`() throws {
    // At the greatest height, 180, the two are 90 and 45 wide and 135 of 319 points are used.
    let rows = try grid().rows(from: [media(100, 200), media(100, 400)], meta: meta)
    #expect(rows.map(\.items.count) == [2])
    #expect(rows[0].height == 180)
    #expect(isNear(rows[0].items[0].frame.width, 319 * 2 / 3.0))
    #expect(isNear(rows[0].items[1].frame.width, 319 / 3.0))
  }

  @Test func `one item alone fills its row`() throws {
    let rows = try grid().rows(from: [media(100, 1_000)], meta: meta)
    #expect(rows[0].items[0].frame == AdRect(x: 0, y: 0, width: 320, height: 180))
  }

  @Test func `rows stand below each other with the same space between`() throws {
    let rows = try grid(200, most: 2).rows(
      from: Array(repeating: media(100, 100), count: 4), meta: meta)
    #expect(rows.map(\.y) == [0, rows[0].height + 1])
    #expect(rows.flatMap(\.items).map(\.index) == [0, 1, 2, 3])
  }

  @Test func `an ad beyond the second place cuts the row to two`() throws {
    let items = [media(100, 100), media(100, 100), ad(200, 60), media(100, 100)]
    let rows = try grid().rows(from: items, meta: meta)
    #expect(rows.map { $0.items.map(\.index) } == [[0, 1], [2, 3]])
    #expect(rows[1].items.map(\.isAd) == [true, false])
  }

  @Test(arguments: [0, 1])
  func `an ad in the first two places sets the height and keeps its width`(place: Int) throws {
    var items = [media(100, 100), media(150, 100)]
    items.insert(ad(120, 90), at: place)
    let rows = try grid().rows(from: items, meta: meta)
    #expect(rows.map(\.items.count) == [3])
    #expect(rows[0].height == 90)
    #expect(rows[0].items[place].frame.width == 120)
    #expect(isNear(rows[0].items[2].frame.maxX, 320))
  }

  @Test func `an ad shrinks in shape so that its neighbour has the least width`() throws {
    let rows = try grid().rows(from: [media(100, 100), ad(300, 100)], meta: meta)
    #expect(isNear(rows[0].items[0].frame.width, 50))
    #expect(isNear(rows[0].items[1].frame.width, 269))
    #expect(isNear(rows[0].height, 100 * 269 / 300.0))
  }

  @Test func `an ad that would shrink too much stands alone`() throws {
    let rows = try grid().rows(from: [media(100, 100), ad(340, 100), media(1, 1)], meta: meta)
    #expect(rows.map { $0.items.map(\.index) } == [[0], [1], [2]])
    #expect(rows[0].items[0].frame.width == 320)
    #expect(rows[1].items[0].frame.width == 320)
    #expect(isNear(rows[1].height, 100 * 320 / 340.0))
  }

  @Test func `an ad alone is not stretched`() throws {
    let rows = try grid().rows(from: [ad(200, 50)], meta: meta)
    #expect(rows[0].items[0].frame == AdRect(x: 0, y: 0, width: 200, height: 50))
  }

  @Test func `a second ad begins another row`() throws {
    let rows = try grid().rows(from: [ad(100, 50), ad(100, 60), media(1, 1)], meta: meta)
    #expect(rows.map { $0.items.map(\.index) } == [[0], [1, 2]])
  }

  @Test func `narrow items beside an ad are raised and the wide ones give`() throws {
    let rows = try grid().rows(
      from: [ad(100, 100), media(10, 100), media(160, 100)], meta: meta)
    let widths = rows[0].items.map(\.frame.width)
    #expect(widths == [100, 50, 168])
  }

  @Test(
    arguments: [
      (0.0, 100.0), (100, 0), (-1, 100), (.nan, 100), (100, .infinity), (100, 2_000_000),
    ] as [(Double, Double)])
  func `a size that is none is refused by its item`(width: Double, height: Double) throws {
    let items = [media(1, 1), media(width, height)]
    let grid = try grid()
    let error = #expect(throws: InvalidValue.self) { try grid.rows(from: items, meta: meta) }
    #expect(error?.code == .outOfRange)
    #expect(error?.field.hasSuffix("of item 1") == true)
  }

  @Test(
    arguments: [
      (0.0, 1.0, 50.0, 180.0, 4), (.nan, 1, 50, 180, 4), (320, -1, 50, 180, 4),
      (320, 200, 50, 180, 4), (320, 1, 0, 180, 4), (320, 1, 200, 180, 4),
      (320, 1, 50, .infinity, 4),
      (320, 1, 50, 180, 0), (320, 1, 50, 180, 101),
    ] as [(Double, Double, Double, Double, Int)])
  func `a grid that cannot be is refused`(
    width: Double, spacing: Double, least: Double, most: Double, items: Int
  ) {
    #expect(throws: InvalidValue.self) {
      try MasonryLayoutCalculator(
        containerWidth: width, horizontalSpacing: spacing, minRowHeight: least, maxRowHeight: most,
        maxItemsPerRow: items)
    }
  }

  @Test(arguments: [(-1.0, 20.0), (400, 20), (.nan, 20), (50, -1), (50, 101)])
  func `meta that cannot be is refused`(width: Double, percent: Double) throws {
    let grid = try grid()
    #expect(throws: InvalidValue.self) {
      try grid.rows(
        from: [media(1, 1)], meta: GridMeta(itemMinWidth: width, adMaxResizePercent: percent))
    }
  }

  private func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-6 }
}
