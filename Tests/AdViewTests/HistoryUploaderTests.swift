// SPDX-License-Identifier: MIT
import AdView
import AdViewTesting
import Testing

@Suite(.timeLimit(.minutes(60))) struct HistoryUploaderTests {
  private typealias Uploader = HistoryUploader<ExportedLoad>
  private let clock = ManualClock()
  private let database: AdDatabase

  init() throws { database = try AdDatabase.fixture() }

  /// A server that says what a test tells it to, and counts.
  private actor Server {
    var answers: [Uploader.Answer]
    var names: [String] = []
    var bytes: [[UInt8]] = []
    private var asked = 0
    private(set) var atOnce = 0
    private(set) var mostAtOnce = 0

    init(_ answers: [Uploader.Answer]) { self.answers = answers }

    /// Whether nobody has asked before.
    func isFirst() -> Bool {
      asked += 1
      return asked == 1
    }

    func post(_ batch: HistoryUpload<ExportedLoad>.Batch) async -> Uploader.Answer {
      atOnce += 1
      mostAtOnce = max(mostAtOnce, atOnce)
      await Task.yield()
      atOnce -= 1
      names.append(batch.name)
      bytes.append(batch.bytes)
      return answers.isEmpty ? .arrived : answers.removeFirst()
    }
  }

  /// Records loads of three units.
  private func recordLoads() async throws {
    let session = try await AdSession.open(
      .fixture, in: database, subject: .fixture, clock: clock.clock)
    let page = SimulatedPage(session)
    try await page.record(.accepting())
    page.scroll(to: 0)
    page.place(.fixture, every: 300)
    try await session.close()
  }

  private func uploader(
    rows: Int = 1, _ change: (inout HistoryUpload<ExportedLoad>.Limits) -> Void = { _ in }
  ) -> Uploader {
    var limits = HistoryUpload<ExportedLoad>.Limits()
    limits.rows = rows
    change(&limits)
    return Uploader(
      of: database, after: .start(of: .loads), limits: limits, clock: clock.clock)
  }

  /// Moves the clock to whoever wakes next, until something has ended.
  private func moving<Result: Sendable>(_ task: Task<Result, any Error>) async throws -> (
    result: Result, waits: [Int64]
  ) {
    let isOver = PendingChanges()
    let watching = Task {
      defer { isOver.note() }
      return try await task.value
    }
    var waits: [Int64] = []
    while !isOver.take() {
      // Only whoever waits for a next attempt, and not who gives up on an answer.
      if let wait = clock.untilNextWake, wait < 60_000 {
        waits.append(wait)
        clock.advance(by: wait)
      }
      await Task.yield()
    }
    return (try await watching.value, waits)
  }

  @Test func `all that was recorded arrives, one batch at a time, and once`() async throws {
    try await recordLoads()
    let server = Server([])
    let uploader = uploader()
    let outcome = try await uploader.run(within: .seconds(60)) { await server.post($0) }
    #expect(outcome == .finished)
    let names = await server.names
    #expect(names.count >= 2 && Set(names).count == names.count)
    #expect(await server.mostAtOnce == 1)
    #expect(try await uploader.run(within: .seconds(60)) { await server.post($0) } == .finished)
    #expect(await server.names.count == names.count)

    // Who begins where the last one ended sends nothing again.
    let later = Uploader(
      of: database, after: await uploader.acknowledged, clock: clock.clock)
    #expect(try await later.run(within: .seconds(60)) { await server.post($0) } == .finished)
    #expect(await server.names.count == names.count)
  }

  @Test func `what fails is sent again, byte for byte, after times that double`() async throws {
    try await recordLoads()
    let server = Server([.later(), .later(), .later(after: 30_000)])
    let uploader = uploader(rows: 100)
    let sending = Task { try await uploader.run(within: .seconds(600)) { await server.post($0) } }
    let (outcome, waits) = try await moving(sending)
    #expect(outcome == .finished)
    // Between half of each time and all of it, and what the server asked for.
    #expect(waits.count == 3 && (1_000...2_000).contains(waits[0]))
    #expect((2_000...4_000).contains(waits[1]) && waits[2] == 30_000)
    let (names, bytes) = (await server.names, await server.bytes)
    #expect(names.count == 4 && Set(names).count == 1 && Set(bytes).count == 1)
  }

  @Test func `what throws counts as a failure`() async throws {
    try await recordLoads()
    struct NoNetwork: Error {}
    let server = Server([])
    let attempts = PendingChanges()
    let uploader = uploader(rows: 100)
    let sending = Task {
      try await uploader.run(within: .seconds(600)) { batch in
        if !attempts.take() {
          attempts.note()
          throw NoNetwork()
        }
        return await server.post(batch)
      }
    }
    let (outcome, waits) = try await moving(sending)
    #expect(outcome == .finished && waits.count == 1)
  }

  @Test func `a batch that is too large is halved`() async throws {
    try await recordLoads()
    let server = Server([.tooLarge])
    let uploader = uploader(rows: 100)
    #expect(try await uploader.run(within: .seconds(60)) { await server.post($0) } == .finished)
    let bytes = await server.bytes
    #expect(bytes.count >= 3)
    #expect(bytes[0] == bytes.dropFirst().flatMap { $0 })
  }

  @Test func `a server that refuses is left alone`() async throws {
    try await recordLoads()
    let server = Server([.refused])
    let uploader = uploader()
    #expect(try await uploader.run(within: .seconds(60)) { await server.post($0) } == .refused)
    #expect(await server.names.count == 1)
    #expect(await uploader.acknowledged == .start(of: .loads))
  }

  @Test func `it ends before an attempt that would be too late`() async throws {
    try await recordLoads()
    let server = Server([.later(after: 120_000)])
    let uploader = uploader()
    #expect(try await uploader.run(within: .seconds(60)) { await server.post($0) } == .outOfTime)
    #expect(clock.sleepers == 0)
  }

  @Test func `an answer that does not come is given up on`() async throws {
    try await recordLoads()
    let uploader = uploader(rows: 100) { $0.patience = 500 }
    let server = Server([])
    let clock = clock
    let sending = Task {
      try await uploader.run(within: .seconds(600)) { batch in
        if await server.isFirst() { try await clock.clock.sleep(1_000_000) }
        return await server.post(batch)
      }
    }
    while clock.untilNextWake != 500 { await Task.yield() }
    clock.advance(by: 500)
    while clock.sleepers != 1 || clock.untilNextWake.map({ $0 > 2_000 }) ?? true {
      await Task.yield()
    }
    clock.advance(by: 2_000)
    #expect(try await sending.value == .finished)
    #expect(await server.names.count == 1)
    #expect(clock.sleepers == 0)
  }

  @Test func `it is cancelled while it waits, and goes on later`() async throws {
    try await recordLoads()
    let server = Server([.later()])
    let uploader = uploader(rows: 100)
    let sending = Task { try await uploader.run(within: .seconds(600)) { await server.post($0) } }
    while clock.untilNextWake.map({ $0 >= 60_000 }) ?? true { await Task.yield() }
    sending.cancel()
    await #expect(throws: CancellationError.self) { try await sending.value }
    clock.advance(by: 60_000)
    #expect(try await uploader.run(within: .seconds(600)) { await server.post($0) } == .finished)
  }

  @Test func `a second run leaves the first alone`() async throws {
    try await recordLoads()
    let server = Server([.later()])
    let uploader = uploader(rows: 100)
    let sending = Task { try await uploader.run(within: .seconds(600)) { await server.post($0) } }
    while clock.untilNextWake.map({ $0 >= 60_000 }) ?? true { await Task.yield() }
    #expect(try await uploader.run(within: .seconds(600)) { await server.post($0) } == .isRunning)
    #expect(try await moving(sending).result == .finished)
  }
}
