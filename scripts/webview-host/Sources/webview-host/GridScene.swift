// SPDX-License-Identifier: MIT
import AdView
import AdWebKitGTK
import CWebKitGTK

/// A grid of pictures with ads among them, as a search for animations shows them: rows of one height that
/// fill the width, laid out anew as an ad tells its size.
@MainActor final class GridScene: Scene {
  /// A picture, or an ad.
  private struct Tile {
    var item: GridItem
    let unit: AdUnitID?
    var frame = AdRect(x: 0, y: 0, width: 0, height: 0)
  }

  let widget: UnsafeMutablePointer<GtkWidget>
  private(set) var offset = 0.0
  private var screen: CreativeSize
  private let page: AdPage
  private var tiles: [Tile] = []
  private var slots: [AdUnitID: SlotWidget] = [:]
  private var pictures: [Int: UnsafeMutablePointer<GtkWidget>] = [:]
  private var isLaidOut = true

  private static let shapes = [
    (480, 360), (300, 400), (320, 180), (500, 500), (200, 300), (640, 360), (360, 360), (400, 300),
    (270, 480), (498, 280), (220, 220),
  ]

  /// Lays a grid out: eleven pictures before each ad.
  init(_ units: [AdUnitID], in page: AdPage, screen: CreativeSize) {
    self.page = page
    self.screen = screen
    widget = host_layout()
    for unit in units {
      for (width, height) in Self.shapes {
        let size = CreativeSize(width: Double(width), height: Double(height))
        pictures[tiles.count] = picture("\(width) × \(height)")
        tiles.append(Tile(item: GridItem(size: size), unit: nil))
      }
      tiles.append(Tile(item: ad(unit), unit: unit))
      let slot = SlotWidget(unit, in: page)
      slots[unit] = slot
      host_put(widget, slot.widget, 0, -10_000)
      page.attach(slot, to: unit)
      slot.onResize = { [weak self] _ in self?.resized() }
      slot.onScroll = { [weak self] distance in self?.scroll(by: distance) }
    }
    layOut()
  }

  var greatestOffset: Double { max(0, (tiles.last?.frame.maxY ?? 0) - screen.height) }

  var slotsOnScreen: [SlotWidget] {
    tiles.filter { $0.frame.overlaps(viewport) }.compactMap { $0.unit.flatMap { slots[$0] } }
  }

  func scroll(to offset: Double) {
    self.offset = min(max(offset, 0), greatestOffset)
    page.handle(.viewport(viewport))
    draw()
  }

  func resize(to screen: CreativeSize) {
    self.screen = screen
    layOut()
    scroll(to: offset)
  }

  private var viewport: AdRect {
    AdRect(x: 0, y: offset, width: screen.width, height: screen.height)
  }

  private func picture(_ words: String) -> UnsafeMutablePointer<GtkWidget> {
    let picture = host_label(words, 100)
    host_put(widget, picture, 0, -10_000)
    gtk_widget_show(picture)
    return picture
  }

  /// What a slot takes in the grid, label included; one that has collapsed a point.
  private func ad(_ unit: AdUnitID) -> GridItem {
    let size = page.session.size(of: unit)
    return GridItem(
      size: CreativeSize(width: min(max(size.width, 1), screen.width), height: max(size.height, 1)),
      isAd: true)
  }

  /// Takes that an ad has another size: one layout for all that changes in one turn of the loop.
  private func resized() {
    guard isLaidOut else { return }
    isLaidOut = false
    EventLoop.once(0) { [weak self] in
      self?.isLaidOut = true
      self?.layOut()
    }
  }

  /// Computes where everything is, and tells the page.
  private func layOut() {
    for (index, tile) in tiles.enumerated() {
      if let unit = tile.unit { tiles[index].item = ad(unit) }
    }
    guard
      let rows = try? MasonryLayoutCalculator(
        containerWidth: screen.width, horizontalSpacing: 4, maxItemsPerRow: 3
      ).rows(from: tiles.map(\.item), meta: GridMeta(itemMinWidth: 50, adMaxResizePercent: 0))
    else { return }
    for item in rows.flatMap(\.items) { tiles[item.index].frame = item.frame }
    page.handle(
      .place(tiles.compactMap { tile in tile.unit.map { AdFrame(unit: $0, frame: tile.frame) } }))
    page.handle(.viewport(viewport))
    draw()
  }

  private func draw() {
    for (index, tile) in tiles.enumerated() {
      let shown = tile.unit.flatMap { slots[$0]?.widget } ?? pictures[index]
      guard let shown else { continue }
      let y = tile.frame.y - offset
      let isNear = y < screen.height + 700 && y + tile.frame.height > -700
      host_move(widget, shown, Int32(tile.frame.x), isNear ? Int32(y) : -10_000)
    }
  }
}
