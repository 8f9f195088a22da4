// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// A page of ads below each other, with content between them.
struct ScrollingPage {
  static let adHeight = 320.0
  static let pitch = 900.0
  static let viewportHeight = 852.0

  let frames: [AdFrame]
  var height: Double { Double(frames.count) * Self.pitch }

  init(ads: Int) throws {
    frames = try (0..<ads).map { number in
      AdFrame(
        unit: try AdUnitID("div-gpt-ad-mobile_\(number)"),
        frame: AdRect(
          x: 36.5, y: Double(number) * Self.pitch + 400, width: 320, height: Self.adHeight))
    }
  }

  static func viewport(at top: Double) -> AdRect {
    AdRect(x: 0, y: top, width: 393, height: viewportHeight)
  }

  /// A finger: 30 points a check, down and up again.
  func slowScroll(checks: Int) -> [Double] {
    let turn = max(Int(height / 30), 1)
    return (0..<checks).map { step in
      let phase = step % (2 * turn)
      return Double(phase < turn ? phase : 2 * turn - phase) * 30
    }
  }

  /// Flings: down the whole page and up again, 3,000 points a check.
  func flings() -> [Double] {
    let steps = Int(height / 3_000) + 1
    let down = (0..<steps).map { Double($0) * 3_000 }
    return down + down.reversed()
  }
}
