// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// The slots that are kept from loading for a time: those whose ad was lost, those without one, and those
/// whose memory was needed.
struct PausedSlots: Sendable {
  private enum Cause { case empty, lost, freed }

  private struct Pause: Sendable {
    let until: Int64
    /// An ad that was lost or freed is loaded again as soon as the slot comes on screen.
    let cause: Cause
    /// Whether the slot was on screen when last looked at.
    var isOnScreen: Bool
  }

  private var pauses: [AdUnitID: Pause] = [:]
  private var retries: [AdUnitID: RetrySchedule] = [:]

  var isEmpty: Bool { pauses.isEmpty }
  /// When the next pause ends.
  var nextDeadline: Int64? { pauses.values.lazy.map { $0.until }.min() }

  func contains(_ unit: AdUnitID) -> Bool { pauses[unit] != nil }

  /// Keeps a slot from loading until a time.
  mutating func pause(_ unit: AdUnitID, until due: Int64) {
    pauses[unit] = Pause(until: due, cause: .empty, isOnScreen: false)
  }

  /// Keeps a slot whose memory was needed from loading until a time, or until it comes on screen.
  mutating func free(_ unit: AdUnitID, until due: Int64) {
    pauses[unit] = Pause(until: due, cause: .freed, isOnScreen: false)
  }

  /// Keeps a slot whose ad was lost from loading until it is tried again.
  mutating func retry(_ unit: AdUnitID, lostAt time: Int64, isOnScreen: Bool) {
    for (other, _) in retries where other != unit && pauses[other] == nil {
      if retries[other]?.isOver(at: time) == true { retries[other] = nil }
    }
    let due = retries[unit, default: RetrySchedule()].nextRetry(after: time)
    pauses[unit] = Pause(until: due, cause: .lost, isOnScreen: isOnScreen)
  }

  /// Takes out a slot whose pause ends at a time or has ended before.
  mutating func takeDue(at time: Int64) -> AdUnitID? {
    let due = pauses.filter { $0.value.until <= time }
      .min { ($0.value.until, $0.key) < ($1.value.until, $1.key) }
    guard let unit = due?.key else { return nil }
    end(unit, at: time)
    return unit
  }

  /// Takes out the slots of ads that were lost or freed, have come on screen and may be tried again.
  mutating func takeShown(at time: Int64, isOnScreen: (AdUnitID) -> Bool) -> [AdUnitID] {
    var shown: [AdUnitID] = []
    for (unit, pause) in pauses where pause.cause != .empty {
      let isOnScreen = isOnScreen(unit)
      pauses[unit]?.isOnScreen = isOnScreen
      guard isOnScreen, !pause.isOnScreen else { continue }
      if pause.cause == .freed || retries[unit]?.allowsRetry(at: time) == true {
        shown.append(unit)
      }
    }
    for unit in shown { end(unit, at: time) }
    return shown.sorted()
  }

  private mutating func end(_ unit: AdUnitID, at time: Int64) {
    if pauses.removeValue(forKey: unit)?.cause == .lost { retries[unit]?.noteRetry(at: time) }
  }
}
