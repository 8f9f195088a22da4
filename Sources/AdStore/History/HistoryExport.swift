// SPDX-License-Identifier: MIT
public import AdModel

/// How far an export has come.
///
/// Counts in the order in which batches were stored, so that nothing is missed however many sessions
/// write at once, and stays valid for as long as the database lives.
public struct ExportCursor: Hashable, Sendable, CustomStringConvertible {
  let batch: Int64
  let sequence: Int64

  /// Before everything.
  public static let start = ExportCursor(batch: 0, sequence: 0)

  init(batch: Int64, sequence: Int64) {
    self.batch = batch
    self.sequence = sequence
  }

  /// Reads the text form.
  /// - Parameter text: What ``description`` gave.
  /// - Throws: ``StoreError`` with `badCursor`.
  public init(_ text: String) throws(StoreError) {
    let numbers = try CursorText.numbers(text, count: 2, of: "cursor")
    self.init(batch: numbers[0], sequence: numbers[1])
  }

  /// A short text without spaces, for keeping until the next export.
  public var description: String { "\(batch).\(sequence)" }
}

/// One transition with what an analysis elsewhere has to know of its session.
///
/// Device, session and sequence together name it for good: a row that is exported twice is the same
/// row.
public struct ExportRow: Hashable, Sendable {
  /// The transition.
  public let entry: HistoryEntry
  /// The session's device.
  public let device: String
  /// The session's page.
  public let page: PageID
  /// The session's app version.
  public let appVersion: String
}

/// Some rows of an export.
public struct ExportBatch: Hashable, Sendable {
  /// The rows, in the order in which they were stored.
  public let rows: [ExportRow]
  /// Where the next batch begins; keep it once the rows have arrived.
  public let cursor: ExportCursor
  /// Whether there was nothing more when the rows were read.
  public let isLast: Bool
}
