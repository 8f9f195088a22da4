// SPDX-License-Identifier: MIT
import AdModel

/// What looks at every ad in each check.
protocol PlainScan {
  /// Checks and counts the transitions.
  mutating func check(_ viewport: AdRect, _ thresholds: LoadingThresholds) -> Int
}

/// How an ad page is usually watched: every check looks at every ad, kept in a dictionary.
struct DictionaryScan: PlainScan {
  private var ads: [String: (frame: AdRect, state: LoadState)] = [:]

  init(_ page: ScrollingPage) {
    for ad in page.frames { ads[ad.unit.rawValue] = (ad.frame, .notLoaded) }
  }

  mutating func check(_ viewport: AdRect, _ thresholds: LoadingThresholds) -> Int {
    let fetch = viewport.grownVertically(by: thresholds.fetch)
    let display = viewport.grownVertically(by: thresholds.display)
    var changed: [(String, LoadState)] = []
    for (unit, ad) in ads {
      switch ad.state {
      case .notLoaded where ad.frame.overlaps(fetch): changed.append((unit, .fetched))
      case .fetched where ad.frame.overlaps(display): changed.append((unit, .displayed))
      case .notLoaded, .fetched, .displayed, .unloaded: break
      }
    }
    for (unit, state) in changed { ads[unit]?.state = state }
    return changed.count
  }
}

/// The quickest that looks at every ad: numbers side by side in arrays.
struct FlatScan: PlainScan {
  private var tops: [Double]
  private var bottoms: [Double]
  private var states: [UInt8]

  init(_ page: ScrollingPage) {
    tops = page.frames.map(\.frame.y)
    bottoms = page.frames.map(\.frame.maxY)
    states = Array(repeating: 0, count: page.frames.count)
  }

  mutating func check(_ viewport: AdRect, _ thresholds: LoadingThresholds) -> Int {
    let fetch = viewport.grownVertically(by: thresholds.fetch)
    let display = viewport.grownVertically(by: thresholds.display)
    var changed = 0
    for index in states.indices {
      switch states[index] {
      case 0 where tops[index] < fetch.maxY && bottoms[index] > fetch.y:
        states[index] = 1
        changed += 1
      case 1 where tops[index] < display.maxY && bottoms[index] > display.y:
        states[index] = 2
        changed += 1
      default: break
      }
    }
    return changed
  }
}

extension AdRect {
  /// The rectangle with more room above and below, in points.
  fileprivate func grownVertically(by distance: Double) -> AdRect {
    AdRect(x: x, y: y - distance, width: width, height: height + 2 * distance)
  }
}
