// SPDX-License-Identifier: MIT
import AdView
import Foundation
import Testing

@Suite struct AdSessionTests {
  private static let unit = AdUnitID(validated: "div-gpt-ad-mobile_1")
  private static let page = PageID(validated: "homepage")

  private let folder: URL
  private let path: String
  private let database: AdDatabase
  private let clock = TestClock()
  private let subject: SubjectKey

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "adview-session-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "adview.sqlite").path()
    database = try AdDatabase.create(path: path, now: TestClock.start)
    _ = try InventoryRepository(database).change(by: "test", at: TestClock.start) { inventory in
      try inventory.addSample()
    }
    subject = try SubjectKey("user-17")
  }

  private static func statement(
    _ choice: ConsentChoice = .enabled, days: Int64 = 365
  ) throws -> ConsentStatement {
    ConsentStatement(
      choices: try ConsentChoices(choice, for: .googleAds), regulation: .gdpr, at: TestClock.start)
  }

  /// A session in which the ad is in sight and may be loaded.
  private func shown() throws -> AdSession {
    let session = try AdSession(
      database, page: Self.page, subject: subject, clock: clock.clock)
    _ = try session.record(Self.statement())
    _ = session.handle(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852)))
    _ = session.handle(
      .place([AdFrame(unit: Self.unit, frame: AdRect(x: 36, y: 100, width: 320, height: 320))]))
    #expect(session.state(of: Self.unit) == .fetched)
    return session
  }

  /// Another process that has the same file.
  private func elsewhere(_ body: (AdDatabase) throws -> Void) throws {
    let other = try AdDatabase(path: path, access: .readWrite)
    try body(other)
    try other.close()
  }

  private func clean() { try? FileManager.default.removeItem(at: folder) }

  @Test func `what another process withdraws drops every view at the next event, whatever it is`()
    throws
  {
    defer { clean() }
    let session = try shown()
    clock.advance(by: 10)
    try elsewhere { try ConsentRepository($0).withdraw(subject, at: TestClock.start) }
    let effects = session.handle(.memoryWarning)
    #expect(effects.contains { if case .drop = $0 { true } else { false } })
    #expect(session.liveViews == 0)
    #expect(session.gate == .closed(.withdrawn))
  }

  @Test func `a check that comes late loads nothing that was withdrawn before it was due`()
    async throws
  {
    defer { clean() }
    let session = try shown()
    clock.advance(by: 50)
    try elsewhere {
      try ConsentRepository($0).withdraw(subject, at: TestClock.start.advanced(by: 50))
    }
    // The ad was to be displayed after 67 ms.
    clock.advance(by: 450)
    _ = session.tick()
    _ = session.suspend()
    await database.suspend(within: .seconds(30))
    database.resume()
    database.resume()
    let entries = try HistoryRepository(database).list(limit: 10).entries
    #expect(entries.map(\.transition.to) == [.unloaded, .fetched])
    #expect(entries.first?.at == TestClock.start.advanced(by: 50))
  }

  @Test func `a page where nothing happens looks by itself after an interval`() throws {
    defer { clean() }
    let session = try shown()
    try elsewhere { try ConsentRepository($0).withdraw(subject, at: TestClock.start) }
    clock.advance(by: 1_000)
    #expect(session.untilDeadline == 0)
    _ = session.tick()
    #expect(session.liveViews == 0)
  }

  @Test func `what this process withdraws is told, and holds at the next call`() async throws {
    defer { clean() }
    try await confirmation { told in
      let session = try AdSession(
        database, page: Self.page, subject: subject, clock: clock.clock, onChange: { told() })
      try ConsentRepository(database).set(Self.statement(), for: subject, at: TestClock.start)
      _ = session.tick()
      #expect(session.gate == .open(LoadPermit(record: ConsentRecordID(1), mode: .personalized)))
    }
  }

  @Test func `another person's answer changes nothing`() throws {
    defer { clean() }
    let session = try shown()
    try elsewhere { other in
      try ConsentRepository(other).set(
        Self.statement(.disabled), for: SubjectKey("user-18"), at: TestClock.start)
    }
    clock.advance(by: 2_000)
    _ = session.tick()
    #expect(session.state(of: Self.unit) == .displayed)
  }

  @Test func `consent that runs out closes the gate at its moment`() throws {
    defer { clean() }
    let session = try shown()
    let expiry = try #require(
      ConsentRepository(database).answer(for: subject, at: TestClock.start).expiresAt)
    clock.advance(by: expiry.milliseconds - TestClock.start.milliseconds - 1)
    _ = session.tick()
    #expect(session.liveViews == 1)
    clock.advance(by: 1)
    _ = session.tick()
    #expect(session.gate == .closed(.expired))
    #expect(session.liveViews == 0)
  }

  @Test func `a unit that ad operations pause is unloaded, and active again it comes back`() throws
  {
    defer { clean() }
    let session = try shown()
    for (status, isLoaded) in [(InventoryUnit.Status.paused, false), (.active, true)] {
      try elsewhere { other in
        try InventoryRepository(other).change(by: "ops", at: TestClock.start) { edit in
          if status == .paused { try edit.pause(Self.unit) } else { try edit.activate(Self.unit) }
        }
      }
      for _ in 0..<4 {
        clock.advance(by: 1_000)
        _ = session.tick()
      }
      #expect(session.state(of: Self.unit).isLoaded == isLoaded)
    }
  }

  @Test func `the settings of another process hold at the next look: template, names, policy`()
    throws
  {
    defer { clean() }
    let session = try shown()
    try elsewhere { other in
      try InventoryRepository(other).change(by: "ops", at: TestClock.start) { edit in
        try edit.setSettings { settings in
          settings.template = try TemplateURL("https://ads.example/t.html")
          settings.contract.namespace = "ours"
        }
      }
    }
    var bundles: [InjectionBundle] = []
    for _ in 0..<3 {
      clock.advance(by: 1_000)
      for effect in session.tick() {
        if case .make(_, _, let bundle) = effect { bundles.append(bundle) }
      }
    }
    #expect(bundles.map(\.template.description) == ["https://ads.example/t.html"])
    #expect(bundles.map(\.contract.namespace) == ["ours"])
    #expect(session.settings.contract.namespace == "ours")

    _ = try session.record(Self.statement(.disabled))
    #expect(session.gate.isOpen)
    try elsewhere { other in
      try InventoryRepository(other).change(by: "officer", at: TestClock.start) { edit in
        try edit.setSettings { $0.gate.policy = .consented }
      }
    }
    clock.advance(by: 1_000)
    _ = session.tick()
    #expect(session.gate.isOpen == false)
    #expect(session.liveViews == 0)
  }

  @Test func `a session may go by settings of its own, whatever the store says later`() throws {
    defer { clean() }
    var options = AdSession.Options()
    options.settings = { $0.gate.policy = .consented }
    let session = try AdSession(
      database, page: Self.page, subject: subject, options: options, clock: clock.clock)
    _ = try session.record(Self.statement(.disabled))
    #expect(session.gate.isOpen == false)
    try InventoryRepository(database).change(by: "ops", at: TestClock.start) { edit in
      try edit.setSettings { $0.liveViews = 2 }
    }
    clock.advance(by: 1_000)
    _ = session.tick()
    #expect(session.settings.liveViews == 2)
    #expect(session.gate.isOpen == false)
  }

  @Test func `the debug switch of another process works at the next look`() throws {
    defer { clean() }
    let session = try shown()
    try elsewhere { other in
      try InventoryRepository(other).change(by: "dev", at: TestClock.start) { edit in
        try edit.setDebugging(true)
      }
    }
    var bundles: [InjectionBundle] = []
    for _ in 0..<3 {
      clock.advance(by: 1_000)
      for effect in session.tick() {
        if case .make(_, _, let bundle) = effect { bundles.append(bundle) }
      }
    }
    #expect(bundles.map(\.isDebug) == [true])
  }

  @Test func `a suspended session holds no file, and goes on where it was`() async throws {
    defer { clean() }
    let session = try shown()
    _ = session.suspend()
    await database.suspend(within: .seconds(30))
    database.resume()
    #expect(session.nextDeadline == nil)
    // The last connection takes the log away as it closes.
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    #expect(throws: StoreError.self) {
      try ConsentRepository(database).withdraw(subject, at: TestClock.start)
    }
    _ = session.handle(.viewport(AdRect(x: 0, y: 50, width: 393, height: 852)))
    #expect(session.report.failedBatches == 0)
    try elsewhere { try ConsentRepository($0).withdraw(subject, at: TestClock.start) }
    #expect(session.liveViews == 1)
    _ = session.resume()
    #expect(session.liveViews == 0)
    #expect(session.gate == .closed(.withdrawn))
  }

  @Test func `what was decided before a sleep is on the disk when it begins`() async throws {
    defer { clean() }
    let session = try shown()
    _ = session.suspend()
    await database.suspend(within: .seconds(30))
    database.resume()
    let other = try AdDatabase(path: path, access: .readOnly)
    let entries = try HistoryRepository(other).list(limit: 10).entries
    #expect(entries.map(\.transition.unit) == [Self.unit])
    _ = session.resume()
  }

  @Test func `every load of a session stands up to the check, and is dated by the time of day`()
    async throws
  {
    defer { clean() }
    let session = try shown()
    clock.advance(by: 100)
    _ = session.tick()
    clock.advance(by: 2_000)
    _ = session.tick()
    try await session.close()
    let entries = try HistoryRepository(database).list(limit: 10).entries
    #expect(entries.map(\.transition.to) == [.displayed, .fetched])
    #expect(
      entries.allSatisfy { TestClock.start <= $0.at && $0.at <= TestClock.start.advanced(by: 100) })
    #expect(try ConsentRepository(database).checkLoads { _ in }.loads == 1)
    let summary = try HistoryRepository(database).sessions().first
    #expect(summary?.id == session.id)
  }

  @Test func `a page that the inventory does not have is refused`() throws {
    defer { clean() }
    #expect(throws: StoreError.self) {
      try AdSession(database, page: PageID("nowhere"), subject: subject, clock: clock.clock)
    }
  }
}
