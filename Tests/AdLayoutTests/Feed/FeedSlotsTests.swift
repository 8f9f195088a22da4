// SPDX-License-Identifier: MIT
import AdLayout
import AdModel
import Testing

@Suite struct FeedSlotsTests {
  @Test func `ten items become thirteen entries, ads at positions five, seven and eight`() throws {
    var feed = FeedSlots()
    #expect(
      feed.add(items: 10) == [
        .item(0), .item(1), .item(2), .item(3), .ad(0), .item(4), .ad(1), .ad(2), .item(5),
        .item(6), .item(7), .item(8), .item(9),
      ])
    #expect(feed.latestIndex == 13)
  }

  @Test func `the next batch goes on counting`() throws {
    var feed = FeedSlots()
    _ = feed.add(items: 10)
    let entries = feed.add(items: 10)
    let ads = entries.enumerated().compactMap { offset, entry in
      if case .ad(let number) = entry { [13 + offset, number] } else { nil }
    }
    #expect(ads == [[14, 3], [16, 4], [17, 5], [24, 6], [26, 7], [27, 8]])
    #expect(entries.filter { if case .item = $0 { true } else { false } }.count == 10)
    #expect(feed.latestIndex == 29)
  }

  @Test(arguments: [1, 3, 7, 10, 40])
  func `batches of any size give the same feed`(size: Int) throws {
    var whole = FeedSlots()
    let shape = whole.add(items: 280).map { if case .ad(let number) = $0 { number } else { -1 } }
    var parts = FeedSlots()
    var joined: [Int] = []
    for _ in 0..<280 / size {
      joined += parts.add(items: size).map { if case .ad(let number) = $0 { number } else { -1 } }
    }
    #expect(joined.count <= shape.count)
    #expect(Array(shape.prefix(joined.count)) == joined)
  }

  @Test func `a feed shown before is continued from its count`() throws {
    var feed = try FeedSlots(latestIndex: 13)
    #expect(feed.isAd(at: 14))
    #expect(feed.add(items: 2) == [.item(0), .ad(3), .item(1)])
  }

  @Test(arguments: [0, -5])
  func `no items add nothing`(count: Int) throws {
    var feed = try FeedSlots(latestIndex: 4)
    #expect(feed.add(items: count).isEmpty)
    #expect(feed.latestIndex == 4)
  }

  @Test func `a feed without ads is its items`() throws {
    var feed = try FeedSlots(FeedPattern(adsAt: [], every: 1))
    #expect(feed.add(items: 3) == [.item(0), .item(1), .item(2)])
  }

  @Test func `content takes the place of an ad that there is none for`() throws {
    var feed = FeedSlots()
    #expect(feed.add(items: 5, ads: 0) == (0..<5).map { .item($0) })
    // The fifth place went to an item; the seventh is still the second ad's.
    #expect(feed.add(items: 3, ads: 1) == [.item(0), .ad(1), .item(1), .item(2)])
    #expect(feed.latestIndex == 9)
  }

  @Test(arguments: [-1, Int.max])
  func `a count of entries that cannot be is refused`(latest: Int) {
    #expect(throws: InvalidValue.self) { try FeedSlots(latestIndex: latest) }
  }
}
