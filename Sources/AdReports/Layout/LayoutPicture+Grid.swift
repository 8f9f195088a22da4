// SPDX-License-Identifier: MIT
package import AdLayout
import AdModel

extension LayoutPicture {
  /// Draws a masonry grid: each item with its size and how far it left its shape, each row with its
  /// height and what is wrong with it.
  /// - Parameter width: The container's width, in points.
  package init(_ rows: [RowLayout], of items: [GridItem], width: Double, title: String) {
    var boxes: [Box] = []
    var notes: [Note] = []
    for (number, row) in rows.enumerated() {
      for item in row.items { boxes.append(Self.box(item, delivered: items[item.index].size)) }
      var text = "row \(number): \(Self.rounded(row.height, 1)) high"
      if let only = row.items.first, row.items.count == 1, only.frame.width < width - 0.5 {
        text += ", \(Self.rounded(width - only.frame.width, 0)) empty"
      } else if row.distortion >= 0.005, row.distortion.isFinite {
        text += ", distortion \(Self.rounded(row.distortion, 2))"
      }
      notes.append(Note(y: row.y, text: text))
      for (place, fault) in row.faults.enumerated() {
        // In points, so that the lines stand apart in pixels.
        let line = 15 * Double(place + 1) / Self.scale(of: width)
        notes.append(Note(y: row.y + line, text: fault.description, isFault: true))
      }
    }
    let ads = items.count(where: \.isAd)
    self.init(
      boxes, notes: notes, width: width, title: title,
      subtitle:
        "\(items.count.counted("item")), \(ads) of them ads, in \(rows.count.counted("row")) on a width of "
        + "\(width.inPoints)")
  }

  private static func box(_ item: GridItemLayout, delivered: CreativeSize) -> Box {
    let isShrunk = item.shrinkPercent >= 0.05
    var lines = [(item.isAd ? "ad " : "") + size(item.frame.size)]
    if isShrunk {
      lines.append("\(rounded(item.shrinkPercent, 1)) % narrower than \(size(delivered))")
    }
    if item.distortion >= 1.005 { lines.append("×\(rounded(item.distortion, 2))") }
    return Box(
      frame: item.frame, isAd: item.isAd, lines: lines, shrunkFrom: isShrunk ? delivered : nil)
  }

  static func size(_ size: CreativeSize) -> String {
    "\(rounded(size.width, 0))×\(rounded(size.height, 0))"
  }

  private static func rounded(_ value: Double, _ decimals: Int) -> String {
    let factor = [1.0, 10, 100][decimals]
    return ((value * factor).rounded() / factor).formatted
  }
}
