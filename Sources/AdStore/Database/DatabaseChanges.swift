// SPDX-License-Identifier: MIT
import AdSystem

/// Waits for changes of a database without a thread: is told of those of this process, and looks for those
/// of others.
final class DatabaseChanges: Sendable {
  private let database: AdDatabase
  private let interval: Duration
  /// Get an element where somebody has changed something, or where it is time to look.
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation
  /// Whether this process has changed something.
  private let told = PendingChanges()
  /// Whether a look is due by itself.
  private let isLookSet = Mutex(false)
  private let number: Mutex<Int?>
  /// Tell of writes, and of answers also before they are stored.
  private let registrations: [ConsentObservation]

  init(of database: AdDatabase, every interval: Duration) {
    self.database = database
    self.interval = interval
    let (signals, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    (self.signals, self.signal) = (signals, signal)
    // Asked before anything is read: what is written meanwhile is told.
    number = Mutex((try? database.changeNumber()) ?? nil)
    let tell: @Sendable () -> Void = { [told] in
      told.note()
      signal.yield()
    }
    registrations = [
      database.observeWrites(tell), database.consentChanges.add(needsRecord: false) { _ in tell() },
    ]
  }

  /// Waits until something may have changed since the last call.
  /// - Throws: `CancellationError`; ``StoreError``.
  nonisolated(nonsending) func next() async throws {
    var elements = signals.makeAsyncIterator()
    while true {
      setLook()
      guard await elements.next() != nil else { throw CancellationError() }
      if told.take() { return }
      do {
        let newest = try database.changeNumber()
        let isNew = number.withLock { number in
          defer { number = newest }
          return newest == nil || newest != number
        }
        if isNew { return }
      } catch let error as StoreError where error.code == .suspended {
        // What was written meanwhile is seen when it is over.
      }
    }
  }

  /// Has it looked once, after a while.
  private func setLook() {
    let isFirst = isLookSet.withLock { isSet in
      defer { isSet = true }
      return !isSet
    }
    guard isFirst else { return }
    WorkQueue.after(interval) { [weak self] in
      self?.isLookSet.withLock { $0 = false }
      self?.signal.yield()
    }
  }
}
