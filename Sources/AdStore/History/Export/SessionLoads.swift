// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// Folds the transitions of one session into its loads, by the rules of `AdLifecycle`: what that
/// counts, the loads have between them, also where transitions were lost.
struct SessionLoads {
  /// One load with the number of its unit.
  struct Load {
    let unit: Int64
    let sequence: Int64
    var fetchedAt: Int64?
    var displayedAt: Int64?
    var viewableAt: Int64?
    var endedAt: Int64?
    var endCause: TransitionCause?
    var isUnloaded = false
    var isLate = false
    var isChurn = false
    var mode: ServingMode?
    var consent: Int64?

    init(unit: Int64, sequence: Int64) {
      self.unit = unit
      self.sequence = sequence
    }
  }

  private struct Unit {
    /// The load that stands, by its place.
    var standing: Int?
    var lastUnload: Int64?
  }

  private let isMeasured: Bool
  private var units: [Int64: Unit] = [:]
  /// The loads in the order in which they began.
  private(set) var loads: [Load] = []

  init(isMeasured: Bool) {
    self.isMeasured = isMeasured
  }

  /// Takes the next transition in order of time.
  /// - Parameter time: Its time of day, in milliseconds.
  mutating func append(_ change: StoredTransition, at time: Int64) {
    let known = units[change.unit]
    switch change.kind.to {
    case .notLoaded:
      if known == nil { begin(change) }
      end(change, at: time)
    case .fetched:
      end(change, at: time)
      begin(change) { load in
        load.fetchedAt = time
        load.mode = change.kind.mode
        load.consent = change.consent
        load.isChurn =
          known?.lastUnload.map { time - $0 <= LoadStatistics.churnWindow } ?? false
      }
    case .displayed:
      if let place = known?.standing, loads[place].displayedAt == nil {
        loads[place].displayedAt = time
        loads[place].isLate = change.kind.isVisible
      } else {
        end(change, at: time)
        begin(change) { load in
          load.displayedAt = time
          load.isLate = change.kind.isVisible
        }
      }
    case .unloaded:
      if known?.standing == nil { begin(change) }
      end(change, at: time)
      units[change.unit, default: Unit()].lastUnload = time
    }
  }

  /// Takes that an ad became viewable.
  mutating func becomeViewable(_ unit: Int64, at time: Int64) {
    guard let known = units[unit] else {
      units[unit] = Unit()
      return loads.append(Load(unit: unit, sequence: 0))
    }
    guard isMeasured, let place = known.standing, loads[place].displayedAt != nil,
      loads[place].viewableAt == nil
    else { return }
    loads[place].viewableAt = time
  }

  private mutating func begin(_ change: StoredTransition, _ set: (inout Load) -> Void = { _ in }) {
    var load = Load(unit: change.unit, sequence: change.sequence)
    set(&load)
    units[change.unit, default: Unit()].standing = loads.count
    loads.append(load)
  }

  /// Ends the load that stands; the next one of the unit says only that it went, and not why.
  private mutating func end(_ change: StoredTransition, at time: Int64) {
    guard let place = units[change.unit]?.standing else { return }
    loads[place].endedAt = time
    switch change.kind.to {
    case .notLoaded, .unloaded: loads[place].endCause = change.kind.cause
    case .fetched, .displayed: break
    }
    loads[place].isUnloaded = change.kind.to == .unloaded
    units[change.unit]?.standing = nil
  }
}
