// SPDX-License-Identifier: MIT
import AdView
import AdViewTesting
import Foundation
import TestSupport
import Testing

/// What `simulate` says of a page against what a session on a screen does with it.
@Suite struct SimulationAgreementTests {
  private static let page = PageID(validated: "feed")
  private static let units = (0..<24).map { AdUnitID(validated: "ad-\($0)") }
  /// The page stands for so long before anything is placed.
  private static let lead: Int64 = 1_000

  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "adview-agreement-\(UUID().uuidString)")
  private let database: AdDatabase
  private let subject: SubjectKey

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    database = try AdDatabase.create(
      path: folder.appending(path: "adview.sqlite").path(), now: ManualClock.start)
    subject = try SubjectKey("user-17")
    _ = try InventoryRepository(database).change(by: "test", at: ManualClock.start) { inventory in
      try inventory.setPage(Self.page) { _ in }
      for (number, unit) in Self.units.enumerated() {
        var unit = InventoryUnit(id: unit)
        unit.page = Self.page
        if number.isMultiple(of: 3) { unit.label = try AdLabel(isShown: true) }
        if number.isMultiple(of: 11) { unit.status = .paused }
        try inventory.add(InventoryEntry(unit: unit))
      }
    }
    try ConsentRepository(database).set(
      ConsentStatement(
        choices: try ConsentChoices(.enabled, for: .googleAds), regulation: .gdpr,
        at: ManualClock.start), for: subject, at: ManualClock.start)
  }

  /// In four parts, which share the cores.
  @Test(arguments: UInt64(0)..<4)
  func `a simulation does what the app does, transition for transition, evictions too`(
    part: UInt64
  ) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var evictions = 0
    for seed in Fuzz.seeds(1_000) where seed % 4 == part {
      var random = SeededRandom(seed: seed)
      try change(&random)
      let trace = Self.scroll(&random)
      let stored = try InventoryRepository(database).page(
        Self.page, for: subject, at: ManualClock.start)
      guard case .allowed(let permit) = stored.terms.consent.decision else {
        Issue.record("seed \(seed): the gate is closed")
        return
      }
      let content = PageContent(stored)
      // When an ad was rendered tells when its unit may be asked for again.
      let loadTime = Int64(random.int(10...3_000))
      var replay = TraceReplay(trace, on: content, permit: permit, loadTime: loadTime)
      // The session ends five seconds after the last line, and asks for nothing that waits longer.
      let end = (trace.steps.last?.time ?? 0) + Self.rest
      let simulated = replay.run().transitions.filter { $0.time < end }
      let lived = try await live(trace, loadTime: loadTime)
      evictions += lived.count { $0.cause == .evicted }
      let (expected, found) = (lived.map(Self.line), simulated.map(Self.line))
      #expect(found == expected, "seed \(seed)")
      guard found == expected else { return }
    }
    #expect(evictions > 250)
  }

  /// Gives the page other thresholds and another bound of live views, or none of its own.
  private func change(_ random: inout SeededRandom) throws {
    let fetch = Double(random.int(0...20) * 100)
    let thresholds = try LoadingThresholds(
      fetch: fetch, display: min(fetch, Double(random.int(0...4) * 100)),
      unload: fetch + Double(random.int(0...20) * 100), unloadingEnabled: random.isOneIn(2),
      throttle: [0, 16, 67, 250][random.int(0...3)],
      stabilityDelay: [0, 100, 2_000][random.int(0...2)],
      prediction: [0, 300, 2_000][random.int(0...2)])
    let liveViews = random.isOneIn(3) ? nil : random.int(1...8)
    _ = try InventoryRepository(database).change(by: "test", at: ManualClock.start) { inventory in
      try inventory.setPage(Self.page) { page in
        page.thresholds = thresholds
        page.liveViews = liveViews
      }
    }
  }

  /// How long the page is looked at after the last line, in milliseconds.
  private static let rest: Int64 = 5_000

  /// A finger on a page of some ads, which come, move and go.
  private static func scroll(_ random: inout SeededRandom) -> Trace {
    var events: [(time: Int64, event: Trace.Event)] = []
    var (time, viewport) = (Int64(0), AdRect(x: 0, y: 0, width: 393, height: 852))
    let spacing = random.int(200...900)
    let count = random.int(4...units.count)
    func frame(_ number: Int) -> Trace.Event {
      .frame(
        AdFrame(
          unit: units[number],
          frame: AdRect(x: 36, y: Double(number * spacing), width: 320, height: 320)))
    }
    if random.isOneIn(2) { events.append((time, .viewport(viewport))) }
    for number in 0..<count { events.append((time, frame(number))) }
    events.append((time, .viewport(viewport)))
    for _ in 0..<random.int(10...50) {
      time += [0, 16, 16, 16, 67, 400, 2_500][random.int(0...6)]
      switch random.int(0...19) {
      case 0: events.append((time, frame(random.int(0...count - 1))))
      case 1: events.append((time, .remove(units[random.int(0...count - 1)])))
      case 2: events.append((time, .app(random.isOneIn(2) ? .background : .foreground)))
      case 3: events.append((time, .viewport(random.isOneIn(3) ? nil : viewport)))
      default:
        viewport.y = max(viewport.y + Double(random.int(-400...700)), 0)
        events.append((time, .viewport(viewport)))
      }
    }
    return Trace(events: events)
  }

  /// What a session keeps of a trace that happens on a screen.
  private func live(_ trace: Trace, loadTime: Int64) async throws -> [LoadTransition] {
    let clock = ManualClock()
    let session = try AdSession(database, page: Self.page, subject: subject, clock: clock.clock)
    var now: Int64 = 0
    var loading: [(due: Int64, view: ViewID)] = []
    func carryOut(_ effects: [PageEffect]) {
      for effect in effects {
        switch effect {
        case .load(let view, _): loading.append((now + loadTime, view))
        case .render(let view, _): carryOut(session.handle(.view(view, .rendered(nil))))
        default: break
        }
      }
    }
    func wait(until time: Int64) {
      while true {
        let tick = session.nextDeadline.map { $0 - ManualClock.uptime } ?? .max
        let due = min(tick, loading.first?.due ?? .max)
        guard due < time else { break }
        clock.advance(by: max(due - now, 0))
        now = max(due, now)
        if let (due, view) = loading.first, due <= now {
          loading.removeFirst()
          carryOut(session.handle(.view(view, .committed)))
          carryOut(session.handle(.view(view, .finished)))
        } else {
          carryOut(session.tick())
        }
      }
      clock.advance(by: max(time - now, 0))
      now = max(time, now)
    }
    carryOut(session.tick())
    for step in trace.steps {
      wait(until: Self.lead + step.time)
      switch step.event {
      case .viewport(let rect): carryOut(session.handle(.viewport(rect)))
      case .frame(let placed): carryOut(session.handle(.place([placed])))
      case .remove(let unit): carryOut(session.handle(.remove(unit)))
      case .app(let phase): carryOut(session.handle(.app(phase)))
      default: break
      }
    }
    wait(until: now + Self.rest)
    try await session.close()
    return try HistoryRepository(database).timeline(of: session.id).entries.map(\.transition)
      .map { change in
        LoadTransition(
          time: change.time - ManualClock.start.milliseconds - Self.lead, unit: change.unit,
          from: change.from, to: change.to, cause: change.cause, frame: change.frame,
          viewport: change.viewport, permit: change.permit)
      }
  }

  private static func line(_ change: LoadTransition) -> String {
    "\(change.time) \(change.unit) \(change.from)>\(change.to) \(change.cause) "
      + "\(change.permit.map { "\($0.record) \($0.mode)" } ?? "-")"
  }
}
