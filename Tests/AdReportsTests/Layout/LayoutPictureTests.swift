// SPDX-License-Identifier: MIT
import AdLayout
import AdModel
import AdReports
import Testing

@Suite struct LayoutPictureTests {
  private let meta = GridMeta(itemMinWidth: 50, adMaxResizePercent: 20)
  private let items = [
    GridItem(size: CreativeSize(width: 100, height: 100)),
    GridItem(size: CreativeSize(width: 300, height: 100), isAd: true),
  ]

  private func grid(_ items: [GridItem], _ method: MasonryMethod = .greedy) throws -> WrittenXML {
    let rows = try MasonryLayoutCalculator(containerWidth: 320, method: method)
      .rows(from: items, meta: meta)
    return try WrittenXML(LayoutPicture(rows, of: items, width: 320, title: "a < b").svg)
  }

  @Test func `a grid shows sizes, what was shrunk from which size, and what was distorted`() throws
  {
    let document = try grid(items)
    for text in ["a < b", "ad 269×90", "10.3 % narrower than 300×100", "50×90"] {
      #expect(document.texts.contains(text), "\(text) in \(document.texts)")
    }
    #expect(document.texts.contains { $0.hasPrefix("row 0: 89.7 high, distortion ") })
  }

  @Test func `a row that its method spoiled is drawn with what is wrong`() throws {
    let ads = Array(
      repeating: GridItem(size: CreativeSize(width: 300, height: 50), isAd: true), count: 2)
    #expect(try grid(ads, .seed).texts.contains("281 points wider than the container"))
  }

  @Test func `a picture of very many items says how many are left out`() throws {
    let many = Array(repeating: items[0], count: LayoutPicture.mostBoxes + 5)
    let document = try grid(many)
    #expect(document.texts.contains { $0.hasSuffix("; 5 more are not drawn") })
  }

  @Test func `a feed shows batches, items and ads with their indexes`() throws {
    var slots = try FeedSlots(FeedPattern("2/3"), latestIndex: 3)
    let batches = [slots.add(items: 2), slots.add(items: 1)]
    let document = try WrittenXML(LayoutPicture(batches, from: 3, title: "Feed").svg)
    for text in ["batch 0, from index 3", "3: item 0", "4: ad 1", "5: item 1", "6: item 2"] {
      #expect(document.texts.contains(text), "\(text) in \(document.texts)")
    }
  }

  @Test func `a page shows each unit where it stands`() throws {
    let unit = InventoryUnit(id: try AdUnitID("div-1"))
    let page = try FeedPage(of: [unit], pattern: FeedPattern("2/3"))
    let document = try WrittenXML(LayoutPicture(page, title: "Page").svg)
    for text in ["div-1", "320×320", "position 2, at 208 points", "item 1"] {
      #expect(document.texts.contains(text), "\(text) in \(document.texts)")
    }
  }

  @Test func `a page on a screen shows the zones around it, and how far each ad has come`() throws {
    let units = try (1...3).map { InventoryUnit(id: try AdUnitID("div-\($0)")) }
    let page = try FeedPage(of: units, pattern: FeedPattern("1,4,8/8"), items: 8)
    let thresholds = try LoadingThresholds(
      fetch: 800, display: 200, unload: 1_600, unloadingEnabled: true)
    let screen = LayoutPicture.Screen(
      AdRect(x: 0, y: 0, width: 393, height: 500), under: thresholds)
    let document = try WrittenXML(LayoutPicture(page, title: "Page", screen: screen).svg)
    for text in [
      "on the screen", "displayed within 200 points", "fetched within 800 points",
      "let go of beyond 1600 points", "displayed", "fetched", "notLoaded",
    ] {
      #expect(document.texts.contains(text), "\(text) in \(document.texts)")
    }
  }
}
