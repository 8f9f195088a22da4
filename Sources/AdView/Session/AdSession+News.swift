// SPDX-License-Identifier: MIT
import AdHosting
public import AdLoading
public import AdModel

// Whom the session tells what becomes of its ads.
extension AdSession {
  /// What becomes of the page's ads from now on, for whoever waits for it. Of a stream that nobody reads
  /// the newest 1,000 are kept.
  /// - Returns: A stream of its own, which ends as the session is closed or gone.
  public func news() -> AsyncStream<AdNews> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: AdNews.self, bufferingPolicy: .bufferingNewest(1_000))
    if isClosed { continuation.finish() } else { listeners.append(continuation) }
    return stream
  }

  /// Tells of an outcome.
  func tell(of outcome: LazyLoadingManager.Outcome) {
    guard delegate != nil || !listeners.isEmpty else { return }
    for event in outcome.events {
      switch event {
      case .changed(let change): tell(.changed(change))
      case .became(let event, let unit, _): tell(.became(event, unit))
      case .told: break
      }
    }
    for case .resize(let unit, let size, _) in outcome.effects { tell(.resized(unit, size)) }
  }

  /// How the gate stands, now and after each change.
  /// - Returns: A stream of its own, which ends as the session is closed or gone.
  public func gates() -> AsyncStream<LoadGate> { values { $0.gate } }

  /// How far an ad has come, now and after each change.
  /// - Returns: A stream of its own, which ends as the session is closed or gone.
  public func states(of unit: AdUnitID) -> AsyncStream<LoadState> { values { $0.state(of: unit) } }

  /// Something of the session, now and each time that it is otherwise. Of a stream that nobody reads the
  /// newest 1,000 are kept.
  private func values<Value: Equatable & Sendable>(
    _ value: @escaping (AdSession) -> Value
  ) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(1_000))
    watch(
      value, end: { continuation.finish() },
      tell: { value in
        if case .terminated = continuation.yield(value) { false } else { true }
      })
    return stream
  }

  /// Tells of something at once, and each time that it is otherwise.
  /// - Parameters:
  ///   - end: Called as the session is closed or gone.
  ///   - tell: Takes the value; false where nobody wants any more.
  func watch<Value: Equatable>(
    _ value: @escaping (AdSession) -> Value, end: @escaping () -> Void = {},
    tell: @escaping (Value) -> Bool
  ) {
    var last = value(self)
    guard tell(last) else { return }
    guard !isClosed else { return end() }
    watchers.append(
      AdSessionWatcher(
        look: { session in
          let newest = value(session)
          if newest == last { return true }
          last = newest
          return tell(newest)
        }, end: end))
  }

  /// Tells whoever waits for something else than it was.
  func tellWatchers() {
    guard !watchers.isEmpty else { return }
    watchers.removeAll { !$0.look(self) }
  }

  /// Ends every stream that was given out.
  nonisolated func endNews() {
    for listener in listeners { listener.finish() }
    for watcher in watchers { watcher.end() }
  }

  func tell(_ news: AdNews) {
    delegate?.hear(news)
    listeners.removeAll { listener in
      if case .terminated = listener.yield(news) { true } else { false }
    }
  }
}
