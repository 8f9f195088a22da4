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
  ///   - placed: Where all slots were.
  /// - Returns: How the page is to be scrolled, from top to bottom. Slots beside one another are a row,
  ///   as high as the highest.
  /// - Complexity: O(1) while no layout is awaited, else O(*n*) in the frames, and in all slots for each
  ///   that is held.
  mutating func follow(
    _ frames: [AdFrame], in viewport: AdRect?, from placed: @autoclosure () -> [AdUnitID: AdRect]
  ) -> [Scroll] {
    guard !resized.isEmpty else { return [] }
    let before = placed()
    var after: [AdUnitID: AdRect] = [:]
    var held: [AdUnitID] = []
    for placed in frames where placed.frame.isFinite {
      after[placed.unit] = placed.frame
      guard resized.contains(placed.unit), let known = before[placed.unit],
        known.height != placed.frame.height
      else { continue }
      resized.remove(placed.unit)
      if Self.isAbove(known, viewport) { held.append(placed.unit) }
    }
    var done: Set<AdUnitID> = []
    var scrolls: [Scroll] = []
    let order = held.compactMap { unit in before[unit].map { (unit: unit, frame: $0) } }
    for slot in order.sorted(by: { ($0.frame.y, $0.unit) < ($1.frame.y, $1.unit) })
    where !done.contains(slot.unit) {
      let row = before.filter {
        $0.key == slot.unit || $0.value.y < slot.frame.maxY && $0.value.maxY > slot.frame.y
      }
      done.formUnion(row.keys)
      let heights = row.map { (before: $1.height, after: (after[$0] ?? $1).height) }
      let distance = (heights.map(\.after).max() ?? 0) - (heights.map(\.before).max() ?? 0)
      if distance != 0 { scrolls.append(Scroll(unit: slot.unit, distance: distance)) }
    }
    return scrolls
  }
}
