// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore
import AdView
import Testing

@Suite @MainActor struct ConsentSourceTests {
  /// A consent platform that keeps its listeners until they are taken away.
  private final class Platform: ConsentSource {
    var listeners: [Int: @MainActor (Result<[ToldConsent], any Error>) -> Void] = [:]
    private var count = 0

    func observe(
      _ handler: @escaping @MainActor (Result<[ToldConsent], any Error>) -> Void
    ) -> ConsentObservation {
      handler(.success([]))
      count += 1
      let number = count
      listeners[number] = handler
      return ConsentObservation(endingOnMain: { self.listeners[number] = nil })
    }
  }

  @Test(.timeLimit(.minutes(60)))
  func `a platform loses each listener as whoever listened is gone`() async {
    let platform = Platform()
    var told = 0
    var first: ConsentObservation? = platform.observe { _ in told += 1 }
    let second = platform.observe { _ in told += 1 }
    #expect(told == 2)
    #expect(platform.listeners.count == 2)
    #expect(first != nil)
    first = nil
    while platform.listeners.count > 1 { await Task.yield() }
    for listener in platform.listeners.values { listener(.success([])) }
    #expect(told == 3)
    withExtendedLifetime(second) {}
  }
}
