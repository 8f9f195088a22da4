// SPDX-License-Identifier: MIT
import AdModel

/// Looks for entries whose times cannot be.
///
/// Entries keep the time at which they were received, so a clock that was wrong shows. Those that were
/// carried over keep it, too, and may be older than what stands before them.
struct ClockAudit {
  /// By how much times of receipt may run back, or ahead of now, before it is a fault: clocks are
  /// put right, and several processes write. One minute, in milliseconds.
  static let tolerance: Int64 = 60_000
  /// How many faults are kept at most; more are as bad as that.
  private static let limit = 10_000

  private let now: Timestamp?
  /// The last entry that was received here.
  private var last: LedgerEntry?
  /// What nothing accounts for.
  private(set) var faults: [LedgerFault] = []
  /// How many faults a wrong clock accounts for.
  private(set) var accepted: Int64 = 0

  /// - Parameter last: The last entry that was received here and looked at before.
  init(now: Timestamp?, after last: LedgerEntry? = nil) {
    self.now = now
    self.last = last
  }

  mutating func take(_ entry: LedgerEntry, isCarried: Bool) {
    // The time of a seal is its session's, which another clock may have told.
    if entry.event == .sealed { return }
    let before = last
    if !isCarried { last = entry }
    guard faults.count < Self.limit else { return }
    if let now, entry.time > now.advanced(by: Self.tolerance) {
      faults.append(
        LedgerFault(
          .clockAhead, at: entry.sequence,
          "it is of \(entry.time), later than now: a clock was ahead, or somebody dated it so"))
    } else if !isCarried, let before, entry.time < before.time.advanced(by: -Self.tolerance) {
      faults.append(
        LedgerFault(
          .clockBack, at: entry.sequence,
          "it is of \(entry.time), before entry \(before.sequence) of \(before.time): a clock was "
            + "put back, or somebody dated it so"))
    }
  }

  /// Takes that some of what was found is accounted for.
  mutating func take(_ acceptance: LedgerAcceptance) {
    let count = faults.count
    faults.removeAll { (acceptance.first...acceptance.last).contains($0.sequence) }
    accepted += Int64(count - faults.count)
  }
}
