// SPDX-License-Identifier: MIT
import AdModel

/// Sends the rows of an export to a server, batch by batch, and knows what has arrived.
///
/// It decides and does nothing itself: the app reads rows where ``next(at:using:)`` asks for them,
/// posts the bytes that it is given, and tells what the server said. One batch is on its way at a
/// time, so memory is bounded by one. An answer that comes twice, late or to an older batch changes
/// nothing; a batch that may or may not have arrived is sent again, byte for byte the same. A server
/// keeps, of rows with one key, the one with the greatest revision. However often it is asked, each load
/// and each session goes out once, when it has ended; each entry of the consent ledger once, as it was
/// appended, and each batch of these with the head that it leads to (``ExportedEntry``).
///
/// Post ``Batch/compressed`` with `Content-Encoding: gzip`: a server keeps what it got as a file that ends in
/// `.gz`, which both engines of `fleet` read as it is.
///
/// ```swift
/// var upload = HistoryUpload<ExportedLoad>(after: kept ?? .start(of: .loads))
/// switch upload.next(at: now, using: &random) {
/// case .read(let cursor, let limit):
///   try upload.take(history.exportLoads(after: cursor, limit: limit))
/// case .send(let batch): post(batch.compressed, named: batch.name)  // then acknowledge or fail
/// case .wait(let time): wakeUp(at: time)
/// case .finished: keep(upload.acknowledged)
/// }
/// ```
public struct HistoryUpload<Row: ExportedRow>: Sendable {
  /// How much at once, and how patiently. Durations are in milliseconds.
  public struct Limits: Hashable, Sendable {
    /// How many bytes a batch has at most; one row that has more goes alone.
    public var batchBytes = 262_144
    /// How many rows are read at once.
    public var rows = 1_000
    /// How long an answer is waited for.
    public var patience: Int64 = 60_000
    /// How long is waited after the first failure; each further one doubles it.
    public var firstRetry: Int64 = 2_000
    /// How long is waited at most.
    public var longestRetry: Int64 = 3_600_000

    /// Makes the usual limits.
    public init() {}
  }

  /// Some rows on their way.
  public struct Batch: Hashable, Sendable {
    /// Names the batch: the same name, the same bytes. Serves as an idempotency key.
    public let name: String
    /// The rows as NDJSON, with what goes behind them.
    public let bytes: [UInt8]
    /// How many rows.
    public let rowCount: Int
    let cursor: ExportCursor

    /// The rows as gzip has them, for `Content-Encoding: gzip`; the same rows, the same bytes.
    /// - Complexity: O(*n*), at each call.
    public var compressed: [UInt8] { Gzip.compressed(bytes) }
  }

  /// What to do next. Cases may be added: `switch` over it with a `default`.
  public enum Step: Hashable, Sendable {
    /// Read at most so many rows after the cursor, and hand them to ``take(_:)``.
    case read(after: ExportCursor, limit: Int)
    /// Send the batch, and say what became of it.
    case send(Batch)
    /// Nothing before this time, except what the server says.
    case wait(until: Int64)
    /// Everything has arrived; ``resume()`` begins again when more was recorded.
    case finished
  }

  private enum State {
    case reading
    case due(Batch, at: Int64)
    case sent(Batch, until: Int64)
    case finished
  }

  /// How far everything has arrived: keep it, and begin there after a restart.
  public private(set) var acknowledged: ExportCursor
  /// How many answers to other batches than the one on its way have come.
  public private(set) var ignoredAnswers = 0
  private let limits: Limits
  /// How much is sent at once; less than allowed after the server found a batch too large.
  private var batchBytes: Int
  private var failures = 0
  private var state = State.reading

  /// Begins after what has arrived.
  /// - Parameters:
  ///   - cursor: ``acknowledged`` of the upload before, or the start of the export.
  ///   - limits: How much at once, and how patiently.
  public init(after cursor: ExportCursor, limits: Limits = Limits()) {
    acknowledged = cursor
    self.limits = limits
    batchBytes = max(limits.batchBytes, 1)
  }

  /// Says what to do now; asking changes nothing but that a batch counts as sent, and that one
  /// without an answer counts as failed.
  /// - Parameter now: The time, in milliseconds of any clock that does not run back.
  public mutating func next(at now: Int64, using random: inout some RandomNumberGenerator) -> Step {
    if case .sent(let batch, let end) = state, now >= end {
      delay(batch, at: now, atLeast: 0, using: &random)
    }
    switch state {
    case .reading: return .read(after: acknowledged, limit: max(limits.rows, 1))
    case .finished: return .finished
    case .sent(_, let end): return .wait(until: end)
    case .due(let batch, let time):
      guard now >= time else { return .wait(until: time) }
      state = .sent(batch, until: sum(now, limits.patience))
      return .send(batch)
    }
  }

  /// Takes the rows that ``Step/read(after:limit:)`` asked for; at any other time they are left out.
  /// - Parameter export: What the repository read after ``acknowledged``.
  public mutating func take(_ export: ExportBatch<Row>) {
    guard case .reading = state else { return }
    var bytes: [UInt8] = []
    var count = 0
    for row in export.rows {
      let line = row.line
      guard count == 0 || bytes.count + line.count <= batchBytes else { break }
      bytes += line
      count += 1
    }
    guard count > 0 else {
      state = .finished
      return
    }
    var closing = Row.closing(export.rows[..<count])
    while count > 1, bytes.count + closing.count > batchBytes {
      count -= 1
      bytes.removeLast(export.rows[count].line.count)
      closing = Row.closing(export.rows[..<count])
    }
    let cursor = export.rows[count - 1].cursor
    state = .due(
      Batch(
        name: "\(acknowledged)-\(cursor)", bytes: bytes + closing, rowCount: count, cursor: cursor),
      at: .min)
  }

  /// Takes that a batch has arrived.
  public mutating func acknowledge(_ name: String) {
    guard let batch = onItsWay(name) else { return }
    acknowledged = batch.cursor
    failures = 0
    state = .reading
  }

  /// Takes that a batch could not be sent, or that the server asked to try later.
  /// - Parameter wait: How long the server asked to wait, in milliseconds.
  public mutating func fail(
    _ name: String, at now: Int64, retryAfter wait: Int64 = 0,
    using random: inout some RandomNumberGenerator
  ) {
    guard let batch = onItsWay(name) else { return }
    delay(batch, at: now, atLeast: max(wait, 0), using: &random)
  }

  /// Takes that the server found a batch too large: half as many bytes are sent at once from now on.
  /// - Returns: Whether a smaller one can be made; false where the batch had one row, which will be
  ///   tried again later like any other.
  @discardableResult
  public mutating func refuseAsTooLarge(
    _ name: String, at now: Int64, using random: inout some RandomNumberGenerator
  ) -> Bool {
    guard let batch = onItsWay(name) else { return true }
    guard batch.rowCount > 1 else {
      delay(batch, at: now, atLeast: 0, using: &random)
      return false
    }
    batchBytes = max(min(batchBytes, batch.bytes.count) / 2, 1)
    state = .reading
    return true
  }

  /// Begins again after ``Step/finished``, where more may have been recorded.
  public mutating func resume() {
    if case .finished = state { state = .reading }
  }

  /// Begins from the beginning: what reading needs after `foreignCursor`, when the database is
  /// another one or went back to a backup. Rows that arrive twice are the same.
  public mutating func startOver() {
    acknowledged = .start(of: acknowledged.stream)
    failures = 0
    state = .reading
  }

  private mutating func onItsWay(_ name: String) -> Batch? {
    switch state {
    case .sent(let batch, _) where batch.name == name: return batch
    // The answer to what was sent before a failure: as good as one to the next attempt.
    case .due(let batch, let time) where batch.name == name && time > .min: return batch
    default:
      ignoredAnswers += 1
      return nil
    }
  }

  /// Between half and all of the doubled time, so that devices that failed together do not come back
  /// together.
  private mutating func delay(
    _ batch: Batch, at now: Int64, atLeast least: Int64,
    using random: inout some RandomNumberGenerator
  ) {
    let doubled = max(limits.firstRetry, 1) << Int64(min(failures, 20))
    let longest = max(min(doubled, limits.longestRetry), 1)
    failures += 1
    state = .due(
      batch, at: sum(now, max(Int64.random(in: longest / 2...longest, using: &random), least)))
  }

  private func sum(_ time: Int64, _ duration: Int64) -> Int64 {
    let (sum, isBeyond) = time.addingReportingOverflow(max(duration, 0))
    return isBeyond ? .max : sum
  }
}
