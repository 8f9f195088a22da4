// SPDX-License-Identifier: MIT

/// Where the rows of a grid break: how many items each row holds, and how it looks.
struct MasonryBreaks {
  /// One row: the items from `first` on, so many of them.
  struct Row {
    var first: Int
    var count: Int
    var fit: MasonryRow.Fit
  }

  private(set) var rows: [Row] = []

  /// Breaks row by row. A row takes the number of items with the least distortion per item; among
  /// equal ones, that whose height is nearest to the middle.
  ///
  /// A row is decided by its own items and the next, never by the end of the list, so that items
  /// appended later change only the last row: where the list ends before a row is full, the row
  /// takes all that is left.
  init(greedily items: [GridItem], in limits: MasonryLimits) {
    var first = 0
    while first < items.count {
      let row = Self.bestRow(from: first, of: items, in: limits)
      rows.append(row)
      first += row.count
    }
  }

  private static func bestRow(
    from first: Int, of items: [GridItem], in limits: MasonryLimits
  ) -> Row {
    var row = MasonryRow(from: first, of: items, in: limits)
    var best: (row: Row, cost: Cost)?
    while row.takeNext() {
      let fit = row.fit()
      let taken = Row(first: first, count: row.count, fit: fit)
      let isLast = first + row.count == items.count
      if isLast, !fit.isFull, row.hasRoom { return taken }
      let cost = Cost(
        distortion: fit.distortion / Double(row.count),
        unevenness: abs(fit.height - limits.middleHeight))
      if best.map({ cost < $0.cost }) ?? true { best = (taken, cost) }
      if fit.isFull { break }
    }
    // An item alone always finds room.
    return best?.row ?? Row(first: first, count: 1, fit: row.fit())
  }

  /// Breaks the whole list so that the sum of all distortions is least; among equal sums, that
  /// whose heights are nearest to the middle.
  /// - Complexity: Linear in the number of items, times the most items per row.
  init(optimally items: [GridItem], in limits: MasonryLimits) {
    // For each number of items placed, the cheapest way to place them and its last row.
    var costs = [Cost?](repeating: nil, count: items.count + 1)
    var lastCounts = [Int](repeating: 0, count: items.count + 1)
    costs[0] = Cost(distortion: 0, unevenness: 0)
    for first in items.indices {
      guard let before = costs[first] else { continue }
      var row = MasonryRow(from: first, of: items, in: limits)
      while row.takeNext() {
        let fit = row.fit()
        let cost = Cost(
          distortion: before.distortion + fit.distortion,
          unevenness: before.unevenness
            + Double(row.count) * abs(fit.height - limits.middleHeight))
        let end = first + row.count
        if costs[end].map({ cost < $0 }) ?? true {
          costs[end] = cost
          lastCounts[end] = row.count
        }
      }
    }
    var end = items.count
    while end > 0 {
      let count = lastCounts[end]
      var row = MasonryRow(from: end - count, of: items, in: limits)
      while row.count < count, row.takeNext() {}
      rows.append(Row(first: end - count, count: count, fit: row.fit()))
      end -= count
    }
    rows.reverse()
  }

  /// What is kept small, the first before the second.
  private struct Cost {
    var distortion: Double
    var unevenness: Double

    static func < (one: Cost, other: Cost) -> Bool {
      one.distortion < other.distortion
        || one.distortion == other.distortion && one.unevenness < other.unevenness
    }
  }
}
