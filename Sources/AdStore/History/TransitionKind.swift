// SPDX-License-Identifier: MIT
import AdModel

/// All that may become of an ad, and with what: the rows of `transition_kinds`, by their numbers.
struct TransitionKind: Hashable, Sendable {
  let from: LoadState
  let to: LoadState
  let cause: TransitionCause
  /// The serving mode of a load, where it is known.
  let mode: ServingMode?
  /// Whether the place of an ad was in the viewport already; false for all but displays.
  let isVisible: Bool

  private init(
    _ from: LoadState, _ to: LoadState, _ cause: TransitionCause, mode: ServingMode? = nil,
    isVisible: Bool = false
  ) {
    self.from = from
    self.to = to
    self.cause = cause
    self.mode = mode
    self.isVisible = isVisible
  }

  /// Every kind; its place is its number. Those of loads come first.
  static let all: [TransitionKind] =
    [ServingMode.personalized, .nonPersonalized, .limited, nil].map {
      TransitionKind(.notLoaded, .fetched, .enteredFetchZone, mode: $0)
    }
    + [false, true].map {
      TransitionKind(.fetched, .displayed, .enteredDisplayZone, isVisible: $0)
    }
    + [TransitionKind(.unloaded, .notLoaded, .reenteredFetchZone)]
    + [.fetched, .displayed, .unloaded].map { TransitionKind($0, .notLoaded, .removed) }
    + [
      TransitionCause.leftUnloadZone, .consentWithdrawn, .consentExpired, .consentChanged, .evicted,
      .processTerminated, .loadFailed, .noFill, .reloaded, .unitPaused, .notRendered,
    ].flatMap { cause in
      [.fetched, .displayed].map { TransitionKind($0, .unloaded, cause) }
    }

  /// The greatest number of a load's kind.
  static let lastOfLoads: Int64 = 3

  /// The kind of that number.
  init(databaseValue: Int64) throws(StoreError) {
    guard Self.all.indices ~= Int(clamping: databaseValue) else {
      throw .unknownCode(databaseValue, of: "transition")
    }
    self = Self.all[Int(databaseValue)]
  }

  /// The number of a transition's kind; nil for what cannot be.
  static func databaseValue(of transition: LoadTransition) -> Int64? {
    let (to, permit) = (transition.to, transition.permit)
    guard permit == nil || to == .fetched else { return nil }
    return numbers[
      place(
        transition.from, to, transition.cause, mode: permit?.mode,
        isVisible: to == .displayed && transition.frame.overlaps(transition.viewport))]
  }

  /// The numbers by ``place(_:_:_:mode:isVisible:)``, found without hashing.
  private static let numbers: [Int64?] = {
    var numbers = [Int64?](repeating: nil, count: 4 * 4 * 16 * 8)
    for (number, kind) in all.enumerated() {
      numbers[
        place(kind.from, kind.to, kind.cause, mode: kind.mode, isVisible: kind.isVisible)] =
        Int64(number)
    }
    return numbers
  }()

  private static func place(
    _ from: LoadState, _ to: LoadState, _ cause: TransitionCause, mode: ServingMode?,
    isVisible: Bool
  ) -> Int {
    let states = from.databaseValue << 2 | to.databaseValue
    let detail = (mode.map { $0.databaseValue + 1 } ?? 0) << 1 | (isVisible ? 1 : 0)
    return Int((states << 4 | cause.databaseValue) << 3 | detail)
  }
}
