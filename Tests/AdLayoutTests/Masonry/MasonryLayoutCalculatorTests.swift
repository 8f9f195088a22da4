// SPDX-License-Identifier: MIT
import AdLayout
import AdModel
import Testing

/// The rules that `greedy` and `optimal` share, on small grids.
@Suite struct MasonryLayoutCalculatorTests {
  private let meta = GridMeta(itemMinWidth: 50, adMaxResizePercent: 20)

  private func rows(
    _ items: [GridItem], width: Double = 320, most: Int = 4, by method: MasonryMethod = .greedy
  ) throws -> [RowLayout] {
    try MasonryLayoutCalculator(containerWidth: width, maxItemsPerRow: most, method: method)
      .rows(from: items, meta: meta)
  }

  @Test(arguments: MasonryMethod.allCases)
  func `no items make no rows`(method: MasonryMethod) throws {
    #expect(try rows([], by: method).isEmpty)
  }

  @Test func `of rows without distortion the one of middling height is taken`() throws {
    let rows = try rows(Array(repeating: .media(200, 200), count: 3), width: 302)
    #expect(rows.map(\.items.count) == [3])
    #expect(rows[0].height == 100)
    #expect(rows[0].items.map(\.frame.x) == [0, 101, 202])
    #expect(rows[0].items.map(\.frame.width) == [100, 100, 100])
  }

  @Test func `pictures that are too narrow for the greatest height are stretched alike`() throws {
    // At the greatest height, 180, the two are 90 and 45 wide and 135 of 319 points are used.
    let rows = try rows([.media(100, 200), .media(100, 400)])
    #expect(rows.map(\.items.count) == [2])
    #expect(rows[0].height == 180)
    #expect(isNear(rows[0].items[0].frame.width, 319 * 2 / 3.0))
    #expect(isNear(rows[0].items[1].frame.width, 319 / 3.0))
    #expect(rows[0].items.allSatisfy { isNear($0.distortion, 319 / 135.0) })
  }

  @Test(arguments: [
    // It keeps its shape; only the least width and the least height come before that.
    (100.0, 200.0, 90.0, 180.0), (400, 300, 240, 180), (640, 200, 320, 100), (10, 1_000, 50, 180),
    (3_200, 100, 320, 50),
  ])
  func `a picture alone is not stretched to the width`(
    width: Double, height: Double, drawnWidth: Double, drawnHeight: Double
  ) throws {
    for method in [MasonryMethod.greedy, .optimal] {
      let frame = try rows([.media(width, height)], by: method)[0].items[0].frame
      #expect(frame == AdRect(x: 0, y: 0, width: drawnWidth, height: drawnHeight))
    }
  }

  @Test func `the least width is kept by taking fewer items`() throws {
    // Four to a row, as without a least width, would be 77 wide each.
    let items: [GridItem] = [
      .media(447, 212), .media(213, 106), .media(207, 361), .media(189, 154),
    ]
    let grid = try MasonryLayoutCalculator(
      containerWidth: 320, horizontalSpacing: 4, maxRowHeight: 120)
    let rows = try grid.rows(
      from: items, meta: GridMeta(itemMinWidth: 100, adMaxResizePercent: 20))
    #expect(rows.flatMap(\.items).allSatisfy { $0.frame.width >= 100 - 1e-9 })
  }

  @Test func `narrow pictures are raised to the least width and the wide ones give`() throws {
    let frames = try rows([.ad(100, 100), .media(10, 100), .media(160, 100)])[0].items.map(\.frame)
    #expect(frames.map(\.width) == [100, 50, 168])
  }

  @Test(.timeLimit(.minutes(60)))
  func `a picture that misses the least width by rounding alone is placed`() throws {
    // Raising the second to 50 makes the others wider by a rounding, and so the second wide enough.
    let items: [GridItem] = [
      .media(220, 220), .media(126, 216), .media(480, 360), .media(245, 150),
    ]
    for method in [MasonryMethod.greedy, .optimal] {
      let widths = try rows(items, width: 393, by: method).flatMap(\.items).map(\.frame.width)
      #expect(widths.allSatisfy { $0 >= 50 })
    }
  }

  @Test func `rows stand below each other with the same space between`() throws {
    let rows = try rows(Array(repeating: .media(100, 100), count: 4), width: 200, most: 2)
    #expect(rows.map(\.y) == [0, rows[0].height + 1])
    #expect(rows.flatMap(\.items).map(\.index) == [0, 1, 2, 3])
  }

  @Test func `an ad beyond the second place begins another row`() throws {
    let rows = try rows([.media(100, 100), .media(100, 100), .ad(200, 60), .media(100, 100)])
    #expect(rows.map { $0.items.map(\.index) } == [[0, 1], [2, 3]])
    #expect(rows[1].items.map(\.isAd) == [true, false])
  }

  @Test func `a second ad begins another row`() throws {
    let rows = try rows([.ad(100, 50), .ad(100, 60), .media(1, 1)])
    #expect(rows.map { $0.items.map(\.index) } == [[0], [1, 2]])
  }

  @Test(arguments: [0, 1])
  func `an ad in the first two places sets the height and keeps its size`(place: Int) throws {
    var items: [GridItem] = [.media(100, 100), .media(150, 100)]
    items.insert(.ad(120, 90), at: place)
    let rows = try rows(items)
    #expect(rows.map(\.items.count) == [3])
    #expect(rows[0].height == 90)
    #expect(rows[0].items[place].frame.width == 120)
    #expect(isNear(rows[0].items[2].frame.maxX, 320))
  }

  @Test func `an ad shrinks in shape so that its neighbour has the least width`() throws {
    let rows = try rows([.media(100, 100), .ad(300, 100)])
    #expect(isNear(rows[0].items[0].frame.width, 50))
    #expect(isNear(rows[0].items[1].frame.width, 269))
    #expect(isNear(rows[0].height, 100 * 269 / 300.0))
    #expect(isNear(rows[0].items[1].shrinkPercent, 100 * 31 / 300.0))
  }

  @Test func `an ad that would shrink too much for others stands alone`() throws {
    let rows = try rows([.media(100, 100), .ad(340, 100), .media(1, 1)])
    #expect(rows.map { $0.items.map(\.index) } == [[0], [1], [2]])
    #expect(rows[1].items[0].frame.width == 320)
    #expect(isNear(rows[1].height, 100 * 320 / 340.0))
  }

  @Test func `an ad alone is not enlarged`() throws {
    let rows = try rows([.ad(200, 50)])
    #expect(rows[0].items[0].frame == AdRect(x: 0, y: 0, width: 200, height: 50))
  }

  @Test func `an ad never shrinks to nothing`() throws {
    // One hundred percent, beside a picture that needs the whole width.
    let grid = try MasonryLayoutCalculator(containerWidth: 320, horizontalSpacing: 0)
    let rows = try grid.rows(
      from: [.ad(300, 250), .media(480, 360)],
      meta: GridMeta(itemMinWidth: 320, adMaxResizePercent: 100))
    #expect(rows.map { $0.items.map(\.frame.width) } == [[300], [320]])
  }

  @Test(
    arguments: [
      (0.0, 100.0, "width"), (100, 0, "height"), (-1, 100, "width"), (.nan, 100, "width"),
      (100, .infinity, "height"), (100, 2_000_000, "height"),
    ] as [(Double, Double, String)])
  func `a size that is none is refused by its member`(
    width: Double, height: Double, side: String
  ) throws {
    let error = #expect(throws: InvalidValue.self) {
      try rows([.media(1, 1), .media(width, height)])
    }
    #expect(error?.code == .outOfRange)
    #expect(error?.field == "items[1].\(side)")
  }

  @Test func `an ad that no permitted shrinking fits into the container is refused`() throws {
    #expect(
      try rows([.ad(400, 100)])[0].items[0].frame.size == CreativeSize(width: 320, height: 80))
    let error = #expect(throws: InvalidValue.self) { try rows([.media(1, 1), .ad(401, 100)]) }
    #expect(error?.code == .contradiction)
    #expect(
      error?.description == "items[1].width: is 401, an ad that adMaxResizePercent lets shrink to "
        + "320.8, wider than the container of 320")
  }

  @Test(
    arguments: [
      (0.0, 1.0, 50.0, 180.0, 4, "containerWidth"), (.nan, 1, 50, 180, 4, "containerWidth"),
      (320, -1, 50, 180, 4, "horizontalSpacing"), (320, 200, 50, 180, 4, "horizontalSpacing"),
      (320, 1, 0, 180, 4, "minRowHeight"), (320, 1, 200, 180, 4, "maxRowHeight"),
      (320, 1, 50, .infinity, 4, "maxRowHeight"), (320, 1, 50, 180, 0, "maxItemsPerRow"),
      (320, 1, 50, 180, 101, "maxItemsPerRow"),
    ] as [(Double, Double, Double, Double, Int, String)])
  func `a grid that cannot be is refused by its parameter`(
    width: Double, spacing: Double, least: Double, most: Double, items: Int, field: String
  ) {
    let error = #expect(throws: InvalidValue.self) {
      try MasonryLayoutCalculator(
        containerWidth: width, horizontalSpacing: spacing, minRowHeight: least, maxRowHeight: most,
        maxItemsPerRow: items)
    }
    #expect(error?.field == field)
  }

  @Test(arguments: [
    (-1.0, 20.0, "itemMinWidth"), (400, 20, "itemMinWidth"), (.nan, 20, "itemMinWidth"),
    (50, -1, "adMaxResizePercent"), (50, 101, "adMaxResizePercent"),
  ])
  func `meta that cannot be is refused by its member`(
    width: Double, percent: Double, field: String
  ) throws {
    let grid = try MasonryLayoutCalculator(containerWidth: 320)
    let error = #expect(throws: InvalidValue.self) {
      try grid.rows(
        from: [.media(1, 1)], meta: GridMeta(itemMinWidth: width, adMaxResizePercent: percent))
    }
    #expect(error?.field == "meta.\(field)")
  }

  private func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-6 }
}
