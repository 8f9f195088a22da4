// SPDX-License-Identifier: MIT
public import AdLoading
public import AdModel

// What lies over ads or cuts them, and what a person sees of them.
extension LazyLoadingManager {
  /// What a person sees of a loaded ad now, in the form of Open Measurement's geometry; nil for one that
  /// is not loaded.
  public func geometry(of unit: AdUnitID) -> AdGeometry? {
    guard engine.state(of: unit).isLoaded, let creative = engine.frame(of: unit) else { return nil }
    return AdGeometry(
      of: creative, in: engine.viewport, parts: slots[unit]?.toldParts, under: allObstructions,
      isInFront: engine.phase == .foreground)
  }

  /// What the web view of a slot covers of its creative; nil for all of it.
  public func clip(of unit: AdUnitID) -> ViewportClip? { viewability.clip(of: unit) }

  /// Has views cover what is seen of their creatives.
  mutating func cutViews() {
    for cut in viewability.takeCuts() {
      if let id = slots[cut.unit]?.view { outcome.effects.append(.clip(id, cut.clip)) }
    }
  }

  /// Takes which parts of a slot could be seen.
  mutating func cut(_ unit: AdUnitID, to parts: [AdRect]?) {
    guard parts?.allSatisfy(\.isFinite) ?? true else { return ignore(.notFinite) }
    noteParts(of: unit, parts)
    tellParts(of: unit)
    endPausesOnScreen()
  }

  /// Keeps which parts of a slot could be seen.
  mutating func noteParts(of unit: AdUnitID, _ parts: [AdRect]?) {
    changeSlot(unit) { $0.parts = parts }
    if parts?.isEmpty == true { readingPlace.forget(unit) }
  }

  /// Takes whether the row of a slot does not exist at the moment.
  mutating func expect(_ unit: AdUnitID, _ isExpected: Bool) {
    guard isExpected != expected.contains(unit) else { return }
    if isExpected { expected.insert(unit) } else { expected.remove(unit) }
    readingPlace.forget(unit)
    tellParts(of: unit)
  }

  /// Has nothing of a slot be seen whose row does not exist, where a guess has it in the viewport that comes.
  /// - Returns: The slots that could be seen again, once that viewport is there.
  mutating func hideExpected(in viewport: AdRect?) -> [AdUnitID] {
    guard !expected.isEmpty else { return [] }
    let changed = expected.filter { unit in
      guard let slot = slots[unit], let frame = slot.frame else { return false }
      return (viewport.map(frame.overlaps) ?? false) != (slot.toldParts?.isEmpty ?? false)
    }
    return changed.sorted().filter { !tellHiding(of: $0, in: viewport) }
  }

  /// Tells which parts of a creative could be seen, where that is something new.
  mutating func tellParts(of unit: AdUnitID, at time: Int64? = nil) {
    if let new = newParts(of: unit, in: engine.viewport) { tell(new, of: unit, at: time) }
  }

  /// The same, but for a creative of which nothing could be seen and something can be.
  /// - Returns: Whether all is told.
  mutating func tellHiding(of unit: AdUnitID, in viewport: AdRect?) -> Bool {
    guard let new = newParts(of: unit, in: viewport) else { return true }
    if slots[unit]?.toldParts?.allSatisfy(\.isEmpty) == true { return false }
    tell(new, of: unit)
    return true
  }

  private mutating func tell(_ new: NewParts, of unit: AdUnitID, at time: Int64? = nil) {
    slots[unit]?.toldParts = new.parts
    drive(.parts(unit, new.parts), at: time)
  }

  private struct NewParts {
    let parts: [AdRect]?
  }

  private func newParts(of unit: AdUnitID, in viewport: AdRect?) -> NewParts? {
    guard let slot = slots[unit], let frame = slot.frame else { return nil }
    let isGuess = expected.contains(unit) && viewport.map(frame.overlaps) ?? false
    guard isGuess || slot.parts != nil || slot.toldParts != nil else { return nil }
    let creative = slot.size.loadingFrame(of: frame)
    let parts =
      isGuess
      ? []
      : slot.parts?.map {
        AdRect(
          x: $0.x + frame.x - creative.x, y: $0.y + frame.y - creative.y, width: $0.width,
          height: $0.height)
      }
    return parts == slot.toldParts ? nil : NewParts(parts: parts)
  }

  /// Takes what lies over the viewport; what belongs to the ads covers none.
  mutating func cover(by told: [Obstruction], _ found: [Obstruction]) {
    guard (told + found).allSatisfy({ $0.frame.isFinite }) else { return ignore(.notFinite) }
    func covering(_ all: [Obstruction]) -> [AdRect] {
      all.filter { !$0.reason.isFriendly && !$0.frame.isEmpty }.map(\.frame)
    }
    let before = covering(allObstructions)
    (obstructions, covers) = (told, found)
    let new = covering(allObstructions)
    if new != before { drive(.obstructions(new)) }
  }

  /// What the app says, and what its host found of which the app says nothing.
  private var allObstructions: [Obstruction] {
    let friendly = obstructions.filter(\.reason.isFriendly)
    return obstructions
      + covers.filter { found in !friendly.contains { $0.frame.contains(found.frame) } }
  }

  /// Takes that a slot is gone, with all that is known of its place.
  mutating func remove(_ unit: AdUnitID) {
    slots[unit]?.frame = nil
    slots[unit]?.parts = nil
    slots[unit]?.toldParts = nil
    expected.remove(unit)
    readingPlace.forget(unit)
    drive(.removed(unit))
    if slots[unit]?.view == nil { forgetSlot(unit) }
  }

  /// Forgets a slot without a place, unless the inventory has its unit. One of which something is known
  /// that it needs should it come back is forgotten once ``goneLimit`` others are gone since.
  mutating func forgetSlot(_ unit: AdUnitID) {
    guard let slot = slots[unit], !terms.knows(unit) else { return }
    var forgotten = unit
    if slot.described != nil || slot.isReported {
      gone.removeAll { $0 == unit || slots[$0]?.isGone != true || terms.knows($0) }
      gone.append(unit)
      guard gone.count > Self.goneLimit else { return }
      forgotten = gone.removeFirst()
    }
    slots[forgotten] = nil
    terms.forget(forgotten)
  }
}
