// SPDX-License-Identifier: MIT

/// How long ads take to load, by those whose creative came and those that were given up before: of these
/// only a time is known that they had taken by then.
///
/// Left out, they would flatter a slow server, for the longer a load takes, the sooner its reader is gone.
///
/// Source: Kaplan and Meier, Nonparametric estimation from incomplete observations, JASA 53 (1958).
struct LoadTimeCurve {
  private struct Element {
    let time: LoadTime
    let hasCome: Bool

    /// Of one time, those that came are before those that were given up.
    static func < (one: Element, other: Element) -> Bool {
      (one.time.whole, one.hasCome ? 0 : 1, one.time.page)
        < (other.time.whole, other.hasCome ? 0 : 1, other.time.page)
    }
  }

  /// Sorted.
  private var elements: [Element] = []

  /// Adds a load: how long it took, or had taken as it was given up; nothing of one that says neither.
  mutating func add(_ life: LoadLife) {
    guard let time = life.loadTime ?? life.leastTime else { return }
    let element = Element(time: time, hasCome: life.loadTime != nil)
    var (low, high) = (0, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if elements[middle] < element { low = middle + 1 } else { high = middle }
    }
    elements.insert(element, at: low)
  }

  /// The time that half of all loads do not exceed; where too few came, the longest that any is known to
  /// have taken. Nil where none came, for then nobody measured it.
  ///
  /// - Parameter least: Of those loads alone that take longer than this.
  /// - Complexity: O(n).
  func median(beyond least: LoadTime? = nil) -> LoadTime? {
    guard elements.contains(where: \.hasCome) else { return nil }
    let longer = elements.drop { $0.time.whole <= least?.whole ?? -1 }
    var left = 1.0
    for (place, element) in longer.enumerated() where element.hasCome {
      left *= 1 - 1 / Double(longer.count - place)
      // Half, but for what rounding adds.
      if left <= 0.5 + 1e-9 { return element.time }
    }
    guard let last = elements.last?.time else { return nil }
    return last.whole < least?.whole ?? 0 ? least : last
  }
}
