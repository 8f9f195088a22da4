// SPDX-License-Identifier: MIT
import AdSystem

/// Writes what was handed to a recorder, a batch at a time; lives until all of it is written.
final class BatchWriter: UnwrittenSession {
  private struct Writing: Sendable {
    var writer: SessionWriter
    /// A batch that is being written, or could not be and is tried again.
    var batch: [RecorderQueue.Element] = []
    /// What the engine was told in it.
    var track = RecordedTrack()
    /// The sequence number after the batch.
    var end: Int64 = 1
    /// How the session ends, once somebody asked for it.
    var ending: SessionWriter.Ending?
    var isClosed = false
    var bounds = HistoryBounds()
  }

  // Two locks, and who holds the one of the queue never waits for the disk: the writer takes what
  // is due out of the queue in an instant and lets go of it before it writes.
  let queue: Mutex<RecorderQueue>
  private let writing: Mutex<Writing>
  let database: AdDatabase
  private let interval: Duration

  init(
    _ session: RecordedSession, in database: AdDatabase, capacity: Int, interval: Duration?
  ) {
    queue = Mutex(
      RecorderQueue(
        capacity: max(capacity, 1), origin: session.clockAtStart, isAlarmed: interval != nil))
    writing = Mutex(Writing(writer: SessionWriter(session, in: database)))
    self.database = database
    self.interval = interval ?? .milliseconds(250)
    database.sessions.withLock { $0.unwritten[ObjectIdentifier(self)] = self }
  }

  var pending: Int { queue.withLock { $0.report.pending } }

  /// Has a batch written when the interval is over, or later where that failed lately.
  func schedule(_ alarm: Int, afterFailures failures: Int = 0) {
    let pause = failures == 0 ? interval : max(interval, .retryPause(failures))
    database.writing.add(after: pause) { [self] in writeBatch(for: alarm) }
  }

  /// Writes what waited for the database to be resumed.
  func wake() {
    let alarm = queue.withLock { $0.alarm == .asleep ? $0.setAlarm() : nil }
    if let alarm { database.writing.add { [self] in writeBatch(for: alarm) } }
  }

  /// Ends the session some time soon; waits for nothing.
  /// - Parameter time: When it ended, in milliseconds of the manager's clock; nil for its last transition.
  func endSoon(at time: Int64? = nil) {
    let alarm = queue.withLock { queue -> Int? in
      queue.close()
      return queue.isFinished || queue.isUntouched ? nil : queue.setAlarm()
    }
    guard let alarm else { return leave() }
    database.writing.add { [self] in
      writing.withLock { $0.ending = $0.ending ?? SessionWriter.Ending(time: time) }
      writeBatch(for: alarm)
    }
  }

  /// Writes what is pending now.
  func flush() throws {
    _ = try writing.withLock { try write(&$0) }
  }

  /// Writes what is pending, and ends the session.
  func close(at time: Int64?) throws {
    try writing.withLock { writing in
      queue.withLock { $0.close() }
      writing.ending = SessionWriter.Ending(time: time)
      _ = try write(&writing)
    }
  }

  /// Writes what is due, and comes again as long as more is handed over, so that whoever does that
  /// need not ask for it.
  private func writeBatch(for alarm: Int) {
    guard queue.withLock({ $0.alarm == .set(alarm) }) else { return }
    var comesAgain = true
    var failures = 0
    do {
      comesAgain = try writing.withLock { try write(&$0) }
    } catch {
      let error = StoreError(any: error)
      // Kept until the database is resumed, as it was asked for.
      if error.code == .suspended {
        queue.withLock { $0.stopAlarm(asleep: true) }
        // Whoever resumed before this line found nothing asleep.
        if (try? database.suspension.admit()) != nil { wake() }
        return
      }
      failures = queue.withLock { $0.fail(error) }
      // What will never be written is not tried again, unless more is handed over.
      comesAgain = ![.closed, .noSuchSession, .sessionExists, .readOnly].contains(error.code)
      if !comesAgain { leave() }
    }
    let next = queue.withLock { queue -> Int? in
      guard queue.alarm == .set(alarm) else { return nil }
      if comesAgain || !queue.isEmpty { return queue.setAlarm() }
      queue.stopAlarm()
      return nil
    }
    if let next { schedule(next, afterFailures: failures) }
  }

  /// Writes the batch that failed before, if there is one, and what is due.
  /// - Returns: Whether there was anything.
  private func write(_ writing: inout Writing) throws -> Bool {
    if writing.isClosed { return false }
    var hasStored = false
    if !writing.batch.isEmpty || !writing.track.bytes.isEmpty {
      try store(&writing, ending: nil)
      hasStored = true
    }
    let ending = writing.ending
    let isUntouched = queue.withLock { queue in
      writing.track = queue.swapOut(into: &writing.batch, isLast: ending != nil)
      writing.end = queue.nextSequence
      return queue.isUntouched
    }
    let isEmpty = writing.batch.isEmpty && writing.track.bytes.isEmpty
    if !isEmpty || ending != nil && !isUntouched {
      try store(&writing, ending: ending)
      hasStored = true
    }
    guard ending != nil else { return hasStored }
    writing.isClosed = true
    queue.withLock { $0.finish() }
    leave()
    return false
  }

  private func store(_ writing: inout Writing, ending: SessionWriter.Ending?) throws {
    try writing.writer.store(
      writing.batch, writing.track, upTo: writing.end, ending: ending)
    writing.batch.removeAll(keepingCapacity: true)
    writing.track.bytes = []
    let (stored, refused) = (writing.writer.stored, writing.writer.refused)
    queue.withLock { $0.finish(stored: stored, refused: refused) }
    if writing.bounds.isDue(stored: stored, isEnding: ending != nil) { keepBounds(&writing) }
  }

  /// Deletes old sessions; the batch is stored by now, so that a failure here must not deny it.
  private func keepBounds(_ writing: inout Writing) {
    do {
      let dropped = try writing.bounds.keep(writing.writer)
      if dropped > 0 { queue.withLock { $0.noteDropped(sessions: dropped) } }
    } catch {
      queue.withLock { $0.noteNotDropped(StoreError(any: error)) }
    }
  }

  /// Has the database forget it, for it has nothing to write any more.
  private func leave() {
    database.sessions.withLock { $0.unwritten[ObjectIdentifier(self)] = nil }
  }
}
