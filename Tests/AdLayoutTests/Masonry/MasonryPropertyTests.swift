// SPDX-License-Identifier: MIT
import AdLayout
import AdModel
import TestSupport
import Testing

/// What holds for every grid, tried on random ones with ordinary and with odd limits.
@Suite struct MasonryPropertyTests {
  private struct Trial {
    let grid: MasonryLayoutCalculator
    let meta: GridMeta
    let items: [GridItem]
    let rows: [RowLayout]

    init(_ random: inout SeededRandom, by method: MasonryMethod) throws {
      let isOdd = random.isOneIn(3)
      let width = isOdd ? Double(random.int(10...30_000)) / 7 : Double(random.int(300...1_200))
      let most = random.int(1...6)
      let spacing = isOdd ? width / Double(random.int(7...40)) : Double(random.int(0...8))
      grid = try MasonryLayoutCalculator(
        containerWidth: width, horizontalSpacing: min(spacing, max(0, width / 7 - 1)),
        minRowHeight: Double(random.int(1...100)), maxRowHeight: Double(random.int(100...400)),
        maxItemsPerRow: most, method: method)
      let percent = Double(random.int(0...100))
      meta = GridMeta(
        itemMinWidth: isOdd ? width / Double(random.int(1...12)) : Double(random.int(0...60)),
        adMaxResizePercent: percent)
      let scale = isOdd ? [0.001, 0.1, 10, 1_000][random.int(0...3)] : 1
      items = GridItem.random(random.int(1...40), &random).map { item in
        // An ad that can be shrunk into the container, and media of any size.
        item.isAd
          ? .ad(min(item.size.width, width), item.size.height)
          : .media(item.size.width * scale, item.size.height)
      }
      rows = try grid.rows(from: items, meta: meta)
    }

    var distortion: Double { rows.reduce(0) { $0 + $1.distortion } }
    var leastWidth: Double { max(meta.itemMinWidth, 1) }
  }

  static let ours: [MasonryMethod] = [.greedy, .optimal]

  private func forEachTrial(
    _ method: MasonryMethod, _ body: (Trial, _ seed: UInt64) throws -> Void
  ) throws {
    try Fuzz.forEachSeed(300) { seed, random in
      try body(Trial(&random, by: method), seed)
    }
  }

  @Test(arguments: MasonryMethod.allCases)
  func `every item stands once and in order`(method: MasonryMethod) throws {
    try forEachTrial(method) { trial, seed in
      let placed = trial.rows.flatMap(\.items)
      #expect(placed.map(\.index) == Array(trial.items.indices), "seed \(seed)")
      #expect(placed.map(\.isAd) == trial.items.map(\.isAd), "seed \(seed)")
    }
  }

  @Test(arguments: ours)
  func `every side is a positive number, and nothing overlaps or overflows`(
    method: MasonryMethod
  ) throws {
    try forEachTrial(method) { trial, seed in
      var bottom = 0.0
      for row in trial.rows {
        #expect(row.faults.isEmpty, "seed \(seed)")
        #expect(row.y >= bottom, "seed \(seed)")
        bottom = row.y + row.height
        var right = 0.0
        for frame in row.items.map(\.frame) {
          #expect(frame.width > 0 && frame.width.isFinite, "seed \(seed)")
          #expect(frame.height > 0 && frame.height.isFinite, "seed \(seed)")
          #expect(frame.y == row.y && frame.height == row.height, "seed \(seed)")
          #expect(frame.x >= right, "seed \(seed)")
          right = frame.maxX
        }
        #expect(right <= trial.grid.containerWidth * (1 + 1e-9), "seed \(seed)")
      }
    }
  }

  @Test(arguments: ours)
  func `a row of two or more fills the width, and its pictures keep the range of heights`(
    method: MasonryMethod
  ) throws {
    try forEachTrial(method) { trial, seed in
      for row in trial.rows {
        let range = trial.grid.minRowHeight...trial.grid.maxRowHeight
        if !row.items.contains(where: \.isAd) {
          #expect(range.contains(row.height), "seed \(seed)")
        }
        guard row.items.count > 1, let last = row.items.last else { continue }
        #expect(
          abs(last.frame.maxX - trial.grid.containerWidth) < 1e-9 * trial.grid.containerWidth,
          "seed \(seed)")
      }
    }
  }

  @Test(arguments: ours)
  func `no item is below the least width, but an ad that came so`(method: MasonryMethod) throws {
    try forEachTrial(method) { trial, seed in
      for item in trial.rows.flatMap(\.items) {
        let delivered = trial.items[item.index].size.width
        let least = item.isAd ? min(delivered, trial.leastWidth) : trial.leastWidth
        #expect(item.frame.width >= least * (1 - 1e-9), "seed \(seed)")
      }
    }
  }

  @Test(arguments: ours)
  func `an ad stands first or second, keeps its shape and shrinks no more than allowed`(
    method: MasonryMethod
  ) throws {
    try forEachTrial(method) { trial, seed in
      for row in trial.rows {
        let ads = row.items.enumerated().filter(\.element.isAd)
        #expect(ads.count <= 1, "seed \(seed)")
        guard let (place, ad) = ads.first else { continue }
        #expect(place <= 1, "seed \(seed)")
        #expect(abs(ad.distortion - 1) < 1e-9, "seed \(seed)")
        let scale = ad.frame.width / trial.items[ad.index].size.width
        #expect(scale <= 1, "seed \(seed)")
        #expect(scale >= 1 - trial.meta.adMaxResizePercent / 100 - 1e-9, "seed \(seed)")
      }
    }
  }

  @Test(arguments: ours)
  func `a picture alone keeps its shape, unless a limit forbids it`(method: MasonryMethod) throws {
    try forEachTrial(method) { trial, seed in
      for row in trial.rows where row.items.count == 1 && !row.items[0].isAd {
        let item = row.items[0]
        guard item.distortion > 1 + 1e-9 else { continue }
        let isAtLimit =
          item.frame.width == trial.leastWidth || item.frame.height == trial.grid.minRowHeight
        #expect(isAtLimit, "seed \(seed)")
      }
    }
  }

  @Test func `optimal never distorts more than greedy`() throws {
    try Fuzz.forEachSeed(600) { seed, random in
      var same = random
      let greedy = try Trial(&random, by: .greedy).distortion
      let optimal = try Trial(&same, by: .optimal).distortion
      #expect(optimal <= greedy * (1 + 1e-9) + 1e-9, "seed \(seed): \(optimal), \(greedy)")
    }
  }

  @Test(arguments: MasonryMethod.allCases)
  func `a page appended changes only the last row`(method: MasonryMethod) throws {
    try forEachTrial(method) { trial, seed in
      var grid = MasonryGrid(trial.grid)
      var pages = trial.items[...]
      while !pages.isEmpty {
        let before = grid.rows
        let changed = try grid.append(Array(pages.prefix(7)), meta: trial.meta)
        pages = pages.dropFirst(7)
        #expect(changed == max(0, before.count - 1)..<grid.rows.count, "seed \(seed)")
        #expect(grid.rows.prefix(changed.lowerBound) == before.dropLast(), "seed \(seed)")
      }
      #expect(grid.rows.flatMap(\.items).map(\.index) == Array(trial.items.indices))
      if method == .greedy { #expect(grid.rows == trial.rows, "seed \(seed)") }
    }
  }

  @Test func `a row's distortion is what its frames show`() throws {
    try forEachTrial(.optimal) { trial, seed in
      for row in trial.rows {
        var sum = 0.0
        for item in row.items {
          let delivered = trial.items[item.index].size
          let shape = item.frame.width / item.frame.height * delivered.height / delivered.width
          var factor = max(shape, 1 / shape)
          #expect(abs(item.distortion - factor) < 1e-6 * factor, "seed \(seed)")
          if item.isAd { factor *= delivered.width / item.frame.width }
          if row.items.count == 1 { factor *= trial.grid.containerWidth / item.frame.width }
          sum += factor - 1
        }
        #expect(abs(row.distortion - sum) <= 1e-6 * (1 + sum), "seed \(seed)")
      }
    }
  }

  @Test(arguments: ours)
  func `ordinary GIFs are hardly distorted`(method: MasonryMethod) throws {
    try Fuzz.forEachSeed(5) { seed, random in
      let rows = try MasonryLayoutCalculator(containerWidth: 393, method: method).rows(
        from: GridItem.gifs(2_000, &random),
        meta: GridMeta(itemMinWidth: 50, adMaxResizePercent: 20))
      let distortions = rows.flatMap(\.items).map(\.distortion).sorted()
      #expect(distortions[1_000] <= 1.02, "seed \(seed)")
      #expect(distortions[1_800] <= 1.05, "seed \(seed)")
    }
  }
}
