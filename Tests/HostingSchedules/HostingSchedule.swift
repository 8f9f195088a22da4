// SPDX-License-Identifier: MIT
import AdConsent
import AdHosting
import AdInjection
import AdLoading
import AdModel
import TestSupport

/// One random run of a page against written invariants, with web views that commit, finish,
/// fail and die when they like.
package struct HostingSchedule {
  /// What a run came to.
  package struct Outcome: Hashable, Sendable {
    /// What was broken, with the step; empty where nothing was.
    package var violations: [String] = []
    /// How many transitions there were, by cause.
    package var causes: [String: Int] = [:]
    /// How many ads were rendered.
    package var renders = 0
    /// How often somebody else looked at the page.
    package var changesOfPerson = 0
  }

  /// The invariants, each under the name by which a violation tells it.
  package static let invariants = [
    "scriptAfterCommit": "no script is evaluated before the view's page has committed",
    "liveViewOnly": "nothing is done to a view that was dropped or never made",
    "budget":
      "live views are never more than the budget, but for those on screen and where it shrank",
    "evictedOnScreen": "no ad that is on screen is evicted",
    "closedGate": "after the gate closes no view is left, in the background too",
    "renderedOnce": "an ad displayed on a page that was parsed is asked to render exactly once",
    "renderedInTime": "an ad that stays displayed has its creative, or is lost within the limit",
    "seenRendered": "an ad becomes viewable only where its creative is there",
    "viewForLoaded": "an ad has a view exactly while it is fetched or displayed",
    "causeOfView": "every view that is made or dropped has its transition in the history",
    "plays": "media play exactly while something of their ad is on the screen of an app in front",
    "dataAfterViews": "what ads have kept is removed when no view is left that could use it",
    "chain": "each transition of an ad begins where the one before ended",
    "time": "no transition goes back in time or happens later than now",
    "background": "nothing loads or is displayed in the background",
    "permit": "each load carries the permit that holds",
    "retries": "a lost ad is loaded again at most three times in a minute",
    "asked": "no unit is asked for again within 30 seconds of a request whose ad rendered",
    "noFill": "a slot without an ad is not asked for one within 30 seconds",
    "freshURL": "no two loads have the same URL",
    "size": "each size is within the unit's limits, or the slot has collapsed",
    "ignored": "what a dropped view reports changes nothing and is counted",
    "withheld": "a paused unit has no view",
    "settles": "ticks at the deadlines come to an end",
    "replay": "the page's track replays to the same transitions and the same ads seen",
    "viewableOnce": "an ad becomes viewable at most once a creative, and only while displayed",
  ]

  /// Those that hold whenever ticks come.
  private static let heldWhenLate = ["replay", "causeOfView", "viewForLoaded", "chain", "time"]

  /// A view as the web engine has it.
  struct Engine {
    let unit: AdUnitID
    let keepsData: Bool
    var isCommitted = false
    var isParsed = false
    var isFinished = false
    var hasSize = false
    var isRendered = false
    var isPlaying = false
    /// What of its creative the view covers; nil for all of it.
    var clip: ViewportClip?
    var renders = 0
  }

  var random: SeededRandom
  var page: LazyLoadingManager
  var content: PageContent
  var now: Int64 = 0
  var step = 0
  var outcome = Outcome()

  var engines: [ViewID: Engine] = [:]
  var dropped: [ViewID] = []
  var pending: [(time: Int64, view: ViewID, report: ViewReport)] = []
  var states: [AdUnitID: LoadState] = [:]
  var frames: [AdUnitID: AdRect] = [:]
  var viewport: AdRect?
  var phase = AppPhase.foreground
  var permit: LoadPermit?
  var expiresAt: Int64?
  var budget: Int
  var isMemoryLow = false
  /// How many views may live where the budget shrank below what was on screen.
  var overhang = 0
  var lastTime: Int64 = 0
  var urls: Set<String> = []
  var losses: [AdUnitID: [Int64]] = [:]
  var isLost: Set<AdUnitID> = []
  var emptySince: [AdUnitID: Int64] = [:]
  var askedAt: [AdUnitID: Int64] = [:]
  /// Until when a unit is not asked for again.
  var pausedUntil: [AdUnitID: Int64] = [:]
  var viewable: Set<AdUnitID> = []
  var displayedAt: [AdUnitID: Int64] = [:]
  var record: Int64 = 1
  /// Whether ticks come when they like, so that only the replay is looked at.
  let isLate: Bool
  var track: TrackWriter
  var transitions: [LoadTransition] = []
  var seen: [String] = []

  /// Prepares the run of a seed; a late one passes ticks when it likes.
  package init(seed: UInt64, isLate: Bool = false) throws {
    var random = SeededRandom(seed: seed)
    let budget = random.int(1...8)
    let fetch: Double = [200, 800, 1_600][random.int(0...2)]
    let constraints = try SizeConstraints(
      initial: CreativeSize(width: 300, height: 250), minimumWidth: 100, maximumWidth: 400,
      minimumHeight: 50, maximumHeight: 600)
    let units = try (0..<random.int(2...12)).map { number in
      PageContent.Unit(
        InventoryUnit(
          id: try AdUnitID("ad-\(number)"), constraints: constraints,
          label: try AdLabel(isShown: number % 2 == 0)))
    }
    content = PageContent(
      plan: LoadingPlan(
        served: Set(units.map(\.unit.id)),
        thresholds: try LoadingThresholds(
          fetch: fetch, display: min(200, fetch), unload: fetch * 2,
          unloadingEnabled: random.isOneIn(2),
          stabilityDelay: random.isOneIn(2) ? 2_000 : 100,
          prediction: random.isOneIn(2) ? 0 : 1_000),
        loadedAdsLimit: budget),
      units: units, noFill: random.isOneIn(2) ? .collapse : .keep)
    page = LazyLoadingManager(content, seed: seed, isRecorded: true)
    self.isLate = isLate
    track = TrackWriter()
    track.begin(under: page.start)
    self.budget = budget
    self.random = random
  }

  /// Runs a number of random events, then lets everything settle.
  package mutating func run(steps: Int) -> Outcome {
    send(.viewport(AdRect(x: 0, y: 0, width: 390, height: 800)))
    layOut()
    for _ in 0..<steps {
      guard outcome.violations.isEmpty else { break }
      step += 1
      advance(
        to: now
          + Int64([0, 1, 16, 16, 67, 150, 700, 3_000, 31_000].randomElement(using: &random) ?? 16))
      act()
    }
    settle()
    replay()
    return outcome
  }

  mutating func act() {
    switch random.int(0...99) {
    case ..<40: scroll()
    case ..<46: send(.place([randomFrame()]))
    case ..<50: if let unit = anyUnit() { remove(unit) }
    case ..<60: changeConsent()
    case ..<65: changePhase()
    case ..<66:
      isMemoryLow = true
      shrink(to: max(budget / 2, 1))
      send(.memoryWarning)
    case ..<73: if let view = anyView() { terminate(view) }
    case ..<79: if let view = anyView() { post(noFillIn: view) }
    case ..<84: if let view = anyView() { post(sizeIn: view) }
    case ..<87: if let unit = anyUnit() { send(.reload(unit)) }
    case ..<92: changeContent()
    case ..<95:
      // What a dropped view still says.
      guard let view = dropped.randomElement(using: &random) else { return }
      let before = page.ignored[.droppedView] ?? 0
      let outcome = page.handle(.view(view, .finished), at: now)
      take(outcome)
      check(
        "ignored", outcome.effects.isEmpty && page.ignored[.droppedView] == before + 1)
    case ..<97: send(.viewport(random.isOneIn(2) ? nil : viewport))
    case ..<99:
      send(.place([AdFrame(unit: randomUnit(), frame: AdRect(x: .nan, y: 0, width: 1, height: 1))]))
    default: changePerson()
    }
  }

  /// Has somebody else look at the page: the track until now is one session's, and another begins.
  mutating func changePerson() {
    (permit, expiresAt) = (nil, nil)
    let (before, after) = page.changePerson(at: now)
    take(before)
    check("closedGate", engines.isEmpty && page.liveViews == 0)
    replay()
    (track, transitions, seen) = (TrackWriter(), [], [])
    track.begin(under: page.start)
    (states, losses, isLost, emptySince, pausedUntil) = ([:], [:], [], [:], [:])
    outcome.changesOfPerson += 1
    take(after)
    check("closedGate", engines.isEmpty && page.liveViews == 0)
  }

  mutating func scroll() {
    var rect = viewport ?? AdRect(x: 0, y: 0, width: 390, height: 800)
    rect.y = max(0, rect.y + Double(random.int(-600...900)))
    send(.viewport(rect))
  }

  mutating func layOut() {
    send(
      .place(
        content.units.keys.sorted().enumerated().map { place, unit in
          AdFrame(
            unit: unit,
            frame: AdRect(
              x: 40, y: Double(place) * Double(random.int(260...900)), width: 300, height: 250))
        }))
  }

  mutating func randomUnit() -> AdUnitID {
    content.units.keys.sorted().randomElement(using: &random) ?? AdUnitID(validated: "none")
  }

  mutating func anyUnit() -> AdUnitID? {
    frames.keys.sorted().randomElement(using: &random)
  }
  mutating func anyView() -> ViewID? {
    engines.keys.sorted { $0.number < $1.number }.randomElement(using: &random)
  }

  mutating func randomFrame() -> AdFrame {
    AdFrame(
      unit: randomUnit(),
      frame: AdRect(x: 40, y: Double(random.int(0...6_000)), width: 300, height: 250))
  }

  mutating func remove(_ unit: AdUnitID) {
    frames[unit] = nil
    send(.remove(unit))
  }

  mutating func changeConsent() {
    record += 1
    let mode = ServingMode.allCases.randomElement(using: &random) ?? .limited
    let new = LoadPermit(record: ConsentRecordID(record), mode: mode)
    switch random.int(0...5) {
    case 0:
      (permit, expiresAt) = (nil, nil)
      send(.consent(PageConsent(.blocked(random.isOneIn(2) ? .withdrawn : .failed))))
    case 1:
      (permit, expiresAt) = (new, now + Int64(random.int(1...5_000)))
      send(.consent(PageConsent(.allowed(new), expiresAt: expiresAt)))
    default:
      (permit, expiresAt) = (new, nil)
      send(.consent(PageConsent(.allowed(new))))
    }
  }

  mutating func changePhase() {
    phase = phase == .foreground ? .background : .foreground
    send(.app(phase))
  }

  mutating func terminate(_ view: ViewID) {
    pending.removeAll { $0.view == view }
    send(.view(view, .terminated))
  }

  mutating func post(noFillIn view: ViewID) {
    guard engines[view]?.isCommitted == true else { return }
    post(["type": "noFill", "slotId": "slot", "ts": 1], in: view)
  }

  mutating func post(sizeIn view: ViewID) {
    guard engines[view]?.isCommitted == true else { return }
    engines[view]?.hasSize = true
    post(
      [
        "type": "adSize", "width": .integer(Int64(random.int(1...900))),
        "height": .integer(Int64(random.int(1...900))),
      ], in: view)
  }

  mutating func post(_ body: JSONValue, in view: ViewID) {
    send(.view(view, .message(handler: "nativeBridge", body: body, isMainFrame: true)))
  }

  mutating func changeContent() {
    if random.isOneIn(3) {
      let unit = randomUnit()
      if content.plan.withheld.remove(unit) == nil { content.plan.withheld.insert(unit) }
    } else if random.isOneIn(2) {
      let budget = random.int(1...8)
      self.budget = budget
      shrink(to: isMemoryLow ? max(budget / 2, 1) : budget)
      content.plan.loadedAdsLimit = budget
    } else {
      content.options.isDebug.toggle()
    }
    send(.content(content))
  }

  /// How many views have their ads on the screen.
  var onScreen: Int { engines.values.filter { isOnScreen($0.unit) }.count }

  func isOnScreen(_ unit: AdUnitID) -> Bool {
    guard let frame = frames[unit], let viewport else { return false }
    return frame.overlaps(viewport)
  }

  var limit: Int { isMemoryLow ? max(budget / 2, 1) : budget }
  mutating func shrink(to limit: Int) { overhang = max(engines.count, limit) }

  /// Lets time pass: deadlines and reports come when they are due.
  mutating func advance(to time: Int64) {
    var ticks = 0
    while true {
      let report = pending.map(\.time).min() ?? .max
      let deadline = page.nextDeadline ?? .max
      let next = min(report, deadline)
      guard next <= time, !isLate || report <= deadline || !random.isOneIn(2) else { break }
      ticks += 1
      guard ticks < 5_000 else { return check("settles", false) }
      now = max(now, next)
      if report <= deadline, let place = pending.firstIndex(where: { $0.time == report }) {
        let (_, view, what) = pending.remove(at: place)
        deliver(what, from: view)
      } else {
        send(.tick)
      }
    }
    now = max(now, time)
  }

  mutating func deliver(_ report: ViewReport, from view: ViewID) {
    switch report {
    case .committed: engines[view]?.isCommitted = true
    case .parsed: engines[view]?.isParsed = true
    case .finished:
      engines[view]?.isParsed = true
      engines[view]?.isFinished = true
    case .rendered: engines[view]?.isRendered = true
    default: break
    }
    send(.view(view, report))
  }

  /// Brings the app to the front with consent, and waits until nothing happens any more.
  mutating func settle() {
    if phase == .background { changePhase() }
    record += 1
    let new = LoadPermit(record: ConsentRecordID(record), mode: .personalized)
    (permit, expiresAt) = (new, nil)
    send(.consent(PageConsent(.allowed(new))))
    send(.viewport(AdRect(x: 0, y: 0, width: 390, height: 800)))
    advance(to: now + 200_000)
    check("budget", engines.count <= max(limit, onScreen), (engines.count, onScreen))
    for (view, engine) in engines where states[engine.unit] == .displayed {
      if engine.isParsed { check("renderedOnce", engine.renders == 1, (view, engine.renders)) }
      let since = displayedAt[engine.unit] ?? 0
      check(
        "renderedInTime", engine.isRendered || now - since < LazyLoadingManager.renderLimit,
        (view, now - since))
    }
  }

  /// Does what a page says, and looks at it.
  private mutating func take(_ outcome: LazyLoadingManager.Outcome) {
    var (made, gone): ([AdUnitID], [AdUnitID]) = ([], [])
    for event in outcome.events { follow(event, &made, &gone) }
    for effect in outcome.effects { follow(effect, &made, &gone) }
    // Without an ad tag, a size is all that a page says of its creative.
    for (view, engine) in engines
    where engine.hasSize && engine.isFinished && states[engine.unit] == .displayed {
      engines[view]?.isRendered = true
    }
    check("causeOfView", made.isEmpty && gone.isEmpty, (made, gone))
  }

  mutating func check(
    _ name: String, _ holds: Bool, _ detail: Any? = nil
  ) {
    guard !holds, !isLate || Self.heldWhenLate.contains(name) else { return }
    outcome.violations.append("step \(step), \(now) ms: \(name) \(detail ?? "")")
  }

  /// Passes an event to the page, does what it says, and looks at the invariants.
  mutating func send(_ event: PageEvent) {
    if case .viewport(let rect) = event { viewport = rect }
    if case .place(let placed) = event {
      for frame in placed where frame.frame.isFinite { frames[frame.unit] = frame.frame }
    }
    if let expiresAt, expiresAt <= now { (permit, self.expiresAt) = (nil, nil) }
    let before = engines
    take(page.handle(event, at: now))
    for (unit, state) in states {
      check("viewForLoaded", state.isLoaded == (page.view(of: unit) != nil), (unit, state))
      if state.isLoaded { check("withheld", !content.plan.withheld.contains(unit), unit) }
    }
    for (view, engine) in engines {
      guard let frame = frames[engine.unit] else { continue }
      // The label is no part of the creative, and higher than none here.
      var creative = frame
      creative.y += 20
      creative.height -= 20
      let (sees, seesMore) = (
        viewport.map(creative.overlaps) ?? false, viewport.map(frame.overlaps) ?? false
      )
      check(
        "clip", covers(engine), (view, engine.clip as Any, page.geometry(of: engine.unit) as Any))
      let isInFront = phase == .foreground
      check(
        "plays", engine.isPlaying ? isInFront && seesMore : !isInFront || !sees, (view, engine))
    }
    // What came on screen waits for nothing; whatever it displaces goes with the next check, for an ad
    // makes one transition in each.
    let arrived = engines.filter { before[$0.key] == nil && isOnScreen($0.value.unit) }.count
    if engines.count - limit <= onScreen || engines.count <= before.count + arrived {
      overhang = max(overhang, engines.count)
    }
    overhang = max(min(overhang, engines.count), limit)
    check("budget", engines.count <= overhang, (engines.count, overhang))
    if permit == nil { check("closedGate", engines.isEmpty && page.liveViews == 0) }
  }
}
