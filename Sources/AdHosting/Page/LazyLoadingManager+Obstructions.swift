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
      of: creative, in: engine.viewport, parts: slots[unit]?.toldParts, under: obstructions,
      isInFront: engine.phase == .foreground)
  }

  /// Takes which parts of a slot could be seen.
  mutating func cut(_ unit: AdUnitID, to parts: [AdRect]?) {
    guard parts?.allSatisfy(\.isFinite) ?? true else { return ignore(.notFinite) }
    changeSlot(unit) { $0.parts = parts }
    tellParts(of: unit)
  }

  /// Tells which parts of a creative could be seen, where that is something new.
  mutating func tellParts(of unit: AdUnitID) {
    guard let slot = slots[unit], let frame = slot.frame, slot.parts != nil || slot.toldParts != nil
    else { return }
    let creative = slot.size.loadingFrame(of: frame)
    let parts = slot.parts?.map {
      AdRect(
        x: $0.x + frame.x - creative.x, y: $0.y + frame.y - creative.y, width: $0.width,
        height: $0.height)
    }
    guard parts != slot.toldParts else { return }
    slots[unit]?.toldParts = parts
    drive(.parts(unit, parts))
  }

  /// Takes what lies over the viewport; what belongs to the ads covers none.
  mutating func cover(by all: [Obstruction]) {
    guard all.allSatisfy({ $0.frame.isFinite }) else { return ignore(.notFinite) }
    func covering(_ all: [Obstruction]) -> [AdRect] {
      all.filter { !$0.reason.isFriendly && !$0.frame.isEmpty }.map(\.frame)
    }
    let before = covering(obstructions)
    obstructions = all
    let new = covering(all)
    if new != before { drive(.obstructions(new)) }
  }

  /// Takes that a slot is gone, with all that is known of its place.
  mutating func remove(_ unit: AdUnitID) {
    slots[unit]?.frame = nil
    slots[unit]?.parts = nil
    slots[unit]?.toldParts = nil
    drive(.removed(unit))
  }
}
