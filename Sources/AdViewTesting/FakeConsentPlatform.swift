// SPDX-License-Identifier: MIT
public import AdView

/// A consent platform whose answers a test gives.
@MainActor public final class FakeConsentPlatform: ConsentSource {
  private var told: Result<[ToldConsent], any Error>
  private var listeners: [Int: @MainActor (Result<[ToldConsent], any Error>) -> Void] = [:]
  private var count = 0

  /// Makes one that knows of answers that were given before.
  public init(knowing statements: ConsentStatement...) {
    told = .success(statements.map { .found($0) })
  }

  /// How many listen.
  public var listenerCount: Int { listeners.count }

  /// Has the person answer.
  public func answer(_ statement: ConsentStatement, at time: Timestamp) {
    tell(.success([.answered(statement, at: time)]))
  }

  /// Forgets what was answered, as a reset does.
  public func forget() { tell(.success([])) }

  /// Cannot say what was answered.
  public func fail(_ error: any Error) { tell(.failure(error)) }

  /// Tells a handler what is known, and later what changes.
  public func observe(
    _ handler: @escaping @MainActor (Result<[ToldConsent], any Error>) -> Void
  ) -> ConsentObservation {
    handler(told)
    count += 1
    let number = count
    listeners[number] = handler
    return ConsentObservation(endingOnMain: { [weak self] in self?.listeners[number] = nil })
  }

  private func tell(_ result: Result<[ToldConsent], any Error>) {
    told = result.map { $0.map { .found($0.statement) } }
    for (_, listener) in listeners.sorted(by: { $0.key < $1.key }) { listener(result) }
  }
}
