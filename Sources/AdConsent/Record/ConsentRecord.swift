// SPDX-License-Identifier: MIT
public import AdModel

/// One entry of the evidence: a statement, when it was recorded, and what it did to the one before.
public struct ConsentRecord: Hashable, Identifiable, Sendable {
  /// The record's number, which is its sequence in the ledger.
  public let id: ConsentRecordID
  /// The kind of event.
  public let event: ConsentEvent
  /// When the store received it.
  public let recordedAt: Timestamp
  /// The same person's record before this one.
  public let previous: ConsentRecordID?
  /// The answer.
  public let statement: ConsentStatement
  /// Who recorded it, how and why.
  public let origin: EntryOrigin

  /// Describes a record.
  public init(
    id: ConsentRecordID, event: ConsentEvent, recordedAt: Timestamp, previous: ConsentRecordID?,
    statement: ConsentStatement, origin: EntryOrigin = .app
  ) {
    self.id = id
    self.event = event
    self.recordedAt = recordedAt
    self.previous = previous
    self.statement = statement
    self.origin = origin
  }

  /// Whether the person said nothing: a law applied, or a signal was told.
  package var isNotice: Bool { event == .noticed || statement.isSignalAlone }

  /// Whether the record has ceased to hold by the passing of time.
  /// - Returns: True from the expiry on.
  public func hasExpired(at time: Timestamp) -> Bool {
    event == .expired || time >= statement.expiry.at
  }
}

/// The kind of event that a record tells of. Cases may be added: `switch` over it with a `default`.
public enum ConsentEvent: String, CaseIterable, Hashable, Codable, Sendable {
  /// A first answer that allows something.
  case given
  /// An answer that allows nothing.
  case refused
  /// A later answer that differs from the one before.
  case changed
  /// The same answer given again, which makes it newer.
  case renewed
  /// The person took the consent back.
  case withdrawn
  /// The consent ran out, and this was written down.
  case expired
  /// An answer that another system had collected.
  case imported
  /// A law applied, and perhaps a notice was given or Global Privacy Control told; the person said
  /// nothing.
  case noticed
  /// The person's records were erased; only that it happened is kept.
  case erased
  /// The person's key was replaced: by a keyed hash, or by one under another secret. It says
  /// nothing of the consent.
  case rekeyed
  /// A backup took the place of the store. The entries behind it that it names were carried over from
  /// the one that was there.
  case restored
  /// A session of the history ended, or sessions were pruned: the entry commits to the seals up to
  /// then.
  case sealed
  /// The keys are hashed under another secret from here on: everybody's `rekeyed` stands right before.
  case keyed
  /// The person's records are evidence in a case, and are not to be erased.
  case held
  /// They may be erased again.
  case released
  /// Times of entries that cannot be were looked into, and a wrong clock accounts for them; or entries
  /// without the device's signature were.
  case accepted
  /// The gate decides by other settings from here on.
  case ruled
  /// Entries are signed with another key of a device from here on.
  case enrolled

  /// Whether the ledger's entry has a content: a record of what was said.
  package var isRecord: Bool {
    switch self {
    case .given, .refused, .changed, .renewed, .withdrawn, .expired, .imported, .noticed: true
    case .erased, .rekeyed, .restored, .sealed, .keyed, .held, .released, .accepted, .ruled,
      .enrolled:
      false
    }
  }

  /// Whether the entry is about the store and about no person.
  package var isOfNobody: Bool {
    switch self {
    case .restored, .sealed, .keyed, .accepted, .ruled, .enrolled: true
    default: false
    }
  }

  /// Names the event that a new answer is.
  ///
  /// - Parameter previous: The record that held for the person under the same law.
  /// - Returns: `refused` when it allows nothing; `renewed` or `changed` when it follows an answer
  ///   that still held, by whether it says the same; else `given`.
  package static func answering(
    _ statement: ConsentStatement, after previous: ConsentRecord?, at time: Timestamp
  ) -> ConsentEvent {
    if statement.isSignalAlone { return .noticed }
    if statement.choices.isRefusal { return .refused }
    guard let previous, !previous.hasExpired(at: time) else { return .given }
    switch previous.event {
    case .given, .refused, .changed, .renewed, .imported:
      return previous.statement.saysTheSame(as: statement) ? .renewed : .changed
    default: return .given
    }
  }
}
