// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  public import AdView
  public import WebKit

  import Foundation

  /// A page of ads on the screen: carries out what its session decides, and reports what happens.
  ///
  /// Apps make one for each page that is shown, keep it as long as the page, and tell it of the
  /// layout; the views for SwiftUI and UIKit do that by themselves.
  ///
  /// ```swift
  /// let database = try AdDatabase(path: path, access: .readWrite)
  /// let page = try AdPage(database, page: PageID("article"), subject: person)
  /// ```
  @MainActor public final class AdPage {
    /// What decides.
    public let session: AdSession
    /// Opens an address outside the app.
    public var openURL: @MainActor (URL) -> Void = AdPage.openInBrowser
    /// Hears where a placeholder of the content page is now; nil when it is gone.
    public var onMove: (AdUnitID, AdRect?) -> Void = { _, _ in }
    /// Does what the page's own feed decides: see `AdSession.Options.feed`.
    public var onFeed: (FeedEffect) -> Void = { _ in }

    /// Sets up what a unit's web view is made with, after the page itself has: a user agent, a data store of
    /// the app's own.
    public var configure: @MainActor (WKWebViewConfiguration, AdUnitID) -> Void = { _, _ in }
    /// Sets up a unit's web view as it was made and before it loads anything: `isInspectable`, and what a
    /// tag's SDK registers.
    public var prepare: @MainActor (WKWebView, AdUnitID) -> Void = { _, _ in }

    /// Whether the page is scrolled by what ads above the screen grow or shrink, so that what somebody reads
    /// stays where it is. Turn it off for a list that does so by itself, and where text stands beside ads.
    public var holdsText = true

    /// Takes lines for whoever debugs; off, where the app has it off.
    let debugLog: DebugLog

    private var controllers: [ViewID: AdViewController] = [:]
    /// The views that show the slots' ads.
    private var slotViews: [AdUnitID: WeakSlotView] = [:]
    /// Where views wait that no slot shows; a host gives one whose views stay in the page's window.
    public weak var holder: (any AdViewHolder)? {
      didSet { if holder !== oldValue { holdWaiting() } }
    }
    /// Where the ads of a lazy stack are expected.
    var expected = ExpectedPlaces()
    /// What the system made for the slots.
    private var containers = SlotContainers()
    private var containerViews: [SlotContainers.ID: WeakSlotView] = [:]
    private var isTurnDue = false
    /// The consent platform that the page follows.
    var source: (any ConsentSource)?
    /// Takes why the platform's word could not be read or kept.
    var onSourceError: @MainActor (any Error) -> Void = { _ in }
    /// The page's listening to it, which ends with the page.
    var observation: ConsentObservation?
    private var timer: Task<Void, Never>?
    /// When the session is told that its deadline is there, in milliseconds of its clock.
    private var timerDue: Int64?
    /// The store of ads that may keep nothing, which goes with the page.
    private var passingStore: WKWebsiteDataStore?
    /// Whether effects are being carried out, which may cause further events.
    private var isBusy = false
    /// What the app's bound domains mean for its ads.
    private let boundDomains: AppBoundDomains
    /// The page's place in the app's budget of web views.
    private var number: ViewBudget.PageNumber?
    private var waiting: [(AdSession) -> [PageEffect]] = []

    private struct WeakSlotView {
      weak var view: (any AdSlotView)?
    }

    /// Opens a session with a database and shows its ads.
    /// - Parameter subject: The person, under the key of the consent records.
    /// - Throws: What ``AdSession/init(_:page:subject:options:clock:onChange:)`` throws, and
    ///   ``UnboundTemplate`` where the app's bound domains keep every ad from loading.
    public init(
      _ database: AdDatabase, page: PageID, subject: SubjectKey,
      options: AdSession.Options = AdSession.Options(), clock: AdClock = .system
    ) throws {
      debugLog = options.debugLog
      let changes = ChangeRelay()
      session = try AdSession(
        database, page: page, subject: subject, options: options, clock: clock,
        onChange: { Task { @MainActor in changes.page?.handle(.tick) } })
      let domains = Bundle.main.object(forInfoDictionaryKey: "WKAppBoundDomains") as? [String]
      boundDomains = AppBoundDomains(domains, template: session.settings.template)
      if let advice = boundDomains.advice { throw UnboundTemplate(description: advice) }
      changes.page = self
      handle(.tick)
      number = AppViewBudget.shared.join(self)
    }

    /// Takes an event and carries out what follows from it.
    ///
    /// An event that comes while effects are carried out is taken after them.
    public func handle(_ event: PageEvent) { perform { $0.handle(event) } }

    /// Goes to the background: nothing loads, and the database holds no lock.
    public func suspend() { perform { $0.suspend() } }

    /// Comes back to the foreground.
    public func resume() { perform { $0.resume() } }

    /// Keeps what the person answered, and lets the page follow.
    /// - Throws: What ``AdSession/record(_:)`` throws.
    public func record(_ statement: ConsentStatement) throws {
      let effects = try session.record(statement)
      perform { _ in effects }
    }

    /// Carries out what follows from something that the session was told.
    func handle(_ effects: [PageEffect]) { perform { _ in effects } }

    /// Shows a slot's ad in a view from now on; it is told at once what there is to show.
    /// - Parameter view: The view, which is not kept.
    public func attach(_ view: any AdSlotView, to unit: AdUnitID) {
      slotViews[unit] = WeakSlotView(view: view)
      view.resize(to: session.size(of: unit), isAnimated: false)
      show(webView(of: unit), of: unit)
    }

    /// Has ads loaded as they come near whose rows, of a recycling list, do not exist yet. A slot of such
    /// a unit is never gone because its views are.
    /// - Parameter places: Where they are or may be, in the coordinates that rows are told in; instead of
    ///   all that were expected before.
    public func expect(_ places: [AdFrame]) {
      expect(Set(places.map(\.unit)))
      let missing = places.filter { slotViews[$0.unit]?.view == nil }
      if !missing.isEmpty { handle(.place(missing)) }
    }

    /// Takes which units are expected in rows that come and go.
    func expect(_ units: Set<AdUnitID>) {
      containers.expect(units)
      if containers.isTurnDue { turn() }
    }

    /// Ends what ``attach(_:to:)`` began, unless another view took the slot meanwhile.
    ///
    /// That the slot is gone from the page is another event: `PageEvent.remove`.
    public func detach(_ view: any AdSlotView, from unit: AdUnitID) {
      guard slotViews[unit]?.view === view else { return }
      slotViews[unit] = nil
      view.show(nil)
      show(webView(of: unit), of: unit)
    }

    /// Shows a unit's web view where its ad stands: in the slot's view, else out of sight.
    private func show(_ webView: WKWebView?, of unit: AdUnitID) {
      if let view = slotViews[unit]?.view {
        view.show(webView)
        // Elsewhere it may have covered another part.
        if webView != nil { view.clip(to: session.clip(of: unit)) }
      } else if let webView {
        holder?.hold(webView)
      }
    }

    private func holdWaiting() {
      for controller in controllers.values where slotViews[controller.unit]?.view == nil {
        holder?.hold(controller.webView)
      }
    }

    /// Takes that a container was made for a slot. Like all that containers report it is followed in the
    /// next turn of the main loop, for nothing may change while the system makes and takes views.
    func make(_ view: any AdSlotView, for slot: AdSlot) -> SlotContainers.ID {
      let container = containers.make(for: slot)
      containerViews[container] = WeakSlotView(view: view)
      takeTurn()
      return container
    }

    /// Takes what a container reports.
    func note(_ report: (inout SlotContainers) -> Void) {
      report(&containers)
      takeTurn()
    }

    private func takeTurn() {
      guard containers.isTurnDue, !isTurnDue else { return }
      isTurnDue = true
      Task { @MainActor [weak self] in self?.turn() }
    }

    private func turn() {
      isTurnDue = false
      for (container, known) in containerViews where known.view == nil {
        containers.end(container)
        containerViews[container] = nil
      }
      for step in containers.turn() {
        switch step {
        case .describe(let slot): handle(.describe(slot))
        case .hide(let unit, let isHidden): handle(.parts(unit, isHidden ? [] : nil))
        case .expect(let unit, let isExpected): handle(.expected(unit, isExpected))
        case .release(let unit): handle(.remove(unit))
        case .show(let unit, let host): move(unit, to: host.flatMap { containerViews[$0]?.view })
        }
      }
    }

    /// Moves an ad into a container, out of the one where it was.
    private func move(_ unit: AdUnitID, to view: (any AdSlotView)?) {
      if let before = slotViews[unit]?.view, before !== view { before.show(nil) }
      slotViews[unit] = view.map { WeakSlotView(view: $0) }
      view?.resize(to: session.size(of: unit), isAnimated: false)
      show(webView(of: unit), of: unit)
    }

    /// The views of a slot: the one that shows its ad, and all containers.
    private func views(of unit: AdUnitID) -> [any AdSlotView] {
      var views = containers.containers(of: unit).compactMap { containerViews[$0]?.view }
      if let shown = slotViews[unit]?.view, !views.contains(where: { $0 === shown }) {
        views.append(shown)
      }
      return views
    }

    /// The web view of a slot.
    /// - Returns: The view; nil where the slot has none.
    public func webView(of unit: AdUnitID) -> WKWebView? {
      session.view(of: unit).flatMap { controllers[$0]?.webView }
    }

    /// Takes all views away and ends the session; what happens afterwards changes nothing.
    /// - Throws: `StoreError` where the end of its history could not be stored.
    public func close() async throws {
      if let number { AppViewBudget.shared.leave(number) }
      number = nil
      timer?.cancel()
      timer = nil
      for controller in controllers.values { drop(controller) }
      try await session.close()
    }

    private func perform(_ step: @escaping (AdSession) -> [PageEffect]) {
      waiting.append(step)
      guard !isBusy else { return }
      isBusy = true
      while !waiting.isEmpty {
        for effect in waiting.removeFirst()(session) { carryOut(effect) }
      }
      isBusy = false
      setTimer()
      if let number { AppViewBudget.shared.follow(self, number) }
    }

    private func carryOut(_ effect: PageEffect) {
      switch effect {
      case .make(let id, let unit, let bundle):
        let controller = AdViewController(
          id, unit, bundle, size: session.size(of: unit), store: store(for: bundle),
          hooks: .init(configure: configureView, prepare: prepare), listener: listener(of: id))
        controllers[id] = controller
        show(controller.webView, of: unit)
      case .load(let id, let url): controllers[id]?.load(url)
      case .tell(let id, let call), .render(let id, let call), .ask(let id, let call):
        controllers[id]?.call(call)
      case .play(let id, let isPlaying): controllers[id]?.play(isPlaying)
      case .clearData:
        passingStore = nil
        AdDataStore.clear()
      case .clip(let id, let clip):
        if let controller = controllers[id] { cut(controller, to: clip) }
      case .silence(let id): controllers[id]?.silence()
      case .drop(let id): if let controller = controllers[id] { drop(controller) }
      case .resize(let unit, let size, let isAnimated):
        for view in views(of: unit) { view.resize(to: size, isAnimated: isAnimated) }
      case .scroll(let unit, let distance):
        if holdsText { slotViews[unit]?.view?.scrollPage(by: distance) }
      case .move(let unit, let frame): onMove(unit, frame)
      case .feed(let effect): onFeed(effect)
      }
    }

    /// Has an ad's view cover what is seen of it; one that no slot shows keeps a point.
    private func cut(_ controller: AdViewController, to clip: ViewportClip?) {
      if let view = slotViews[controller.unit]?.view {
        view.clip(to: clip)
      } else if clip != nil {
        controller.webView.frame.size = CGSize(width: 1, height: 1)
      }
    }

    private func configureView(_ configuration: WKWebViewConfiguration, _ unit: AdUnitID) {
      if boundDomains == .limited { configuration.limitsNavigationsToAppBoundDomains = true }
      configure(configuration, unit)
    }

    private func store(for bundle: InjectionBundle) -> WKWebsiteDataStore {
      if bundle.keepsData { return AdDataStore.lasting }
      let store = passingStore ?? .nonPersistent()
      passingStore = store
      return store
    }

    private func listener(of id: ViewID) -> AdViewController.Listener {
      AdViewController.Listener(
        report: { [weak self] in self?.handle(.view(id, $0)) },
        decide: { [session] in session.decide($0, in: id) },
        accepts: { [session] in session.accepts(status: $0) },
        open: { [weak self] in self?.openURL($0) })
    }

    private func drop(_ controller: AdViewController) {
      controllers[controller.id] = nil
      // Another view may be in the slot already.
      if session.view(of: controller.unit).flatMap({ controllers[$0] }) == nil {
        slotViews[controller.unit]?.view?.show(nil)
      }
      controller.close()
    }

    /// Has the session told when its deadline is there.
    private func setTimer() {
      guard let due = session.nextDeadline, let wait = session.untilDeadline else {
        timer?.cancel()
        (timer, timerDue) = (nil, nil)
        return
      }
      // One that rings sooner finds nothing due, and is set again: a scroll sets none.
      if timer != nil, let timerDue, timerDue <= due { return }
      timer?.cancel()
      timerDue = due
      timer = Task { [weak self] in
        do { try await Task.sleep(for: .milliseconds(wait)) } catch { return }
        self?.timer = nil
        self?.handle(.tick)
      }
    }
  }

  /// The app's bound domains do not name the host of the template, so that no script and no message of an ad
  /// would be heard.
  public struct UnboundTemplate: AdViewError {
    /// The one kind of it.
    public static let kinds = [
      ErrorKind(1, "unboundTemplate", "Add the template's host to WKAppBoundDomains.")
    ]
    /// What the app has to add.
    public let description: String
    /// The one kind's name.
    public var kindName: String { "unboundTemplate" }
  }

  /// Lets a session that is older than its page find it, without keeping it.
  @MainActor private final class ChangeRelay {
    weak var page: AdPage?
    nonisolated init() {}
  }
#endif
