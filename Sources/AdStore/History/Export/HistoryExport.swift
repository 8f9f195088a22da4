// SPDX-License-Identifier: MIT
public import AdModel

/// One transition with what an analysis elsewhere has to know of its session.
///
/// Store, session and sequence together name it for good: a row that is exported twice is the same
/// row.
public struct ExportRow: Hashable, Sendable {
  /// The transition.
  public let entry: HistoryEntry
  /// The database's random id, as 32 hexadecimal digits.
  public let store: String
  /// The session's device; empty where it was not given.
  public let device: String
  /// The session's page.
  public let page: PageID
  /// The session's app version.
  public let appVersion: String
  /// The hash of the ledger entry that allowed a load, as 64 hexadecimal digits: the record's number
  /// alone says nothing outside of its database.
  public let entryHash: String?
}

/// Some rows of an export.
public struct ExportBatch<Row: Hashable & Sendable>: Hashable, Sendable {
  /// The rows, in the order in which they were stored.
  public let rows: [Row]
  /// Where the next batch begins; keep it once the rows have arrived.
  public let cursor: ExportCursor
  /// Whether there was nothing more when the rows were read.
  public let isLast: Bool
}
