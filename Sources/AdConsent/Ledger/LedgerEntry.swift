// SPDX-License-Identifier: MIT
public import AdModel

/// One link of the consent ledger's chain.
///
/// It says when what happened, and commits to whom and to the content without holding either.
public struct LedgerEntry: Hashable, Identifiable, Sendable {
  /// The entry's sequence.
  public var id: Int64 { sequence }

  /// The place in the chain, counted from 1 without a gap.
  public var sequence: Int64
  /// When the entry was received, by the clock of whoever appended it.
  public var time: Timestamp
  /// The kind of event.
  public var event: ConsentEvent
  /// The salted commitment to the subject key.
  public var subject: ContentHash
  /// The salted commitment to the record's content; of a replaced key, to the new one.
  public var payload: ContentHash
  /// Who had it appended, how and why.
  public var origin: EntryOrigin
  /// The hash of the entry before, or the store's `genesis(of:)` for the first.
  public var previous: ContentHash

  /// Describes a link.
  /// - Parameters:
  ///   - sequence: The place in the chain, from 1.
  ///   - previous: The hash of the entry before.
  package init(
    sequence: Int64, time: Timestamp, event: ConsentEvent, subject: ContentHash,
    payload: ContentHash, origin: EntryOrigin, previous: ContentHash
  ) {
    self.sequence = sequence
    self.time = time
    self.event = event
    self.subject = subject
    self.payload = payload
    self.origin = origin
    self.previous = previous
  }

  /// What the first entry of a store continues from: it ties the chain to this store.
  /// - Returns: The hash that stands in for an entry before the first.
  package static func genesis(of store: [UInt8]) -> ContentHash {
    var bytes = CanonicalBytes(.ledger)
    bytes.append(store)
    return ContentHasher.hash(bytes.bytes)
  }

  /// The entry's hash: the leaf of the Merkle tree and the next entry's ``previous``.
  ///
  /// `LedgerFormat` says which bytes are hashed.
  public var hash: ContentHash { MerkleTree.leafHash(bytes) }

  /// The bytes that are hashed.
  package var bytes: [UInt8] {
    var bytes = CanonicalBytes(.entry)
    bytes.append(sequence)
    bytes.append(time.milliseconds)
    bytes.append(Array(event.rawValue.utf8))
    bytes.append(subject)
    bytes.append(payload)
    bytes.append(origin.actor.rawValue)
    bytes.append(origin.channel)
    bytes.append(origin.reason)
    bytes.append(previous)
    return bytes.bytes
  }
}
