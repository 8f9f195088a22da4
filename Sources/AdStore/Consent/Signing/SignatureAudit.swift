// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import AdUpdate

/// Finds the entries that no key of a device vouches for, with one check of a signature a run.
///
/// The first key that an entry names counts, or those that are asked for; and each that is named by an
/// entry for which a key that counts vouches. Entries from the first that names a key on need one.
struct SignatureAudit {
  private let connection: Connection
  private let signatures: SignatureReader
  private let given: Set<LedgerEnrollment>
  private let verifier: (any SignatureVerifier)?

  /// - Parameters:
  ///   - given: The keys that count; none for the first one that the ledger names.
  ///   - verifier: Checks signatures; without one, they are taken as they are.
  init(
    _ connection: Connection, trusting given: [LedgerEnrollment],
    by verifier: (any SignatureVerifier)?
  ) {
    self.connection = connection
    signatures = SignatureReader(connection)
    self.given = Set(given)
    self.verifier = verifier
  }

  /// What was found; nil where there is no key, nobody asks for one, and nothing is signed.
  /// - Parameters:
  ///   - head: The entries that are not looked at again.
  ///   - size: How many entries there are.
  /// - Complexity: O(*n*) in the number of kept signatures, and a check of one for each run.
  func report(after head: Int64 = 0, size: Int64) throws -> SignatureReport? {
    let enrollments = try signatures.enrollments()
    guard let first = enrollments.first else {
      let isSigned = try connection.statement("SELECT 1 FROM consent_signatures LIMIT 1")
        .first { _ in true }
      guard isSigned != nil || !given.isEmpty else { return nil }
      return SignatureReport(
        since: nil, keys: [], areChecked: verifier != nil, unsigned: [], accepted: 0)
    }
    var trusted = given.isEmpty ? [first.enrollment] : given
    var vouched: [ClosedRange<Int64>] = []
    for (place, (sequence, enrollment)) in enrollments.enumerated() {
      if sequence > first.sequence, vouched.contains(where: { $0.contains(sequence) }) {
        trusted.insert(enrollment)
      }
      guard trusted.contains(enrollment) else { continue }
      let end = place + 1 < enrollments.count ? enrollments[place + 1].sequence : .max
      for run in try runs(in: sequence...max(end, sequence)) {
        if let run = try self.vouched(run, by: enrollment) { vouched.append(run) }
      }
    }
    let gaps = Self.gaps(in: max(first.sequence, head + 1), size, between: vouched)
    let accepted = try acceptances(in: vouched)
    let unsigned = gaps.filter { gap in !accepted.contains { $0.contains(gap) } }
    return SignatureReport(
      since: first.sequence, keys: trusted.map(\.fingerprint).sorted(),
      areChecked: verifier != nil, unsigned: unsigned,
      accepted: gaps.reduce(0) { $0 + Int64($1.count) }
        - unsigned.reduce(0) { $0 + Int64($1.count) })
  }

  /// The runs that were signed while a key held, each up to its newest signature.
  private func runs(in reign: ClosedRange<Int64>) throws -> [ClosedRange<Int64>] {
    try connection.statement(
      """
      SELECT since, max(sequence) FROM consent_signatures
      WHERE sequence BETWEEN ?1 AND ?2 AND since >= ?1 GROUP BY since ORDER BY since
      """
    ).all(reign.lowerBound, reign.upperBound) { row in
      row.int64(0)...max(row.int64(0), row.int64(1))
    }
  }

  /// How far a key vouches for a run: up to the newest signature, or the newest of those before it that
  /// is one, as far as halving finds it.
  private func vouched(
    _ run: ClosedRange<Int64>, by enrollment: LedgerEnrollment
  ) throws -> ClosedRange<Int64>? {
    if try isValid(run.upperBound, enrollment) { return run }
    let rows = try connection.statement(
      "SELECT sequence FROM consent_signatures WHERE since = ?1 AND sequence < ?2 ORDER BY sequence"
    ).all(run.lowerBound, run.upperBound) { $0.int64(0) }
    var (valid, invalid) = (-1, rows.count)
    while invalid - valid > 1 {
      let middle = valid + (invalid - valid) / 2
      if try isValid(rows[middle], enrollment) { valid = middle } else { invalid = middle }
    }
    return valid < 0 ? nil : run.lowerBound...rows[valid]
  }

  /// Whether a key made the signature that is kept over an entry.
  private func isValid(_ sequence: Int64, _ enrollment: LedgerEnrollment) throws -> Bool {
    guard let verifier else { return true }
    let place =
      try connection.statement("SELECT hash FROM consent_entries WHERE sequence = ?1")
      .first(sequence) { ContentHash(bytes: $0.blob(0)) } ?? nil
    guard let place else { return false }
    return try signatures.since(
      LedgerSigning.Place(sequence: sequence, hash: place), (0, enrollment), verifier) != nil
  }

  /// The entries that none of some runs is over.
  private static func gaps(
    in first: Int64, _ last: Int64, between runs: [ClosedRange<Int64>]
  ) -> [ClosedRange<Int64>] {
    var gaps: [ClosedRange<Int64>] = []
    var next = first
    for run in runs.sorted(by: { $0.lowerBound < $1.lowerBound }) where next <= last {
      if run.lowerBound > next { gaps.append(next...min(run.lowerBound - 1, last)) }
      next = max(next, run.upperBound == .max ? .max : run.upperBound + 1)
    }
    if next <= last { gaps.append(next...last) }
    return gaps
  }

  /// What is accounted for by entries that a key vouches for: what is not signed can account for nothing.
  private func acceptances(in vouched: [ClosedRange<Int64>]) throws -> [ClosedRange<Int64>] {
    let ledger = LedgerReader(connection)
    return try connection.statement(
      "SELECT sequence FROM consent_entries WHERE event = 'accepted' ORDER BY sequence"
    ).all { $0.int64(0) }.compactMap { sequence in
      guard vouched.contains(where: { $0.contains(sequence) }),
        case .accepted(let acceptance)? = try ledger.boundNote(of: sequence)
      else { return nil }
      return acceptance.first...acceptance.last
    }
  }
}

extension ClosedRange {
  fileprivate func contains(_ other: ClosedRange) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
