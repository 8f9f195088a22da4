// SPDX-License-Identifier: MIT
package import AdConsent
package import AdModel
import AdSQLite
package import AdUpdate

extension ConsentRepository {
  /// Keeps people's records from being erased (`held`), or ends that (`released`), for all or for none.
  ///
  /// - Parameters:
  ///   - event: `held` or `released`.
  ///   - commits: Whether it stays; without it, it is tried and then undone.
  /// - Returns: The entry of each, in their order; nil where it was so already.
  /// - Throws: ``StoreError`` with `noSuchSubject` where nothing is held of one of them; `secretMissing`,
  ///   `secretDiffers` or `keysArePlain`.
  /// - Complexity: O(log *n*) and an entry each.
  @discardableResult
  package func append(
    _ event: ConsentEvent, for subjects: [SubjectKey], at now: Timestamp, commits: Bool = true
  ) throws -> [ConsentRecordID?] {
    try database.write(commits: commits) { connection in
      let (reader, ledger) = (ConsentReader(connection), LedgerReader(connection))
      return try subjects.map { subject in
        guard let person = try reader.person(subject) else { throw StoreError.noSuchSubject }
        let isHeld = try ledger.hold(of: person.commitment) != nil
        guard isHeld != (event == .held) else { return nil }
        let entry = try LedgerWriter(connection, as: origin).append(event, of: person, at: now)
        return ConsentRecordID(entry.sequence)
      }
    }
  }

  /// Accounts for entries whose times cannot be, or that were appended without the device's key.
  ///
  /// - Parameters:
  ///   - sequences: The entries.
  ///   - commits: Whether it stays; without it, it is tried and then undone.
  /// - Returns: The entry that says so, and how many times it accounts for; none where it is about
  ///   signatures, for which it counts where it is signed itself.
  /// - Throws: ``StoreError`` with `nothingToAccept` where the times of these entries can be, they are
  ///   signed, or are accounted for; `corrupt` where the ledger was altered.
  /// - Complexity: O(*n*) in the number of entries: the ledger is verified.
  package func accept(
    _ sequences: ClosedRange<Int64>, at now: Timestamp, by verifier: (any SignatureVerifier)? = nil,
    commits: Bool = true
  ) throws -> (entry: ConsentRecordID, times: Int) {
    let report = try verify(at: now, trusting: [], by: verifier ?? database.verifier)
    if let fault = report.fault, !fault.isAcceptable { throw StoreError.altered(fault.sequence) }
    let times = report.times.filter { sequences.contains($0.sequence) }
    let gaps = report.signatures?.unsigned.filter {
      sequences.contains($0.lowerBound) && sequences.contains($0.upperBound)
    }
    let found = times.map { $0.sequence...$0.sequence } + (gaps ?? [])
    guard let first = found.map(\.lowerBound).min(), let last = found.map(\.upperBound).max()
    else { throw StoreError.nothingToAccept(report.fault?.sequence) }
    let entry = try database.write(commits: commits) { connection in
      try LedgerWriter(connection, as: origin).append(
        .accepted(LedgerAcceptance(first: first, last: last)), at: now)
    }
    return (ConsentRecordID(entry.sequence), times.count)
  }
}

extension StoreError.Code {
  /// None of the entries has a time that cannot be, or lacks a signature.
  public static let nothingToAccept = Self(rawValue: "nothingToAccept")
}

extension StoreError {
  fileprivate static func nothingToAccept(_ first: Int64?) -> StoreError {
    StoreError(
      .nothingToAccept,
      "the times of these entries can be and none lacks a signature, or they are accounted for"
        + (first.map { "; the first that is not is entry \($0)" } ?? ""))
  }
}
