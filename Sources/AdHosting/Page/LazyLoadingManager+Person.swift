// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

// Who looks at the page.
extension LazyLoadingManager {
  /// Has somebody else look at the page, of whom nothing is known yet.
  ///
  /// What was loaded for the person before is dropped, whatever the next one allows, and what ads have
  /// kept on the device goes. The page stays as it is: where its slots are and what they are, their
  /// sizes, the items of its feed. Views that are made later have ids of their own. ``start`` says on
  /// what terms it goes on, and what nobody has to wait for any more is forgotten: another person's
  /// request is another one.
  /// - Parameter time: When, in milliseconds.
  /// - Returns: What belongs to the person before, and what to the next one.
  package mutating func changePerson(at time: Int64) -> (before: Outcome, after: Outcome) {
    // Views with limited ads have kept something since it was cleared.
    isDataCleared = false
    let before = handle(.consent(.unanswered), at: time)
    let (phase, viewport) = (engine.phase, engine.viewport)
    let (told, found) = (obstructions, covers)
    start = terms.start
    start.remoteThresholds = engine.remoteThresholds
    engine = LoadingEngine(under: start)
    viewability = PageViewability(videoUnits: start.videoUnits)
    pauses = PausedSlots()
    heldLayout = nil
    (obstructions, covers) = ([], [])
    for unit in slots.keys { slots[unit]?.toldParts = nil }
    drive(.app(phase))
    cover(by: told, found)
    place(
      slots.sorted { $0.key < $1.key }.compactMap { unit, slot in
        slot.frame.map { AdFrame(unit: unit, frame: $0) }
      })
    let shown = hideExpected(in: viewport)
    if let viewport { drive(.viewport(viewport)) }
    for unit in shown { tellParts(of: unit) }
    return (before, takeOutcome())
  }
}
