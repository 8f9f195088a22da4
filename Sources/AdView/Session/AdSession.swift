// SPDX-License-Identifier: MIT
public import AdConsent
public import AdHosting
public import AdInjection
public import AdLoading
public import AdModel
public import AdStore

/// A page of ads on screen, joined to a database.
///
/// It follows the inventory, the person's consent and its end, the debug switch and the page's
/// settings while it runs, whoever writes them, and keeps what every ad did in the history. A host
/// passes what happens, does what it is told, and calls ``tick()`` no later than ``nextDeadline``:
///
/// ```swift
/// let session = try AdSession(database, page: page, subject: subject)
/// host.perform(session.handle(.place(frames)))          // after each layout
/// host.perform(session.handle(.viewport(visibleRect)))  // as it scrolls
/// host.perform(session.suspend())                       // as the app goes to the background
/// host.perform(try session.resume())                    // and as it comes back
/// try await session.close()
/// ```
///
/// Not safe to share between threads: keep it where the views are. Nothing that it does there waits
/// for the disk, apart from opening, suspending and what ``record(_:)`` stores.
public final class AdSession {
  /// A choice of the app about its session.
  public struct Options: Sendable {
    /// The version of the app, at most 128 bytes.
    public var appVersion = ""
    /// What tells devices apart where histories are joined, at most 128 bytes; nobody's name.
    public var device = ""
    /// Has this session go by other settings than the store's: a template of its own, another
    /// policy. Called with what the store says, whenever that changes.
    public var settings: @Sendable (inout InventorySettings) -> Void = { _ in }
    /// How often it looks whether other processes have written, in milliseconds.
    public var pollInterval: Int64 = 1_000
    /// Takes lines while debugging is on.
    public var debugLog = DebugLog.off

    /// Takes the defaults.
    public init() {}
  }

  private let database: AdDatabase
  private let pageID: PageID
  private let subject: SubjectKey
  private let options: Options
  private let clock: AdClock
  private let start: (clock: Int64, time: Timestamp)
  private let recorder: TransitionRecorder
  private let changes: PendingChanges
  private let observation: ConsentObservation

  /// The settings that the session goes by: the store's, with those of its options.
  public private(set) var settings: InventorySettings
  private var page: HostedPage
  private var lastChange: Int64
  private var lastNumber: Int?
  private var nextPoll: Int64
  private var isSuspended = false
  /// Whether the inventory may have changed without a word.
  private var mustLook = false

  /// The number of the session in the history.
  public let id: SessionID

  /// Opens a session.
  /// - Parameters:
  ///   - subject: The person, under the key of the consent records.
  ///   - onChange: Called on any thread where this process changed something that the session
  ///     follows: call ``tick()`` soon, on the session's own thread.
  /// - Throws: ``StoreError`` with `noSuchPage`; `InvalidValue` for a version or a device that is
  ///   too long.
  public init(
    _ database: AdDatabase, page: PageID, subject: SubjectKey, options: Options = Options(),
    clock: AdClock = .system, onChange: @escaping @Sendable () -> Void = {}
  ) throws {
    self.database = database
    pageID = page
    self.subject = subject
    self.options = options
    self.clock = clock
    var random = SystemRandomNumberGenerator()
    id = SessionID(
      validated: String(random.next(), radix: 16) + String(random.next(), radix: 16))
    let now = clock.milliseconds()
    start = (now, clock.timeOfDay())
    recorder = TransitionRecorder(
      try RecordedSession(
        id: id, page: page, appVersion: options.appVersion, device: options.device,
        startedAt: start.time, clockAtStart: now, measuresViewability: true),
      in: database)
    let changes = PendingChanges()
    self.changes = changes
    observation = ConsentRepository(database).observe { change in
      guard change.subject == nil || change.subject == subject else { return }
      changes.note()
      onChange()
    }
    _ = try? database.pollChanges()
    let (content, settings, lastChange) = try Self.content(of: page, in: database, options)
    self.settings = settings
    self.lastChange = lastChange
    self.page = HostedPage(content, seed: random.next(), isRecorded: true)
    recorder.begin(under: self.page.start)
    nextPoll = now + options.pollInterval
    changes.note()
  }

  /// The milliseconds from now until ``tick()`` is due; `nil` while the session is suspended.
  public var untilDeadline: Int64? {
    nextDeadline.map { max($0 - clock.milliseconds(), 0) }
  }

  /// When ``tick()`` is due, in milliseconds of the session's clock; `nil` while it is suspended.
  public var nextDeadline: Int64? {
    if isSuspended { return nil }
    return min(page.nextDeadline ?? nextPoll, nextPoll)
  }

  /// Does what has become due.
  public func tick() -> [PageEffect] { handle(.tick) }

  /// Takes what happened.
  /// - Returns: What the host is to do, in order; ``PageEffect/track(_:at:)``,
  ///   ``PageEffect/record(_:)``, ``PageEffect/recordViewable(_:at:)`` and ``PageEffect/log(_:)`` have been taken care of.
  public func handle(_ event: PageEvent) -> [PageEffect] {
    let now = clock.milliseconds()
    var effects = refresh(at: now)
    effects += page.handle(event, at: now)
    return carryOut(effects)
  }

  /// Decides about a navigation of a web view, at once.
  public func decide(_ request: NavigationRequest, in view: ViewID) -> NavigationDecision {
    page.decide(request, in: view, at: clock.milliseconds())
  }

  /// Whether an answer of a server is an ad's page.
  public func accepts(status: Int) -> Bool { page.accepts(status: status) }

  /// The state of a slot; one that was never placed is `notLoaded`.
  public func state(of unit: AdUnitID) -> LoadState { page.state(of: unit) }
  /// The size of a slot.
  public func size(of unit: AdUnitID) -> SlotSize { page.size(of: unit) }
  /// The label of a slot.
  public func label(of unit: AdUnitID) -> AdLabel { page.label(of: unit) }
  /// The web view of a slot, where it has one.
  public func view(of unit: AdUnitID) -> ViewID? { page.view(of: unit) }
  /// How the gate stands.
  public var gate: LoadGate { page.gate }
  /// How many web views live.
  public var liveViews: Int { page.liveViews }
  /// What of the host's reports and frames changed nothing, by reason.
  public var ignored: [IgnoredReport: Int] { page.ignored }
  /// How the recorder of the history is doing.
  public var report: RecorderReport { recorder.report }

  /// Records an answer of the person, as a consent platform's handler has it.
  /// - Returns: What the host is to do.
  /// - Throws: What `ConsentRepository.set` throws; nothing has changed then.
  public func record(_ statement: ConsentStatement) throws -> [PageEffect] {
    try ConsentRepository(database).set(statement, for: subject, at: clock.timeOfDay())
    changes.note()
    return tick()
  }

  /// Goes to the background: nothing loads any more, what is pending is written, and the database
  /// holds no lock.
  ///
  /// Both happens soon, without waiting; `AdDatabase.suspend(within:)` tells when. Where a database
  /// serves several sessions, suspend all of them.
  /// - Returns: What the host is to do.
  public func suspend() -> [PageEffect] {
    let effects = handle(.app(.background))
    isSuspended = true
    // What cannot be written now is kept, and written after the database resumes.
    database.beginSuspending(within: .seconds(4))
    return effects
  }

  /// Comes back: looks what has changed meanwhile, and checks at once.
  /// - Returns: What the host is to do.
  public func resume() -> [PageEffect] {
    database.resume()
    isSuspended = false
    mustLook = true
    changes.note()
    return handle(.app(.foreground))
  }

  /// Ends the session in the history; the host drops its views itself.
  ///
  /// The disk is waited for elsewhere than on the caller's thread.
  /// - Throws: ``StoreError``; what could not be written is kept, and closing can be tried again.
  public nonisolated(nonsending) func close() async throws {
    try await recorder.close(at: clock.milliseconds(), within: .seconds(30))
  }
}

// What the store says.
extension AdSession {
  /// Looks what has changed in the store, where it is time to.
  private func refresh(at now: Int64) -> [PageEffect] {
    guard !isSuspended else { return [] }
    var isMoved = mustLook
    mustLook = false
    // What follows may load an ad, and no load may come after a withdrawal that anybody could know
    // of: while the gate is open, the question is asked each time. SQLite answers it from memory.
    if now >= nextPoll || page.gate.isOpen {
      nextPoll = now + options.pollInterval
      // An error is met again at the next look; consent that cannot be read closes the gate below.
      let number = try? database.changeNumber()
      if number == nil || number != lastNumber {
        lastNumber = number
        isMoved = true
        _ = try? database.pollChanges()
      }
    }
    var news: PageContent?
    if isMoved, let newest = try? Self.newestChange(in: database), newest != lastChange,
      let (content, settings, number) = try? Self.content(of: pageID, in: database, options)
    {
      lastChange = number
      news = content
      // The gate, and what the page is told of consent, follow from them too.
      if settings != self.settings { changes.note() }
      self.settings = settings
    }
    var effects: [PageEffect] = []
    // Consent comes first: whatever else the page is told runs the checks that are due.
    if changes.take() {
      let (consent, since) = consent(at: now)
      effects += page.handle(.consent(consent), at: page.gate.isOpen ? since : now)
    }
    if let news { effects += page.handle(.content(news), at: now) }
    return effects
  }

  /// How consent stands, and since when and until when by the session's clock.
  private func consent(at now: Int64) -> (PageConsent, since: Int64) {
    let time = clock.timeOfDay()
    let answer = ConsentRepository(database).answer(
      for: subject, at: time, by: settings.gate, log: options.debugLog)
    // A check that was due after another process wrote, and comes late, loads nothing any more.
    let since = min(answer.record.map { self.time(of: $0.recordedAt) } ?? now, now)
    guard case .allowed = answer.decision, let record = answer.record,
      let handOff = try? ConsentHandOff(of: record.statement, form: settings.handOff)
    else {
      let decision = answer.decision.isAllowed ? .blocked(.failed) : answer.decision
      return (PageConsent(decision), since)
    }
    // Where the time of day was set meanwhile, the sooner end holds.
    let end = answer.expiresAt.map {
      min(self.time(of: $0), now + max($0.milliseconds - time.milliseconds, 0))
    }
    return (PageConsent(answer.decision, handOff: handOff, expiresAt: end), since)
  }

  /// A time of day on the session's clock, as the history dates what happens.
  private func time(of time: Timestamp) -> Int64 {
    let (sum, overflow) = start.clock.addingReportingOverflow(
      time.milliseconds - start.time.milliseconds)
    return overflow ? .max : sum
  }

  private static func newestChange(in database: AdDatabase) throws -> Int64 {
    try InventoryRepository(database).read { try $0.newestChange() }
  }

  /// What the inventory says of the page, and the number of the change after which it said so.
  private static func content(
    of id: PageID, in database: AdDatabase, _ options: Options
  ) throws -> (PageContent, InventorySettings, lastChange: Int64) {
    try InventoryRepository(database).read { inventory in
      var settings = try inventory.settings()
      options.settings(&settings)
      var bundles = settings.bundles
      bundles.debugTargeting = bundles.isDebug ? try inventory.targeting(of: .debug).entries : []
      var units: [PageContent.Unit] = []
      try inventory.forEachEffectiveEntry(matching: InventoryFilter(page: id)) { unit, targeting in
        units.append(PageContent.Unit(unit, targeting: targeting.entries))
      }
      let page = try inventory.page(id)
      var plan = try inventory.loadingPlan(of: id)
      plan.loadedAdsLimit = page.liveViews ?? settings.liveViews
      let content = PageContent(
        plan: plan, units: units, noFill: page.noFill ?? settings.noFill, options: bundles)
      return (content, settings, try inventory.newestChange())
    }
  }

  /// Keeps what belongs in the history, and hands on the rest.
  private func carryOut(_ effects: [PageEffect]) -> [PageEffect] {
    guard !effects.isEmpty else { return [] }
    var rest: [PageEffect] = []
    var kept: [RecordedEvent] = []
    for effect in effects {
      switch effect {
      case .track(let event, let time): kept.append(.told(event, at: time))
      case .record(let transition): kept.append(.changed(transition))
      case .recordViewable(let unit, let time): kept.append(.seen(unit, at: time))
      case .log(let line): options.debugLog(line)
      default: rest.append(effect)
      }
    }
    recorder.record(kept)
    return rest
  }
}
