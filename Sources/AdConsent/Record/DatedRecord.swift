// SPDX-License-Identifier: MIT
public import AdModel

/// A record with the time from which it stood.
///
/// The ledger's times never run backwards: after a clock that ran ahead was put right, entries take
/// the time of the one before until the clock has caught up. The time of such an entry is too late,
/// and that of its answer comes closer to what happened.
public struct DatedRecord: Hashable, Sendable {
  /// The record.
  public let record: ConsentRecord
  /// From when it stood.
  public let since: Timestamp

  /// Dates a record.
  /// - Parameters:
  ///   - record: The record.
  ///   - entryBefore: The time of the ledger's entry before it, of whomever; nil for the first.
  public init(_ record: ConsentRecord, entryBefore: Timestamp?) {
    self.record = record
    let isHeldBack = record.recordedAt == entryBefore
    since =
      isHeldBack ? min(record.recordedAt, record.statement.updatedAt) : record.recordedAt
  }
}
