// SPDX-License-Identifier: MIT
package import AdModel

/// A seal of the history: one link of a chain that commits to loads and sessions.
///
/// **Bytes.** As in ``LedgerFormat``, a message is a row of fields, each behind its length in four
/// bytes, the first one the name of the domain; whole numbers are eight bytes, real ones those of
/// IEEE 754, hashes 32; what is not there has no bytes. All hashes are SHA-256.
///
/// **A seal's hash** is that of `AdView load seal 1`, the seal's number from 1, its kind (0 batch, 1
/// ended, 2 left open, 3 pruned, 4 named), the session's number (none of the last two), the last sequence
/// number that it covers (of pruned ones, how many went; of a name, the unit's number), its digest, the hash of the seal before. The first
/// one continues from the hash of `AdView load seals 1` and the store's random id.
///
/// **A batch's digest**: `AdView sealed batch 1`, the session's id, and of each load behind the seal
/// before up to the last one covered, by unit and sequence number: sequence, the unit's number,
/// milliseconds since 1970, state before, state after, cause, mode, the hash of the ledger's entry that
/// allowed it, and of the rules that it was decided by: policy, limited ads since, applicable law,
/// silence, version, table of laws.
///
/// **A session's digest**: `AdView sealed session 1`, its row (id, page, version, device, beginning, last
/// sign, closed, measured, transitions, lost, gaps, peak, track, geometry, attributes, experiment, arm),
/// then all transitions by unit and sequence number (sequence, unit, elapsed, states, cause, mode, visible, entry
/// hash), all events by unit, time and kind (unit, elapsed, name, waited, width, height), the rules by
/// their first sequence number, the track's chunks in order, and the geometry by sequence number; behind
/// each of these groups its number of rows.
///
/// **A unit's name**: `AdView sealed unit 1`, its number, its id. The newest one of a number holds.
///
/// **Pruned sessions**: `AdView pruned sessions 1` and their numbers, ascending.
package struct LoadSeal: Hashable, Sendable {
  /// What a seal is over.
  package enum Kind: Int64, CaseIterable, Sendable {
    /// The loads of a stored batch.
    case batch
    /// A session that ended in good order.
    case ended
    /// A session that nobody ended, by whoever came next.
    case leftOpen
    /// Sessions that were pruned.
    case pruned
    /// The name of a unit, as it is recorded first and as it is renamed.
    case named
  }

  /// Its number, from 1 without a gap.
  package let number: Int64
  /// What it is over.
  package let kind: Kind
  /// The session's number; nil of pruned ones and of names.
  package let session: Int64?
  /// The last sequence number that it covers; of pruned sessions, how many went; of a name, the unit's
  /// number.
  package let through: Int64
  /// What it commits to.
  package let digest: ContentHash

  /// Describes a seal.
  package init(
    number: Int64, kind: Kind, session: Int64?, through: Int64, digest: ContentHash
  ) {
    self.number = number
    self.kind = kind
    self.session = session
    self.through = through
    self.digest = digest
  }

  /// What the first seal of a store continues from.
  package static func genesis(of store: [UInt8]) -> ContentHash {
    var digest = SealDigest(.seals)
    digest.append(store)
    return digest.finish()
  }

  /// The seal's hash behind that of the one before.
  package func hash(after previous: ContentHash) -> ContentHash {
    var bytes = SealDigest(.seal)
    bytes.append(number)
    bytes.append(kind.rawValue)
    bytes.append(session)
    bytes.append(through)
    bytes.append(digest.bytes)
    bytes.append(previous.bytes)
    return bytes.finish()
  }
}
