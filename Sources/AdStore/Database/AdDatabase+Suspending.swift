// SPDX-License-Identifier: MIT
import AdSystem

extension AdDatabase {
  /// Writes what all sessions of the database hold, then lets go of the file: every connection is
  /// closed, and no lock is held until ``resume()``.
  ///
  /// Systems end an app that sleeps while it holds a lock on a file that others share. Reads and
  /// writes throw `suspended` meanwhile. Who suspends twice resumes twice. It is the whole app's word: a
  /// session that is in front closes its gate. Where sessions alone use the database, theirs is enough.
  /// - Parameter patience: How long it may take; others are waited for a little less.
  /// - Returns: What could not be written, and whether the file is let go of.
  @discardableResult
  nonisolated(nonsending) public func suspend(within patience: Duration) async -> SuspensionReport {
    await withCheckedContinuation { continuation in
      beginSuspending(within: patience) { continuation.resume(returning: $0) }
    }
  }

  /// The same for a thread that must not wait, such as a screen's.
  /// - Parameters:
  ///   - patience: How long it may take; others are waited for a little less.
  ///   - end: Takes what became of it, on a thread of the database.
  public func beginSuspending(
    within patience: Duration, then end: @escaping @Sendable (SuspensionReport) -> Void = { _ in }
  ) {
    suspension.request()
    letGo(within: patience, then: end)
  }

  /// Writes what sessions hold and lets go of the file, unless somebody resumes first.
  func letGo(
    within patience: Duration, then end: @escaping @Sendable (SuspensionReport) -> Void = { _ in }
  ) {
    // Time is left for closing connections.
    let wait = patience - min(patience / 4, .milliseconds(250))
    let deadline = ContinuousClock.now + wait
    let isTold = Mutex(false)
    let tell: @Sendable (SuspensionReport) -> Void = { report in
      let isFirst = isTold.withLock { isTold in
        defer { isTold = true }
        return !isTold
      }
      if isFirst { end(report) }
    }
    writing.add { [self] in
      tell(Suspension.$deadline.withValue(deadline) { writeAndRelease() })
    }
    // Whoever writes now and waits for another process gives up; it would keep the file.
    WorkQueue.after(wait) { [self] in suspension.release() }
    WorkQueue.after(patience) { [self] in
      tell(
        report(
          failure: StoreError(
            .busy, "'\(path)' was in use for more than \(patience)",
            advice: "suspend it earlier, or with more patience")))
    }
  }

  /// Allows reads and writes again, when everybody who suspended has resumed; connections are opened
  /// as they are needed, and what sessions kept is written. An app that comes back without the sessions that
  /// left calls this, too.
  public func resume() {
    wake(if: suspension.resume())
  }

  /// Has sessions write what they kept, where the database wakes.
  func wake(if wakes: Bool) {
    guard wakes else { return }
    for session in sessions.withLock({ Array($0.unwritten.values) }) { session.wake() }
  }

  private func writeAndRelease() -> SuspensionReport {
    var failure: StoreError?
    for session in sessions.withLock({ Array($0.unwritten.values) }) {
      do { try session.flush() } catch { failure = StoreError(any: error) }
    }
    guard suspension.release() else { return report(failure: failure) }
    do {
      try StoreError.translating(path) {
        for connection in readers.connections + [watcher, writer] { try connection.letGo() }
      }
      watch.forget()
      return report(failure: failure, isReleased: true)
    } catch {
      return report(failure: StoreError(any: error))
    }
  }

  private func report(failure: StoreError?, isReleased: Bool = false) -> SuspensionReport {
    let pending = sessions.withLock { $0.unwritten.values.reduce(0) { $0 + $1.pending } }
    return SuspensionReport(isReleased: isReleased, pending: pending, failure: failure)
  }
}

extension StoreError.Code {
  /// The database lets go of its file while the app sleeps.
  public static let suspended = Self(rawValue: "suspended")
}

extension StoreError {
  /// The error of a use between suspending and resuming.
  static let suspended = StoreError(
    .suspended, "the database is suspended and holds no file", advice: "resume it first")
}
