// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

/// Appends seals inside the transaction that stored what they are over.
struct SealWriter {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// Seals a batch of a session.
  func sealBatch(of session: Int64, through end: Int64, _ digest: ContentHash) throws {
    try append(.batch, of: session, through: end, digest)
  }

  /// Seals all that is kept of a session.
  func sealSession(
    _ session: Int64, as kind: LoadSeal.Kind, through last: Int64, _ digest: ContentHash
  ) throws {
    try connection.statement("UPDATE sessions SET sealed = 1 WHERE session = ?1").run(session)
    try append(kind, of: session, through: last, digest)
  }

  /// Seals the sessions that nobody ended.
  /// - Parameter running: Those that this process may still end.
  /// - Returns: Whether there were any. One that another process goes on with is sealed once more as
  ///   that ends it.
  func sealLeftOpen(besides running: Set<Int64>) throws -> Bool {
    let open = try connection.statement(
      "SELECT session FROM sessions WHERE sealed = 0 AND simulated = 0 ORDER BY session"
    ).all { $0.int64(0) }.filter { !running.contains($0) }
    if open.isEmpty { return false }
    let history = try SealedHistory(connection)
    for session in open {
      let batches = try history.seals(of: session).filter {
        $0.kind == LoadSeal.Kind.batch.rawValue
      }
      let sealed = try history.read(session, batches: batches.map(\.through)).sealed
      try sealSession(
        session, as: .leftOpen, through: sealed.lastSequence, history.digest(of: session, sealed))
      // For exports, it changed: nothing more is expected of it.
      try connection.statement(
        """
        INSERT INTO batches (session, first_sequence, last_sequence)
        SELECT ?1, coalesce(max(last_sequence), 0) + 1, coalesce(max(last_sequence), 0)
        FROM batches WHERE session = ?1
        """
      ).run(session)
    }
    return true
  }

  /// Seals that sessions were pruned.
  /// - Returns: Whether there were any.
  func sealPruned(_ sessions: [Int64]) throws -> Bool {
    guard !sessions.isEmpty else { return false }
    var digest = SealDigest(.pruned)
    for session in sessions.sorted() { digest.append(session) }
    let seal = try append(.pruned, of: nil, through: Int64(sessions.count), digest.finish())
    for session in sessions {
      try connection.statement("INSERT INTO pruned_sessions (session, seal) VALUES (?1, ?2)")
        .run(session, seal)
    }
    return true
  }

  /// Seals names of units.
  func seal(_ names: SealedNames) throws {
    let seal = try append(.names, of: nil, through: Int64(names.count), names.digest)
    try connection.statement("INSERT INTO sealed_names (seal, content) VALUES (?1, ?2)")
      .run(seal, names.content)
  }

  /// Commits to all seals so far by an entry of the consent ledger.
  /// - Parameter time: When what was sealed last happened.
  func anchor(at time: Timestamp) throws {
    guard let last = try last() else { return }
    try LedgerWriter(connection, as: .rule).append(
      .sealed(LedgerSealing(seals: last.number, hash: last.hash)), at: time)
  }

  @discardableResult
  private func append(
    _ kind: LoadSeal.Kind, of session: Int64?, through end: Int64, _ digest: ContentHash
  ) throws -> Int64 {
    let last = try last()
    let seal = LoadSeal(
      number: (last?.number ?? 0) + 1, kind: kind, session: session, through: end, digest: digest)
    let previous = try last?.hash ?? LoadSeal.genesis(of: StoreID.make(connection))
    try connection.statement(
      """
      INSERT INTO load_seals (seal, kind, session, through, digest, hash)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """
    ).run(
      seal.number, kind.rawValue, session, end, digest.bytes, seal.hash(after: previous).bytes)
    return seal.number
  }

  private func last() throws -> (number: Int64, hash: ContentHash)? {
    let found = try connection.statement(
      "SELECT seal, hash FROM load_seals ORDER BY seal DESC LIMIT 1"
    ).first { ($0.int64(0), ContentHash(bytes: $0.blob(1))) }
    guard let (number, hash) = found else { return nil }
    guard let hash else { throw StoreError.alteredSeal(number) }
    return (number, hash)
  }
}

extension StoreError {
  /// A seal of the history is not as it was appended.
  static func alteredSeal(_ number: Int64) -> StoreError {
    StoreError(
      .corrupt, "seal \(number) of the history is not as it was appended",
      advice: "adview-admin consent verify")
  }
}
