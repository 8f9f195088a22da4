// SPDX-License-Identifier: MIT
import AdLayout
import AdModel
import Foundation

/// What a grid costs by each method, and how far its pictures leave their shapes.
enum MasonryBenchmark {
  static func run(_ workplace: Workplace, _ report: inout Report) throws {
    report.section("Masonry: 100,000 items, 393 points wide, 4 a row (processor time)")
    for (name, adEvery) in [("GIFs", 0), ("GIFs, an ad in 11", 11)] {
      try compareTimes(name, gifs(100_000, adEvery: adEvery), &report)
    }
    report.section("Masonry: how far pictures leave their shapes (1 is not at all)")
    report.note("2,000 GIFs, 393 points wide, 4 a row; lone pictures, which keep theirs, included")
    let items = gifs(2_000, adEvery: 0)
    for least in [50.0, 80, 100, 120] {
      for method in MasonryMethod.allCases {
        try noteDistortion(items, least: least, by: method, &report)
      }
    }
  }

  private static func compareTimes(
    _ name: String, _ items: [GridItem], _ report: inout Report
  ) throws {
    let grids = try MasonryMethod.allCases.map {
      try MasonryLayoutCalculator(containerWidth: 393, method: $0)
    }
    var placed = 0
    let medians = try Stopwatch.medians(
      rounds: 3,
      grids.map { grid in
        {
          try Stopwatch.processorSeconds {
            placed += try grid.rows(from: items, meta: meta(least: 50)).count
          }
        }
      })
    guard placed > 0 else { throw Failure(description: "no row was made") }
    let times = Dictionary(uniqueKeysWithValues: zip(MasonryMethod.allCases, medians))
    guard let seed = times[.seed], let greedy = times[.greedy], let optimal = times[.optimal]
    else { return }
    report.single("\(name): greedy", greedy, limit: 0.05)
    report.compare("\(name): greedy", ours: greedy, "seed, Klipy's rules", seed)
    report.compare(
      "\(name): optimal", ours: optimal, "greedy", greedy, goal: Report.Goal(atMost: 5))
  }

  private static func noteDistortion(
    _ items: [GridItem], least: Double, by method: MasonryMethod, _ report: inout Report
  ) throws {
    let rows = try MasonryLayoutCalculator(containerWidth: 393, method: method)
      .rows(from: items, meta: meta(least: least))
    let placed = rows.flatMap(\.items)
    let distortions = placed.map(\.distortion).sorted()
    let narrow = placed.count { $0.frame.width < least - 1e-6 }
    report.note(
      String(
        format:
          "least width %3.0f, %@: median %.3f, p90 %.3f, worst %.2f, below the least width %d",
        least, method.rawValue, distortions[distortions.count / 2],
        distortions[distortions.count * 9 / 10], distortions[distortions.count - 1], narrow))
  }

  private static func meta(least: Double) -> GridMeta {
    GridMeta(itemMinWidth: least, adMaxResizePercent: 20)
  }

  /// The shapes that GIFs are commonly delivered in, one in four of any other.
  private static func gifs(_ count: Int, adEvery: Int) -> [GridItem] {
    let common: [(Double, Double)] = [
      (498, 280), (498, 280), (480, 270), (480, 270), (498, 498), (220, 220), (498, 373),
      (480, 360), (320, 240), (270, 480), (360, 640), (373, 498), (498, 208), (245, 150),
    ]
    var state: UInt64 = 7
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    return (0..<count).map { index in
      if adEvery > 0, index % adEvery == 3 {
        return GridItem(size: CreativeSize(width: 320, height: 50), isAd: true)
      }
      let shape =
        random(4) == 0
        ? (Double(120 + random(381)), Double(150 + random(251))) : common[random(common.count)]
      return GridItem(size: CreativeSize(width: shape.0, height: shape.1))
    }
  }
}
