// SPDX-License-Identifier: MIT
public import AdModel

/// A grid that grows page by page, as an app loads more while its user scrolls.
///
/// A page changes the last row at most: all rows above stay where they are, whatever the method.
/// With ``MasonryMethod/greedy`` and one `meta` the rows are those of the whole list at once.
///
/// ```swift
/// var grid = MasonryGrid(try MasonryLayoutCalculator(containerWidth: 393))
/// let changed = try grid.append(page.items, meta: page.meta)
/// show(grid.rows[changed])
/// ```
public struct MasonryGrid: Hashable, Sendable {
  /// What places the rows.
  public let calculator: MasonryLayoutCalculator
  /// The rows so far, from top to bottom.
  public private(set) var rows: [RowLayout] = []
  /// The items of the last row, which a further page may break anew.
  private var lastItems: [GridItem] = []

  /// Begins an empty grid.
  public init(_ calculator: MasonryLayoutCalculator) { self.calculator = calculator }

  /// Adds a page of items below; a page that is refused changes nothing.
  /// - Parameters:
  ///   - items: The page's items, whose places go on counting from those before.
  ///   - meta: What the page says about its layout; it goes for the last row too, where the items
  ///     of that row allow it.
  /// - Returns: The rows that are new or changed.
  /// - Throws: `InvalidValue`, as ``MasonryLayoutCalculator/rows(from:meta:)`` does; places count
  ///   from the page's start.
  /// - Complexity: Linear in the number of the page's items.
  @discardableResult
  public mutating func append(_ items: [GridItem], meta: GridMeta) throws(InvalidValue) -> Range<
    Int
  > {
    try calculator.check(items, meta)
    guard !items.isEmpty else { return rows.endIndex..<rows.endIndex }
    let taken = (try? calculator.check(lastItems, meta)) == nil ? [] : lastItems
    if !taken.isEmpty { rows.removeLast() }
    let first = rows.endIndex
    let all = taken + items
    let y = rows.last.map { $0.y + ($0.height + calculator.horizontalSpacing) } ?? 0
    let index = rows.last?.items.last.map { $0.index + 1 } ?? 0
    rows += calculator.place(all, meta: meta, from: index, y: y)
    lastItems = Array(all.suffix(rows[rows.count - 1].items.count))
    return first..<rows.endIndex
  }
}
