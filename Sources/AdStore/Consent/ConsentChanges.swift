// SPDX-License-Identifier: MIT
public import AdConsent
import AdModel
import Synchronization

/// What observers of consent are told: whose consent changed, and what holds now.
public struct ConsentChange: Hashable, Sendable {
  /// The person.
  public let subject: SubjectKey
  /// The record that holds now, or nil after an erasure.
  public let record: ConsentRecord?
}

/// Keeps a registration with ``ConsentRepository/observe(_:)`` alive; letting go of it ends it.
public final class ConsentObservation: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }
}

/// Tells observers of changed consent, and only when pages would be handed something else: a page
/// reloads when it is told, and must not reload for nothing.
final class ConsentChanges: Sendable {
  private struct Observers {
    var next = 0
    var handlers: [Int: @Sendable (ConsentChange) -> Void] = [:]
  }

  private let observers = Mutex(Observers())

  func add(_ handler: @escaping @Sendable (ConsentChange) -> Void) -> ConsentObservation {
    let number = observers.withLock { observers in
      observers.next += 1
      observers.handlers[observers.next] = handler
      return observers.next
    }
    return ConsentObservation { [weak self] in
      _ = self?.observers.withLock { $0.handlers.removeValue(forKey: number) }
    }
  }

  func tell(
    of record: ConsentRecord, after last: ConsentRecord?, subject: SubjectKey, at now: Timestamp
  ) {
    if let last, handsOver(record, theSameAs: last, at: now) { return }
    tell(ConsentChange(subject: subject, record: record))
  }

  func tell(_ change: ConsentChange) {
    // The lock is not held while they run, so that they may read, write and stop observing.
    let handlers = observers.withLock { observers in
      observers.handlers.sorted { $0.key < $1.key }.map(\.value)
    }
    for handler in handlers { handler(change) }
  }

  /// Whether pages that were loaded under the last record may stay as they are.
  private func handsOver(
    _ record: ConsentRecord, theSameAs last: ConsentRecord, at now: Timestamp
  ) -> Bool {
    let wasStanding = last.event != .withdrawn && !last.hasExpired(at: now)
    let isStanding = record.event != .withdrawn && !record.hasExpired(at: now)
    return wasStanding == isStanding && last.statement.signalsEqual(record.statement)
  }
}

extension ConsentRepository {
  /// Tells a handler of every change of consent made through this value or a copy of it that pages
  /// have to be told of: one after which they would be handed something else.
  ///
  /// The handler runs on the thread that made the change, after it is on the disk, and may use the
  /// repository. Changes that other processes make are not seen.
  ///
  /// - Parameter handler: Takes the change.
  /// - Returns: The registration, which ends when it is let go of.
  public func observe(
    _ handler: @escaping @Sendable (ConsentChange) -> Void
  ) -> ConsentObservation {
    changes.add(handler)
  }
}
