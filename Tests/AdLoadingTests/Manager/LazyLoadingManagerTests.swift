// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdSystem
import Synchronization
import Testing

/// The manager around the engine: where it takes its plan from and whom it tells.
@Suite struct LazyLoadingManagerTests {
  private static let first = AdUnitID(validated: "div-gpt-ad-mobile_1")
  private static let second = AdUnitID(validated: "div-gpt-ad-mobile_2")
  private static let gate = LoadGate.open(.under(7))

  private static func frame(_ unit: AdUnitID, y: Double) -> AdFrame {
    AdFrame(unit: unit, frame: AdRect(x: 36.5, y: y, width: 320, height: 320))
  }

  /// A manager whose viewport shows the first 852 points of its page.
  private static func manager(
    plan: LoadingPlan = LoadingPlan(), recorder: (any TransitionRecording)? = nil,
    log: DebugLog = .off
  ) throws -> LazyLoadingManager {
    let manager = LazyLoadingManager(plan: plan, gate: gate, recorder: recorder, log: log)
    try manager.moveViewport(to: AdRect(x: 0, y: 0, width: 393, height: 852), at: 0)
    return manager
  }

  @Test func `every transition reaches the recorder and the observers of its unit`() throws {
    let recorder = KeepingRecorder()
    let manager = try Self.manager(recorder: recorder)
    var seen: [LoadState] = []
    let token = manager.observe(Self.first) { seen.append($0.to) }
    try manager.place(
      [Self.frame(Self.first, y: 900), Self.frame(Self.second, y: 900)], at: 0)
    manager.tick(at: 1_000)
    #expect(seen == [.fetched, .displayed])
    #expect(recorder.kept.map(\.unit) == [Self.first, Self.second, Self.first, Self.second])

    manager.removeObserver(token)
    manager.removeObserver(token)
    manager.setGate(.closed(.withdrawn), at: 2_000)
    #expect(seen == [.fetched, .displayed])
    #expect(recorder.kept.count == 6)
  }

  @Test func `an observer may call the manager and remove itself`() throws {
    let manager = try Self.manager()
    var token: LoadingObservation?
    var calls = 0
    token = manager.observe(Self.first) { change in
      calls += 1
      if let token { manager.removeObserver(token) }
      manager.remove(change.unit, at: change.time)
    }
    try manager.place([Self.frame(Self.first, y: 900)], at: 0)
    manager.tick(at: 1_000)
    #expect(calls == 1)
    #expect(manager.state(of: Self.first) == .notLoaded)
  }

  @Test func `an ad that an observer removes is not told of any more`() throws {
    let manager = try Self.manager()
    var seen: [String] = []
    _ = manager.observe(Self.first) { change in
      if change.to == .fetched { manager.remove(Self.second, at: change.time) }
    }
    _ = manager.observe(Self.second) { seen.append("\($0.to) \($0.cause)") }
    var all = 0
    _ = manager.observe { _ in all += 1 }
    try manager.place([Self.frame(Self.first, y: 900), Self.frame(Self.second, y: 901)], at: 0)
    #expect(seen == ["notLoaded removed"])
    #expect(all == 2)
  }

  @Test func `a plan that changes withholds units and gives them back`() throws {
    let manager = LazyLoadingManager(plan: LoadingPlan(served: [Self.first]), gate: Self.gate)
    try manager.moveViewport(to: AdRect(x: 0, y: 0, width: 393, height: 852), at: 0)
    try manager.place([Self.frame(Self.first, y: 1_500)], at: 0)
    let paused = LoadingPlan(withheld: [Self.first])
    #expect(manager.apply(paused, at: 500).map(\.cause) == [.unitPaused])
    #expect(manager.apply(paused, at: 600) == [])
    #expect(
      manager.apply(LoadingPlan(served: [Self.first]), at: 700).map(\.cause)
        == [.reenteredFetchZone])
  }

  @Test func `units and thresholds come from the source`() throws {
    let plan = LoadingPlan(
      served: [Self.first], withheld: [Self.second],
      thresholds: try LoadingThresholds(fetch: 100, display: 50),
      remoteThresholds: try RemoteThresholds(fetch: 100, render: 50))
    let page = PageID(validated: "home")
    let manager = try LazyLoadingManager(
      page: page, source: OnePage(page: page, plan: plan), gate: Self.gate)
    #expect(manager.thresholds == plan.thresholds)
    #expect(manager.remoteThresholds == plan.remoteThresholds)
    #expect(manager.states.map(\.unit) == [Self.first, Self.second])
    #expect(throws: OnePage.NoSuchPage.self) {
      try LazyLoadingManager(
        page: PageID(validated: "sport"), source: OnePage(page: page, plan: plan),
        gate: Self.gate)
    }
  }

  @Test func `a withheld unit is never loaded`() throws {
    let manager = try Self.manager(plan: LoadingPlan(withheld: [Self.second]))
    try manager.place([Self.frame(Self.first, y: 100), Self.frame(Self.second, y: 100)], at: 0)
    try manager.handle(.frame(Self.frame(Self.second, y: 200)), at: 10)
    manager.tick(at: 1_000)
    #expect(manager.states.map(\.state) == [.displayed, .notLoaded])
  }

  @Test(arguments: [
    (150.0, 100.0, true), (1000, 1000, true), (0, 0, false), (100, 150, false), (1001, 100, false),
    (.nan, 100, false), (.infinity, 100, false), (100, -1, false),
  ])
  func `invalid remote thresholds are ignored`(fetch: Double, render: Double, isValid: Bool) throws
  {
    let manager = try Self.manager()
    #expect(manager.applyRemoteThresholds(fetch: fetch, render: render, at: 0) == isValid)
    #expect((manager.remoteThresholds != nil) == isValid)
  }

  @Test func `the debug log has a line for each transition and change of the gate`() throws {
    let lines = Mutex<[String]>([])
    let manager = try Self.manager(
      log: DebugLog { line in lines.withLock { $0.append(line) } })
    try manager.place([Self.frame(Self.first, y: 1_200)], at: 5)
    manager.setGate(.closed(.expired), at: 90)
    #expect(
      lines.withLock { $0 } == [
        "5 ms: div-gpt-ad-mobile_1 notLoaded > fetched, enteredFetchZone, "
          + "frame 36.5,1200 320x320, viewport 0,0 393x852, personalized under consent record 7",
        "gate closed: expired",
        "90 ms: div-gpt-ad-mobile_1 fetched > unloaded, consentExpired, "
          + "frame 36.5,1200 320x320, viewport 0,0 393x852",
      ])
  }

  @Test func `a renewed consent stands on the loads after it`() throws {
    let recorder = KeepingRecorder()
    let manager = try Self.manager(recorder: recorder)
    try manager.place([Self.frame(Self.first, y: 1_200)], at: 0)
    manager.renewConsent(under: .under(8, .limited), at: 100)
    try manager.place([Self.frame(Self.second, y: 1_200)], at: 200)
    #expect(recorder.kept.map(\.permit) == [.under(7), .under(8, .limited)])
  }

  @Test func `new thresholds are applied at once`() throws {
    let manager = try Self.manager()
    try manager.place([Self.frame(Self.first, y: 2_000)], at: 0)
    manager.apply(try LoadingThresholds(fetch: 2_000), at: 1)
    #expect(manager.state(of: Self.first) == .fetched)
    #expect(manager.nextDeadline == 68)
  }
}

private struct OnePage: AdUnitSource {
  struct NoSuchPage: Error {}

  let page: PageID
  let plan: LoadingPlan

  func loadingPlan(of page: PageID) throws -> LoadingPlan {
    guard page == self.page else { throw NoSuchPage() }
    return plan
  }
}
