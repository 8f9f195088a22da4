// SPDX-License-Identifier: MIT
import AdView
import AdWebKitGTK
import CWebKitGTK
import WebKit

/// A native page: text and ads in one column. Cells far from the screen are recycled where asked
/// for: their slots leave the page, as in a collection view, and are made anew when they come back.
@MainActor final class FeedScene: Scene {
  private struct Cell {
    let unit: AdUnitID
    /// The height of the text above the ad.
    let textHeight: Double
    var top = 0.0
    /// The height of the slot, as it was last known.
    var slotHeight: Double
  }

  let widget: UnsafeMutablePointer<GtkWidget>
  private(set) var offset = 0.0
  private var screen: CreativeSize
  private let page: AdPage
  private let recycles: Bool
  private var cells: [Cell]
  private var slots: [AdUnitID: SlotWidget] = [:]
  private var texts: [UnsafeMutablePointer<GtkWidget>] = []
  private var isLaidOut = true
  /// How often the page was scrolled for ads above the screen.
  private(set) var scrolls = 0
  /// Where what is read went elsewhere, though nobody scrolled.
  private(set) var jumps: [String] = []

  /// Lays a page out.
  /// - Parameters:
  ///   - units: The ads, from top to bottom.
  ///   - page: The page.
  ///   - screen: The size of the screen in points.
  ///   - recycles: Whether cells that are far from the screen are recycled.
  ///   - textHeight: The height of the text above each ad.
  init(
    _ units: [AdUnitID], in page: AdPage, screen: CreativeSize, recycles: Bool,
    textHeight: Double = 620
  ) {
    self.page = page
    self.screen = screen
    self.recycles = recycles
    cells = units.map { unit in
      Cell(
        unit: unit, textHeight: textHeight,
        slotHeight: page.session.size(of: unit).height)
    }
    widget = host_layout()
    for _ in cells {
      let text = host_label(Self.text(textHeight), Int32(screen.width) - 32)
      texts.append(text)
      host_put(widget, text, 16, -10_000)
      gtk_widget_show(text)
    }
    page.holder = self
    layOut()
  }

  /// Text that is about so high, in points.
  private static func text(_ height: Double) -> String {
    String(
      repeating: "Once upon a time there was a long page, and between its paragraphs it had ads, "
        + "which is how it was paid for. ", count: max(1, Int(height / 36)))
  }

  private var height: Double { cells.last.map { $0.top + $0.textHeight + $0.slotHeight } ?? 0 }
  var greatestOffset: Double { max(0, height - screen.height) }

  var slotsOnScreen: [SlotWidget] {
    cells.filter { isWithin($0, 0) }.compactMap { slots[$0.unit] }
  }

  func scroll(to offset: Double) {
    self.offset = min(max(offset, 0), greatestOffset)
    recycle()
    page.handle(.viewport(viewport))
    draw()
  }

  func resize(to screen: CreativeSize) {
    self.screen = screen
    scroll(to: offset)
  }

  private var viewport: AdRect {
    AdRect(x: 0, y: offset, width: screen.width, height: screen.height)
  }

  private func isWithin(_ cell: Cell, _ distance: Double) -> Bool {
    let top = cell.top + cell.textHeight
    return top < offset + screen.height + distance
      && top + cell.slotHeight > offset - distance
  }

  /// The first text of which something is on the screen, or that follows what its top cuts.
  private var read: Int? {
    cells.firstIndex { $0.top + $0.textHeight > offset && $0.top < offset + screen.height }
  }

  /// Computes where everything is, and tells the page.
  private func layOut() {
    let before = read.map { (cell: $0, place: cells[$0].top - offset) }
    defer {
      if let before, offset > 0, offset < greatestOffset {
        let moved = cells[before.cell].top - offset - before.place
        if abs(moved) > 0.5 { jumps.append("text \(before.cell) jumped by \(moved) points") }
      }
    }
    var top = 0.0
    for index in cells.indices {
      cells[index].top = top
      top += cells[index].textHeight + cells[index].slotHeight
    }
    let frames = cells.filter { slots[$0.unit] != nil }.map(frame)
    if !frames.isEmpty { page.handle(.place(frames)) }
    scroll(to: offset)
  }

  private func frame(_ cell: Cell) -> AdFrame {
    let width = slots[cell.unit]?.size?.width ?? 320
    return AdFrame(
      unit: cell.unit,
      frame: AdRect(
        x: (screen.width - width) / 2, y: cell.top + cell.textHeight, width: width,
        height: cell.slotHeight))
  }

  /// Makes the slots that are near, and takes those that are not out of the page; not before the page was told
  /// how high they are, for what follows one that has shrunk moves all the same.
  private func recycle() {
    for cell in cells {
      let isNear = !recycles || isWithin(cell, screen.height * 2)
      if isNear, slots[cell.unit] == nil {
        add(cell)
      } else if !isNear, isLaidOut, let slot = slots.removeValue(forKey: cell.unit) {
        page.detach(slot, from: cell.unit)
        page.handle(.remove(cell.unit))
        host_remove(slot.widget)
      }
    }
  }

  private func add(_ cell: Cell) {
    let slot = SlotWidget(cell.unit, in: page)
    slots[cell.unit] = slot
    host_put(widget, slot.widget, 0, -10_000)
    page.attach(slot, to: cell.unit)
    page.handle(.place([frame(cell)]))
    slot.onResize = { [weak self] size in self?.resized(cell.unit, to: size) }
    slot.onScroll = { [weak self] distance in
      self?.scrolls += 1
      self?.scroll(by: distance)
    }
  }

  private func resized(_ unit: AdUnitID, to size: SlotSize) {
    guard let index = cells.firstIndex(where: { $0.unit == unit }) else { return }
    cells[index].slotHeight = size.height
    // One layout for all that changes in one turn of the loop, as an app's would be.
    guard isLaidOut else { return }
    isLaidOut = false
    EventLoop.once(0) { [weak self] in
      self?.isLaidOut = true
      self?.layOut()
    }
  }

  private func draw() {
    for (cell, text) in zip(cells, texts) {
      let y = cell.top - offset
      let isNear = y < screen.height + 700 && y + cell.textHeight > -700
      host_move(widget, text, 16, isNear ? Int32(y + 16) : -10_000)
      guard let slot = slots[cell.unit] else { continue }
      let frame = frame(cell).frame
      host_move(widget, slot.widget, Int32(frame.x), Int32(frame.y - offset))
    }
  }
}

extension FeedScene: AdViewHolder {
  func hold(_ webView: WKWebView) {
    let child = host_widget(webView.native)
    host_remove(child)
    host_put(widget, child, -10_000, 0)
    gtk_widget_show(child)
  }
}
