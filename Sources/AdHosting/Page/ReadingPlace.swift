// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// Keeps what somebody reads where it is on the screen, as ads above it take their sizes.
///
/// The reader's line is the top of the viewport. What begins above it and ends before the viewport does
/// is held by what follows it: the page is scrolled by as much as the slot grows or shrinks.
struct ReadingPlace: Sendable {
  /// A slot whose page is to be scrolled.
  struct Scroll: Hashable, Sendable {
    let unit: AdUnitID
    /// How far, in points; downwards positive.
    let distance: Double
  }

  /// The placed slots whose last size no layout has followed yet.
  private var resized: Set<AdUnitID> = []

  /// Whether what follows a slot is held, rather than its top.
  static func isAbove(_ slot: AdRect, _ viewport: AdRect?) -> Bool {
    guard let viewport else { return false }
    return slot.y < viewport.y && slot.maxY <= viewport.maxY
  }

  /// Takes that a placed slot has another size: the next layout that changes its height follows it.
  mutating func resize(_ unit: AdUnitID) { resized.insert(unit) }

  /// Takes that whatever happens to a slot next is not for its size: it is gone, its row is, or a web page
  /// moves it.
  mutating func forget(_ unit: AdUnitID) { resized.remove(unit) }

  /// Takes that all is laid out anew: the page is as wide as it was not before.
  mutating func forgetAll() { resized = [] }

  /// Takes a layout.
  /// - Parameters:
  ///   - frames: Where slots are now.
  ///   - viewport: What is visible, before anything is scrolled.
  ///   - before: Where a slot was.
  /// - Returns: How the page is to be scrolled, from top to bottom. Slots beside one another are a row,
  ///   which grows as its highest slot does.
  /// - Complexity: O(1) while no layout is awaited, else O(n log n) for n frames.
  mutating func follow(
    _ frames: [AdFrame], in viewport: AdRect?, before: (AdUnitID) -> AdRect?
  ) -> [Scroll] {
    guard !resized.isEmpty else { return [] }
    var moved: [(unit: AdUnitID, before: AdRect, height: Double)] = []
    for placed in frames where resized.contains(placed.unit) {
      guard placed.frame.isFinite, let before = before(placed.unit),
        placed.frame.height != before.height
      else { continue }
      resized.remove(placed.unit)
      guard Self.isAbove(before, viewport) else { continue }
      moved.append((placed.unit, before, placed.frame.height))
    }
    var scrolls: [Scroll] = []
    var row: (bottom: Double, before: Double, after: Double) = (-.infinity, 0, 0)
    for slot in moved.sorted(by: { $0.before.y < $1.before.y }) {
      let isBeside = slot.before.y < row.bottom
      let known = row.after - row.before
      if isBeside {
        row.bottom = max(row.bottom, slot.before.maxY)
        row.before = max(row.before, slot.before.height)
        row.after = max(row.after, slot.height)
      } else {
        row = (slot.before.maxY, slot.before.height, slot.height)
      }
      let distance = row.after - row.before - (isBeside ? known : 0)
      if distance != 0 { scrolls.append(Scroll(unit: slot.unit, distance: distance)) }
    }
    return scrolls
  }
}
