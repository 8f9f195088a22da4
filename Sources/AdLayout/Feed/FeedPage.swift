// SPDX-License-Identifier: MIT
package import AdModel

/// A page's ads among stand-ins for its content: where each unit stands once so many entries are
/// above it.
package struct FeedPage: Hashable, Sendable {
  /// The content of one place of the page.
  package enum Content: Hashable, Sendable {
    /// Content, by its number from 0.
    case item(Int)
    /// An ad.
    case ad(AdUnitID)
  }

  /// One place of the page.
  package struct Entry: Hashable, Sendable {
    /// The content.
    package let content: Content
    /// Where it is, in points from the page's top left.
    package let frame: AdRect
  }

  /// The entries from top to bottom.
  package let entries: [Entry]
  /// The width of the page, in points.
  package let width: Double
  /// The height of the page, in points.
  package let height: Double
  /// The units that the pattern left no place for.
  package let unplaced: [AdUnitID]

  /// Lays out a page.
  ///
  /// An ad has its initial size and stands in the middle of the width; its label is above it, one
  /// line high. Content fills the width.
  /// - Parameters:
  ///   - units: The page's units, in the order in which they stand.
  ///   - pattern: Where ads stand among the entries.
  ///   - items: How many items of content the page has, 0 to 100,000; nil for as many as it takes
  ///     to place every unit, and one after the last.
  ///   - itemHeight: How high an item is, in points, 1 to 10,000.
  ///   - spacing: The space between entries, in points, 0 to 10,000.
  ///   - width: The page's width, in points, 1 to 100,000.
  /// - Throws: `InvalidValue` that names the number out of range.
  /// - Complexity: Linear in the number of entries.
  package init(
    of units: [InventoryUnit], pattern: FeedPattern = .standard, items: Int? = nil,
    itemHeight: Double = 200, spacing: Double = 8, width: Double = 393
  ) throws(InvalidValue) {
    if let items { try checkRange("items", Double(items), 0...100_000) }
    try checkRange("item height", itemHeight, 1...10_000)
    try checkRange("spacing", spacing, 0...10_000)
    try checkRange("page width", width, 1...100_000)
    var slots = FeedSlots(pattern)
    var waiting = units[...]
    var entries: [Entry] = []
    var y = 0.0
    func place(_ content: Content, _ size: CreativeSize) {
      let x = max(0, (width - size.width) / 2)
      entries.append(
        Entry(
          content: content, frame: AdRect(x: x, y: y, width: size.width, height: size.height)))
      y += size.height + spacing
    }
    let most = items ?? (pattern.adsAt.isEmpty ? 0 : .max)
    var item = 0
    // The item after the last ad is placed too, as no feed ends in an ad.
    while item < most, items != nil || !waiting.isEmpty {
      for entry in slots.add(items: 1, ads: waiting.count) {
        if case .ad = entry, let unit = waiting.popFirst() {
          place(.ad(unit.id), Self.size(of: unit))
        } else {
          place(.item(item), CreativeSize(width: width, height: itemHeight))
          item += 1
        }
      }
    }
    self.entries = entries
    self.width = width
    height = max(0, y - spacing)
    unplaced = waiting.map(\.id)
  }

  private static func size(of unit: InventoryUnit) -> CreativeSize {
    var size = unit.constraints.initial
    // A line of text is a fifth higher than its font.
    if unit.label.isShown { size.height += (unit.label.fontSize * 1.2).rounded(.up) }
    return size
  }
}
