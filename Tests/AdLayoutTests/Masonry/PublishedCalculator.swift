// SPDX-License-Identifier: MIT
import AdLayout
import AdModel

/// Klipy's published grid algorithm, step for step and with its own names, as an oracle for
/// `MasonryMethod.seed`: `MasonryLayoutCalculator.swift` of KLIPY-com/klipy-ios-demo-app. Its two
/// numbers of `meta`, which it exchanges where it calls itself, stand in their right places here.
struct PublishedCalculator {
  struct Item: Equatable {
    var isAd: Bool
    var originalWidth: Double
    var originalHeight: Double
    var width: Double
    var height: Double
    var newWidth = 0.0
    var x = 0.0
    var y = 0.0
  }

  var containerWidth: Double
  var spacing: Double
  var minRowHeight: Double
  var maxRowHeight: Double
  var maxItemsPerRow: Int

  func createRows(_ items: [GridItem], _ meta: GridMeta) -> [[Item]] {
    var rows: [(items: [Item], height: Double)] = []
    var next = 0
    while next < items.count {
      let possible = items[next..<min(next + maxItemsPerRow, items.count)].map {
        Item(
          isAd: $0.isAd, originalWidth: $0.size.width, originalHeight: $0.size.height,
          width: $0.size.width, height: $0.size.height)
      }
      let row = optimalRow(possible, meta.itemMinWidth, meta.adMaxResizePercent)
      rows.append(row)
      next += row.items.count
    }
    var y = 0.0
    for row in rows.indices {
      var x = 0.0
      for index in rows[row].items.indices {
        rows[row].items[index].x = x
        rows[row].items[index].y = y
        x += rows[row].items[index].width + spacing
      }
      y += rows[row].height + spacing
    }
    return rows.map(\.items)
  }

  private func optimalRow(
    _ candidates: [Item], _ itemMinWidth: Double, _ adMaxResizePercent: Double
  ) -> (items: [Item], height: Double) {
    var minimumChange = Double.greatestFiniteMagnitude
    var row: [Item] = []
    var rowHeight = 0.0
    var (least, most) = (minRowHeight, maxRowHeight)
    let adIndex = candidates.firstIndex(where: \.isAd)
    if let adIndex, adIndex > 1 {
      return optimalRow(Array(candidates.prefix(2)), itemMinWidth, adMaxResizePercent)
    } else if let adIndex {
      least = candidates[adIndex].height
      most = candidates[adIndex].height
    }

    for height in Int(least)...Int(most) {
      var tried: [Item] = []
      for var item in candidates {
        item.newWidth =
          item.isAd
          ? item.width : (item.originalWidth * Double(height) / item.originalHeight).rounded()
        tried.append(item)
        let total = tried.reduce(0) { $0 + $1.newWidth } + Double(tried.count - 1) * spacing
        let change = containerWidth - total
        if abs(change) < abs(minimumChange) || (row.count == 1 && tried.count != 1) {
          if tried.count != 1 || row.isEmpty {
            minimumChange = change
            row = tried
            rowHeight = Double(height)
          }
        }
      }
    }

    let media = row.filter { !$0.isAd }
    let adjustment = media.isEmpty ? 0 : minimumChange / Double(media.count)
    for index in row.indices {
      row[index].width = row[index].newWidth + (row[index].isAd ? 0 : adjustment)
      row[index].height = rowHeight
    }

    // The source counts the narrow ones among copies made before the adjustment, whose width is
    // still the delivered one.
    let narrow = media.filter { $0.width < itemMinWidth }
    guard let adIndex, media.count != row.count, !narrow.isEmpty else { return (row, rowHeight) }
    for index in row.indices where !row[index].isAd && row[index].width < itemMinWidth {
      row[index].width = itemMinWidth
    }
    let total = row.reduce(0) { $0 + $1.width } + Double(row.count - 1) * spacing
    guard total > containerWidth else { return (row, rowHeight) }
    let leastAd = row[adIndex].width * (100 - adMaxResizePercent) / 100
    var resized = row[adIndex].width - (total - containerWidth)
    if resized < leastAd {
      let difference = leastAd - resized
      for index in row.indices where !row[index].isAd && row[index].width == itemMinWidth {
        row[index].width -= difference / Double(narrow.count)
      }
      resized = leastAd
    }
    let scale = resized / row[adIndex].width
    row[adIndex].height *= scale
    row[adIndex].width = resized
    for index in row.indices where !row[index].isAd { row[index].height = row[adIndex].height }
    return (row, row[adIndex].height)
  }
}
