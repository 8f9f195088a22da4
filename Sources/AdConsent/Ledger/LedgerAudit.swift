// SPDX-License-Identifier: MIT
public import AdModel

/// The result of an audit of a ledger.
public struct LedgerReport: Hashable, Sendable {
  /// How many entries were read.
  public let size: Int64
  /// The Merkle root over them, recomputed.
  public let root: ContentHash
  /// The head up to which an earlier audit's word was taken; nil where everything was read.
  public let resumed: LedgerHead?
  /// How many contents were there and agreed; of the entries behind that head, where one was taken.
  public let contents: Int64
  /// How many contents were erased in an orderly way.
  public let erased: Int64
  /// How many times of entries cannot be, and were accepted by an entry.
  public let accepted: Int64
  /// The times that cannot be, and nothing accounts for; ten thousand at most.
  package let times: [LedgerFault]
  /// What was found of the device's signatures; nil where there are none, and none was asked for.
  public let signatures: SignatureReport?
  /// The heads of others that are of no state of this ledger.
  package let splits: [LedgerSplit]
  /// The first thing that is wrong, or nil where all agrees.
  public let fault: LedgerFault?
}

/// Recomputes a ledger entry by entry, and names the first thing that is wrong with it.
///
/// Feed all entries in ascending order of their sequence, then ask for the report. Memory grows
/// with the number of people and of erased entries, and by 32 bytes an entry.
package struct LedgerAudit: Sendable {
  private let storeID: String
  private let heads: [LedgerHead]
  private var expected: Int64 = 1
  private var last: (hash: ContentHash, entry: LedgerEntry?)
  private var peaks = MerklePeaks()
  private var chainFault: LedgerFault?
  private var headFault: LedgerFault?
  private var splits: [LedgerSplit] = []
  private var nodeFault: LedgerFault?
  private var contents = ContentAudit()
  private var provenSize: Int64 = 0
  private var storedHashes: Set<ContentHash> = []
  private var displaced: FoundLedgerEntry?
  private var keys: KeyAudit
  private var clock: ClockAudit
  /// The newest entry that says by which settings the gate decides.
  private var ruled: (entry: Int64, ruling: LedgerRuling)?
  /// The last entry that was carried over from a replaced ledger, and the entry that says so.
  private var carried: (through: Int64, by: Int64)
  private let resumed: LedgerHead?

  /// Prepares an audit.
  /// - Parameters:
  ///   - heads: Heads that were kept elsewhere, in any order.
  ///   - now: The time of day; without it, entries from the future are not looked for.
  ///   - audited: What an earlier audit found good: the entries behind it follow.
  package init(
    store: [UInt8], heads: [LedgerHead] = [], now: Timestamp? = nil,
    after audited: AuditedLedger? = nil
  ) {
    storeID = Hexadecimal.text(store)
    clock = ClockAudit(now: now, after: audited?.timed)
    keys = KeyAudit(after: audited)
    carried = audited?.carried ?? (0, 0)
    ruled = audited?.ruled
    resumed = audited?.head
    // The head of an empty ledger says nothing.
    let heads = heads.filter { $0.size > 0 }
    self.heads = heads.sorted { $0.size < $1.size }
    if let audited {
      (peaks, expected, provenSize) = (audited.peaks, audited.head.size + 1, audited.head.size)
      last = (audited.last.hash, audited.last)
      storedHashes = [audited.last.hash]
    } else {
      last = (LedgerEntry.genesis(of: store), nil)
    }
    if let audited, let other = self.heads.first(where: { $0.size <= audited.head.size }) {
      headFault = LedgerFault(
        .forked, at: 1,
        "the root over \(other.size.counted("entry", "entries")) is not the one "
          + "remembered on \(other.time)")
    }
    if let stranger = heads.first(where: { $0.store != storeID }) {
      headFault = LedgerFault(
        .forked, at: 1, "the remembered head of size \(stranger.size) is of another store")
    }
  }

  /// Takes what is known of a person from entries that are not looked at again, before the person's first
  /// entry behind them.
  package mutating func take(_ person: AuditedLedger.Person, of subject: ContentHash) {
    keys.take(person, of: subject)
    contents.take(person, of: subject)
  }

  /// Takes the next entry.
  /// - Complexity: O(log *n*) hashes at most, O(1) on average.
  package mutating func take(_ found: FoundLedgerEntry) {
    storedHashes.insert(found.storedHash)
    let hash = found.entry.hash
    let noteFault = found.entry.event.isOfNobody ? noteFault(in: found) : nil
    var nodes: [ContentHash] = []
    peaks.append(hash) { level, node in
      if level.isMultiple(of: MerkleTree.keptLevels) { nodes.append(node) }
    }
    if nodeFault == nil, let kept = found.nodes, kept != nodes {
      nodeFault = LedgerFault(
        .edited, at: found.entry.sequence,
        "the hashes kept of the entries up to it do not follow from them")
    }
    if chainFault == nil {
      chainFault = fault(in: found, hash: hash) ?? noteFault
      checkHeads(at: Int64(peaks.size))
    }
    if chainFault == nil {
      let isCarried = found.entry.sequence <= carried.through
      keys.take(found, isCarried: isCarried)
      clock.take(found.entry, isCarried: isCarried)
      if case .accepted(let acceptance)? = found.note { clock.take(acceptance) }
      if case .ruled(let ruling)? = found.note { ruled = (found.entry.sequence, ruling) }
    }
    if case .restored(let restoring)? = found.note {
      let (through, isBeyond) = found.entry.sequence.addingReportingOverflow(restoring.carried)
      carried = (isBeyond ? .max : through, found.entry.sequence)
    }
    if chainFault == nil {
      contents.take(found)
    } else if hash == found.storedHash {
      contents.takeBeyondFault(found.entry)
    }
    // A forged sequence may be the largest number there is.
    expected = found.entry.sequence &+ 1
    last = (hash, found.entry)
  }

  /// The result once all entries were taken.
  ///
  /// - Parameter lastKnown: The highest sequence that anything else in the store refers to, where
  ///   that is known: it shows entries that are gone from the end.
  /// - Parameter hasAllNodes: Whether as many hashes are kept of the tree as belong to it.
  /// - Parameter secret: The check value of the store's secret, itself nil where it has none; nil where
  ///   it is not looked at.
  /// - Parameter ruling: The settings of the gate that are in force; nil where they are not looked at.
  /// - Parameter signatures: What was found of signatures.
  package func report(
    lastKnown: Int64? = nil, hasAllNodes: Bool = true, secret: ContentHash?? = nil,
    ruling: LedgerRuling? = nil, signatures: SignatureReport? = nil
  ) -> LedgerReport {
    var keys = keys
    let size = Int64(peaks.size)
    var fault = displacedFault ?? chainFault
    if let earlier = contents.fault, earlier.sequence < fault?.sequence ?? .max { fault = earlier }
    if fault == nil, let lastKnown, lastKnown >= expected {
      fault = LedgerFault(
        .truncated, at: expected, "the store still refers to entry \(lastKnown)")
    }
    if fault == nil, carried.through >= expected {
      fault = LedgerFault(
        .truncated, at: expected,
        "entry \(carried.by) says that entries up to \(carried.through) were carried over")
    }
    if fault == nil, let head = heads.last, head.size > size, headFault == nil {
      fault = LedgerFault(
        .truncated, at: size + 1,
        "the remembered head of \(head.time) had \(head.size.counted("entry", "entries")); "
          + "\(size) \(size == 1 ? "is" : "are") left")
    }
    fault = fault ?? keys.finish(stored: secret)
    if fault == nil, let ruling, ruling != ruled?.ruling ?? LedgerRuling([:]) {
      fault = LedgerFault(
        .edited, at: ruled?.entry ?? 1,
        "the gate's settings are others than the ledger says they became")
    }
    // Where an entry was altered, what is kept of it cannot fit.
    fault = fault ?? nodeFault
    if fault == nil, headFault == nil, !hasAllNodes {
      fault = LedgerFault(
        .edited, at: expected, "hashes are kept of entries that are not there")
    }
    let altered = fault
    fault = fault ?? headFault ?? signatures?.fault
    // A time that cannot be is the least of faults: it must not hide that something was altered.
    return LedgerReport(
      size: size, root: peaks.root, resumed: resumed, contents: contents.present,
      erased: contents.erased,
      accepted: clock.accepted, times: clock.faults, signatures: signatures,
      splits: splits + splitsBehind(size, unlessAltered: altered),
      fault: fault ?? clock.faults.first)
  }
}

extension LedgerAudit {
  private mutating func fault(in found: FoundLedgerEntry, hash: ContentHash) -> LedgerFault? {
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
    return nil
  }

  /// An entry that is of nobody has its content, and `restored` goes on from the ledger that it names.
  private func noteFault(in found: FoundLedgerEntry) -> LedgerFault? {
    let sequence = found.entry.sequence
    guard let content = found.content else {
      return LedgerFault(.missing, at: sequence, "its content is gone")
    }
    let altered = LedgerFault(.edited, at: sequence, "its content is not what it commits to")
    guard content.payload == found.entry.payload, content.subject == found.entry.subject else {
      return altered
    }
    guard let note = found.note else { return altered }
    if case .accepted(let acceptance) = note, acceptance.last >= sequence { return altered }
    guard case .restored(let restoring) = note else { return nil }
    let copy = restoring.copy
    guard copy.size == Int64(peaks.size), copy.root == peaks.root,
      copy.size == 0 || copy.store == storeID, restoring.common <= copy.size
    else {
      return LedgerFault(
        .forked, at: sequence,
        "it goes on from a ledger of \(copy.size.counted("entry", "entries")) that is not the one "
          + "before it")
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
    guard chainFault == nil else { return }
    for head in heads where head.size == size && head.store == storeID {
      guard head.root == peaks.root else {
        splits.append(LedgerSplit(kept: head, size: size, root: peaks.root))
        headFault =
          headFault
          ?? LedgerFault(
            .forked, at: provenSize + 1,
            "the root over \(size.counted("entry", "entries")) is not the one remembered on "
              + "\(head.time)")
        continue
      }
      if headFault == nil { provenSize = size }
    }
  }

  /// The heads of more entries than there are, where no entry was altered that would explain it.
  private func splitsBehind(_ size: Int64, unlessAltered fault: LedgerFault?) -> [LedgerSplit] {
    guard fault == nil || fault?.kind == .truncated else { return [] }
    return heads.filter { $0.size > size && $0.store == storeID }
      .map { LedgerSplit(kept: $0, size: size, root: peaks.root) }
  }
}
