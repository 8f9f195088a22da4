// SPDX-License-Identifier: MIT
public import AdInjection
public import AdLoading
public import AdModel

/// The one loading host of a page with ads: which web view to make, load, run, resize and drop, and
/// when.
///
/// A state machine without a screen: events go in with their times, what the host is to do comes out
/// in order, and beside it what a session keeps. Apps, simulations and previews run it alike. A slot
/// is an ad's place in the page, named by its ad unit; its web view exists from `fetched` until it is
/// dropped. Times are milliseconds of one clock that never goes back; whoever drives the page passes
/// ``PageEvent/tick`` no later than ``nextDeadline``. A late tick changes nothing.
///
/// What pages and their frames post is untrusted: it is checked, bounded, counted and at worst
/// passed over.
public struct LazyLoadingManager: Sendable {
  /// How long a slot without an ad is not asked for one again, in milliseconds.
  ///
  /// Source: Google's policies let no ad be refreshed sooner.
  public static let noFillPause: Int64 = LoadingEngine.requestPause
  /// How long a page that nobody sees keeps its views while the app is in front, in milliseconds.
  public static let hiddenLimit: Int64 = 30_000
  /// How long an ad whose memory was needed stays away where nobody comes to see it, in milliseconds.
  public static let freedPause: Int64 = 30_000
  /// How long the creative of a displayed ad may take, in milliseconds for which the page is seen;
  /// an ad that takes longer is lost.
  public static let renderLimit: Int64 = 15_000
  /// How long a view may take to answer after the app came back, in milliseconds for which the page is
  /// seen; the process of one that takes longer has ended without a word.
  public static let answerLimit: Int64 = 10_000
  /// How many slots without a place are remembered of units that the inventory does not have.
  static let goneLimit = 100

  var engine: LoadingEngine
  var viewability: PageViewability
  private var tracker = PlaceholderTracker()
  var terms: PageTerms
  var reader: BridgeReader
  var slots: [AdUnitID: HostedSlot] = [:]
  /// The slots without a place that are kept for what is known of them, the longest gone first.
  var gone: [AdUnitID] = []
  /// The slots whose rows do not exist at the moment.
  var expected: Set<AdUnitID> = []
  var views: [ViewID: HostedView] = [:]
  var pauses = PausedSlots()
  var renderLimits = SeenLimits()
  /// By when views have to answer that were asked whether they still live.
  var answerLimits = SeenLimits()
  var sizeReports = SizeReports()
  var readingPlace = ReadingPlace()
  /// A layout after which the page is to be scrolled, of which the engine hears with the scroll.
  var heldLayout: HeldLayout?
  /// What lies over the viewport, as the app says, and as its host found.
  var obstructions: [Obstruction] = []
  var covers: [Obstruction] = []
  /// Whether what pages kept was cleared under the consent that holds.
  var isDataCleared = false
  /// Since when nobody sees the page of an app in front, in milliseconds.
  var hiddenSince: Int64?
  /// The size of what was visible last, in points; nil before anything was.
  var screen: CreativeSize?
  /// The page's feed, where it has one.
  var feed: HostedFeed?
  private var madeViews = 0
  private var cacheBuster: CacheBuster
  var now = Int64.min
  var outcome = Outcome()

  /// What held as the page began, for the person who looks at it now.
  package internal(set) var start: LoadingTerms
  private let isRecorded: Bool
  /// What changed nothing, by reason.
  public private(set) var ignored: [IgnoredReport: Int] = [:]
  /// The placed units that the inventory does not have on this page, which are loaded all the same.
  public var unknownUnits: Set<AdUnitID> { terms.unknownUnits }

  /// Begins a page on which nothing is placed.
  /// - Parameters:
  ///   - content: What the inventory and its settings say.
  ///   - feed: What the page's own feed shows between its items; nil where it has none.
  ///   - seed: A random number, from which the URLs' cache busters are made and the times of a feed's
  ///     requests are drawn.
  public init(
    _ content: PageContent, consent: PageConsent = .unanswered, feed: FeedPlan? = nil, seed: UInt64
  ) {
    self.init(content, consent: consent, feed: feed, seed: seed, isRecorded: false)
  }

  /// Begins a page as a session or a replay runs it.
  /// - Parameters:
  ///   - start: What held as a recorded session began that is run again; nil for what the others say.
  ///   - isRecorded: Whether it tells by ``RecordedEvent/told(_:at:)`` what a replay needs.
  package init(
    _ content: PageContent, consent: PageConsent = .unanswered,
    replaying start: LoadingTerms? = nil, feed: FeedPlan? = nil, seed: UInt64, isRecorded: Bool
  ) {
    terms = PageTerms(content, consent)
    self.start = start ?? terms.start
    self.isRecorded = isRecorded
    cacheBuster = CacheBuster(seed: seed)
    reader = BridgeReader(contract: terms.content.options.contract)
    viewability = PageViewability(videoUnits: self.start.videoUnits)
    engine = LoadingEngine(under: self.start)
    self.feed = feed.map { HostedFeed($0, pattern: content.feedPattern, seed: ~seed) }
    if let unit = self.feed?.unit { _ = terms.meet(unit) }
  }

  /// The state of a slot; one that was never placed is `notLoaded`.
  public func state(of unit: AdUnitID) -> LoadState { engine.state(of: unit) }

  /// The web view of a slot, where it has one.
  public func view(of unit: AdUnitID) -> ViewID? { slots[unit]?.view }

  /// Whether somebody sees the page, and it has places for ads.
  package var isShown: Bool { isSeen && (!slots.isEmpty || feed != nil) }

  /// Whether it has ads, or has asked for some, that somebody's word may end.
  package var hasAds: Bool { !views.isEmpty || feed?.hasAds == true }

  /// How many web views live.
  public var liveViews: Int { views.count }

  /// The gate as last told.
  public var gate: LoadGate { engine.gate }

  /// Takes an event.
  /// - Parameter time: When, in milliseconds; a time before the last event's counts as that one.
  public mutating func handle(_ event: PageEvent, at time: Int64) -> Outcome {
    now = min(max(time, now), LoadingEngine.latestTime)
    // Word of consent comes before what is due: nothing loads and no feed asks under one that has ended.
    if event.isConsent {
      expireConsent(before: now)
      apply(event)
      runDue()
    } else {
      expireConsent(before: now + 1)
      runDue()
      // What is due before the viewport moves, the engine does as it is told of that.
      if !event.isViewport { runDueChecks() }
      apply(event)
    }
    runDueChecks()
    return takeOutcome()
  }

  /// Takes what the engine of a recorded session was told.
  mutating func replay(_ event: LoadingEvent, at time: Int64) -> Outcome {
    now = min(max(time, now), LoadingEngine.latestTime)
    switch event {
    case .rendered(let unit): noteRendered(nil, of: unit)
    case .blank(let unit): note(.committed, of: unit)
    default: break
    }
    drive(event)
    return takeOutcome()
  }

  mutating func takeOutcome() -> Outcome {
    defer { outcome = Outcome() }
    return outcome
  }

  /// Decides about a navigation of a web view, or of a popup that it opened.
  /// - Parameters:
  ///   - request: What the view is about to do, as far as the system tells. What the page knows is
  ///     set here: the URL that was loaded, the last click in the view, and what is a redirect
  ///     where the system does not say, and whether it answers a navigation that was clicked.
  ///   - time: When, in milliseconds.
  /// - Returns: The answer; a dropped view goes nowhere.
  public mutating func decide(
    _ request: NavigationRequest, in view: ViewID, at time: Int64
  ) -> NavigationDecision {
    views[view]?.decide(request, at: time) ?? .cancel
  }

  private mutating func apply(_ event: PageEvent) {
    if !event.leavesLayoutHeld { layOutHeld(at: now) }
    switch event {
    case .viewport(let rect):
      guard rect?.isFinite ?? true else { return ignore(.notFinite) }
      if let rect, !rect.isEmpty {
        if rect.width != screen?.width { readingPlace.forgetAll() }
        screen = CreativeSize(width: rect.width, height: rect.height)
      }
      let shown = hideExpected(in: rect)
      if rect != engine.viewport { follow(rect) }
      for unit in shown { tellParts(of: unit) }
      endPausesOnScreen()
    case .place(let frames): place(frames)
    case .remove(let unit): remove(unit)
    case .parts(let unit, let parts): cut(unit, to: parts)
    case .expected(let unit, let isExpected): expect(unit, isExpected)
    case .obstructions(let all): cover(by: all, covers)
    case .covers(let found): cover(by: obstructions, found)
    case .describe(let slot): describe(slot)
    case .placeholders(let message): follow(tracker.handle(message))
    case .contentPageReloaded: follow(tracker.reset())
    case .app(let phase): follow(phase)
    case .memoryWarning:
      freeUnseen()
      terms.lowerMemory().map { drive($0) }
    case .views(let most): allow(most)
    case .content(let new): change(to: new)
    case .consent(let new):
      terms.change(to: new, gate: engine.gate, at: now).map { driveConsent($0, at: now) }
      clearData()
    case .reload(let unit): reload(unit)
    case .feed(let event): handle(event)
    case .view(let id, let report): follow(report, of: id)
    case .tick: drive(.tick)
    }
  }

  mutating func ignore(_ reason: IgnoredReport) { ignored[reason, default: 0] += 1 }

  mutating func log(_ line: @autoclosure () -> String) {
    if terms.content.options.isDebug { outcome.lines.append(line()) }
  }
}

// What the engine decides, and what follows from it.
extension LazyLoadingManager {
  /// Tells the engine something, and does what comes of it.
  ///
  /// - Parameter isMeasured: Whether what people see is measured at once.
  mutating func drive(_ event: LoadingEvent, at time: Int64? = nil, isMeasured: Bool = true) {
    let time = time ?? now
    if isRecorded { outcome.events.append(.told(event, at: time)) }
    let gateBefore = engine.gate
    // Rectangles were looked at before they came here.
    let changes = (try? engine.handle(event, at: time)) ?? []
    let gate = engine.gate
    if gate != gateBefore { log("gate \(gate.displayText)") }
    renderLimits.follow(isSeen: isSeen, at: time)
    answerLimits.follow(isSeen: isSeen, at: time)
    let isHidden = engine.phase == .foreground && engine.viewport?.isEmpty != false
    hiddenSince = isHidden ? hiddenSince ?? time : nil
    for change in changes {
      // What is visible of a place is told to its view, which has to be there for that.
      if change.to == .fetched { makeView(for: change.unit) }
      if change.from.isLoaded, !change.to.isLoaded { noteMissed(change.unit, at: change.time) }
      tell(viewability.follow(change))
      outcome.events.append(.changed(change))
      log(change.displayText)
      switch change.to {
      case .fetched: break
      case .displayed: step(slots[change.unit]?.view, at: change.time) { $0.display() }
      case .notLoaded, .unloaded: dropView(of: change.unit)
      }
    }
    if isMeasured { tell(viewability.follow(event, at: time)) }
    cutViews()
    followFeed(after: event, at: time)
  }

  /// Whether anybody sees the page.
  var isSeen: Bool { engine.phase == .foreground && engine.viewport?.isEmpty == false }

  /// Keeps that something became of an ad.
  mutating func note(_ event: AdEvent, of unit: AdUnitID, at time: Int64? = nil) {
    outcome.events.append(.became(event, unit, at: time ?? now))
  }

  /// Keeps that the load of an ad ends of which nothing was ever seen, where its place was.
  private mutating func noteMissed(_ unit: AdUnitID, at time: Int64) {
    guard let waited = viewability.timeMissed(by: unit, until: time) else { return }
    note(.missed(afterWaiting: waited), of: unit, at: time)
  }

  /// What a session keeps as it is closed: the ads that did not come until then, while people saw their
  /// places.
  package func missed(until time: Int64) -> [RecordedEvent] {
    let time = max(time, now)
    return viewability.units.compactMap { unit in
      viewability.timeMissed(by: unit, until: time)
        .map { .became(.missed(afterWaiting: $0), unit, at: time) }
    }
  }

  /// Keeps that a creative is there, behind what the one before it was worth until this moment.
  mutating func noteRendered(_ size: CreativeSize?, of unit: AdUnitID) {
    tell(viewability.follow(.tick, at: now))
    note(.rendered(size), of: unit)
  }

  private mutating func makeView(for unit: AdUnitID) {
    guard let builder = terms.builder else { return }
    let described = terms.content.unit(unit, in: slots[unit]?.described)
    let bundle: InjectionBundle
    do {
      bundle = try builder.bundle(for: described.unit, targeting: described.targeting)
    } catch {
      // Only a unit that is not served, and those the engine never fetches.
      log("no bundle for \(unit): \(error)")
      return
    }
    madeViews += 1
    let id = ViewID(madeViews)
    let url = terms.content.options.template.url(
      debug: terms.content.options.isDebug, cacheBuster: cacheBuster.next())
    changeSlot(unit) { $0.view = id }
    if var size = slots[unit]?.size, size.isWithoutLabel {
      size.isWithoutLabel = false
      resize(unit, to: size, isAnimated: false)
    }
    views[id] = HostedView(unit: unit, bundle: bundle, url: url, at: now)
    outcome.effects.append(.make(id, unit, bundle))
    outcome.effects.append(.load(id, url: url))
  }

  private mutating func dropView(of unit: AdUnitID) {
    guard let id = slots[unit]?.view else { return }
    slots[unit]?.view = nil
    if slots[unit]?.frame == nil { forgetSlot(unit) }
    views[id] = nil
    renderLimits.forget(id)
    answerLimits.forget(id)
    sizeReports.forget(id)
    outcome.effects.append(.drop(id))
  }

  /// Tells pages how visible their ads are, now or as soon as they can be told.
  mutating func tell(_ updates: [PageViewability.Update]) {
    for found in updates {
      let update = found.update
      if let waited = update.appearedAfter {
        note(.appeared(afterWaiting: waited), of: found.unit, at: update.time)
      }
      if update.becameViewable {
        note(.viewable, of: found.unit, at: update.time)
      }
      guard let id = slots[found.unit]?.view else { continue }
      let report = ViewabilityReport(
        visibleFraction: update.visibleFraction, dwell: update.dwell,
        isViewable: update.isViewable)
      guard let index = views.index(forKey: id) else { continue }
      // In its place: what is changed by its key is moved out and back.
      let followed = views.values[index].follow(report)
      if let call = followed.call { outcome.effects.append(.tell(id, call)) }
      if let play = followed.play { outcome.effects.append(.play(id, play)) }
    }
  }
}

// What happens to slots.
extension LazyLoadingManager {
  mutating func place(_ frames: [AdFrame]) {
    let isScrolled = holdText(below: frames)
    var layout = HeldLayout(until: now + HeldLayout.patience)
    for placed in frames {
      guard placed.frame.isFinite else {
        ignore(.notFinite)
        continue
      }
      if slots[placed.unit] == nil { changeSlot(placed.unit) { _ in } }
      slots[placed.unit]?.frame = placed.frame
      if !tellHiding(of: placed.unit, in: engine.viewport) { layout.shown.append(placed.unit) }
      let frame = slots[placed.unit]?.size.loadingFrame(of: placed.frame) ?? placed.frame
      layout.frames.append(AdFrame(unit: placed.unit, frame: frame))
    }
    guard !layout.frames.isEmpty else { return }
    if let held = heldLayout {
      heldLayout = held.followed(by: layout)
    } else if isScrolled {
      heldLayout = layout
    } else {
      layOut(layout, at: now)
    }
  }

  mutating func changeSlot(_ unit: AdUnitID, _ body: (inout HostedSlot) -> Void) {
    let known = slots[unit]
    var slot = known ?? HostedSlot(size: initialSize(of: unit))
    body(&slot)
    slots[unit] = slot
    guard known == nil else { return }
    terms.meet(unit).map { drive($0) }
    if !terms.knows(unit) { log("\(unit) is no unit of this page; it is loaded all the same") }
  }

  private mutating func describe(_ slot: AdSlot) {
    changeSlot(slot.unit) { $0.described = slot }
    resizeUnreported(slot.unit)
  }

  /// Gives a slot whose ad has told no size yet the one it begins with.
  mutating func resizeUnreported(_ unit: AdUnitID) {
    guard let slot = slots[unit], !slot.isReported else { return }
    resize(unit, to: initialSize(of: unit), isAnimated: false)
  }

  mutating func resize(_ unit: AdUnitID, to size: SlotSize, isAnimated: Bool) {
    guard slots[unit]?.size != size else { return }
    slots[unit]?.size = size
    tellParts(of: unit)
    // What moves the page under a reader is done at once.
    let isAbove = takeResize(of: unit)
    outcome.effects.append(.resize(unit, size, isAnimated: isAnimated && !isAbove))
  }

  /// Passes the placeholders' changes on; what is wrong with them has been counted by the tracker.
  private mutating func follow(_ found: PlaceholderTracker.Outcome) {
    for event in found.events {
      switch event {
      case .frame(let placed): move([placed])
      case .layout(let frames): move(frames)
      case .removed(let unit):
        outcome.effects.append(.move(unit, nil))
        remove(unit)
      // Its place follows, and is told first where it can be seen again.
      case .parts(let unit, let parts): noteParts(of: unit, parts)
      default: drive(event)
      }
    }
    for problem in found.problems { log("placeholders: \(problem)") }
  }

  /// Places slots that stand where the content page has placeholders.
  private mutating func move(_ frames: [AdFrame]) {
    outcome.effects += frames.map { .move($0.unit, $0.frame) }
    // What a web page does to its text is its own affair.
    for placed in frames { readingPlace.forget(placed.unit) }
    place(frames)
  }

  mutating func reload(_ unit: AdUnitID) {
    guard engine.state(of: unit).isLoaded else { return }
    drive(.hold(unit, .reloaded))
    drive(.release(unit))
  }
}
