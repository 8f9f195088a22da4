// SPDX-License-Identifier: MIT
package import AdLoading
import AdModel
import AdSQLite
import AdSystem

/// Writes one session into the history, without ever keeping the thread on which it happens waiting
/// for the disk: the transitions, and the track of all that led to them, so that it can be replayed.
///
/// They are taken into memory and written in batches, one transaction each, every 250
/// milliseconds unless told otherwise. What is in memory when a process is killed is lost, and never
/// half of a batch. Memory is bounded: what does not fit is dropped and counted, and leaves a gap in
/// the session's sequence numbers. A track that does not fit is given up as a whole.
/// Where the settings bound the history (`history-days`, `history-bytes`), the oldest sessions go a few
/// at a time, and the report says how many.
///
/// ```swift
/// let recorder = try TransitionRecorder(session, in: database)
/// recorder.begin(under: manager.start)
/// recorder.record(manager.handle(event, at: now).events)
/// // … and when the page is left:
/// try recorder.close()
/// ```
package final class TransitionRecorder: Sendable {
  private struct Writing: Sendable {
    var writer: SessionWriter
    /// A batch that is being written, or could not be and is tried again.
    var batch: [RecorderQueue.Element] = []
    /// What the engine was told in it.
    var track = RecordedTrack()
    /// The sequence number after the batch.
    var end: Int64 = 1
    var isClosed = false
    var bounds = HistoryBounds()
  }

  // Two locks, and who holds the one of the queue never waits for the disk: the writer takes what
  // is due out of the queue in an instant and lets go of it before it writes.
  private let queue: Mutex<RecorderQueue>
  private let writing: Mutex<Writing>

  /// Begins a session in the history.
  /// - Parameters:
  ///   - capacity: How many transitions may be pending at once, at least 1; each takes some 200
  ///     bytes.
  ///   - interval: The time between two batches, and so the most that a kill can lose; nil where
  ///     only ``flush()`` and ``close(at:)`` shall write, which needs no other thread.
  /// - Throws: ``StoreError`` with `sessionExists`.
  package init(
    _ session: RecordedSession, in database: AdDatabase, capacity: Int = 20_000,
    interval: Duration? = .milliseconds(250)
  ) throws {
    queue = Mutex(
      RecorderQueue(capacity: max(capacity, 1), origin: session.clockAtStart))
    writing = Mutex(Writing(writer: try SessionWriter(session, in: database)))
    guard let interval else { return }
    // Runs for as long as the session: waking it when something comes would cost the caller a
    // system call.
    Task.detached(priority: .utility) { [weak self] in
      repeat {
        try? await Task.sleep(for: interval, tolerance: interval / 10)
      } while self?.tick() == true
    }
  }

  deinit { try? close() }

  /// Takes how the loading engine begins, before anything else; without it the session has no track.
  package func begin(under terms: LoadingTerms) { queue.withLock { $0.begin(under: terms) } }

  /// Takes what happened, in order, so that nothing of it is written without the rest; never waits
  /// for the disk.
  ///
  /// Of transitions, where not all that came together fit, all are dropped and counted. Those of
  /// something that has no loading engine, a pool of banners for example, have no track.
  package func record(_ events: [RecordedEvent]) {
    guard !events.isEmpty else { return }
    queue.withLock { queue in
      var transitions: [LoadTransition] = []
      // What nothing was told before, the track does not tell.
      var isTracked = false
      for event in events {
        switch event {
        case .told(let event, let time):
          let isTold = queue.append(event, at: time)
          if isTold != isTracked {
            queue.append(transitions, isTracked: isTracked)
            transitions = []
          }
          isTracked = isTold
        case .changed(let transition): transitions.append(transition)
        case .seen(let unit, let time):
          queue.append(transitions, isTracked: isTracked)
          transitions = []
          queue.append(viewable: unit, time: time)
        }
      }
      queue.append(transitions, isTracked: isTracked)
    }
  }

  /// How the recorder is doing; never waits for the disk.
  package var report: RecorderReport { queue.withLock { $0.report } }

  /// Writes what is pending now; when this returns, it is on the disk.
  /// - Throws: ``StoreError``; what could not be written is kept and tried again.
  package func flush() throws {
    try writing.withLock { writing in
      guard !writing.isClosed else { return }
      try write(&writing)
    }
  }

  /// Writes what is pending and ends the session; what comes later is dropped and counted.
  /// - Parameter time: When the session ended, in milliseconds of the manager's clock; without it,
  ///   it ended with its last transition.
  /// - Throws: ``StoreError``; what could not be written is kept, and closing can be tried again.
  package func close(at time: Int64? = nil) throws {
    try writing.withLock { writing in
      guard !writing.isClosed else { return }
      queue.withLock { $0.close() }
      try write(&writing, ending: SessionWriter.Ending(time: time))
      writing.isClosed = true
    }
  }

  /// Writes what is due; false where nothing will ever be due again.
  private func tick() -> Bool {
    writing.withLock { writing in
      guard !writing.isClosed else { return false }
      do {
        try write(&writing)
      } catch let error as StoreError where error.code == .suspended {
        // Kept until the database is resumed, as it was asked for.
      } catch {
        queue.withLock { $0.fail(Self.storeError(error)) }
      }
      return true
    }
  }

  /// Writes the batch that failed before, if there is one, and what is due.
  private func write(_ writing: inout Writing, ending: SessionWriter.Ending? = nil) throws {
    if !writing.batch.isEmpty || !writing.track.bytes.isEmpty { try store(&writing) }
    queue.withLock { queue in
      writing.track = queue.swapOut(into: &writing.batch, isLast: ending != nil)
      writing.end = queue.nextSequence
    }
    if writing.batch.isEmpty, writing.track.bytes.isEmpty, ending == nil { return }
    try store(&writing, ending: ending)
  }

  private func store(_ writing: inout Writing, ending: SessionWriter.Ending? = nil) throws {
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
      queue.withLock { $0.noteNotDropped(Self.storeError(error)) }
    }
  }

  private static func storeError(_ error: any Error) -> StoreError {
    error as? StoreError ?? StoreError(.unexpected, "\(error)")
  }
}
