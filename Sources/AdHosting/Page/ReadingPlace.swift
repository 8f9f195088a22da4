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
  ///   - slots: The slots of the page, where they were before.
  /// - Returns: How the page is to be scrolled, from top to bottom. Slots beside one another are a row,
  ///   as high as the highest.
  /// - Complexity: O(1) while no layout is awaited, else O(*n*) in the frames, and in all slots for each
  ///   that is held.
  mutating func follow(
    _ frames: [AdFrame], in viewport: AdRect?, among slots: [AdUnitID: HostedSlot]
  ) -> [Scroll] {
    guard !resized.isEmpty else { return [] }
    var held: [AdFrame] = []
    for placed in frames where placed.frame.isFinite && resized.contains(placed.unit) {
      guard let before = slots[placed.unit]?.frame, before.height != placed.frame.height
      else { continue }
      resized.remove(placed.unit)
      if Self.isAbove(before, viewport) { held.append(AdFrame(unit: placed.unit, frame: before)) }
    }
    if held.isEmpty { return [] }
    let after = Dictionary(frames.map { ($0.unit, $0.frame) }, uniquingKeysWith: { $1 })
    var done: Set<AdUnitID> = []
    var scrolls: [Scroll] = []
    for slot in held.sorted(by: { ($0.frame.y, $0.unit) < ($1.frame.y, $1.unit) })
    where !done.contains(slot.unit) {
      var (heightBefore, heightAfter) = (0.0, 0.0)
      for (unit, frame) in slots.compactMapValues(\.frame)
      where unit == slot.unit || frame.y < slot.frame.maxY && frame.maxY > slot.frame.y {
        done.insert(unit)
        heightBefore = max(heightBefore, frame.height)
        heightAfter = max(heightAfter, (after[unit] ?? frame).height)
      }
      let distance = heightAfter - heightBefore
      if distance != 0 { scrolls.append(Scroll(unit: slot.unit, distance: distance)) }
    }
    return scrolls
  }
}
