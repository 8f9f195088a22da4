// SPDX-License-Identifier: MIT
package import AdLayout
import AdModel

extension LayoutPicture {
  /// Draws a feed whose content has no size: one line for each entry.
  /// - Parameter firstIndex: The index of the first entry in the feed.
  package init(_ batches: [[FeedSlots.Entry]], from firstIndex: Int, title: String) {
    var boxes: [Box] = []
    var notes: [Note] = []
    var item = 0
    for (number, batch) in batches.enumerated() {
      let index = firstIndex + boxes.count
      notes.append(
        Note(y: Double(boxes.count) * 22, text: "batch \(number), from index \(index)"))
      for entry in batch {
        let frame = AdRect(x: 0, y: Double(boxes.count) * 22, width: 320, height: 20)
        let index = firstIndex + boxes.count
        switch entry {
        case .item:
          boxes.append(Box(frame: frame, isAd: false, lines: ["\(index): item \(item)"]))
          item += 1
        case .ad(let ad): boxes.append(Box(frame: frame, isAd: true, lines: ["\(index): ad \(ad)"]))
        }
      }
    }
    let ads = boxes.count(where: \.isAd)
    self.init(
      boxes, notes: notes, width: 320, title: title,
      subtitle: "\(boxes.count.counted("entry", "entries")), \(ads) of them ads, "
        + "in \(batches.count.counted("batch", "batches"))")
  }

  /// Draws a page of the inventory with stand-ins for its content.
  /// - Parameter screen: What of it is on a screen, where the ads' states are to be told.
  package init(_ page: FeedPage, title: String, screen: Screen? = nil) {
    let boxes = page.entries.map { entry in
      switch entry.content {
      case .item(let item): Box(frame: entry.frame, isAd: false, lines: ["item \(item)"])
      case .ad(let unit):
        Box(
          frame: entry.frame, isAd: true,
          lines: [unit.rawValue.shortened(to: 40), Self.size(entry.frame.size)]
            + (screen.map { [$0.state(of: entry.frame).rawValue] } ?? []))
      }
    }
    let notes = page.entries.enumerated().compactMap { index, entry in
      if case .ad = entry.content {
        Note(y: entry.frame.y, text: "position \(index + 1), at \(entry.frame.y.inPoints)")
      } else {
        nil
      }
    }
    self.init(
      boxes, notes: notes, width: page.width, title: title,
      subtitle: "\(notes.count.counted("ad")) among \(boxes.count.counted("entry", "entries")), "
        + "\(page.height.inPoints) high on a width of \(page.width.formatted)",
      screen: screen)
  }
}
