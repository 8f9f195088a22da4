// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

/// Where in the ledger stands what was carried over from replaced ones.
///
/// A ledger that was restored holds what two ledgers received, one after the other. What people said
/// was received in another order: up to where the two parted in that of the ledger, from there on by
/// time, each of the two in its own order.
final class CarriedRuns {
  /// The entries behind one entry `restored`.
  private struct Run {
    let restoring: Int64
    let last: Int64
    /// How many entries the two ledgers begin with.
    let common: Int64
  }

  private let connection: Connection
  private var known: [Run]?

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// One person's records in the order in which they were received.
  /// - Parameter records: The records in the order of the ledger.
  func inOrder(_ records: [HeldRecord]) throws -> [HeldRecord] {
    var ordered: [HeldRecord] = []
    var rest = records[...]
    func take(upTo sequence: Int64) -> ArraySlice<HeldRecord> {
      let taken = rest.prefix { $0.entry.sequence <= sequence }
      rest = rest.dropFirst(taken.count)
      return taken
    }
    for run in try runs() {
      ordered += take(upTo: run.restoring)
      let carried = take(upTo: run.last)
      guard !carried.isEmpty else { continue }
      let parted = ordered.filter { $0.entry.sequence > run.common }
      ordered.removeAll { $0.entry.sequence > run.common }
      ordered += Self.merged(parted, Array(carried))
    }
    return ordered + rest
  }

  private func runs() throws -> [Run] {
    if let known { return known }
    let runs = try LedgerReader(connection).restorings().map { sequence, restoring in
      let (last, isBeyond) = sequence.addingReportingOverflow(restoring.carried)
      return Run(
        restoring: sequence, last: isBeyond ? .max : last, common: restoring.common)
    }
    known = runs
    return runs
  }

  private static func merged(_ left: [HeldRecord], _ right: [HeldRecord]) -> [HeldRecord] {
    let (leftTimes, rightTimes) = (received(left), received(right))
    var merged: [HeldRecord] = []
    var (i, j) = (0, 0)
    while i < left.count || j < right.count {
      if j == right.count || i < left.count && leftTimes[i] <= rightTimes[j] {
        merged.append(left[i])
        i += 1
      } else {
        merged.append(right[j])
        j += 1
      }
    }
    return merged
  }

  /// When each was received: no later than what the same ledger received after it.
  private static func received(_ records: [HeldRecord]) -> [Timestamp] {
    var times = records.map(\.entry.time)
    for place in times.indices.dropLast().reversed() {
      times[place] = min(times[place], times[place + 1])
    }
    return times
  }
}
