// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

// What becomes due.
extension LazyLoadingManager {
  /// When to pass ``PageEvent/tick`` next, in milliseconds; `nil` where nothing is pending.
  /// - Complexity: O(slots that are kept from loading, and ads in the viewport).
  public var nextDeadline: Int64? {
    Self.earlier(
      Self.earlier(nextCheck, viewability.nextDeadline),
      Self.earlier(hiddenDeadline, feed?.nextDeadline))
  }

  /// When something may load or unload next, in milliseconds, as long as somebody sees the page: a trace
  /// that ends with a page out of sight is over.
  var nextCheck: Int64? { Self.earlier(engine.nextDeadline, nextOwnDeadline) }

  private mutating func endPause(of unit: AdUnitID, at time: Int64) {
    // One that is paused in the inventory as well stays held.
    if !terms.withholds(unit) { drive(.release(unit), at: time) }
  }

  /// Tries lost ads again at once that have come on screen.
  mutating func endPausesOnScreen() {
    guard !pauses.isEmpty, engine.phase == .foreground else { return }
    let engine = engine
    for unit in pauses.takeShown(at: now, isOnScreen: engine.isOnScreen) {
      endPause(of: unit, at: now)
    }
  }

  // Each event asks for these two, and a call would be given a copy of the whole value.
  @inline(__always) private var nextOwnDeadline: Int64? {
    Self.earlier(
      Self.earlier(Self.earlier(pauses.nextDeadline, terms.expiresAt), answerLimits.nextDeadline),
      Self.earlier(
        heldLayout?.until, Self.earlier(renderLimits.nextDeadline, sizeReports.nextDeadline)))
  }

  /// When nobody has seen the page for so long that its views go.
  @inline(__always) private var hiddenDeadline: Int64? {
    views.isEmpty ? nil : hiddenSince.map { $0 + Self.hiddenLimit }
  }

  /// Ends what was due until now: pauses of slots, the time for which creatives are waited for, and sizes
  /// that came too soon.
  mutating func runDue() {
    while let next = Self.earlier(
      Self.earlier(nextOwnDeadline, hiddenDeadline), feed?.nextDeadline), next <= now
    {
      // Word of consent may have come first.
      let due = max(next, engine.now)
      if let until = heldLayout?.until, until <= due {
        layOutHeld(at: due)
      } else if let unit = pauses.takeDue(at: due) {
        endPause(of: unit, at: due)
      } else if let unit = renderLimits.takeDue(at: due).flatMap({ views[$0]?.unit }) {
        lose(unit, .notRendered, at: due)
      } else if let unit = answerLimits.takeDue(at: due).flatMap({ views[$0]?.unit }) {
        lose(unit, .processTerminated, at: due)
      } else if let (view, size) = sizeReports.takeDue(at: due) {
        resize(view, to: size)
      } else if feed?.nextDeadline == next {
        advanceFeed(to: due)
      } else {
        // Nobody has seen the page for so long.
        for unit in loadedUnits { free(unit, at: due) }
      }
    }
  }

  mutating func runDueChecks() {
    if let due = engine.nextDeadline, due <= now { drive(.tick) }
  }
}
