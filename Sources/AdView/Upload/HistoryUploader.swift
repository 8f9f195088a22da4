// SPDX-License-Identifier: MIT
public import AdStore

/// Sends an export to a server until everything has arrived: reads, posts, waits and tries again as
/// `HistoryUpload` decides, one batch at a time. Networking is the app's.
///
/// ```swift
/// import AdView
///
/// func send(_ database: AdDatabase, after kept: ExportCursor?) async throws -> ExportCursor {
///   let uploader = HistoryUploader<ExportedLoad>(of: database, after: kept ?? .start(of: .loads))
///   _ = try await uploader.run(within: .seconds(60)) { batch in
///     // POST batch.compressed with Content-Encoding: gzip and batch.name as idempotency key, and say what
///     // became of it.
///     .arrived
///   }
///   return await uploader.acknowledged
/// }
/// ```
public actor HistoryUploader<Row: ExportedRow> {
  /// What became of a batch that was posted. An error that is thrown instead counts as ``later(after:)``.
  /// Cases may be added: `switch` over it with a `default`.
  public enum Answer: Hashable, Sendable {
    /// It is stored: 200 and the like.
    case arrived
    /// It may be tried again, though not before so many milliseconds: 429, 500, 503, no network.
    case later(after: Int64 = 0)
    /// It is too large: 413.
    case tooLarge
    /// No batch will be taken, as it is or at all: 400, 401, 403.
    case refused
  }

  /// Why sending ended. Cases may be added: `switch` over it with a `default`.
  public enum Outcome: Hashable, Sendable {
    /// All that was recorded has arrived.
    case finished
    /// The time was over, or the next attempt would be after it.
    case outOfTime
    /// The server will not take it; nothing is tried again by itself.
    case refused
    /// It is being sent already.
    case isRunning
  }

  private let database: AdDatabase
  private let clock: AdClock
  private var upload: HistoryUpload<Row>
  private let limits: HistoryUpload<Row>.Limits
  private var random: DrawnNumbers
  private var isRunning = false

  /// Begins after what has arrived.
  /// - Parameters:
  ///   - database: The database whose history is sent.
  ///   - cursor: ``acknowledged`` of the time before, or the start of the export.
  ///   - limits: How much at once, how long an answer is waited for, and how long after failures.
  ///   - clock: What the time is, and who waits; tests give one of their own.
  ///   - drawing: Draws numbers, from which the time between attempts follows.
  public init(
    of database: AdDatabase, after cursor: ExportCursor,
    limits: HistoryUpload<Row>.Limits = HistoryUpload<Row>.Limits(), clock: AdClock = .system,
    drawing: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
  ) {
    self.database = database
    self.limits = limits
    self.clock = clock
    random = DrawnNumbers(draw: drawing)
    upload = HistoryUpload(after: cursor, limits: limits)
  }

  /// How far everything has arrived: keep it, and begin there after a restart.
  public var acknowledged: ExportCursor { upload.acknowledged }

  /// Sends until everything has arrived, or until it is to end.
  /// - Parameters:
  ///   - patience: How long it may take.
  ///   - keep: Takes how far everything has arrived, after each batch.
  ///   - post: Sends a batch; cancelled where it takes longer than an answer is waited for.
  /// - Returns: Why it ended; begin again later.
  /// - Throws: `CancellationError`; ``StoreError``, after `foreignCursor` having begun anew.
  public func run(
    within patience: Duration, keep: @Sendable (ExportCursor) async -> Void = { _ in },
    post: @escaping @Sendable (HistoryUpload<Row>.Batch) async throws -> Answer
  ) async throws -> Outcome {
    guard !isRunning else { return .isRunning }
    isRunning = true
    defer { isRunning = false }
    let (seconds, attoseconds) = patience.components
    let end = clock.milliseconds() + seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    upload.resume()
    while true {
      try Task.checkCancellation()
      let now = clock.milliseconds()
      guard now < end else { return .outOfTime }
      switch upload.next(at: now, using: &random) {
      case .finished: return .finished
      case .wait(let time):
        guard time < end else { return .outOfTime }
        try await clock.sleep(time - now)
      case .read(let cursor, let limit):
        try await read(after: cursor, limit: limit, within: end - now)
      case .send(let batch):
        let answer = try await self.answer(
          to: batch, within: min(end - now, limits.patience), post)
        let isRefused = take(answer, of: batch)
        if answer == .arrived { await keep(upload.acknowledged) }
        if isRefused { return .refused }
      }
    }
  }

  private func read(after cursor: ExportCursor, limit: Int, within patience: Int64) async throws {
    do {
      let history = HistoryRepository(database)
      let now = clock.timeOfDay()
      upload.take(
        try await database.read(within: .milliseconds(patience)) {
          try Row.export(from: history, after: cursor, limit: limit, at: now)
        })
    } catch let error as StoreError where error.code == .foreignCursor {
      upload.startOver()
      throw error
    }
  }

  /// - Returns: Whether nothing more is to be tried.
  private func take(_ answer: Answer, of batch: HistoryUpload<Row>.Batch) -> Bool {
    let now = clock.milliseconds()
    switch answer {
    case .arrived: upload.acknowledge(batch.name)
    case .later(let wait): upload.fail(batch.name, at: now, retryAfter: wait, using: &random)
    case .tooLarge: upload.refuseAsTooLarge(batch.name, at: now, using: &random)
    case .refused:
      upload.fail(batch.name, at: now, using: &random)
      return true
    }
    return false
  }

  /// Posts a batch, and waits no longer than it may take.
  private func answer(
    to batch: HistoryUpload<Row>.Batch, within patience: Int64,
    _ post: @escaping @Sendable (HistoryUpload<Row>.Batch) async throws -> Answer
  ) async throws -> Answer {
    let sleep = clock.sleep
    let answer = await withTaskGroup(of: Answer?.self) { group in
      group.addTask {
        do { return try await post(batch) } catch { return .later() }
      }
      group.addTask {
        try? await sleep(patience)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    try Task.checkCancellation()
    return answer ?? .later()
  }
}

/// Random numbers that somebody else draws.
private struct DrawnNumbers: RandomNumberGenerator, Sendable {
  let draw: @Sendable () -> UInt64

  func next() -> UInt64 { draw() }
}
