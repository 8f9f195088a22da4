// SPDX-License-Identifier: MIT
package import AdModel

/// A seal of the history: one link of a chain that commits to loads and sessions.
///
/// **Bytes.** As in ``LedgerFormat``, a message is a row of fields, each behind its length in four
/// bytes, the first one the name of the domain; whole numbers are eight bytes, real ones those of
/// IEEE 754, hashes 32; what is not there has no bytes. All hashes are SHA-256.
///
/// **A seal's hash** is that of `AdView load seal 1`, the seal's number from 1, its kind (0 batch, 1
/// ended, 2 left open, 3 pruned, 4 names), the session's number (none of the last two), the last sequence
/// number that it covers (of pruned ones, how many went; of names, how many they are), its digest, the hash
/// of the seal before. The first one continues from the hash of `AdView load seals 1` and the store's
/// random id.
///
/// **Short rows** are hashed of what there is much of: behind the name of the domain, which is a field, the
/// columns of all rows one after another, without lengths. A whole number is its LEB128: seven bits a
/// byte, the lowest first, the highest bit set where another byte follows; a negative one is that of its
/// 64 bits. A real one is the whole number that its eight bytes are when read lowest first. What is not
/// there is the bytes 0x80 0x00, which no number is.
///
/// **A batch's digest**: `AdView sealed batch 1`, the session's id, its beginning in milliseconds since
/// 1970, then
/// * the hash of the short rows `AdView sealed transitions 1`: all transitions behind the seal of a batch
///   before, up to the last one covered, by sequence number (and unit), each with its sequence number, the
///   unit's number, milliseconds since the beginning, the number of its kind, and that of the ledger's entry
///   that allowed it. A transition counts where the session lists its unit;
/// * what the kinds among them mean, ascending, in one field as short rows without a name: kind, state
///   before, state after, cause, mode, visible;
/// * of each entry among them, ascending, its number and its hash, and behind them how many they are;
/// * of all the session's rules up to the last transition covered, by the sequence number that they hold
///   from: that number, policy, limited ads since, applicable law, silence, version, table of laws; and
///   behind them how many they are;
/// * which scripts web views were made with, of what holds from a sequence number on behind the seal of a
///   batch before, up to the last one covered, by that number (and unit): the number, the unit's, and the
///   hash of a text that has a line of each script, but of the one that tells of consent: its name, a space,
///   the hash of its source. Both are kept; where they do not agree, or are gone, the field is empty.
///   Behind them how many they are;
/// * what pages were told of consent, likewise: the number, that of the record that allowed it, a
///   commitment; and behind them how many they are. It is the hash of `AdView told consent 1`, a salt and
///   the hash of the script's source, which are there until the record's content is erased.
///
/// A batch without loads has no seal, and its transitions are in the next one.
///
/// **A session's digest**: `AdView sealed session 1`, its row (id, page, version, device, beginning, last
/// sign, closed, measured, transitions, lost, gaps, peak, track, geometry, attributes, experiment, arm,
/// weight, how many units it lists), then
/// * the hash of `AdView sealed batches 1` and, without lengths, the digests of its sealed batches;
/// * the digest of one more batch, of which there is no seal: all transitions behind them;
/// * the hash of the short rows `AdView sealed events 1`: what became of ads, by place: place, unit,
///   milliseconds since the beginning, kind, waited, width, height;
/// * of each kind among these, ascending, its number and name, and behind them how many they are;
/// * the hash of the short rows `AdView sealed geometry 1`: by sequence number, that and the eight numbers
///   of ad and viewport;
/// * the hash of `AdView sealed track 1` and, without lengths, each chunk of the track, behind it its number
///   and its length in eight bytes each.
///
/// **Names of units**: the hash of `AdView sealed names 1` and the text that is kept with the seal: lines,
/// each with a unit's number, a space, its id, and the end of a line. The newest one of a number holds, and
/// each unit of a session that is no simulation has one.
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
    /// The names of units, as they are recorded first and as they are renamed.
    case names
  }

  /// Its number, from 1 without a gap.
  package let number: Int64
  /// What it is over.
  package let kind: Kind
  /// The session's number; nil of pruned ones and of names.
  package let session: Int64?
  /// The last sequence number that it covers; of pruned sessions, how many went; of names, how
  /// many they are.
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
