// SPDX-License-Identifier: MIT
public import AdModel

/// A recorded session, made ready to be run many times under one set of thresholds after another.
///
/// When an ad was in sight does not depend on thresholds, and is found once; a run then costs what its
/// checks cost.
public struct TrialSession: Sendable {
  /// When enough of an ad was visible, in milliseconds; the end is the first moment when it was not.
  private struct Sight: Sendable {
    let start: Int64
    let end: Int64
  }

  private let terms: LoadingTerms
  /// The events of the track; where the viewport only moves up or down, no more than its upper edge.
  private let moves: [(time: Int64, top: Double)]
  private let others: [(place: Int, event: LoadingEvent)]
  private let sights: [AdUnitID: [Sight]]
  private let rules: [AdUnitID: ViewabilityRule]
  /// When the recording ended, in milliseconds.
  public let end: Int64
  /// Whether percentages of the page won over its distances at any time.
  public let hasRemoteThresholds: Bool

  /// Prepares a session.
  /// - Parameters:
  ///   - track: What its loading engine was told.
  ///   - videoUnits: The units that show video, which must be seen longer.
  /// - Complexity: O(ads · events).
  public init(_ track: SessionTrack, videoUnits: Set<AdUnitID> = []) {
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
    sights = finder.found.mapValues { $0.map { Sight(start: $0.start, end: $0.end) } }
    rules = finder.rules
  }

  /// Runs the session and counts, until its recording ended.
  /// - Parameter thresholds: What holds throughout, in place of the page's percentages too; `nil` for
  ///   what held then.
  public func run(with thresholds: LoadingThresholds?) -> LoadStatistics {
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
        if engine.handleWithinNoOpWindow(event, at: move.time) { continue }
      }
      for change in engine.handleFinite(event, at: move.time) { counter.count(change) }
    }
    return counter.ended(at: end)
  }

  /// Counts the transitions of a run.
  private struct Counter {
    let session: TrialSession
    var statistics = SessionStatistics(isMeasured: true)
    var displayed: [AdUnitID: Int64] = [:]

    mutating func count(_ change: Transition) {
      endDisplay(of: change.unit, at: change.time)
      statistics.count(change)
      if change.to == .displayed { displayed[change.unit] = change.time }
    }

    mutating func ended(at time: Int64) -> LoadStatistics {
      for unit in displayed.keys { endDisplay(of: unit, at: time) }
      return statistics.ended(at: time)
    }

    private mutating func endDisplay(of unit: AdUnitID, at time: Int64) {
      guard let start = displayed.removeValue(forKey: unit), let sights = session.sights[unit],
        let duration = session.rules[unit]?.duration
      else { return }
      let isSeen = sights.contains { min($0.end, time) - max($0.start, start) >= duration }
      if isSeen { statistics.becomeViewable(unit) }
    }
  }
}

/// Finds when enough of each ad is visible, whatever is loaded.
private struct SightFinder {
  /// An ad by its number: no text is touched while a page scrolls.
  private struct Ad {
    let unit: AdUnitID
    let rule: ViewabilityRule
    var frame: AdRect?
    var since: Int64?
    var sights: [(start: Int64, end: Int64)] = []
  }

  private let videoUnits: Set<AdUnitID>
  private var numbers: [AdUnitID: Int] = [:]
  private var ads: [Ad] = []
  private var viewport: AdRect?
  private var phase = AppPhase.foreground

  init(videoUnits: Set<AdUnitID>) { self.videoUnits = videoUnits }

  var found: [AdUnitID: [(start: Int64, end: Int64)]] {
    Dictionary(uniqueKeysWithValues: ads.map { ($0.unit, $0.sights) })
  }

  var rules: [AdUnitID: ViewabilityRule] {
    Dictionary(uniqueKeysWithValues: ads.map { ($0.unit, $0.rule) })
  }

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
      ads.append(
        Ad(unit: placed.unit, rule: videoUnits.contains(placed.unit) ? .video : .display))
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
