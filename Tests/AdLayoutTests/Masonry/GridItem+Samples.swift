// SPDX-License-Identifier: MIT
import AdLayout
import AdModel
import TestSupport

extension GridItem {
  static func media(_ width: Double, _ height: Double) -> GridItem {
    GridItem(size: CreativeSize(width: width, height: height))
  }

  static func ad(_ width: Double, _ height: Double) -> GridItem {
    GridItem(size: CreativeSize(width: width, height: height), isAd: true)
  }

  /// Items of any shape, an ad in five.
  static func random(_ count: Int, _ random: inout SeededRandom) -> [GridItem] {
    (0..<count).map { _ in
      GridItem(
        size: CreativeSize(width: Double(random.int(1...900)), height: Double(random.int(1...900))),
        isAd: random.isOneIn(5))
    }
  }

  /// The shapes that GIFs are commonly delivered in, one in four of any other.
  static func gifs(_ count: Int, _ random: inout SeededRandom) -> [GridItem] {
    let common: [(Double, Double)] = [
      (498, 280), (498, 280), (480, 270), (480, 270), (498, 498), (220, 220), (498, 373),
      (480, 360), (320, 240), (270, 480), (360, 640), (373, 498), (498, 208), (245, 150),
    ]
    return (0..<count).map { _ in
      if random.isOneIn(4) {
        return .media(Double(random.int(120...500)), Double(random.int(150...400)))
      }
      let shape = common[random.int(0...common.count - 1)]
      return .media(shape.0, shape.1)
    }
  }
}
