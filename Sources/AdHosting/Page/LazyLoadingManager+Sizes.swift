// SPDX-License-Identifier: MIT
import AdLoading
public import AdModel

// How large slots are, and what is written above them.
extension LazyLoadingManager {
  /// The size of a slot, as its ad reported it or as it begins.
  public func size(of unit: AdUnitID) -> SlotSize { slots[unit]?.size ?? initialSize(of: unit) }

  /// Where a slot was placed last, label included, in points; nil for one that has no place.
  public func frame(of unit: AdUnitID) -> AdRect? { slots[unit]?.frame }

  /// The size of a slot that is described so: as its ad reported it, or as it will begin. It needs no slot
  /// to have been told of.
  public func size(for slot: AdSlot) -> SlotSize {
    if let known = slots[slot.unit], known.isReported { return known.size }
    let unit = terms.content.unit(slot.unit, in: slot).unit
    var size = SlotSize(creative: unit.constraints.initial, label: unit.label)
    size.isWithoutLabel = slots[slot.unit]?.size.isWithoutLabel == true
    return size
  }

  /// The label of a slot.
  public func label(of unit: AdUnitID) -> AdLabel {
    label(for: slots[unit]?.described ?? AdSlot(unit: unit))
  }

  /// The label of a slot that is described so.
  public func label(for slot: AdSlot) -> AdLabel {
    terms.content.unit(slot.unit, in: slot).unit.label
  }

  /// Takes that a slot has another size, which the host's next layout of it follows.
  /// - Returns: Whether what follows the slot is to stay where it is on the screen.
  mutating func takeResize(of unit: AdUnitID) -> Bool {
    readingPlace.forget(unit)
    // A list knows by itself how high the rows are that it makes, and takes back into its window.
    guard let slot = slots[unit], let frame = slot.frame, !expected.contains(unit),
      slot.parts?.isEmpty != true, abs(slot.size.height - frame.height) >= 1
    else { return false }
    readingPlace.resize(unit)
    return ReadingPlace.isAbove(frame, engine.viewport)
  }

  /// Has the host scroll by what the slots above the reader's line have grown or shrunk.
  /// - Returns: Whether it is to scroll.
  mutating func holdText(below frames: [AdFrame]) -> Bool {
    let scrolls = readingPlace.follow(frames, in: engine.viewport, among: slots)
    for scroll in scrolls { outcome.effects.append(.scroll(scroll.unit, by: scroll.distance)) }
    return !scrolls.isEmpty
  }

  /// Tells the engine of a layout.
  mutating func layOut(_ layout: HeldLayout, at time: Int64) {
    drive(.layout(layout.frames), at: time)
    for unit in layout.shown { tellParts(of: unit, at: time) }
    endPausesOnScreen()
  }

  /// Tells the engine of a layout after which nobody has scrolled.
  mutating func layOutHeld(at time: Int64) {
    guard let layout = heldLayout else { return }
    heldLayout = nil
    layOut(layout, at: time)
  }

  /// Tells the engine of another viewport, after the layout that it belongs to: what stays where it is on the
  /// screen was never elsewhere.
  mutating func follow(_ viewport: AdRect?) {
    guard let layout = heldLayout else { return drive(.viewport(viewport)) }
    heldLayout = nil
    tell(viewability.follow(.tick, at: now))
    viewability.move(layout.frames)
    drive(.layout(layout.frames), isMeasured: false)
    drive(.viewport(viewport))
    tell(viewability.follow(.layout(layout.frames), at: now))
    cutViews()
    for unit in layout.shown { tellParts(of: unit) }
  }

  func initialSize(of unit: AdUnitID) -> SlotSize {
    size(for: slots[unit]?.described ?? AdSlot(unit: unit))
  }
}
