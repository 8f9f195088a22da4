// SPDX-License-Identifier: MIT
import AdLayout
import AdModel
import Testing

@Suite struct FeedPageTests {
  private func units(_ count: Int) throws -> [InventoryUnit] {
    try (0..<count).map { InventoryUnit(id: try AdUnitID("ad-\($0)")) }
  }

  @Test func `ads stand where the pattern says, in the middle, and content fills the width`() throws
  {
    let page = try FeedPage(
      of: units(1), pattern: FeedPattern("2/3"), itemHeight: 100, spacing: 10, width: 400)
    #expect(
      page.entries.map(\.content) == [.item(0), .ad(try AdUnitID("ad-0")), .item(1)])
    #expect(
      page.entries.map(\.frame) == [
        AdRect(x: 0, y: 0, width: 400, height: 100),
        AdRect(x: 40, y: 110, width: 320, height: 320),
        AdRect(x: 0, y: 440, width: 400, height: 100),
      ])
    #expect(page.height == 540)
  }

  @Test func `a label is a line above its ad`() throws {
    let unit = InventoryUnit(
      id: try AdUnitID("ad"), label: try AdLabel(isShown: true, fontSize: 10))
    let page = try FeedPage(of: [unit], pattern: FeedPattern("1/2"))
    #expect(page.entries[0].frame.height == 332)
  }

  @Test func `a page is as long as its units need, or as its items are`() throws {
    let pattern = try FeedPattern("2/3")
    #expect(try FeedPage(of: units(2), pattern: pattern).entries.count == 6)
    let short = try FeedPage(of: units(2), pattern: pattern, items: 3)
    #expect(short.unplaced == [try AdUnitID("ad-1")])
    // Content takes the places of units that there are not.
    #expect(try FeedPage(of: units(0), pattern: pattern, items: 3).entries.count == 3)
    #expect(try FeedPage(of: units(1), pattern: FeedPattern("/1")).entries.isEmpty)
  }

  @Test func `numbers out of range are refused`() {
    #expect(throws: InvalidValue.self) { try FeedPage(of: [], items: -1) }
    #expect(throws: InvalidValue.self) { try FeedPage(of: [], itemHeight: 0) }
    #expect(throws: InvalidValue.self) { try FeedPage(of: [], spacing: -1) }
    #expect(throws: InvalidValue.self) { try FeedPage(of: [], width: .nan) }
  }
}
