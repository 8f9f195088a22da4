// SPDX-License-Identifier: MIT
package import AdConsent
package import AdLoading
package import AdModel
import AdSystem

/// Writes one session into the history, without ever keeping the thread on which it happens waiting
/// for the disk: the transitions, and the track of all that led to them, so that it can be replayed.
///
/// They are taken into memory and written in batches, one transaction each, every 250
/// milliseconds unless told otherwise, as long as there is anything to write. What is in memory when a process is killed is lost, and never
/// half of a batch. Memory is bounded: what does not fit is dropped and counted, and leaves a gap in
/// the session's sequence numbers. A track that does not fit is given up as a whole.
/// Where the settings bound the history (`history-days`, `history-bytes`), the oldest sessions go a few
/// at a time, and the report says how many.
///
/// ```swift
/// let recorder = TransitionRecorder(session, in: database)
/// recorder.begin(under: manager.start)
/// recorder.record(manager.handle(event, at: now).events)
/// // … and when the page is left:
/// try await recorder.close(within: .seconds(5))
/// ```
package final class TransitionRecorder: Sendable {
  private let batches: BatchWriter

  /// Begins a session in memory; the history has it with its first event, and has none without any.
  /// - Parameters:
  ///   - capacity: How many transitions may be pending at once, at least 1; each takes some 200
  ///     bytes.
  ///   - interval: The time between two batches, and so the most that a kill can lose; nil where
  ///     only ``flush()`` and ``close(at:)`` shall write, which needs no other thread.
  package init(
    _ session: RecordedSession, in database: AdDatabase, capacity: Int = 20_000,
    interval: Duration? = .milliseconds(250)
  ) {
    batches = BatchWriter(session, in: database, capacity: capacity, interval: interval)
  }

  deinit { batches.endSoon() }

  /// Takes how the loading engine begins, before anything else; without it the session has no track.
  package func begin(under terms: LoadingTerms) {
    batches.queue.withLock { $0.begin(under: terms) }
  }

  /// Takes the rules by which loads are allowed from now on, so that these loads are judged by them
  /// whatever becomes of the settings.
  package func use(_ gate: ConsentGate) { batches.queue.withLock { $0.use(gate) } }

  /// Takes the scripts that a unit's web view is made with, before the load that they are for.
  package func note(_ scripts: ToldScripts, of unit: AdUnitID) {
    batches.queue.withLock { $0.note(scripts, of: unit) }
  }

  /// Takes what happened, in order, so that nothing of it is written without the rest; never waits
  /// for the disk.
  ///
  /// Where not all transitions that came together fit, all are dropped and counted. Those of something that
  /// has no loading engine, a pool of banners for example, have no track.
  package func record(_ events: [RecordedEvent]) {
    guard !events.isEmpty else { return }
    let alarm = batches.queue.withLock { queue in
      queue.append(events)
      return queue.alarmIfNeeded()
    }
    // Where the writing thread does not come for it anyway.
    if let alarm { batches.schedule(alarm) }
  }

  /// How the recorder is doing; never waits for the disk.
  package var report: RecorderReport { batches.queue.withLock { $0.report } }

  /// Writes what is pending now; when this returns, it is on the disk.
  /// - Throws: ``StoreError`` with `noSuchSession` where the session was deleted, and with
  ///   `sessionExists` where the history has another of its name; what could not be written is kept
  ///   and tried again.
  package func flush() throws { try batches.flush() }

  /// Writes what is pending and ends the session; what comes later is dropped and counted.
  /// - Parameter time: When the session ended, in milliseconds of the manager's clock; without it,
  ///   it ended with its last transition.
  /// - Throws: ``StoreError`` as ``flush()``; what could not be written is kept, and closing is tried
  ///   again.
  package func close(at time: Int64? = nil) throws { try batches.close(at: time) }

  /// Does as ``close(at:)`` some time soon, and waits for nothing; what cannot be written is kept and tried
  /// again. For a session after which another begins at once.
  package func endSoon(at time: Int64) { batches.endSoon(at: time) }

  /// Does as ``flush()``, and waits without holding the caller's thread.
  /// - Parameter patience: How long it may take until the writing begins.
  /// - Throws: ``StoreError``, with `busy` where it took longer; `CancellationError`.
  nonisolated(nonsending) package func flush(within patience: Duration) async throws {
    try await batches.database.write(within: patience) { [batches] in try batches.flush() }
  }

  /// Does as ``close(at:)``, and waits without holding the caller's thread.
  /// - Parameters:
  ///   - time: When the session ended, in milliseconds of the manager's clock.
  ///   - patience: How long it may take until the writing begins.
  /// - Throws: ``StoreError``, with `busy` where it took longer; `CancellationError`.
  nonisolated(nonsending) package func close(
    at time: Int64? = nil, within patience: Duration
  ) async throws {
    try await batches.database.write(within: patience) { [batches] in try batches.close(at: time) }
  }
}
