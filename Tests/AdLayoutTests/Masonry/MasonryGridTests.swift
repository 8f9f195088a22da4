// SPDX-License-Identifier: MIT
import AdLayout
import AdModel
import Testing

/// What `MasonryPropertyTests` does not show of a grid that grows.
@Suite struct MasonryGridTests {
  private let meta = GridMeta(itemMinWidth: 50, adMaxResizePercent: 20)

  @Test func `a page that is refused changes nothing`() throws {
    var grid = MasonryGrid(try MasonryLayoutCalculator(containerWidth: 320))
    try grid.append([.media(100, 100)], meta: meta)
    let before = grid
    let error = #expect(throws: InvalidValue.self) {
      try grid.append([.media(1, 1), .ad(900, 90)], meta: meta)
    }
    #expect(error?.field == "items[1].width")
    #expect(grid == before)
    #expect(try grid.append([], meta: meta).isEmpty)
    #expect(grid == before)
  }

  @Test func `a last row that the new page's meta does not allow stays as it is`() throws {
    var grid = MasonryGrid(try MasonryLayoutCalculator(containerWidth: 320))
    try grid.append([.ad(400, 100)], meta: meta)
    let row = grid.rows[0]
    let changed = try grid.append(
      [.media(1, 1)], meta: GridMeta(itemMinWidth: 50, adMaxResizePercent: 0))
    #expect(changed == 1..<2)
    #expect(grid.rows[0] == row)
    #expect(grid.rows[1].items.map(\.index) == [1])
    #expect(grid.rows[1].y == 81)
  }
}
