// SPDX-License-Identifier: MIT
public import AdModel

/// What an export gives a row for. Cases may be added: `switch` over it with a `default`.
public enum ExportStream: String, CaseIterable, Hashable, Sendable {
  /// Every transition.
  case transitions
  /// Every load, from its fetch to its end.
  case loads
  /// Every session.
  case sessions
  /// Every entry of the consent ledger, without what it commits to.
  case entries
}

/// How far an export has come.
///
/// Counts in the order in which batches were stored, so that nothing is missed however many sessions
/// write at once, and stays valid for as long as the database lives. It names its database, and
/// carries a mark of the batch that it counts to: in another database, or in one that went back to an
/// earlier backup, the same count would pass over what is new.
public struct ExportCursor: Hashable, Sendable, CustomStringConvertible {
  /// The export that it belongs to; the others count otherwise.
  public let stream: ExportStream
  /// The database's id as digits; empty before everything.
  let store: String
  /// The batch; of entries, the last one.
  let batch: Int64
  /// How much of the batch is done: of transitions the sequence number, of loads how many. Of entries,
  /// when they were read.
  let place: Int64
  /// What tells the batch from others of its number; 0 where that was not known.
  let mark: Int64

  /// Before every transition.
  public static let start = start(of: .transitions)

  /// Before everything of an export.
  public static func start(of stream: ExportStream) -> ExportCursor {
    ExportCursor(stream: stream, store: "", batch: 0, place: 0, mark: 0)
  }

  init(stream: ExportStream, store: String, batch: Int64, place: Int64, mark: Int64) {
    self.stream = stream
    self.store = store
    self.batch = batch
    self.place = place
    self.mark = mark
  }

  /// Reads the text form.
  /// - Parameter text: What ``description`` gave.
  /// - Throws: ``StoreError`` with `badCursor`.
  public init(_ text: String) throws(StoreError) {
    let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let stream = ExportStream(rawValue: String(parts[0])),
      parts[1] == "0"
        || (parts[1].utf8.count == 2 * StoreID.byteCount && Hexadecimal.bytes(parts[1]) != nil)
    else { throw CursorText.refusal(of: text, as: "cursor") }
    let numbers = try CursorText.numbers(String(parts[2]), count: 3, of: "cursor", in: text)
    self.init(
      stream: stream, store: parts[1] == "0" ? "" : String(parts[1]), batch: numbers[0],
      place: numbers[1], mark: numbers[2])
  }

  /// A short text without spaces, for keeping until the next export.
  public var description: String {
    "\(stream.rawValue).\(store.isEmpty ? "0" : store).\(batch).\(place).\(mark)"
  }
}

extension ExportCursor: Codable, CodedAsText {}
