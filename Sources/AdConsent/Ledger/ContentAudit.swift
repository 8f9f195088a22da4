// SPDX-License-Identifier: MIT
import AdModel

/// Checks that contents agree with their entries, and that none is gone without an erasure.
struct ContentAudit {
  private(set) var present: Int64 = 0
  private(set) var erased: Int64 = 0
  private var firstEdited: LedgerFault?
  /// Per subject commitment: the entries whose content is gone, and the first that has it still.
  private var absent: [ContentHash: [Int64]] = [:]
  private var firstPresent: [ContentHash: Int64] = [:]

  /// Takes what is known of a person from entries that are not looked at again.
  mutating func take(_ person: AuditedLedger.Person, of subject: ContentHash) {
    firstPresent[subject] = person.firstContent
  }

  mutating func take(_ found: FoundLedgerEntry) {
    let entry = found.entry
    if entry.event == .erased {
      takeErasure(entry)
      return
    }
    guard entry.event.isRecord else { return }
    guard let content = found.content else {
      absent[entry.subject, default: []].append(entry.sequence)
      return
    }
    present += 1
    if firstPresent[entry.subject] == nil { firstPresent[entry.subject] = entry.sequence }
    if content.payload != entry.payload {
      note(LedgerFault(.edited, at: entry.sequence, "its content is not what it commits to"))
    } else if content.subject != entry.subject {
      note(LedgerFault(.edited, at: entry.sequence, "its content is given to another person"))
    }
  }

  /// Takes an entry beyond the point where the chain broke: it may account for a loss before it, and
  /// says nothing else for sure.
  mutating func takeBeyondFault(_ entry: LedgerEntry) {
    if entry.event == .erased { erased += account(for: entry.subject) }
  }

  /// The first fault, once everything was taken.
  var fault: LedgerFault? {
    let gone = absent.values.compactMap(\.first).min().map {
      LedgerFault(.missing, at: $0, "its content is gone, and no erasure accounts for it")
    }
    guard let gone else { return firstEdited }
    guard let firstEdited, firstEdited.sequence < gone.sequence else { return gone }
    return firstEdited
  }

  private mutating func takeErasure(_ entry: LedgerEntry) {
    erased += account(for: entry.subject)
    if let sequence = firstPresent.removeValue(forKey: entry.subject) {
      note(
        LedgerFault(
          .edited, at: sequence, "its content is there though entry \(entry.sequence) erased it"))
    }
  }

  private mutating func account(for subject: ContentHash) -> Int64 {
    Int64(absent.removeValue(forKey: subject)?.count ?? 0)
  }

  private mutating func note(_ fault: LedgerFault) {
    if fault.sequence < firstEdited?.sequence ?? .max { firstEdited = fault }
  }
}
