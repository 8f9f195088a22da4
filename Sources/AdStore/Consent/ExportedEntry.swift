// SPDX-License-Identifier: MIT
import AdConsent
public import AdModel

/// One entry of the consent ledger as it stands there, for a central store: whom it is of and what was
/// said is in none of its fields, only salted commitments to them.
///
/// Store and sequence name it for good: another hash under the same name shows that there were two
/// ledgers. A receiver keeps events that it does not know. Behind the entries of a batch stands one more
/// line, with the head that they lead to.
public struct ExportedEntry: Hashable, Sendable {
  /// The database's random id, as 32 hexadecimal digits.
  public let store: String
  /// The place in the ledger, from 1.
  public let sequence: Int64
  /// When it was appended, by the clock of whoever did.
  public let time: Timestamp
  /// What happened.
  public let event: String
  /// The salted commitment to the person's key.
  public let subject: ContentHash
  /// The salted commitment to what was said.
  public let payload: ContentHash
  /// Who had it appended, by which channel and why.
  public let actor, channel, reason: String
  /// The hash of the entry before.
  public let previous: ContentHash
  /// Its hash.
  public let hash: ContentHash
  /// Where an export goes on after it.
  public let cursor: ExportCursor
  let ledger: ReadLedger

  /// The ledger that rows were read of.
  struct ReadLedger: Hashable, Sendable {
    /// Of everything before the first of them.
    let before: MerklePeaks
    /// How many entries it had.
    let size: Int64
    /// When they were read.
    let time: Timestamp
  }
}

/// What closes a batch of entries: the head that they lead to, and the proof that it goes on from the
/// head of the batch before.
package struct ExportedHead: Hashable, Sendable {
  let store: String
  /// How many entries there are up to the last of the batch, and their root.
  package let size: Int64
  package let root: ContentHash
  /// The same up to the one before the batch.
  package let beforeSize: Int64
  package let beforeRoot: ContentHash
  /// RFC 9162, section 2.1.4.
  package let proof: [ContentHash]
  let ledger: ExportedEntry.ReadLedger

  /// Makes the head of rows.
  /// - Parameter rows: The first rows of an export; nil where there are none.
  /// - Complexity: O(*n*) hashes.
  package init?(_ rows: ArraySlice<ExportedEntry>) {
    guard let first = rows.first else { return nil }
    let before = first.ledger.before
    let hashes = rows.map(\.hash)
    var peaks = before
    for hash in hashes { peaks.append(hash) }
    store = first.store
    size = Int64(peaks.size)
    root = peaks.root
    beforeSize = Int64(before.size)
    beforeRoot = before.root
    proof = before.extensionProof(by: hashes)
    ledger = first.ledger
  }
}

extension ExportedEntry: ExportedRow {
  /// Reads the entries that were appended after a cursor.
  /// - Throws: ``StoreError`` as `ConsentRepository.exportEntries`.
  public static func export(
    from history: HistoryRepository, after cursor: ExportCursor, limit: Int, at now: Timestamp
  ) throws -> ExportBatch<ExportedEntry> {
    try ConsentRepository(history.database).exportEntries(after: cursor, limit: limit, at: now)
  }

  /// The row as one line of NDJSON, with its end.
  public var line: [UInt8] { [ExportField<ExportedEntry>].all.line(of: self) }

  /// The head that the rows lead to, as a line.
  public static func closing(_ rows: ArraySlice<ExportedEntry>) -> [UInt8] {
    ExportedHead(rows).map { [ExportField<ExportedHead>].all.line(of: $0) } ?? []
  }
}

extension ContentHash: FieldRepresentable {
  package var fieldValue: JSONValue { .string(hex) }
}

extension [ExportField<ExportedEntry>] {
  /// The fields of an exported entry.
  package static let all: [ExportField<ExportedEntry>] = [
    ExportField("store", .name, \.store, "The random id of the database."),
    ExportField(
      ExportForm.key, .count, { _ in ExportForm.current },
      "The number of the row's form: another one where fields came, went or mean something else."),
    ExportField("sequence", .count, \.sequence, "The entry's place in the ledger, from 1."),
    ExportField("time", .time, \.time, "When it was appended."),
    ExportField("event", .word, \.event, "What happened."),
    ExportField(
      "subjectCommitment", .name, \.subject, "The salted commitment to the person's key."),
    ExportField("payloadCommitment", .name, \.payload, "The salted commitment to what was said."),
    ExportField("actor", .word, \.actor, "Who had it appended: person, app or operator."),
    ExportField("channel", .word, \.channel, "By which way; empty where nobody told."),
    ExportField("reason", .word, \.reason, "Why; empty where nobody told."),
    ExportField("previous", .name, \.previous, "The hash of the entry before."),
    ExportField("entryHash", .name, \.hash, "The entry's hash."),
  ]
}

extension [ExportField<ExportedHead>] {
  /// The fields of the line behind the entries of a batch.
  package static let all: [ExportField<ExportedHead>] = [
    ExportField("store", .name, \.store, "The random id of the database."),
    ExportField(
      ExportForm.key, .count, { _ in ExportForm.current }, "The number of the line's form."),
    ExportField("size", .count, \.size, "How many entries there are up to the last of the batch."),
    ExportField("root", .name, \.root, "The root of their hashes."),
    ExportField(
      "beforeSize", .count, \.beforeSize, "How many there are up to the one before the batch."),
    ExportField("beforeRoot", .name, \.beforeRoot, "The root of their hashes."),
    ExportField(
      "extension", .name, { $0.proof.map(\.hex).joined(separator: " ") },
      "The hashes that prove that one tree goes on from the other (RFC 9162, section 2.1.4), with spaces between."
    ),
    ExportField(
      "ledgerSize", .count, \.ledger.size, "How many entries the ledger had when they were read."),
    ExportField("time", .time, \.ledger.time, "When they were read."),
  ]
}
