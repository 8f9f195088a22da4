// SPDX-License-Identifier: MIT
import AdModel

/// Checks that keys were replaced for everybody at once or for nobody, and by another secret: who knows
/// neither secret cannot give one person's answers to another.
struct KeyAudit {
  private(set) var fault: LedgerFault?
  /// The check value of the secret so far.
  private var secret: ContentHash?
  /// The entry that said so last.
  private var keyed: Int64 = 0
  /// The people of whom something is held.
  private var held: Set<ContentHash> = []
  /// The keys that were replaced since the last entry that closed a replacement, and the first of them.
  private var replaced: Set<ContentHash> = []
  private var first: Int64 = 0
  /// By which entry a person's key was replaced last, and by which the stored one says it was.
  private var bound: [ContentHash: Int64] = [:]
  private var told: [ContentHash: Int64] = [:]

  /// Goes on from what an earlier audit found good.
  init(after audited: AuditedLedger? = nil) {
    secret = audited?.secret
    keyed = audited?.keyed ?? 0
  }

  /// Takes what is known of a person from entries that are not looked at again.
  mutating func take(_ person: AuditedLedger.Person, of subject: ContentHash) {
    guard person.isHeld else { return }
    held.insert(subject)
    bound[subject] = person.bound
    told[subject] = person.told
  }

  /// Takes the next entry.
  /// - Parameter isCarried: Whether it was carried over from a replaced ledger.
  mutating func take(_ found: FoundLedgerEntry, isCarried: Bool) {
    let entry = found.entry
    if !replaced.isEmpty, entry.event != .rekeyed, entry.event != .keyed { noteUnclosed() }
    switch entry.event {
    case .rekeyed: takeReplacement(entry, isCarried: isCarried)
    case .keyed: takeClosing(found)
    case .erased:
      held.remove(entry.subject)
      bound[entry.subject] = nil
      told[entry.subject] = nil
    case let event where event.isRecord:
      held.insert(entry.subject)
      if let rekeyed = found.content?.rekeyed { told[entry.subject] = rekeyed }
    default: break
    }
  }

  private mutating func takeReplacement(_ entry: LedgerEntry, isCarried: Bool) {
    bound[entry.subject] = entry.sequence
    if isCarried {
      if held.contains(entry.subject) {
        note(entry.sequence, "the key of a person whom the ledger knew was replaced on the way")
      }
      return
    }
    if replaced.isEmpty { first = entry.sequence }
    if !replaced.insert(entry.subject).inserted {
      note(entry.sequence, "the key of one person is replaced a second time")
    }
  }

  private mutating func takeClosing(_ found: FoundLedgerEntry) {
    let sequence = found.entry.sequence
    defer {
      replaced = []
      keyed = sequence
    }
    guard case .keyed(let keying)? = found.note else { return }
    if replaced != held || Int64(replaced.count) != keying.people {
      note(
        replaced.isEmpty ? sequence : first,
        "keys of \(replaced.count.counted("person", "people")) were replaced, and \(held.count) are held"
      )
    }
    if keying.before != secret || keying.after == secret {
      note(sequence, "it does not go on from the secret that the keys were hashed with")
    }
    secret = keying.after
  }

  /// What is wrong once all entries were taken.
  /// - Parameter stored: The check value of the secret as the store has it; nil where it is not looked
  ///   at.
  mutating func finish(stored: ContentHash??) -> LedgerFault? {
    if !replaced.isEmpty { noteUnclosed() }
    if let stored, stored != secret {
      note(max(keyed, 1), "the store's keys are hashed with another secret than the ledger says")
    }
    let strayed = held.filter { told[$0] != bound[$0] }.map { bound[$0] ?? told[$0] ?? 1 }.min()
    if let strayed { note(strayed, "it is not by this entry that the person's key is bound") }
    return fault
  }

  private mutating func noteUnclosed() {
    note(first, "a key was replaced, and no entry says that everybody's was")
    replaced = []
  }

  private mutating func note(_ sequence: Int64, _ finding: String) {
    if sequence < fault?.sequence ?? .max { fault = LedgerFault(.edited, at: sequence, finding) }
  }
}
