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
    /// When its page could be told to show its ad.
    var readyAt: Int64?
    var renderedAt: Int64?
    var appearedAt: Int64?
    var viewableAt: Int64?
    /// For how long the place had been on the screen before the ad.
    var waited: Int64?
    /// For how long it had been there in all, where nobody saw the ad.
    var missed: Int64?
    var impressions = 0
    var viewableImpressions = 0
    /// For how long a creative was there until `shownSince`, and since then.
    var shown: Int64 = 0
    var shownSince: Int64?
    /// Whether the newest creative was viewable.
    var isViewable = false
    var endedAt: Int64?
    /// The transition that ended it.
    var endSequence: Int64?
    var endCause: TransitionCause?
    var isUnloaded = false
    var isLate = false
    var isChurn = false
    var mode: ServingMode?
    var consent: Int64?
    /// What is wrong with it, and why.
    var fault: LoadFault?

    init(unit: Int64, sequence: Int64) {
      self.unit = unit
      self.sequence = sequence
    }

    /// Takes that the creative is gone, or the load.
    mutating func blank(at time: Int64) {
      if let since = shownSince { shown += max(time - since, 0) }
      shownSince = nil
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
        display(place, change, at: time)
      } else {
        end(change, at: time)
        begin(change)
        display(loads.count - 1, change, at: time)
      }
    case .unloaded:
      if known?.standing == nil { begin(change) }
      end(change, at: time)
      units[change.unit, default: Unit()].lastUnload = time
    }
  }

  private mutating func display(_ place: Int, _ change: StoredTransition, at time: Int64) {
    loads[place].displayedAt = time
    guard !isMeasured else { return }
    loads[place].isLate = change.kind.isVisible
    loads[place].shownSince = time
  }

  /// Takes what became of an ad.
  mutating func append(_ event: AdEvent, of unit: Int64, at time: Int64) {
    guard let known = units[unit] else {
      units[unit] = Unit()
      return loads.append(Load(unit: unit, sequence: 0))
    }
    guard isMeasured, let place = known.standing else { return }
    switch event {
    case .committed: loads[place].blank(at: time)
    case .parsed: loads[place].readyAt = loads[place].readyAt ?? time
    case .rendered:
      loads[place].impressions += 1
      loads[place].isViewable = false
      loads[place].renderedAt = loads[place].renderedAt ?? time
      loads[place].shownSince = loads[place].shownSince ?? time
    case .appeared(let waited):
      guard loads[place].appearedAt == nil else { return }
      loads[place].appearedAt = time
      loads[place].waited = waited
      loads[place].isLate = waited > 0
    case .viewable:
      guard loads[place].renderedAt != nil, !loads[place].isViewable else { return }
      loads[place].isViewable = true
      loads[place].viewableImpressions += 1
      loads[place].viewableAt = loads[place].viewableAt ?? time
    case .missed(let waited):
      if loads[place].appearedAt == nil { loads[place].missed = waited }
    case .finished, .filled, .empty, .counted, .clicked, .silenced: break
    }
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
    loads[place].blank(at: time)
    loads[place].endedAt = time
    loads[place].endSequence = change.sequence
    switch change.kind.to {
    case .notLoaded, .unloaded: loads[place].endCause = change.kind.cause
    case .fetched, .displayed: break
    }
    loads[place].isUnloaded = change.kind.to == .unloaded
    units[change.unit]?.standing = nil
  }

  /// Finds what is wrong with the loads, and of some of them why.
  /// - Parameters:
  ///   - wanted: The places of those; nil for all.
  ///   - track: Reads what the session's engine was told; nil where that was not recorded.
  ///   - session: When the session began and had its last sign, by the times that were taken.
  mutating func diagnose(
    _ wanted: Set<Int>? = nil, by track: @autoclosure () -> SessionTrack?,
    session: ClosedRange<Int64>, unit: (Int64) throws -> AdUnitID
  ) rethrows {
    for place in loads.indices {
      loads[place].fault = kind(of: loads[place]).map { LoadFault($0, nil) }
    }
    let isWanted = { place in wanted?.contains(place) ?? true }
    guard loads.indices.contains(where: { loads[$0].fault != nil && isWanted($0) }),
      let track = track()
    else { return }
    let lives = try lives(in: session, unit: unit)
    let faults = LoadDiagnosis(track).faults(of: lives.map(\.life)) { isWanted(lives[$0].place) }
    for ((place, _), fault) in zip(lives, faults) where isWanted(place) {
      loads[place].fault = fault
    }
  }

  private func kind(of load: Load) -> LoadFault.Kind? {
    if load.isLate { return .late }
    let seenAt = isMeasured ? load.appearedAt : load.displayedAt
    if load.fetchedAt != nil, seenAt == nil { return .wasted }
    return load.isChurn ? .churn : nil
  }

  /// The loads whose fetch is known, in times since the session began, with their places; what is wrong
  /// with them is told once they were diagnosed.
  func lives(
    in session: ClosedRange<Int64>, unit: (Int64) throws -> AdUnitID
  ) rethrows -> [(place: Int, life: LoadLife)] {
    let start = session.lowerBound
    return try loads.enumerated().compactMap { place, load in
      guard let fetchedAt = load.fetchedAt else { return nil }
      var life = LoadLife(
        try unit(load.unit), fetchedAt: fetchedAt - start,
        endedAt: (load.endedAt ?? session.upperBound) - start)
      life.displayedAt = load.displayedAt.map { $0 - start }
      life.readyAt = load.readyAt.map { $0 - start }
      life.renderedAt = load.renderedAt.map { $0 - start }
      life.endCause = load.endCause
      life.fault = load.fault?.kind
      return (place, life)
    }
  }
}
