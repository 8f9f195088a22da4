// SPDX-License-Identifier: MIT
import AdSQLite
import AdView
import AdViewTesting
import Foundation
import Testing

/// What the store says and does not say, and what the person says while it does not answer.
@Suite struct AdSessionStoreTests {
  private let fixture: SessionFixture

  init() throws { fixture = try SessionFixture() }

  /// A session that has the inventory's settings otherwise.
  private func open(
    _ settings: @escaping @Sendable (inout InventorySettings) -> Void
  ) async throws -> AdSession {
    var options = AdSession.Options()
    options.settings = settings
    return try await AdSession.open(
      SessionFixture.page, in: fixture.database, subject: fixture.subject, options: options,
      clock: fixture.clock.clock)
  }

  @Test func `each load keeps the hashes of the scripts that its page was made with`() async throws
  {
    defer { fixture.clean() }
    let session = try await AdSession.open(
      SessionFixture.page, in: fixture.database, subject: fixture.subject,
      clock: fixture.clock.clock)
    _ = try session.record(SessionFixture.statement())
    _ = try await session.storeAnswers(within: .seconds(60))
    _ = session.handle(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852)))
    let effects = session.handle(
      .place([
        AdFrame(
          unit: SessionFixture.unit, frame: AdRect(x: 36, y: 100, width: 320, height: 320))
      ]))
    let bundles = effects.compactMap { effect -> InjectionBundle? in
      if case .make(_, _, let bundle) = effect { bundle } else { nil }
    }
    try await session.close()
    var told: [ToldHashes?] = []
    try ConsentRepository(fixture.database)
      .forEachLoad(of: fixture.subject, by: LoadCheck()) { told.append($0.told) }
    let scripts = try #require(bundles.first).scripts
    #expect(told.count == 1)
    #expect(told.first??.consent == scripts.first { $0.name == .consent }?.sha256)
    #expect(
      told.first??.others
        == scripts.filter { $0.name != .consent }.map { "\($0.name.rawValue) \($0.sha256)" })
    #expect(scripts.contains { $0.name == .consent } && scripts.count > 3)
  }

  @Test func `a session whose page is renamed goes on and follows what is changed`() async throws {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    try fixture.change { try $0.renamePage(SessionFixture.page, to: PageID("start")) }
    fixture.look(session)
    #expect(session.liveViews == 1)
    try fixture.change { try $0.pause(SessionFixture.unit) }
    fixture.look(session)
    #expect(session.liveViews == 0)
    #expect(session.state(of: SessionFixture.unit) == .unloaded)
  }

  @Test func `a session whose page is removed closes its gate and says why, until it is back`()
    async throws
  {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    try fixture.change { try $0.removePage(SessionFixture.page) }
    fixture.look(session)
    #expect(session.gate == .closed(.pageRemoved))
    #expect(session.liveViews == 0)
    try fixture.change { edit in
      let newest = try edit.inventory.changes().first { $0.noun == .page && $0.verb == .remove }
      try edit.revert([#require(newest).number])
    }
    fixture.look(session)
    #expect(session.gate.isOpen)
  }

  @Test func `a read that fails closes the gate and is told, and one that succeeds opens it again`()
    async throws
  {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    await fixture.database.suspend(within: .seconds(60))
    fixture.clock.advance(by: 1_000)
    _ = session.tick()
    #expect(session.gate == .closed(.failed))
    #expect(session.liveViews == 0)
    #expect(session.failedReads == 1)
    #expect((session.lastFailure as? StoreError)?.code == .suspended)
    fixture.database.resume()
    fixture.look(session)
    #expect(session.gate.isOpen)
    #expect(session.lastFailure == nil)
    #expect(session.liveViews == 1)
  }

  @Test func `a record whose content is gone is told as a read that failed`() async throws {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    try fixture.elsewhere { database in
      try database.write { connection in
        let guarding = "consent_contents_go_with_an_erasure"
        let sql = try connection.statement("SELECT sql FROM sqlite_schema WHERE name = ?")
          .first(guarding) { $0.text(0) }
        try connection.execute("DROP TRIGGER \(guarding); DELETE FROM consent_contents")
        try connection.execute(#require(sql))
      }
    }
    // Makes the session read again.
    try fixture.change { try $0.setDebugging(true) }
    fixture.look(session)
    #expect(session.gate == .closed(.failed))
    #expect(session.failedReads > 0)
    #expect((session.lastFailure as? StoreError)?.code == .corrupt)
  }

  @Test func `both sessions of a process follow what another process changes`() async throws {
    defer { fixture.clean() }
    let sessions = [try await fixture.shown(), try await fixture.shown()]
    try fixture.change { try $0.pause(SessionFixture.unit) }
    for session in sessions { _ = session.tick() }
    #expect(sessions.map(\.liveViews) == [0, 0])
  }

  @Test func `a unit that is paused on another page loads nowhere, and one nobody knows is told`()
    async throws
  {
    defer { fixture.clean() }
    let (paused, mistyped) = (try AdUnitID("fixture.elsewhere"), try AdUnitID("div-gpt-ad-mobil_1"))
    try fixture.change { edit in
      try edit.add(InventoryEntry(unit: InventoryUnit(id: paused, page: PageID("article"))))
      try edit.pause(paused)
    }
    let session = try await fixture.shown()
    _ = session.handle(
      .place(
        [paused, mistyped].map {
          AdFrame(unit: $0, frame: AdRect(x: 36, y: 500, width: 320, height: 320))
        }))
    #expect(session.state(of: paused) == .notLoaded)
    #expect(session.state(of: mistyped).isLoaded)
    #expect(session.unknownUnits == [mistyped])
  }

  @Test(arguments: [true, false])
  func `a no that cannot be stored closes every gate of the process at once, and is stored later`(
    isWithdrawal: Bool
  ) async throws {
    defer { fixture.clean() }
    let (session, other) = (try await fixture.shown(), try await fixture.shown())
    let lock = try WriteLock(on: fixture.path)
    fixture.clock.advance(by: 10)
    let no = ConsentStatement(
      choices: try ConsentChoices(.disabled, for: .googleAds), regulation: .gdpr,
      at: ManualClock.start.advanced(by: 10))
    let effects = isWithdrawal ? session.withdraw() : try session.record(no)
    #expect(effects.contains { if case .drop = $0 { true } else { false } })
    #expect(session.gate == .closed(isWithdrawal ? .withdrawn : .failed))
    #expect(session.unstored.pending == 1)
    let consent = ConsentRepository(fixture.database)
    let decision = consent.decision(for: fixture.subject, at: ManualClock.start.advanced(by: 20))
    #expect(!decision.isAllowed, "nor does the gate that a server asks let anything through")
    _ = other.tick()
    #expect(other.liveViews == 0)
    let next = try await AdSession.open(
      SessionFixture.page, in: fixture.database, subject: fixture.subject,
      clock: fixture.clock.clock)
    _ = next.tick()
    #expect(!next.gate.isOpen, "nor do pages open that are opened meanwhile")
    lock.release()
    for session in [session, other, next] {
      _ = try await session.storeAnswers(within: .seconds(60))
      #expect(session.unstored.pending == 0)
      let permit = LoadPermit(record: ConsentRecordID(2), mode: .limited)
      #expect(session.gate == (isWithdrawal ? .closed(.withdrawn) : .open(permit)))
    }
    let record = try #require(try ConsentRepository(fixture.database).current(of: fixture.subject))
    #expect(record.event == (isWithdrawal ? .withdrawn : .refused))
  }

  @Test func `storing an answer is told when it fails, and tried again`() async throws {
    defer { fixture.clean() }
    let patient = try AdDatabase(path: fixture.path, access: .readWrite, busyTimeout: 1)
    let consent = ConsentRepository(patient)
    let lock = try WriteLock(on: fixture.path)
    let (failures, told) = AsyncStream.makeStream(of: Int.self)
    let observation = consent.observe { _ in told.yield(consent.unstored.failedTries) }
    try consent.take(SessionFixture.statement(), for: fixture.subject, at: ManualClock.start)
    for await tries in failures where tries > 1 { break }
    #expect(consent.unstored.lastFailure?.code == .busy)
    lock.release()
    try await consent.storeTaken(within: .seconds(60))
    #expect(consent.unstored == UnstoredReport.none)
    #expect(try consent.history(of: fixture.subject).count == 1)
    withExtendedLifetime(observation) {}
  }

  @Test func `an answer that says the same, or is older, closes nothing while it is stored`()
    async throws
  {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    let lock = try WriteLock(on: fixture.path)
    _ = try session.record(SessionFixture.statement())
    let older = ConsentStatement(
      choices: try ConsentChoices(.disabled, for: .googleAds), regulation: .gdpr,
      at: ManualClock.start.advanced(by: -1_000))
    _ = try session.record(older)
    #expect(session.gate.isOpen && session.liveViews == 1)
    lock.release()
    _ = try await session.storeAnswers(within: .seconds(60))
    #expect(session.gate.isOpen && session.liveViews == 1)
  }

  @Test func `an answer under another law waits for the disk, and closes nothing that it leaves`()
    async throws
  {
    defer { fixture.clean() }
    var options = AdSession.Options()
    options.settings = { $0.gate.applicableLaw = .gdpr }
    let session = try await fixture.shown(options)
    let lock = try WriteLock(on: fixture.path)
    _ = try session.record(
      ConsentStatement(
        choices: try ConsentChoices(.enabled, for: .googleAds), regulation: .cpra,
        at: ManualClock.start.advanced(by: 10)))
    #expect(session.gate.isOpen && session.liveViews == 1)
    _ = try session.record(
      ConsentStatement(
        choices: ConsentChoices(), regulation: .cpra, at: ManualClock.start.advanced(by: 20),
        strings: ConsentStrings(usPrivacy: "1YYN")))
    #expect(!session.gate.isOpen && session.liveViews == 0)
    lock.release()
    _ = try await session.storeAnswers(within: .seconds(60))
    #expect(
      session.gate == .open(LoadPermit(record: ConsentRecordID(1), mode: .nonPersonalized)))
  }

  @Test(arguments: [true, false])
  func `a yes that runs out is silence again where people may opt out, and nothing is cleared`(
    isLate: Bool
  ) async throws {
    defer { fixture.clean() }
    let session = try await open {
      $0.gate.applicableLaw = .cpra
      $0.gate.silence = .personalized
    }
    _ = session.noteNotice(ConsentNotice(id: "n1", version: "7"))
    _ = try session.record(
      ConsentStatement(
        choices: ConsentChoices(.enabled, for: .googleAds), regulation: .cpra,
        at: ManualClock.start))
    _ = try await session.storeAnswers(within: .seconds(60))
    _ = session.handle(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852)))
    _ = session.handle(
      .place([
        AdFrame(unit: SessionFixture.unit, frame: AdRect(x: 36, y: 100, width: 320, height: 320))
      ]))
    let yes = LoadPermit(record: ConsentRecordID(3), mode: .personalized)
    #expect(session.gate == .open(yes) && session.liveViews == 1)
    let end = try #require(
      ConsentRepository(fixture.database).answer(for: fixture.subject, at: ManualClock.start)
        .expiresAt)
    let wait = end.milliseconds - ManualClock.start.milliseconds
    fixture.clock.advance(by: wait - 1)
    _ = session.tick()
    #expect(session.gate == .open(yes))
    fixture.clock.advance(by: isLate ? 100_000 : 1)
    let effects = session.tick()
    #expect(session.gate.isOpen && session.gate != .open(yes))
    #expect(!effects.contains(.clearData))
    try await session.close()
    let entries = try HistoryRepository(fixture.database).list(limit: 20).entries
    #expect(!entries.map(\.transition.cause).contains(.consentExpired))
    let late = entries.filter { $0.transition.to == .fetched && $0.at >= end }
    #expect(!late.map(\.transition.permit?.record).contains(yes.record))
  }

  /// The load points at the entry that named the law, and then at the one that named the notice.
  @Test func `silence opens where people may opt out, restricted until a notice was given`()
    async throws
  {
    defer { fixture.clean() }
    let session = try await open {
      $0.gate.applicableLaw = .cpra
      $0.gate.silence = .personalized
    }
    _ = session.tick()
    _ = try await session.storeAnswers(within: .seconds(60))
    #expect(
      session.gate == .open(LoadPermit(record: ConsentRecordID(1), mode: .nonPersonalized)))
    _ = session.noteNotice(ConsentNotice(id: "n1", version: "7"))
    _ = try await session.storeAnswers(within: .seconds(60))
    #expect(session.gate == .open(LoadPermit(record: ConsentRecordID(2), mode: .personalized)))
    let records = try ConsentRepository(fixture.database).history(of: fixture.subject)
    #expect(records.map(\.event) == [.noticed, .noticed])
    #expect(records[0].statement.regulation == .cpra)
    // Under a law of opting in nothing is noted, and nothing opens.
    let europe = try await open { $0.gate.applicableLaw = .gdpr }
    _ = europe.tick()
    _ = try await europe.storeAnswers(within: .seconds(60))
    #expect(!europe.gate.isOpen)
    #expect(try ConsentRepository(fixture.database).history(of: fixture.subject).count == 2)
  }

  @Test func `a platform that is followed and tells of no answer any more lets nothing load`()
    async throws
  {
    defer { fixture.clean() }
    let session = try await fixture.shown()
    let told = ToldConsent.found(try SessionFixture.statement())
    #expect(session.follow(.success([told])).error == nil)
    #expect(session.gate.isOpen && session.liveViews == 1)
    _ = session.follow(.success([]))
    #expect(session.gate == .closed(.unanswered) && session.liveViews == 0)
    fixture.look(session)
    #expect(session.gate == .closed(.unanswered))
    _ = session.follow(.success([told]))
    #expect(session.gate.isOpen)
    let failed = session.follow(.failure(CancellationError()))
    #expect(failed.error is CancellationError && !session.gate.isOpen)
    _ = session.follow(.success([told]))
    _ = try await session.storeAnswers(within: .seconds(60))
    #expect(session.gate.isOpen)
    #expect(try ConsentRepository(fixture.database).history(of: fixture.subject).count == 1)
  }

  @Test func `what a platform tells is kept once, as found or as answered`() async throws {
    defer { fixture.clean() }
    let session = try await AdSession.open(
      SessionFixture.page, in: fixture.database, subject: fixture.subject,
      clock: fixture.clock.clock)
    func device(_ text: String) -> DeviceConsent {
      DeviceConsent([DeviceKey("IABUSPrivacy_String", .string(text))])
    }
    let now = fixture.clock.clock.timeOfDay()
    let found = device("1YNN").told(at: now)
    for _ in 0..<3 {
      #expect(session.follow(.success(found)).error == nil)
      _ = try await session.storeAnswers(within: .seconds(60))
      fixture.look(session)
    }
    #expect(session.gate == .open(LoadPermit(record: ConsentRecordID(1), mode: .personalized)))
    let later = now.advanced(by: 3_000)
    _ = session.follow(.success(device("1YYN").told(at: later, after: device("1YNN"))))
    _ = try await session.storeAnswers(within: .seconds(60))
    #expect(session.gate == .open(LoadPermit(record: ConsentRecordID(2), mode: .nonPersonalized)))
    // Back and forth is said each time, though the bytes are known.
    _ = session.follow(.success(device("1YNN").told(at: later, after: device("1YYN"))))
    _ = try await session.storeAnswers(within: .seconds(60))
    let records = try ConsentRepository(fixture.database).history(of: fixture.subject)
    #expect(records.map(\.statement.strings.usPrivacy) == ["1YNN", "1YYN", "1YNN"])
    #expect(records.allSatisfy { $0.statement.collection.interface == "deviceKeys" })
  }

  @Test func `lines are told while debugging is on, and none while it is off`() async throws {
    defer { fixture.clean() }
    let lines = Lines()
    var options = AdSession.Options()
    options.debugLog = DebugLog { lines.add($0) }
    let session = try await fixture.shown(options)
    #expect(lines.all == [])
    try fixture.change { try $0.setDebugging(true) }
    fixture.look(session)
    #expect(lines.all.contains { $0.contains("consent allows personalized ads") })
  }
}

/// Holds the lock for writing as another process does.
private final class WriteLock: Sendable {
  private let end = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  init(on path: String) throws {
    let other = try AdDatabase(path: path, access: .readWrite)
    let held = DispatchSemaphore(value: 0)
    let (end, ended) = (end, ended)
    Thread.detachNewThread {
      _ = try? InventoryRepository(other).change(by: "other", at: ManualClock.start, dryRun: true) {
        _ in
        held.signal()
        end.wait()
      }
      try? other.close()
      ended.signal()
    }
    held.wait()
  }

  func release() {
    end.signal()
    ended.wait()
  }
}

private final class Lines: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []

  var all: [String] { lock.withLock { lines } }
  func add(_ line: String) { lock.withLock { lines.append(line) } }
}
