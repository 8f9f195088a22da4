// SPDX-License-Identifier: MIT
import AdHosting
package import AdLoading
package import AdModel

/// A recorded session, made ready to be run many times under one set of thresholds after another, in
/// each of which an ad takes as long to load as it did.
///
/// When the place of an ad was in sight does not depend on thresholds, and is found once; a run then
/// costs what its checks cost. Of what happens in one millisecond, the order is not known any more.
package struct TrialSession: Sendable {
  private let terms: LoadingTerms
  /// The events of the track; where the viewport only moves up or down, no more than its upper edge.
  private let moves: [(time: Int64, top: Double)]
  private let others: [(place: Int, event: LoadingEvent)]
  /// The numbers of the ads; a run looks one up for each transition, and nothing else by its name.
  private let numbers: [AdUnitID: Int]
  /// When each was in sight, and for how long enough of it must be, by its number.
  private let sights: [SightFinder.Ad]
  private let loadTimes: LoadTimes
  /// For how long places were in sight, added up, in milliseconds.
  private let timeInSight: Int64
  /// When the recording ended, in milliseconds.
  package let end: Int64
  /// Whether percentages of the page won over its distances at any time.
  package let hasRemoteThresholds: Bool

  /// Prepares a session.
  /// - Parameters:
  ///   - track: What was recorded.
  ///   - loadTimes: How long its ads take to load.
  /// - Complexity: O(ads · events).
  package init(
    _ track: SessionTrack,
    loadTimes: LoadTimes = LoadTimes(always: LoadTime(page: SimulatedHost.standardLoadTime))
  ) {
    terms = track.terms
    self.loadTimes = loadTimes
    end = track.steps.last?.time ?? 0
    var moves: [(time: Int64, top: Double)] = []
    var others: [(place: Int, event: LoadingEvent)] = []
    var hasRemote = track.terms.remoteThresholds != nil
    var viewport: AdRect?
    for step in track.steps {
      if case .viewport(let rect?) = step.event, let before = viewport, rect.x == before.x,
        rect.width == before.width, rect.height == before.height
      {
        moves.append((step.time, rect.y))
        viewport = rect
        continue
      }
      if case .viewport(let rect) = step.event { viewport = rect }
      if case .remoteThresholds(.some) = step.event { hasRemote = true }
      others.append((moves.count, step.event))
      moves.append((step.time, 0))
    }
    self.moves = moves
    self.others = others
    hasRemoteThresholds = hasRemote
    var finder = SightFinder(videoUnits: track.terms.videoUnits)
    for step in track.steps { finder.follow(step.event, at: step.time) }
    // What is in sight as the recording ends is in sight then.
    finder.finish(at: end + 1)
    numbers = finder.numbers
    sights = finder.ads
    timeInSight = finder.ads.reduce(0) { sum, ad in
      ad.any.reduce(sum) { $0 + $1.end - $1.start }
    }
  }

  /// Runs the session and counts, until its recording ended.
  /// - Parameter thresholds: What holds throughout, in place of the page's percentages too; `nil` for
  ///   what held then.
  package func run(with thresholds: LoadingThresholds?) -> TrialOutcome {
    var terms = terms
    if let thresholds {
      terms.thresholds = thresholds
      terms.remoteThresholds = nil
    }
    var engine = LoadingEngine(under: terms)
    var counter = Counter(session: self)
    var viewport = AdRect(x: 0, y: 0, width: 0, height: 0)
    var next = 0
    for (place, move) in moves.enumerated() {
      var event: LoadingEvent
      if next < others.count, others[next].place == place {
        event = others[next].event
        next += 1
        switch event {
        case .viewport(let rect?): viewport = rect
        case .thresholds where thresholds != nil, .remoteThresholds where thresholds != nil:
          event = .tick
        // Ads load anew.
        case .rendered, .blank: event = .tick
        default: break
        }
      } else {
        viewport.y = move.top
        event = .viewport(viewport)
      }
      while let due = LazyLoadingManager.earlier(
        engine.nextDeadline, counter.loading.first?.due),
        due < move.time || counter.loading.first?.due == move.time
      {
        let step = counter.loading.first?.due == due ? counter.takeLoaded() : .tick
        for change in (try? engine.handle(step, at: due)) ?? [] { counter.count(change) }
      }
      // A track has finite rectangles only.
      for change in (try? engine.handle(event, at: move.time)) ?? [] { counter.count(change) }
    }
    return counter.ended(at: end)
  }

  /// Counts the transitions of a run.
  private struct Counter {
    private struct Ad {
      var life = AdLifecycle(isMeasured: true)
      var isLoaded = false
      var fetchedAt: Int64?
      var displayedAt: Int64?
      /// How many loads it has had, and how long the one that stands takes.
      var loads = 0
      var time = LoadTime(page: 0)
    }

    private let session: TrialSession
    private var ads: [Ad]
    private var statistics = LoadStatistics()
    private var loaded = 0
    private var peak = 0
    /// For how long places were in sight with their creatives.
    private var timeFilled: Int64 = 0
    /// The ads whose creatives are on their way, in the order in which they come.
    private(set) var loading: [(due: Int64, unit: AdUnitID)] = []

    init(session: TrialSession) {
      self.session = session
      ads = Array(repeating: Ad(), count: session.sights.count)
    }

    /// Takes out the creative that comes next.
    mutating func takeLoaded() -> LoadingEvent { .rendered(loading.removeFirst().unit) }

    /// Has the creative of a displayed ad come once it has loaded.
    private mutating func load(_ change: LoadTransition, _ ad: Ad) {
      switch change.to {
      case .fetched: break
      case .displayed:
        let due = ad.time.end(
          fetchedAt: ad.fetchedAt ?? change.time, displayedAt: change.time)
        let place = loading.firstIndex { $0.due > due } ?? loading.endIndex
        loading.insert((due, change.unit), at: place)
      case .notLoaded, .unloaded: loading.removeAll { $0.unit == change.unit }
      }
    }

    mutating func count(_ change: LoadTransition) {
      // Only what was placed changes its state.
      guard let number = session.numbers[change.unit] else { return }
      load(change, ads[number])
      if change.to != .displayed { endLoad(of: number, at: change.time) }
      ads[number].life.count(change, into: &statistics)
      switch change.to {
      case .fetched:
        ads[number].fetchedAt = change.time
        ads[number].time = session.loadTimes.time(of: change.unit, load: ads[number].loads)
        ads[number].loads += 1
      case .displayed: ads[number].displayedAt = change.time
      case .notLoaded, .unloaded: break
      }
      guard change.to.isLoaded != ads[number].isLoaded else { return }
      ads[number].isLoaded.toggle()
      loaded += change.to.isLoaded ? 1 : -1
      peak = max(peak, loaded)
    }

    mutating func ended(at time: Int64) -> TrialOutcome {
      for number in ads.indices {
        endLoad(of: number, at: time, isLast: true)
        ads[number].life.end(at: time, into: &statistics)
      }
      statistics.notePeak(peak)
      return TrialOutcome(
        statistics: statistics, timeMissing: max(session.timeInSight - timeFilled, 0))
    }

    /// Counts what a load came to: its creative is there once it has loaded and is displayed.
    /// - Parameter isLast: Whether the recording ends, rather than the load.
    private mutating func endLoad(of number: Int, at end: Int64, isLast: Bool = false) {
      let (fetchedAt, displayedAt) = (ads[number].fetchedAt, ads[number].displayedAt)
      (ads[number].fetchedAt, ads[number].displayedAt) = (nil, nil)
      guard let fetchedAt else { return }
      let sights = session.sights[number]
      func count(_ event: AdEvent, at time: Int64) {
        ads[number].life.count(event, at: time, into: &statistics)
      }
      func waited(until time: Int64) -> Int64 {
        sights.any.reduce(0) { $0 + max(min($1.end, time) - max($1.start, fetchedAt), 0) }
      }
      let start = displayedAt.map { ads[number].time.end(fetchedAt: fetchedAt, displayedAt: $0) }
      guard let start, start <= end else {
        return count(.missed(afterWaiting: waited(until: end)), at: end)
      }
      count(.rendered(nil), at: start)
      // What has loaded is there before anything else of its millisecond; what waited for its display
      // comes with that.
      let isPrompt = start == displayedAt
      let hasAppeared = sights.any.contains { sight in
        let isThere =
          isPrompt
          ? sight.start <= start && sight.end > start
          : sight.start < start && sight.end >= start
        let comesLater = isPrompt ? sight.start > start : sight.start >= start
        return isThere || comesLater && (isLast ? sight.start <= end : sight.start < end)
      }
      guard hasAppeared else {
        return count(.missed(afterWaiting: waited(until: start)), at: end)
      }
      timeFilled += sights.any.reduce(0) { $0 + max(min($1.end, end) - max($1.start, start), 0) }
      count(.appeared(afterWaiting: waited(until: start)), at: end)
      let isSeen = sights.enough.contains {
        min($0.end, end) - max($0.start, start) >= sights.rule.duration
      }
      if isSeen { count(.viewable, at: end) }
    }
  }
}
