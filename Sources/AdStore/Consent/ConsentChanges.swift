// SPDX-License-Identifier: MIT
public import AdConsent
import AdModel
import AdSQLite
import AdSystem

/// A change that observers of consent are told: whose consent changed, and what holds now.
public struct ConsentChange: Hashable, Sendable {
  /// The person; nil where it could be anybody: another process erased somebody or replaced keys,
  /// or changed more than can be told one by one. Whoever shows ads asks the gate again then.
  public let subject: SubjectKey?
  /// The record that holds now; nil after an erasure, and where the person is nil.
  public let record: ConsentRecord?
  /// Whether it is on the disk. An answer that is not yet opens nothing, and closes what it may end.
  public let isStored: Bool

  /// Puts a change together, as tests of an app do.
  public init(subject: SubjectKey?, record: ConsentRecord? = nil, isStored: Bool = true) {
    self.subject = subject
    self.record = record
    self.isStored = isStored
  }
}

/// Keeps a registration of an observer alive; letting go of it ends it.
public final class ConsentObservation: Sendable {
  private let end: @Sendable () -> Void

  /// Describes a registration.
  /// - Parameter end: Ends it; called once, on whatever thread lets go of this last.
  public init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }
}

/// Tells the observers of a database of changed consent.
///
/// Of what this process writes they hear only when pages would be handed something else: a page
/// reloads when it is told, and must not reload for nothing.
final class ConsentChanges: Sendable {
  private struct Observers {
    var next = 0
    var handlers: [Int: @Sendable (ConsentChange) -> Void] = [:]
    /// Those that want to know which record holds, which others have to be read for.
    var readers: Set<Int> = []
    /// Up to where in the ledger everything was told; nil before anybody asked.
    var seen: Int64?
    /// What this process appended after that, and has told by itself.
    var own: Set<Int64> = []
  }

  private let observers = Mutex(Observers())
  private let telling = Mutex(())

  /// Runs `body` alone, so that nothing is told twice.
  func whileTelling<Result: Sendable>(_ body: () throws -> Result) rethrows -> Result {
    try telling.withLock { _ in try body() }
  }

  /// - Parameter needsRecord: Whether it is to be told which record holds where others changed it.
  func add(
    needsRecord: Bool, _ handler: @escaping @Sendable (ConsentChange) -> Void
  ) -> ConsentObservation {
    let number = observers.withLock { observers in
      observers.next += 1
      observers.handlers[observers.next] = handler
      if needsRecord { observers.readers.insert(observers.next) }
      return observers.next
    }
    return ConsentObservation { [weak self] in
      self?.observers.withLock { observers in
        observers.handlers[number] = nil
        observers.readers.remove(number)
      }
    }
  }

  /// Whether anybody would hear.
  var isObserved: Bool { observers.withLock { !$0.handlers.isEmpty } }

  /// Whether anybody wants to know which record holds.
  var needsRecord: Bool { observers.withLock { !$0.readers.isEmpty } }

  /// Up to where in the ledger everything was told; nil before anybody asked.
  var seen: Int64? { observers.withLock { $0.seen } }

  /// Notes that all entries up to one are known.
  func see(upTo sequence: Int64) {
    observers.withLock { observers in
      observers.seen = max(sequence, observers.seen ?? 0)
      observers.own = observers.own.filter { $0 > sequence }
    }
  }

  /// Notes an entry that this process appended.
  func noteOwn(_ entry: ConsentRecordID) {
    observers.withLock { observers in
      if observers.seen != nil { observers.own.insert(entry.rawValue) }
    }
  }

  /// Whether this process appended an entry.
  func isOwn(_ sequence: Int64) -> Bool { observers.withLock { $0.own.contains(sequence) } }

  func tell(
    of record: ConsentRecord, after last: ConsentRecord?, subject: SubjectKey, at now: Timestamp
  ) {
    if let last, record.handsOverTheSame(as: last, at: now) { return }
    tell(ConsentChange(subject: subject, record: record))
  }

  /// - Parameter isRead: Whether the record was read. Who wants it and came since knows what holds.
  func tell(_ change: ConsentChange, isRead: Bool = true) {
    // The lock is not held while they run, so that they may read, write and stop observing.
    let handlers = observers.withLock { observers in
      observers.handlers.filter { isRead || !observers.readers.contains($0.key) }
        .sorted { $0.key < $1.key }.map(\.value)
    }
    for handler in handlers { handler(change) }
  }
}

extension ConsentRecord {
  /// Whether pages that were loaded under the last record may stay as they are.
  func handsOverTheSame(as last: ConsentRecord, at now: Timestamp) -> Bool {
    let wasStanding = last.event != .withdrawn && !last.hasExpired(at: now)
    let isStanding = event != .withdrawn && !hasExpired(at: now)
    return wasStanding == isStanding && last.statement.signalsEqual(statement)
  }
}
