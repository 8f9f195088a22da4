// SPDX-License-Identifier: MIT
public import AdModel

/// How far an export has come.
///
/// Counts in the order in which batches were stored, so that nothing is missed however many sessions
/// write at once, and stays valid for as long as the database lives. It carries a mark of the batch
/// that it counts to: in a database that was created anew, or went back to an earlier backup, the
/// same count would pass over what is new.
public struct ExportCursor: Hashable, Sendable, CustomStringConvertible {
  let batch: Int64
  let sequence: Int64
  /// What tells the batch from others of its number; 0 where that was not known.
  let mark: Int64

  /// Before everything.
  public static let start = ExportCursor(batch: 0, sequence: 0, mark: 0)

  init(batch: Int64, sequence: Int64, mark: Int64) {
    self.batch = batch
    self.sequence = sequence
    self.mark = mark
  }

  /// Reads the text form.
  /// - Parameter text: What ``description`` gave.
  /// - Throws: ``StoreError`` with `badCursor`.
  public init(_ text: String) throws(StoreError) {
    // Those of earlier versions have no mark.
    let isMarked = text.utf8.count { $0 == UInt8(ascii: ".") } == 2
    let numbers = try CursorText.numbers(text, count: isMarked ? 3 : 2, of: "cursor")
    self.init(batch: numbers[0], sequence: numbers[1], mark: isMarked ? numbers[2] : 0)
  }

  /// A short text without spaces, for keeping until the next export.
  public var description: String {
    mark == 0 ? "\(batch).\(sequence)" : "\(batch).\(sequence).\(mark)"
  }
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
