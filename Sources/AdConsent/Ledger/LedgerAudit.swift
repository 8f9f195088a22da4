// SPDX-License-Identifier: MIT
import AdModel

/// An entry as it was found in a store, with what its content commits to now.
public struct FoundLedgerEntry: Sendable {
  /// The commitments that follow from stored keys, salts and content.
  public struct Content: Sendable {
    /// The commitment to the stored subject key.
    public let subject: Digest
    /// The commitment to the stored content.
    public let payload: Digest

    /// Takes recomputed commitments.
    /// - Parameters:
    ///   - subject: The commitment to the stored subject key.
    ///   - payload: The commitment to the stored content.
    public init(subject: Digest, payload: Digest) {
      self.subject = subject
      self.payload = payload
    }
  }

  /// The entry's fields.
  public let entry: LedgerEntry
  /// The hash that was stored beside them.
  public let storedHash: Digest
  /// What the content commits to, or nil where it is gone.
  public let content: Content?

  /// Describes a finding.
  /// - Parameters:
  ///   - entry: The entry's fields.
  ///   - storedHash: The hash that was stored beside them.
  ///   - content: What the content commits to, or nil where it is gone.
  public init(entry: LedgerEntry, storedHash: Digest, content: Content?) {
    self.entry = entry
    self.storedHash = storedHash
    self.content = content
  }
}

/// What an audit of a ledger found.
public struct LedgerReport: Hashable, Sendable {
  /// How many entries were read.
  public let size: Int64
  /// The Merkle root over them, recomputed.
  public let root: Digest
  /// How many contents were there and agreed.
  public let contents: Int64
  /// How many contents were erased in an orderly way.
  public let erased: Int64
  /// The first thing that is wrong, or nil where all agrees.
  public let fault: LedgerFault?
}

/// Recomputes a ledger entry by entry, and names the first thing that is wrong with it.
///
/// Feed all entries in ascending order of their sequence, then ask for the report. Memory grows
/// with the number of people and of erased entries, and by 32 bytes an entry.
public struct LedgerAudit: Sendable {
  private let storeID: String
  private let heads: [LedgerHead]
  private var expected: Int64 = 1
  private var last: (hash: Digest, entry: LedgerEntry?)
  private var peaks = MerklePeaks()
  private var chainFault: LedgerFault?
  private var headFault: LedgerFault?
  private var contents = ContentAudit()
  private var provenSize: Int64 = 0
  private var storedHashes: Set<Digest> = []
  private var displaced: FoundLedgerEntry?

  /// Prepares an audit.
  /// - Parameters:
  ///   - store: The store's random id.
  ///   - heads: Heads that were kept elsewhere, in any order.
  public init(store: [UInt8], heads: [LedgerHead] = []) {
    storeID = Hexadecimal.text(store)
    // The head of an empty ledger says nothing.
    let heads = heads.filter { $0.size > 0 }
    self.heads = heads.sorted { $0.size < $1.size }
    last = (LedgerEntry.genesis(of: store), nil)
    if let stranger = heads.first(where: { $0.store != storeID }) {
      headFault = LedgerFault(
        .forked, at: 1, "the remembered head of size \(stranger.size) is of another store")
    }
  }

  /// Takes the next entry.
  /// - Parameter found: The entry as it was found.
  /// - Complexity: O(log *n*) hashes at most, O(1) on average.
  public mutating func take(_ found: FoundLedgerEntry) {
    storedHashes.insert(found.storedHash)
    let hash = found.entry.hash
    peaks.append(hash)
    if chainFault == nil {
      chainFault = fault(in: found, hash: hash)
      checkHeads(at: Int64(peaks.size))
    }
    if chainFault == nil {
      contents.take(found)
    } else if hash == found.storedHash {
      contents.takeBeyondFault(found.entry)
    }
    expected = found.entry.sequence + 1
    last = (hash, found.entry)
  }

  /// What was found once all entries were taken.
  ///
  /// - Parameter lastKnown: The highest sequence that anything else in the store refers to, where
  ///   that is known: it shows entries that are gone from the end.
  /// - Returns: The report.
  public func report(lastKnown: Int64? = nil) -> LedgerReport {
    let size = Int64(peaks.size)
    var fault = displacedFault ?? chainFault
    if let earlier = contents.fault, earlier.sequence < fault?.sequence ?? .max { fault = earlier }
    if fault == nil, let lastKnown, lastKnown >= expected {
      fault = LedgerFault(
        .truncated, at: expected, "the store still refers to entry \(lastKnown)")
    }
    if fault == nil, let head = heads.last, head.size > size, headFault == nil {
      fault = LedgerFault(
        .truncated, at: size + 1,
        "the remembered head of \(head.time) had \(head.size) entries; \(size) are left")
    }
    return LedgerReport(
      size: size, root: peaks.root, contents: contents.present, erased: contents.erased,
      fault: fault ?? headFault)
  }
}

extension LedgerAudit {
  private mutating func fault(in found: FoundLedgerEntry, hash: Digest) -> LedgerFault? {
    let entry = found.entry
    if entry.sequence > expected {
      return LedgerFault(.missing, at: expected, "entry \(entry.sequence) follows a gap")
    }
    if entry.sequence < expected {
      return LedgerFault(.reordered, at: entry.sequence, "the sequence stands twice")
    }
    if hash != found.storedHash {
      displaced = found
      return LedgerFault(.edited, at: expected, "its hash does not follow from its fields")
    }
    if entry.previous != last.hash {
      guard let before = last.entry else {
        return LedgerFault(.forked, at: expected, "the chain was begun in another store")
      }
      return LedgerFault(
        .edited, at: before.sequence,
        "entry \(entry.sequence) was appended to another one in its place")
    }
    if let before = last.entry, entry.time < before.time {
      return LedgerFault(
        .clockBack, at: expected, "it is of \(entry.time), before entry \(before.sequence)")
    }
    return nil
  }

  /// An entry whose hash fits another sequence was not edited but moved: into another's place, or
  /// down into the gap that one left.
  private var displacedFault: LedgerFault? {
    guard let displaced, let chainFault else { return nil }
    var moved = displaced.entry
    for sequence in 1...(Int64(peaks.size) + 1) {
      moved.sequence = sequence
      guard moved.hash == displaced.storedHash else { continue }
      if sequence > chainFault.sequence, !storedHashes.contains(moved.previous) {
        return LedgerFault(
          .missing, at: chainFault.sequence, "entry \(sequence) was moved into its place")
      }
      return LedgerFault(
        .reordered, at: chainFault.sequence, "entry \(sequence) stands in its place")
    }
    return nil
  }

  private mutating func checkHeads(at size: Int64) {
    guard headFault == nil, chainFault == nil else { return }
    for head in heads where head.size == size {
      guard head.root == peaks.root else {
        headFault = LedgerFault(
          .forked, at: provenSize + 1,
          "the root over \(size) entries is not the one remembered on \(head.time)")
        return
      }
      provenSize = size
    }
  }
}
