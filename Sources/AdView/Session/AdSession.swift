// SPDX-License-Identifier: MIT
public import AdConsent
public import AdHosting
public import AdInjection
import AdLoading
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
/// host.perform(try session.record(answer))              // what the person said
/// host.perform(session.suspend())                       // as the app goes to the background
/// host.perform(session.resume())                        // and as it comes back
/// try await session.close()
/// ```
///
/// Not safe to share between threads: keep it where the views are. Nothing that it does there waits
/// for a lock or writes to the disk. While the gate is open, each event asks SQLite whether anybody
/// has changed anything; what somebody has is read.
///
/// A session of the history is of one person: at a login or a logout ``change(subject:)`` ends it and begins
/// another.
///
/// What cannot be read closes the gate (`failed`), is told by ``lastFailure`` and tried again at each
/// look. A page is followed whatever it is called; its removal closes the gate (`pageRemoved`).
public final class AdSession {
  let database: AdDatabase
  /// Whose answers count.
  public internal(set) var subject: SubjectKey
  private let options: Options
  let clock: AdClock
  /// What is known of the session in the history.
  var recorded: RecordedSession
  var recorder: TransitionRecorder
  /// Tells of what becomes of the person's consent in this process.
  var observation: ConsentObservation
  /// Tells of what this process changes of the inventory.
  private let writes: ConsentObservation
  /// Whether the store has to be read.
  let changes: PendingChanges
  /// Whether somebody said something that is not stored yet.
  let answers: PendingChanges
  let onChange: @Sendable () -> Void

  var stored: StoredPage
  var page: LazyLoadingManager
  /// Why nothing loads whatever the person said.
  var closing: LoadGate.ClosedCause?
  /// What the page was told of consent last.
  var told = HeardConsent(at: .min)
  /// Up to where the changes of the store were followed.
  private var changeNumber: Int?
  private var nextPoll: Int64
  /// Keeps the database awake while the session is in front.
  private var presence: SessionPresence?
  private var isSuspended = false
  private(set) var isClosed = false
  /// What was told of a page of which nothing was shown yet; nil once something was.
  var unshown: [RecordedEvent]? = []
  var isLawNoted = false
  /// Whether a consent platform is followed.
  var isFollowing = false
  /// Whether a consent platform that is followed tells of no answer, or of none that can be kept.
  var isUntold = false

  /// The number of the session in the history; another one after ``change(subject:)``.
  public var id: SessionID { recorded.id }
  /// Who hears what becomes of the ads.
  public weak var delegate: (any AdSessionDelegate)?
  /// Who waits for what becomes of the ads.
  var listeners: [AsyncStream<AdNews>.Continuation] = []
  /// Who waits for something else than it was.
  var watchers: [AdSessionWatcher] = []
  /// How often the store could not be read.
  public private(set) var failedReads = 0
  /// Why the store or the person's consent cannot be used; `nil` where they can.
  public internal(set) var lastFailure: (any Error)?

  /// Opens a session and reads the page on this thread, which waits for no lock.
  /// - Parameters:
  ///   - database: Where the page, the person's answers and the history are.
  ///   - page: The page that is shown.
  ///   - subject: The person, under the key of the consent records.
  ///   - options: What else is told of the session.
  ///   - clock: What the time is; tests give one of their own.
  ///   - onChange: Called on any thread where this process changed something that the session
  ///     follows: call ``tick()`` soon, on the session's own thread.
  /// - Throws: ``StoreError`` with `noSuchPage`; `InvalidValue` for a version or a device that is
  ///   too long.
  public convenience init(
    _ database: AdDatabase, page: PageID, subject: SubjectKey, options: Options = Options(),
    clock: AdClock = .system, onChange: @escaping @Sendable () -> Void = {}
  ) throws {
    let presence = SessionPresence(in: database)
    try self.init(
      try Opening(of: page, in: database, subject, options, clock), in: database, subject: subject,
      options: options, clock: clock, onChange: onChange)
    self.presence = presence
  }

  /// Opens a session and reads the page on a thread of the database.
  /// - Parameters:
  ///   - page: The page that is shown.
  ///   - database: Where the page, the person's answers and the history are.
  ///   - subject: The person, under the key of the consent records.
  ///   - options: What else is told of the session.
  ///   - clock: What the time is; tests give one of their own.
  ///   - patience: How long it may take until it begins.
  ///   - onChange: As for ``init(_:page:subject:options:clock:onChange:)``.
  /// - Returns: The session.
  /// - Throws: The same, and ``StoreError`` with `busy` where it did not begin in time.
  public nonisolated(nonsending) static func open(
    _ page: PageID, in database: AdDatabase, subject: SubjectKey, options: Options = Options(),
    clock: AdClock = .system, within patience: Duration = .seconds(5),
    onChange: @escaping @Sendable () -> Void = {}
  ) async throws -> AdSession {
    let presence = SessionPresence(in: database)
    let opening = try await database.read(within: patience) {
      try Opening(of: page, in: database, subject, options, clock)
    }
    let session = try AdSession(
      opening, in: database, subject: subject, options: options, clock: clock, onChange: onChange)
    session.presence = presence
    return session
  }

  /// What a page heard of consent.
  struct HeardConsent {
    /// When, in milliseconds of the session's clock.
    let at: Int64
    /// Until when it holds, by the same clock; nil where it has no end.
    var end: Int64?
    /// Until when it holds as the answer has it.
    var expiry: Timestamp?

    func isOver(at now: Int64) -> Bool { end.map { $0 <= now } ?? false }
  }

  /// What a session begins with.
  private struct Opening: Sendable {
    let changeNumber: Int?
    let page: StoredPage

    init(
      of page: PageID, in database: AdDatabase, _ subject: SubjectKey, _ options: Options,
      _ clock: AdClock
    ) throws {
      changeNumber = try database.changeNumber()
      self.page = try InventoryRepository(database).page(
        page, in: options.arm, for: subject, at: clock.timeOfDay(), adjusting: options.settings)
    }
  }

  private init(
    _ opening: Opening, in database: AdDatabase, subject: SubjectKey, options: Options,
    clock: AdClock, onChange: @escaping @Sendable () -> Void
  ) throws(InvalidValue) {
    self.database = database
    self.subject = subject
    self.options = options
    self.clock = clock
    stored = opening.page
    changeNumber = opening.changeNumber
    let now = clock.milliseconds()
    recorded = try RecordedSession(
      id: .random(), page: stored.page.id, appVersion: options.appVersion, device: options.device,
      attributes: options.attributes, arm: stored.arm, startedAt: clock.timeOfDay(),
      clockAtStart: now, measuresViewability: true)
    recorder = TransitionRecorder(recorded, in: database)
    let (changes, answers) = (PendingChanges(), PendingChanges())
    (self.changes, self.answers) = (changes, answers)
    writes = database.observeWrites(ofInventory: true) {
      changes.note()
      onChange()
    }
    self.onChange = onChange
    observation = Self.observe(
      subject, in: database, noting: changes, answers, onChange: onChange)
    page = LazyLoadingManager(
      PageContent(stored), feed: options.feed, seed: .random(in: 0 ... .max), isRecorded: true)
    recorder.begin(under: page.start)
    nextPoll = now + options.pollInterval
    answers.note()
  }

  /// The milliseconds from now until ``tick()`` is due; `nil` where ``nextDeadline`` is.
  public var untilDeadline: Int64? {
    nextDeadline.map { max($0 - clock.milliseconds(), 0) }
  }

  /// When ``tick()`` is due, in milliseconds of the session's clock; `nil` while it is suspended, and where
  /// nothing happens by itself: neither shows it an ad that somebody's word may end, nor does one wait for
  /// that word.
  public var nextDeadline: Int64? {
    if isSuspended || isClosed { return nil }
    let isLookedFor = page.hasAds || isInDoubt || page.isShown && !page.gate.isOpen
    guard isLookedFor else { return page.nextDeadline }
    return min(page.nextDeadline ?? nextPoll, nextPoll)
  }

  /// Does what has become due.
  public func tick() -> [PageEffect] { handle(.tick) }

  /// Takes what happened.
  /// - Returns: What the host is to do, in order; nothing once the session is closed.
  public func handle(_ event: PageEvent) -> [PageEffect] {
    guard !isClosed else { return [] }
    let now = clock.milliseconds()
    let effects = refresh(at: now) + tell(event, at: now)
    tellWatchers()
    return effects
  }

  /// Decides about a navigation of a web view, at once; that of a closed session goes nowhere.
  public func decide(_ request: NavigationRequest, in view: ViewID) -> NavigationDecision {
    guard !isClosed else { return .cancel }
    var request = request
    request.leavingSchemes = options.leavingSchemes
    return page.decide(request, in: view, at: clock.milliseconds())
  }

  /// Goes to the background: nothing loads any more; where no session of the database is in front any
  /// more, what is pending is written, and the database holds no lock.
  ///
  /// Both happens soon, without waiting; `AdDatabase.suspend(within:)` tells when. A session that another
  /// window shows goes on.
  /// - Returns: What the host is to do.
  public func suspend() -> [PageEffect] {
    let effects = handle(.app(.background))
    isSuspended = true
    // What cannot be written now is kept, and written after the database resumes.
    presence?.leave(within: .seconds(4))
    return effects
  }

  /// Comes back: looks what has changed meanwhile, and checks at once.
  /// - Returns: What the host is to do.
  public func resume() -> [PageEffect] {
    presence?.come()
    isSuspended = false
    changes.note()
    return handle(.app(.foreground))
  }

  deinit { endNews() }

  /// Ends the session in the history; the host drops its views itself. What is still under way then, a
  /// question, a script or a load, changes nothing any more.
  ///
  /// The disk is waited for elsewhere than on the caller's thread.
  /// - Throws: ``StoreError``; what could not be written is kept, and closing can be tried again.
  public nonisolated(nonsending) func close() async throws {
    let now = clock.milliseconds()
    if !isClosed { record(page.missed(until: now)) }
    isClosed = true
    presence = nil
    endNews()
    try await recorder.close(at: now, within: .seconds(30))
  }
}

// What the store says.
extension AdSession {
  /// Looks what has changed in the store, where it is time to.
  private func refresh(at now: Int64) -> [PageEffect] {
    var isConsentNew = answers.take() || told.isOver(at: now)
    var content: PageContent?
    if !isSuspended, isLookDue(at: now) {
      let before = closing
      do throws(StoredPage.Failure) {
        if let newer = try InventoryRepository(database).page(
          after: stored, in: options.arm, isForced: isInDoubt, for: subject, at: clock.timeOfDay(),
          adjusting: options.settings)
        {
          if newer.terms.moment.change != stored.terms.moment.change {
            content = PageContent(newer)
          }
          stored = newer
          closing = nil
          isConsentNew = true
          if let failure = newer.terms.consentFailure { note(failure) }
        }
      } catch {
        fail(error)
        isConsentNew = isConsentNew || closing != before
      }
    }
    // Consent comes first: whatever else the page is told runs the checks that are due.
    return (isConsentNew ? tellConsent(at: now) : [])
      + (content.map { tell(.content($0), at: now) } ?? [])
  }

  /// Whether something could not be read the last time.
  private var isInDoubt: Bool {
    closing == .failed || stored.terms.consentFailure != nil
  }

  /// Whether the store has to be read.
  private func isLookDue(at now: Int64) -> Bool {
    let isNoted = changes.take()
    // What follows may load an ad, and no load may come after a withdrawal that anybody could know
    // of: while the gate is open, the question is asked each time. SQLite answers it from memory.
    guard now >= nextPoll || page.gate.isOpen else { return isNoted }
    let isRetried = now >= nextPoll && isInDoubt
    nextPoll = now + options.pollInterval
    do {
      let number = try database.changeNumber()
      if let number, number == changeNumber { return isNoted || isRetried }
      changeNumber = number
      // For the others of this process.
      try database.pollChanges()
    } catch {
      // The reading that follows meets it, too, or shows that it is over.
      log("the store cannot be asked for changes: \(error)")
      changeNumber = nil
    }
    return true
  }

  private func fail(_ failure: StoredPage.Failure) {
    switch failure {
    case .gone: closing = .pageRemoved
    case .unreadable(let error):
      closing = .failed
      note(error)
    }
  }

  private func note(_ error: StoreError) {
    failedReads += 1
    lastFailure = error
    log("the store cannot be read: \(error)")
    tell(.failed(error))
  }

  /// A time of day on the session's clock, as the history dates what happens.
  func time(of time: Timestamp) -> Int64 {
    let (sum, overflow) = recorded.clockAtStart.addingReportingOverflow(
      time.milliseconds - recorded.startedAt.milliseconds)
    return overflow ? .max : sum
  }

  func log(_ line: @autoclosure () -> String) {
    if settings.isDebugging { options.debugLog(line()) }
  }

  /// Keeps what belongs in the history, once there is something of the page to be seen: one that an app
  /// makes and lets go of is no session.
  private func record(_ events: [RecordedEvent]) {
    guard let before = unshown else { return recorder.record(events) }
    guard !events.contains(where: \.showsPage) else {
      unshown = nil
      return recorder.record(before + events)
    }
    unshown = before + events.filter { if case .told(.tick, _) = $0 { false } else { true } }
  }

  /// Tells the page something, keeps what belongs in the history, and hands on what a host does.
  func tell(_ event: PageEvent, at time: Int64) -> [PageEffect] {
    keep(page.handle(event, at: time))
  }

  /// Keeps what belongs in the history, tells of it, and hands on what a host does.
  func keep(_ outcome: LazyLoadingManager.Outcome) -> [PageEffect] {
    for case .make(_, let unit, let bundle) in outcome.effects {
      recorder.note(ToldScripts(bundle), of: unit)
    }
    record(outcome.events)
    tell(of: outcome)
    for line in outcome.lines { options.debugLog(line) }
    return outcome.effects
  }
}

/// Somebody who waits for something of a session.
struct AdSessionWatcher {
  /// Looks at the session; false where nobody wants to hear any more.
  let look: (AdSession) -> Bool
  /// Called as the session is closed or gone.
  let end: () -> Void
}
