// SPDX-License-Identifier: MIT
import AdHosting
import AdLoading
import AdModel

// Whom the session tells what becomes of its ads.
extension AdSession {
  /// What becomes of the page's ads from now on, for whoever waits for it. Of a stream that nobody reads
  /// the newest 1,000 are kept.
  /// - Returns: A stream of its own, which ends as the session is closed or gone.
  public func news() -> AsyncStream<AdNews> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: AdNews.self, bufferingPolicy: .bufferingNewest(1_000))
    listeners.append(continuation)
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

  /// Ends every stream that ``news()`` gave out.
  nonisolated func endNews() { for listener in listeners { listener.finish() } }

  func tell(_ news: AdNews) {
    delegate?.hear(news)
    listeners.removeAll { listener in
      if case .terminated = listener.yield(news) { true } else { false }
    }
  }
}
