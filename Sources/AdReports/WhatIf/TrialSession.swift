// SPDX-License-Identifier: MIT
package import AdLoading
package import AdModel

/// A recorded session, made ready to be run many times under one set of thresholds after another.
///
/// When an ad was in sight does not depend on thresholds, and is found once; a run then costs what its
/// checks cost.
package struct TrialSession: Sendable {
  /// When enough of an ad was visible, in milliseconds; the end is the first moment when it was not.
  private struct Sight: Sendable {
    let start: Int64
    let end: Int64
  }

  private let terms: LoadingTerms
  /// The events of the track; where the viewport only moves up or down, no more than its upper edge.
  private let moves: [(time: Int64, top: Double)]
  private let others: [(place: Int, event: LoadingEvent)]
  /// The numbers of the ads; a run looks one up for each transition, and nothing else by its name.
  private let numbers: [AdUnitID: Int]
  /// When each was in sight, and for how long it must be, by its number.
  private let sights: [[Sight]]
  private let durations: [Int64]
  /// When the recording ended, in milliseconds.
  package let end: Int64
  /// Whether percentages of the page won over its distances at any time.
  package let hasRemoteThresholds: Bool

  /// Prepares a session.
  /// - Parameter videoUnits: The units that show video, which must be seen longer.
  /// - Complexity: O(ads · events).
  package init(_ track: SessionTrack, videoUnits: Set<AdUnitID> = []) {
    terms = track.terms
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
    var finder = SightFinder(videoUnits: videoUnits)
    for step in track.steps { finder.follow(step.event, at: step.time) }
    finder.finish(at: end)
    numbers = finder.numbers
    sights = finder.ads.map { $0.sights.map { Sight(start: $0.start, end: $0.end) } }
    durations = finder.ads.map(\.rule.duration)
  }

  /// Runs the session and counts, until its recording ended.
  /// - Parameter thresholds: What holds throughout, in place of the page's percentages too; `nil` for
  ///   what held then.
  package func run(with thresholds: LoadingThresholds?) -> LoadStatistics {
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
        default: break
        }
      } else {
        viewport.y = move.top
        event = .viewport(viewport)
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
      var displayedAt: Int64?
    }

    private let session: TrialSession
    private var ads: [Ad]
    private var statistics = LoadStatistics()
    private var loaded = 0
    private var peak = 0

    init(session: TrialSession) {
      self.session = session
      ads = Array(repeating: Ad(), count: session.sights.count)
    }

    mutating func count(_ change: LoadTransition) {
      // Only what was placed changes its state.
      guard let number = session.numbers[change.unit] else { return }
      endDisplay(of: number, at: change.time)
      ads[number].life.count(change, into: &statistics)
      if change.to == .displayed { ads[number].displayedAt = change.time }
      guard change.to.isLoaded != ads[number].isLoaded else { return }
      ads[number].isLoaded.toggle()
      loaded += change.to.isLoaded ? 1 : -1
      peak = max(peak, loaded)
    }

    mutating func ended(at time: Int64) -> LoadStatistics {
      for number in ads.indices {
        endDisplay(of: number, at: time)
        ads[number].life.end(at: time, into: &statistics)
      }
      statistics.notePeak(peak)
      return statistics
    }

    private mutating func endDisplay(of number: Int, at time: Int64) {
      guard let start = ads[number].displayedAt else { return }
      ads[number].displayedAt = nil
      let isSeen = session.sights[number].contains {
        min($0.end, time) - max($0.start, start) >= session.durations[number]
      }
      if isSeen { ads[number].life.becomeViewable(into: &statistics) }
    }
  }
}

/// Finds when enough of each ad is visible, whatever is loaded.
private struct SightFinder {
  /// An ad by its number: no text is touched while a page scrolls.
  struct Ad {
    let rule: ViewabilityRule
    fileprivate(set) var frame: AdRect?
    fileprivate(set) var since: Int64?
    fileprivate(set) var sights: [(start: Int64, end: Int64)] = []
  }

  private let videoUnits: Set<AdUnitID>
  private(set) var numbers: [AdUnitID: Int] = [:]
  private(set) var ads: [Ad] = []
  private var viewport: AdRect?
  private var phase = AppPhase.foreground

  init(videoUnits: Set<AdUnitID>) { self.videoUnits = videoUnits }

  mutating func follow(_ event: LoadingEvent, at time: Int64) {
    switch event {
    case .viewport(let rect):
      viewport = rect
      lookAtAll(at: time)
    case .frame(let placed): place(placed, at: time)
    case .layout(let placed): for placed in placed { place(placed, at: time) }
    case .removed(let unit):
      guard let number = numbers[unit] else { return }
      ads[number].frame = nil
      look(number, at: time)
    case .app(let phase):
      self.phase = phase
      lookAtAll(at: time)
    default: break
    }
  }

  mutating func finish(at time: Int64) {
    viewport = nil
    lookAtAll(at: time)
  }

  private mutating func place(_ placed: AdFrame, at time: Int64) {
    let number = numbers[placed.unit] ?? ads.count
    if number == ads.count {
      numbers[placed.unit] = number
      ads.append(Ad(rule: videoUnits.contains(placed.unit) ? .video : .display))
    }
    ads[number].frame = placed.frame
    look(number, at: time)
  }

  private mutating func lookAtAll(at time: Int64) {
    for number in ads.indices { look(number, at: time) }
  }

  private mutating func look(_ number: Int, at time: Int64) {
    var isEnough = false
    // Most ads are far away.
    if let viewport, phase == .foreground, let frame = ads[number].frame,
      frame.y < viewport.maxY, viewport.y < frame.maxY
    {
      isEnough = ads[number].rule.judge(creative: frame, viewport: viewport).isEnough
    }
    if isEnough {
      if ads[number].since == nil { ads[number].since = time }
    } else if let start = ads[number].since {
      ads[number].sights.append((start, time))
      ads[number].since = nil
    }
  }
}
