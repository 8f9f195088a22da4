// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import AdSystem
import AdUpdate

/// Signs what one process appends to the ledger: once a transaction, over its last entry and the first of
/// the unbroken run of entries that were appended with the key.
///
/// An answer is never lost to a key that cannot be used. What was appended without a signature then is
/// covered by this process's next one, as long as nobody else appended in between.
final class LedgerSigning: Sendable {
  /// An entry, by its number and the hash that covers all before it.
  struct Place: Hashable, Sendable {
    let sequence: Int64
    let hash: ContentHash
  }

  /// Entries that this process knows to have been appended with the key, signed or not.
  struct Run: Hashable, Sendable {
    let last: Place
    let since: Int64
  }

  /// What becomes of an append that the key cannot sign.
  enum Rule: Sendable {
    /// It is stored without a signature; the ledger comes to name the key as soon as that can be used.
    case enrolls
    /// It is stored without a signature.
    case lenient
    /// It is refused.
    case strict
  }

  let signer: any LedgerSigner
  private let rule: Rule
  private let known = Mutex<Run?>(nil)
  private let pending: Mutex<Bool>

  init(_ signer: any LedgerSigner, _ rule: Rule) {
    self.signer = signer
    self.rule = rule
    pending = Mutex(rule == .enrolls)
  }

  /// Whether the ledger still has to name the key.
  var isPending: Bool { pending.withLock { $0 } }

  /// Remembers what was committed.
  func keep(_ run: Run?, isEnrolled: Bool = false) {
    known.withLock { $0 = run }
    if isEnrolled { pending.withLock { $0 = false } }
  }

  /// Appends an entry that names the key, where the newest one that does names another.
  /// - Parameters:
  ///   - introducer: The key until then, which signs the entry; else the new one does, and a stranger
  ///     does not know whose it is.
  ///   - origin: Who has it appended.
  /// - Returns: The entry, and what is known of its run; nil where it is named already.
  /// - Throws: What the signers throw; `StoreError` with `invalidKey` where it is no key of P-256.
  func enroll(
    introducedBy introducer: (any LedgerSigner)? = nil, as origin: EntryOrigin,
    at now: Timestamp, on connection: Connection
  ) throws -> (entry: Int64, run: Run?)? {
    let key = try signer.publicKey
    guard let enrollment = LedgerEnrollment(key: key) else { throw StoreError.invalidKey }
    let signatures = SignatureReader(connection)
    let reign = try signatures.enrollments().last
    if reign?.enrollment == enrollment { return nil }
    let before = try signatures.last()
    let entry = try LedgerWriter(connection, as: origin).append(.enrolled(enrollment), at: now)
    let last = Place(sequence: entry.sequence, hash: entry.hash)
    guard let introducer else {
      let run = Run(last: last, since: entry.sequence)
      try signatures.append(run, by: signer)
      return (entry.sequence, run)
    }
    guard let reign, try introducer.publicKey == reign.enrollment.key else {
      throw StoreError.strangeIntroducer
    }
    let since = try signatures.since(before, reign, introducer) ?? entry.sequence
    try signatures.append(Run(last: last, since: since), by: introducer)
    return (entry.sequence, nil)
  }

  /// Signs what is appended by `body`, where the newest entry that names a key names this one.
  /// - Returns: What `body` returns, and what is known of the run then.
  /// - Throws: What `body` throws; where an append without a signature is refused, `StoreError` with
  ///   `keyNotEnrolled` and what the signer throws.
  func signing<Result>(
    _ connection: Connection, _ body: () throws -> Result
  ) throws -> (Result, Run?) {
    let signatures = SignatureReader(connection)
    let before = try signatures.last()
    let result = try body()
    let known = known.withLock { $0 }
    guard let after = try signatures.last(), after != before else { return (result, known) }
    let isGoingOn = known != nil && known?.last == before
    guard let key = try usable({ try signer.publicKey }) else {
      return (result, isGoingOn ? known.map { Run(last: after, since: $0.since) } : nil)
    }
    guard let reign = try signatures.enrollments().last, reign.enrollment.key == key else {
      if rule == .strict { throw StoreError.keyNotEnrolled }
      return (result, nil)
    }
    let since =
      if isGoingOn, let known { known.since } else {
        try signatures.since(before, reign, signer) ?? (before?.sequence ?? 0) + 1
      }
    let run = Run(last: after, since: max(since, reign.sequence))
    // Where the key cannot be used now, the run goes on in this process's memory.
    _ = try usable { try signatures.append(run, by: signer) }
    return (result, run)
  }

  /// What is done with the key; nil where that cannot be used now, and needs not be.
  private func usable<Result>(_ body: () throws -> Result) throws -> Result? {
    do {
      return try body()
    } catch let error where rule != .strict && !(error is SQLiteError) {
      return nil
    }
  }
}

/// What is kept of a device's signatures.
struct SignatureReader {
  let connection: Connection
  private let ledger: LedgerReader

  init(_ connection: Connection) {
    self.connection = connection
    ledger = LedgerReader(connection)
  }

  /// The last entry.
  func last() throws -> LedgerSigning.Place? {
    try connection.statement(
      "SELECT sequence, hash FROM consent_entries ORDER BY sequence DESC LIMIT 1"
    ).first { row in
      ContentHash(bytes: row.blob(1)).map { LedgerSigning.Place(sequence: row.int64(0), hash: $0) }
    } ?? nil
  }

  /// The keys that entries name, oldest first; what is not as it was appended names none.
  func enrollments() throws -> [(sequence: Int64, enrollment: LedgerEnrollment)] {
    try connection.statement(
      "SELECT sequence FROM consent_entries WHERE event = 'enrolled' ORDER BY sequence"
    ).all { $0.int64(0) }.compactMap { sequence in
      guard case .enrolled(let enrollment)? = try ledger.boundNote(of: sequence) else { return nil }
      return (sequence, enrollment)
    }
  }

  /// Where the run begins whose signature a key made over an entry; nil where it made none.
  func since(
    _ place: LedgerSigning.Place?,
    _ reign: (sequence: Int64, enrollment: LedgerEnrollment), _ verifier: any SignatureVerifier
  ) throws -> Int64? {
    guard let place else { return nil }
    let found = try connection.statement(
      "SELECT since, signature FROM consent_signatures WHERE sequence = ?1"
    ).first(place.sequence) { (since: $0.int64(0), bytes: $0.blob(1)) }
    guard let signature = found, signature.since >= reign.sequence else { return nil }
    let message = LedgerSignature.message(
      of: try ledger.store(), through: place.sequence, place.hash, since: signature.since)
    let isValid = verifier.isValid(
      signature.bytes, of: message, by: .ecdsaP256(reign.enrollment.pem))
    return isValid ? signature.since : nil
  }

  /// Keeps a signature over the last entry of a run.
  func append(_ run: LedgerSigning.Run, by signer: any LedgerSigner) throws {
    let message = LedgerSignature.message(
      of: try ledger.store(), through: run.last.sequence, run.last.hash, since: run.since)
    let signature = try signer.sign(message)
    guard (8...72).contains(signature.count) else { throw StoreError.invalidKey }
    try connection.statement(
      "INSERT INTO consent_signatures (sequence, since, signature) VALUES (?1, ?2, ?3)"
    ).run(run.last.sequence, run.since, signature)
  }
}

extension StoreError.Code {
  /// What should be a key of P-256 is none.
  public static let invalidKey = Self(rawValue: "invalidKey")
  /// The ledger does not name the key that was to sign.
  public static let keyNotEnrolled = Self(rawValue: "keyNotEnrolled")
  /// A key that is to introduce another is not the one that entries are signed with.
  public static let strangeIntroducer = Self(rawValue: "strangeIntroducer")
}

extension StoreError {
  fileprivate static let invalidKey = StoreError(
    .invalidKey, "the device's key is none of P-256, 91 bytes of DER, that signs in DER")
  fileprivate static let keyNotEnrolled = StoreError(
    .keyNotEnrolled,
    "the ledger does not name the device's key that was to sign; nothing was stored")
  fileprivate static let strangeIntroducer = StoreError(
    .strangeIntroducer, "the key that is to introduce another is not the one that the ledger names")
}
