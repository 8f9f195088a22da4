// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdSQLite
import AdSystem
import Testing

@testable import AdStore

@Suite struct TransitionRecorderTests {
  let recorded: RecordedHistory

  init() throws { recorded = try RecordedHistory() }

  private func timeline(_ id: String = "s") throws -> SessionTimeline {
    try recorded.history.timeline(of: SessionID(id))
  }

  private var life: [LoadTransition] {
    [
      recorded.transition("a", to: .fetched, at: 100, mode: .nonPersonalized),
      recorded.transition("a", to: .displayed, at: 300, y: 840.25),
      recorded.transition("a", to: .unloaded, at: 9_000),
    ]
  }

  @Test func `every transition comes back with everything that it said`() throws {
    let recorder = try TransitionRecorder(recorded.session("s"), in: recorded.database)
    recorder.record(life)
    recorder.recordViewable(AdUnitID(validated: "a"), at: 5_000 + 1_400)
    try recorder.close(at: 5_000 + 20_000)
    let timeline = try timeline()
    let start = RecordedHistory.start
    #expect(timeline.entries.map(\.sequence) == [1, 2, 3])
    #expect(timeline.entries.map(\.at) == [100, 300, 9_000].map { start.advanced(by: $0) })
    #expect(timeline.entries.map(\.mode) == [.nonPersonalized, nil, nil])
    for (entry, original) in zip(timeline.entries, life) {
      #expect(entry.session.rawValue == "s")
      #expect(entry.transition.unit == original.unit)
      #expect(entry.transition.from == original.from && entry.transition.to == original.to)
      #expect(entry.transition.cause == original.cause)
      #expect(entry.transition.frame == original.frame)
      #expect(entry.transition.viewport == original.viewport)
      #expect(entry.transition.permit == original.permit)
    }
    #expect(timeline.viewable.map(\.at) == [start.advanced(by: 1_400)])
    let session = timeline.session
    #expect(session.isClosed && session.measuresViewability)
    #expect(session.page.rawValue == "front" && session.appVersion == "1.0")
    #expect(session.startedAt == start && session.lastAt == start.advanced(by: 20_000))
    #expect(session.transitions == 3 && session.lost == 0 && session.gaps == 0)
    #expect(session.peakLoaded == 1)
  }

  @Test
  func `a load without a permit, or under no known record, cannot be stored, and the rest is`()
    throws
  {
    let recorder = try TransitionRecorder(recorded.session("s"), in: recorded.database)
    let load = recorded.transition("b", to: .fetched, at: 150)
    recorder.record(life)
    for permit in [nil, LoadPermit(record: ConsentRecordID(77), mode: .limited)] {
      recorder.record([
        LoadTransition(
          time: load.time, unit: load.unit, from: load.from, to: load.to, cause: load.cause,
          frame: load.frame, viewport: load.viewport, permit: permit)
      ])
    }
    recorder.record([recorded.transition("c", to: .fetched, at: 9_100)])
    try recorder.close()
    #expect(recorder.report.refused == 2 && recorder.report.stored == 4)
    let timeline = try timeline()
    #expect(timeline.entries.map(\.sequence) == [1, 2, 3, 6])
    #expect(timeline.session.lost == 2 && timeline.session.gaps == 1)
  }

  @Test func `an impossible transition and a frame that is no number are refused`() throws {
    let recorder = try TransitionRecorder(recorded.session("s"), in: recorded.database)
    let good = recorded.transition("a", to: .displayed, at: 1)
    recorder.record([
      LoadTransition(
        time: 0, unit: good.unit, from: .unloaded, to: .displayed, cause: .enteredDisplayZone,
        frame: good.frame, viewport: good.viewport),
      LoadTransition(
        time: 0, unit: good.unit, from: .fetched, to: .displayed, cause: .enteredDisplayZone,
        frame: AdRect(x: .nan, y: 0, width: 1, height: 1), viewport: good.viewport),
      good,
    ])
    try recorder.close()
    #expect(recorder.report.refused == 2)
    #expect(try timeline().entries.map(\.sequence) == [3])
  }

  @Test func `what does not fit is dropped, counted and leaves a gap`() throws {
    let recorder = try TransitionRecorder(
      recorded.session("s"), in: recorded.database, capacity: 2, interval: .seconds(1_000))
    recorder.record(life)
    recorder.record([life[0]])
    #expect(recorder.report.dropped == 3 && recorder.report.pending == 1)
    try recorder.flush()
    #expect(recorder.report.pending == 0)
    recorder.record([life[1]])
    try recorder.close()
    #expect(recorder.report.handedOver == 5 && recorder.report.stored == 2)
    #expect(recorder.report.lost == 3)
    let timeline = try timeline()
    #expect(timeline.entries.map(\.sequence) == [4, 5])
    #expect(timeline.session.lost == 3 && timeline.session.gaps == 1)
  }

  @Test func `what becomes of ads and does not fit is dropped and counted, and loads are kept`()
    throws
  {
    let recorder = try TransitionRecorder(
      recorded.session("s"), in: recorded.database, capacity: 4, interval: .seconds(1_000))
    for time in [1, 2, 3] as [Int64] { recorder.recordViewable(life[0].unit, at: 5_000 + time) }
    recorder.record([life[0]])
    try recorder.close()
    recorder.recordViewable(life[0].unit, at: 5_004)
    #expect(recorder.report.droppedEvents == 9 - 4 + 3 && recorder.report.lost == 0)
    #expect(try timeline().viewable.count == 1)
    #expect(try timeline().entries.map(\.mode) == [.nonPersonalized])
  }

  @Test func `what comes after the end is dropped and counted`() throws {
    let recorder = try TransitionRecorder(recorded.session("s"), in: recorded.database)
    recorder.record([life[0]])
    try recorder.close()
    recorder.record(life)
    try recorder.flush()
    try recorder.close()
    #expect(recorder.report.dropped == 3 && recorder.report.stored == 1)
    #expect(try timeline().entries.count == 1)
  }

  @Test func `a session begins in memory, and has a row with its first event`() throws {
    let outsider = try recorded.store.outsider()
    try outsider.execute("BEGIN IMMEDIATE")
    let recorder = try TransitionRecorder(
      recorded.session("s"), in: recorded.database, interval: nil)
    recorder.begin(under: LoadingTerms(gate: .closed(.unanswered)))
    try recorder.flush()
    try outsider.execute("ROLLBACK")
    #expect(try recorded.history.sessions() == [])
    recorder.record(.viewport(nil), at: 5_001, causing: [])
    try recorder.flush()
    #expect(try recorded.history.sessions().map(\.isClosed) == [false])
  }

  @Test func `a session in which nothing happened leaves no row, however it ends`() async throws {
    for id in ["closed", "let-go"] {
      let recorder = try TransitionRecorder(recorded.session(id), in: recorded.database)
      recorder.begin(under: LoadingTerms(gate: .closed(.unanswered)))
      if id == "closed" { try await recorder.close(within: .seconds(60)) }
    }
    recorded.database.writing.drain()
    #expect(try recorded.history.sessions() == [])
    #expect(recorded.database.sessions.withLock { $0.unwritten.isEmpty })
  }

  @Test func `a session of which everything was dropped has a row that says so`() throws {
    let recorder = try TransitionRecorder(
      recorded.session("s"), in: recorded.database, capacity: 2, interval: nil)
    recorder.record(life)
    try recorder.close()
    #expect(try timeline().session.lost == 3)
  }

  /// An idle session wakes nobody, and what comes after a rest is written all the same.
  @Test(.timeLimit(.minutes(60))) func `the writing thread comes only while there is something`()
    async throws
  {
    let recorder = try TransitionRecorder(
      recorded.session("s"), in: recorded.database, interval: .milliseconds(1))
    let batches = try #require(
      recorded.database.sessions.withLock { $0.unwritten.values.first } as? BatchWriter)
    #expect(batches.queue.withLock { $0.alarm } == .off)
    for round in 0..<3 {
      recorder.record([recorded.transition("u\(round)", to: .fetched, at: Int64(round))])
      while batches.queue.withLock({ $0.alarm }) != .off { await Task.yield() }
      #expect(recorder.report.stored == round + 1)
    }
    withExtendedLifetime(recorder) {}
  }

  @Test func `a task that closes a session waits without a thread, and can be called off`()
    async throws
  {
    let database = try AdDatabase(
      path: recorded.store.path, access: .readWrite, busyTimeout: 600_000)
    let recorder = try TransitionRecorder(recorded.session("s"), in: database, interval: nil)
    recorder.record(life)
    let outsider = try recorded.store.outsider()
    try outsider.execute("BEGIN IMMEDIATE")
    do {
      try await recorder.flush(within: .milliseconds(10))
      Issue.record("it was stored beside another writer")
    } catch let error as StoreError {
      #expect(error.code == .busy)
    }
    let task = Task { try await recorder.close(within: .seconds(600)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try outsider.execute("ROLLBACK")
    try await recorder.close(at: 5_000 + 20_000, within: .seconds(60))
    #expect(try timeline().entries.count == 3)
    #expect(try timeline().session.lastAt == RecordedHistory.start.advanced(by: 20_000))
  }

  @Test func `handing over goes on while another process holds the file`() throws {
    let database = try recorded.store.open()
    let recorder = try TransitionRecorder(
      recorded.session("s"), in: database, interval: .seconds(1_000))
    let outsider = try recorded.store.outsider()
    try outsider.execute("BEGIN IMMEDIATE")
    recorder.record(life)
    #expect(storeCode { try recorder.flush() } == .busy)
    recorder.record([recorded.transition("b", to: .fetched, at: 9_500)])
    #expect(recorder.report.pending == 4 && recorder.report.lost == 0)
    #expect(storeCode { try recorder.close() } == .busy)
    try outsider.execute("ROLLBACK")
    try recorder.close()
    #expect(try timeline().entries.map(\.sequence) == [1, 2, 3, 4])
    #expect(try timeline().session.isClosed)
  }

  @Test(.timeLimit(.minutes(60)))
  func `a batch that cannot be written is reported with its reason, and tried again`() async throws
  {
    let recorder = try TransitionRecorder(
      recorded.session("s"), in: recorded.store.open(), interval: .milliseconds(1))
    #expect(recorder.report.failedBatches == 0 && recorder.report.lastFailure == nil)
    let outsider = try recorded.store.outsider()
    try outsider.execute("BEGIN IMMEDIATE")
    recorder.record(life)
    while recorder.report.failedBatches < 2 {
      try Task.checkCancellation()
      await Task.yield()
    }
    #expect(recorder.report.lastFailure?.code == .busy)
    #expect(recorder.report.pending == 3 && recorder.report.lost == 0)
    try outsider.execute("ROLLBACK")
    while recorder.report.stored < 3 {
      try Task.checkCancellation()
      await Task.yield()
    }
    #expect(recorder.report.pending == 0 && recorder.report.failedBatches >= 2)
  }

  @Test(.timeLimit(.minutes(60)))
  func `batches are written without being asked for`() async throws {
    let recorder = try TransitionRecorder(
      recorded.session("s"), in: recorded.database, interval: .milliseconds(1))
    for round in 0..<3 {
      recorder.record([recorded.transition("u\(round)", to: .fetched, at: Int64(round))])
      while recorder.report.stored <= round {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
    #expect(try timeline().entries.count == 3)
    #expect(try !timeline().session.isClosed)
  }

  /// What a kill can lose is bounded by that.
  @Test(.timeLimit(.minutes(60)))
  func `a batch takes everything that was there when it began`() async throws {
    let recorder = try TransitionRecorder(
      recorded.session("s"), in: recorded.database, interval: .milliseconds(1))
    var handed = 0
    var stored = 0
    /// How much had been handed over each time that more was found to be stored.
    var marks: [Int] = []
    while marks.count < 12 {
      try Task.checkCancellation()
      if recorder.report.pending < 1_000 {
        recorder.record([recorded.transition("u\(handed)", to: .fetched, at: Int64(handed))])
        handed += 1
      }
      await Task.yield()
      guard recorder.report.stored > stored else { continue }
      stored = recorder.report.stored
      // The last batch but one may have begun before the mark was made, the last one not.
      if marks.count >= 2 { #expect(stored >= marks[marks.count - 2]) }
      marks.append(handed)
    }
  }

  @Test func `a session has the units of what was stored, not of what was refused`() throws {
    let recorder = try TransitionRecorder(
      recorded.session("s"), in: recorded.database, interval: nil)
    func load(_ unit: String, isRefused: Bool) -> LoadTransition {
      let load = recorded.transition(unit, to: .fetched, at: 1)
      return LoadTransition(
        time: load.time, unit: load.unit, from: load.from, to: load.to, cause: load.cause,
        frame: load.frame, viewport: load.viewport, permit: isRefused ? nil : load.permit)
    }
    recorder.record([
      load("a", isRefused: true), load("b", isRefused: true), load("b", isRefused: false),
      load("b", isRefused: true), load("a", isRefused: true),
    ])
    try recorder.close()
    #expect(recorder.report.refused == 4 && recorder.report.stored == 1)
    let units = try recorded.store.outsider().prepare(
      "SELECT id FROM session_units JOIN unit_ids USING (unit)"
    ) { try $0.all { $0.text(0) } }
    #expect(units == ["b"])
  }

  @Test func `what is missing in one stretch is one gap, however many batches it spans`() throws {
    let recorder = try TransitionRecorder(
      recorded.session("s"), in: recorded.database, interval: .seconds(1_000))
    let load = life[0]
    let refused = LoadTransition(
      time: load.time, unit: load.unit, from: load.from, to: load.to, cause: load.cause,
      frame: load.frame, viewport: load.viewport, permit: nil)
    for _ in 0..<3 {
      recorder.record([refused])
      try recorder.flush()
      recorder.record([refused])
    }
    recorder.record([load])
    try recorder.flush()
    #expect(try timeline().session.gaps == 1)
    recorder.record([refused])
    recorder.record([life[1]])
    try recorder.close()
    let session = try timeline().session
    #expect(session.lost == 7 && session.gaps == 2 && session.transitions == 2)
  }

  @Test func `a session never ends before its last transition`() throws {
    let recorder = try TransitionRecorder(recorded.session("s"), in: recorded.database)
    recorder.record(life)
    try recorder.close(at: 5_000 + 1_000)
    #expect(try timeline().session.lastAt == RecordedHistory.start.advanced(by: 9_000))
  }

  @Test(.timeLimit(.minutes(60)))
  func `a recorder that is let go waits for nobody, and writes what it holds`() throws {
    // A writer of ours that holds the file for as long as it is let go of.
    try recorded.database.write { _ in
      var recorder: TransitionRecorder? = try TransitionRecorder(
        recorded.session("s"), in: recorded.database, interval: .seconds(1_000))
      recorder?.record(life)
      recorder = nil
    }
    recorded.database.writing.drain()
    #expect(try timeline().entries.count == 3)
    #expect(try timeline().session.isClosed)
  }

  @Test func `a session's name is used once`() throws {
    try recorded.keep(recorded.session("s"), life)
    #expect(storeCode { try recorded.keep(recorded.session("s"), life) } == .sessionExists)
    #expect(try timeline().entries.count == 3)
  }

  @Test func `a session that was deleted takes nothing more`() throws {
    let recorder = try TransitionRecorder(
      recorded.session("s"), in: recorded.database, interval: .seconds(1_000))
    recorder.record(life)
    try recorder.flush()
    let plan = try recorded.history.prunePlan(
      .before(RecordedHistory.start.advanced(by: 1_000_000)),
      now: RecordedHistory.start.advanced(by: 4_000_000))
    try recorded.history.prune(plan)
    try recorded.keep(recorded.session("t"), life)
    recorder.record([recorded.transition("b", to: .fetched, at: 9_500)])
    #expect(storeCode { try recorder.flush() } == .noSuchSession)
    #expect(try timeline("t").entries.count == life.count)
  }

  @Test func `an engine's transitions arrive in order`() throws {
    let recorder = try TransitionRecorder(recorded.session("s"), in: recorded.database)
    var engine = RecordedEngine(
      under: LoadingTerms(
        gate: .open(LoadPermit(record: recorded.record, mode: .personalized))), recorder)
    let viewport = AdRect(x: 0, y: 0, width: 393, height: 852)
    try engine.handle(.viewport(viewport), at: 5_000)
    try engine.handle(
      .layout(
        (0..<5).map {
          AdFrame(
            unit: AdUnitID(validated: "u\($0)"),
            frame: AdRect(x: 0, y: Double($0) * 400, width: 320, height: 320))
        }), at: 5_000)
    while let deadline = engine.nextDeadline { try engine.handle(.tick, at: deadline) }
    try recorder.close()
    let entries = try timeline().entries
    #expect(entries.filter { $0.transition.to == .fetched }.count == 5)
    #expect(entries.map(\.sequence) == Array(1...Int64(entries.count)))
    #expect(entries.map(\.at) == entries.map(\.at).sorted())
  }
}
