// SPDX-License-Identifier: MIT
import AdModel

/// Says why loads of one session were late, wasted or churned, and which distance or prediction would have
/// done: from all that its loading engine was told.
package struct LoadDiagnosis: Sendable {
  /// A load that takes longer is its server's fault: 2,500 milliseconds.
  ///
  /// Source: what Web Vitals call a good largest contentful paint.
  package static let slowLoad: Int64 = 2_500
  /// For so long after its first viewport a page that was not scrolled yet is opening, in milliseconds.
  package static let openingTime: Int64 = 1_000

  /// From when to when something did not allow loads; the end is the first moment when it did.
  private typealias Barrier = (start: Int64, end: Int64)

  private var motion = PageMotion()
  private var sights: [AdUnitID: [Sight]] = [:]
  private var closedGates: [Barrier] = []
  private var backgrounds: [Barrier] = []
  private var holds: [AdUnitID: [Barrier]] = [:]
  private let distances: [(time: Int64, inForce: DistancesInForce)]
  private let findsPredictions: Bool

  /// Reads a session.
  /// - Parameters:
  ///   - track: What its loading engine was told.
  ///   - findsPredictions: Whether remedies may be predictions. Each is found by following an ad through what
  ///     may be the whole session: who only counts causes goes without.
  /// - Complexity: O(ads · events).
  package init(_ track: SessionTrack, findsPredictions: Bool = true) {
    distances = track.distances
    self.findsPredictions = findsPredictions
    var finder = SightFinder()
    func open(_ barriers: inout [Barrier], at time: Int64) {
      guard let last = barriers.indices.last, barriers[last].end == .max else { return }
      barriers[last].end = time
    }
    func close(_ barriers: inout [Barrier], at time: Int64) {
      if barriers.last?.end != .max { barriers.append((time, .max)) }
    }
    if !track.terms.gate.isOpen { close(&closedGates, at: .min) }
    for unit in track.terms.held { close(&holds[unit, default: []], at: .min) }
    for step in track.steps {
      motion.follow(step.event, at: step.time)
      finder.follow(step.event, at: step.time)
      switch step.event {
      case .gate(let gate):
        if gate.isOpen {
          open(&closedGates, at: step.time)
        } else {
          close(&closedGates, at: step.time)
        }
      case .consentChanged, .consentRenewed: open(&closedGates, at: step.time)
      case .app(.background): close(&backgrounds, at: step.time)
      case .app(.foreground): open(&backgrounds, at: step.time)
      case .hold(let unit, _): close(&holds[unit, default: []], at: step.time)
      case .release(let unit): open(&holds[unit, default: []], at: step.time)
      default: break
      }
    }
    finder.finish(at: (track.steps.last?.time ?? 0) + 1)
    for (unit, number) in finder.numbers { sights[unit] = finder.ads[number].any }
  }

  /// Finds what was wrong with loads.
  /// - Parameters:
  ///   - lives: All loads of the session, those of one ad in order of time.
  ///   - isWanted: Whether what is wrong with one of them, by its place, is to be found.
  /// - Returns: For each what is wrong with it; nil where nothing is, or it is not wanted.
  /// - Complexity: O(lives · log lives), and for each wanted one with a fault O(changes) of viewport and place while
  ///   it and the one before it stood.
  package func faults(
    of lives: [LoadLife], where isWanted: (_ place: Int) -> Bool = { _ in true }
  ) -> [LoadFault?] {
    let usualTimes = Self.usualTimes(before: lives)
    var before: [AdUnitID: LoadLife] = [:]
    return lives.enumerated().map { place, life in
      defer { before[life.unit] = life }
      guard let kind = life.fault, isWanted(place) else { return nil }
      let usual = usualTimes[place]
      let last = before[life.unit]
      switch kind {
      case .late: return late(life, after: last, usual: usual)
      case .wasted: return wasted(life, after: last, usual: usual)
      case .churn: return churn(life, after: last)
      }
    }
  }

  /// How long a load like each takes, by those that had come or were given up before it ended, so that what
  /// comes later changes nothing of it; nil where none had come, or nothing is wrong with it.
  private static func usualTimes(before lives: [LoadLife]) -> [Int64?] {
    let known = lives.map { life in
      (at: life.renderedAt.map { max($0, life.displayedAt ?? $0) } ?? life.endedAt, life: life)
    }.sorted { $0.at < $1.at }
    var next = known[...]
    var curve = LoadTimeCurve()
    var usual = [Int64?](repeating: nil, count: lives.count)
    for place in lives.indices.filter({ lives[$0].fault != nil })
      .sorted(by: { lives[$0].endedAt < lives[$1].endedAt })
    {
      while let first = next.first, first.at < lives[place].endedAt {
        curve.add(first.life)
        next.removeFirst()
      }
      usual[place] = curve.median(beyond: lives[place].leastTime)?.whole
    }
    return usual
  }

  // MARK: Kinds

  private func late(_ life: LoadLife, after last: LoadLife?, usual: Int64?) -> LoadFault {
    let (cause, remedy) = reason(
      life, after: last, TimeNeeded(life.loadTime, isMeasured: life.renderedAt != nil, usual: usual)
    )
    return LoadFault(.late, cause, remedy)
  }

  private func wasted(_ life: LoadLife, after last: LoadLife?, usual: Int64?) -> LoadFault {
    let seen = sight(of: life)
    if let ended = FaultCause(end: life.endCause), ended != .cameBack, ended != .removed {
      return LoadFault(.wasted, ended)
    }
    guard let seen else {
      return LoadFault(
        .wasted, life.endCause == .removed ? .removed : .notReached,
        restraint(life, after: last))
    }
    // It was in sight, and gone before its creative came.
    let (cause, remedy) = reason(
      life, after: last, TimeNeeded(life.loadTime, isMeasured: false, usual: usual))
    let waited = life.endedAt - max(seen.start, life.fetchedAt)
    let isSlow = cause == .outrunLead && waited > Self.slowLoad
    return LoadFault(.wasted, isSlow ? .slowServer : cause, remedy)
  }

  private func churn(_ life: LoadLife, after last: LoadLife?) -> LoadFault {
    guard let last, let cause = FaultCause(end: last.endCause) else {
      return LoadFault(.churn, .cameBack)
    }
    return LoadFault(.churn, cause, cause == .cameBack ? unloadRemedy(life, after: last) : nil)
  }

  // MARK: Reasons

  /// How long a load took, or one like it takes.
  private struct TimeNeeded {
    let whole: Int64?
    let creative: Int64
    let isSlow: Bool

    init(_ time: LoadTime?, isMeasured: Bool, usual: Int64?) {
      whole = time?.whole ?? (isMeasured ? 0 : usual)
      creative = time?.creative ?? 0
      isSlow = (time?.whole ?? 0) > LoadDiagnosis.slowLoad
    }
  }

  /// Why an ad was not there when its place was on the screen, and what would have done.
  private func reason(
    _ life: LoadLife, after last: LoadLife?, _ times: TimeNeeded
  ) -> (FaultCause, LoadFault.Remedy?) {
    let seen = sight(of: life)?.start ?? life.fetchedAt
    if let opening = motion.opening,
      seen <= opening.start + Self.openingTime, seen < opening.end ?? .max
    {
      return (.atOpening, nil)
    }
    let (entry, since) = entry(of: life, after: last)
    // Had it been asked for as soon as it was near, would it have been in time?
    let isDelayed = life.fetchedAt - since > 3 * throttle(at: life.fetchedAt)
    if isDelayed, seen <= life.fetchedAt || since + (times.whole ?? 0) <= seen {
      let window = since...life.fetchedAt
      if Self.any(of: closedGates, in: window) { return (.gate, nil) }
      if Self.any(of: backgrounds, in: window) { return (.fromBackground, nil) }
      if Self.any(of: holds[life.unit] ?? [], in: window) {
        return (FaultCause(end: last?.endCause) ?? .held, nil)
      }
      if let last, life.fetchedAt - last.fetchedAt <= LoadingEngine.requestPause + 1_000,
        last.endCause?.leavesPause == true
      {
        return (.askedBefore, unloadRemedy(life, after: last))
      }
      return (.noRoom, nil)
    }
    if backgrounds.contains(where: { $0.end == seen || $0.end == since }) {
      return (.fromBackground, nil)
    }
    if let entry {
      return (entry, entry == .fromSide ? prediction(life, after: last, seen: seen, times) : nil)
    }
    let remedy =
      leadRemedy(life, seen: seen, times) ?? prediction(life, after: last, seen: seen, times)
    return (times.isSlow ? .slowServer : .outrunLead, remedy)
  }

  /// Since when an ad had been within the fetch zone as it was asked for, and how it came in where not
  /// by scrolling.
  private func entry(of life: LoadLife, after last: LoadLife?) -> (FaultCause?, since: Int64) {
    let start = min(last?.endedAt ?? .min, life.fetchedAt)
    let states = motion.states(of: life.unit, from: start, through: life.fetchedAt)
    guard let first = states.lastIndex(where: { !isWithinFetchZone($0) }) else {
      let ended = last.flatMap { FaultCause(end: $0.endCause) }
      return (ended == .cameBack ? nil : ended, start)
    }
    guard first + 1 < states.count else { return (nil, life.fetchedAt) }
    let (outside, inside) = (states[first], states[first + 1])
    if outside.frame == nil { return (.placedLate, inside.time) }
    guard let viewport = outside.viewport, !viewport.isEmpty else {
      return (.atOpening, inside.time)
    }
    guard outside.distance == nil, let within = inside.viewport, within.width == viewport.width
    else { return (nil, inside.time) }
    return (.fromSide, inside.time)
  }

  private func isWithinFetchZone(_ state: PageMotion.State) -> Bool {
    let distances = inForce(at: state.time)
    guard let viewport = state.viewport, let frame = state.frame,
      let zones = LoadingZones(
        viewport: viewport, thresholds: distances.thresholds, remote: distances.remote)
    else { return false }
    return zones.overlaps(frame, zones.fetch)
  }

  // MARK: Remedies

  /// The distance that would have had the ad there as its place came onto the screen: that of its
  /// fetch, or of its display where it was asked for early enough and shown too late.
  private func leadRemedy(_ life: LoadLife, seen: Int64, _ times: TimeNeeded) -> LoadFault.Remedy? {
    guard let whole = times.whole else { return nil }
    let isFetchedInTime = life.fetchedAt <= seen - whole
    let lead = (isFetchedInTime ? times.creative : whole) + throttle(at: seen) + 1
    let time = seen - lead
    guard time < seen, !Self.any(of: closedGates, in: time...seen),
      !Self.any(of: backgrounds, in: time...seen),
      let distance = motion.states(of: life.unit, from: time, through: time)[0].distance
    else { return nil }
    return LoadFault.Remedy(isFetchedInTime ? .display : .fetch, distance.rounded(.down) + 1)
  }

  /// The prediction that would have had the ad there as its place came onto the screen, where no distance
  /// would.
  private func prediction(
    _ life: LoadLife, after last: LoadLife?, seen: Int64, _ times: TimeNeeded
  ) -> LoadFault.Remedy? {
    // One that was loaded before waits for a pause, and for a check more.
    guard findsPredictions, let whole = times.whole, last == nil else { return nil }
    let (since, inForce) = distances.last { $0.time <= seen } ?? distances[0]
    let latest = seen - whole - 1
    let barriers = closedGates + backgrounds
    guard !Self.any(of: barriers, in: min(latest, seen)...seen) else { return nil }
    let start = barriers.map(\.end).filter { $0 <= latest }.max() ?? .min
    let needed = needed(life, from: max(start, since), through: seen, inForce)
      .least(fetchedBy: latest, displayedBy: seen - times.creative - 1)
    guard let needed, needed > inForce.thresholds.prediction else { return nil }
    return LoadFault.Remedy(.prediction, Double(needed))
  }

  /// The distance, or where the lead of a scroll asked for it the prediction, with which an ad that nobody
  /// saw would not have been asked for.
  private func restraint(_ life: LoadLife, after last: LoadLife?) -> LoadFault.Remedy? {
    let inForce = inForce(at: life.fetchedAt)
    let states = motion.states(of: life.unit, from: life.fetchedAt, through: life.endedAt)
    if inForce.thresholds.prediction > 0, !isWithinFetchZone(states[0]) {
      guard findsPredictions else { return nil }
      return needed(life, from: last?.endedAt ?? .min, through: life.endedAt, inForce).most
        .map { LoadFault.Remedy(.prediction, Double($0), isMost: true) }
    }
    // Touching a zone's edge is not within it.
    return states.compactMap(\.distance).min()
      .map { LoadFault.Remedy(.fetch, $0.rounded(.down), isMost: true) }
  }

  private func needed(
    _ life: LoadLife, from start: Int64, through end: Int64, _ inForce: DistancesInForce
  ) -> PredictionNeeded {
    let first = start == .min ? start : start - ScrollSpeed.window
    return PredictionNeeded(
      motion.states(of: life.unit, from: first, through: end), from: start, under: inForce)
  }

  /// The distance that would have kept the load before from being unloaded.
  private func unloadRemedy(_ life: LoadLife, after last: LoadLife) -> LoadFault.Remedy? {
    guard last.endCause == .leftUnloadZone else { return nil }
    let states = motion.states(of: life.unit, from: last.endedAt, through: life.fetchedAt)
    guard !states.contains(where: { $0.distance == nil }),
      let most = states.compactMap(\.distance).max()
    else { return nil }
    return LoadFault.Remedy(.unload, most.rounded(.down) + 1)
  }

  // MARK: What held when

  /// The first time in a load in which its place was on the screen.
  private func sight(of life: LoadLife) -> Sight? {
    sights[life.unit]?.first { $0.end > life.fetchedAt && $0.start < life.endedAt }
  }

  private func inForce(at time: Int64) -> DistancesInForce {
    (distances.last { $0.time <= time } ?? distances[0]).inForce
  }

  private func throttle(at time: Int64) -> Int64 { inForce(at: time).thresholds.throttle }

  private static func any(of barriers: [Barrier], in times: ClosedRange<Int64>) -> Bool {
    barriers.contains { $0.start <= times.upperBound && times.lowerBound < $0.end }
  }
}
