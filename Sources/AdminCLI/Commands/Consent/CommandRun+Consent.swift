// SPDX-License-Identifier: MIT
package import AdConsent
import AdModel
package import AdStore

/// What all commands that know people have in common.
package enum ConsentOptions {
  /// Whose consent it is about, by position.
  static let subject = Argument(.subject, "Whose consent: the key.", isPersonal: true)

  /// What help says about subject keys.
  static let subjectKeys = """
    A subject key is whatever the app knows a person by; it should mean nothing to others. Where \
    $ADVIEW_SUBJECT_SECRET_FILE names a file of at least 16 bytes, the database holds only an \
    HMAC-SHA-256 of the key under that secret.
    """
}

extension CommandRun {
  /// The key that the store holds for a person: the key itself, or its keyed hash where
  /// `$ADVIEW_SUBJECT_SECRET_FILE` names a secret.
  /// - Parameter key: The key as it was typed.
  /// - Returns: The key to look up.
  /// - Throws: ``FileError`` for a secret that cannot be read, ``Failure`` for one that is too
  ///   short to be one.
  package func subject(_ key: SubjectKey) throws -> SubjectKey {
    guard let file = try host.variable("ADVIEW_SUBJECT_SECRET_FILE"), !file.isEmpty else {
      return key
    }
    let secret = try host.files.read(file)
    guard secret.count >= 16 else {
      throw Failure(
        .badData,
        "the secret in $ADVIEW_SUBJECT_SECRET_FILE has \(secret.count) bytes; at least 16 are "
          + "needed", try: "head -c 32 /dev/urandom > \(file.quotedForShell)")
    }
    return try SubjectKey(hashing: key.stored, secret: secret)
  }

  /// Opens the database for the consent in it.
  /// - Parameters:
  ///   - access: What it is opened for.
  ///   - body: Uses the consent.
  /// - Returns: What `body` returns.
  /// - Throws: `StoreError`, or what `body` throws.
  package func withConsent<Result>(
    _ access: AdDatabase.Access, _ body: (ConsentRepository) throws -> Result
  ) throws -> Result {
    try withDatabase(access) { try body(ConsentRepository($0)) }
  }

  /// The person's current record.
  /// - Throws: `StoreError` with `noSuchSubject` where there is none.
  func currentRecord(in consent: ConsentRepository) throws -> ConsentRecord {
    guard let record = try consent.current(of: subject(input[ConsentOptions.subject])) else {
      throw Failure(
        .notFound, "this subject has no consent record.", try: "adview-admin consent list")
    }
    return record
  }

  /// The person's record that stood at a time.
  /// - Throws: ``Failure`` with `notFound` where none stood then.
  func record(in consent: ConsentRepository, at time: Timestamp) throws -> ConsentRecord {
    let subject = try subject(input[ConsentOptions.subject])
    guard let record = try consent.record(of: subject, at: time) else {
      throw Failure(
        .notFound, "no consent record of this subject stood at \(time).",
        try: "adview-admin consent history SUBJECT")
    }
    return record
  }
}
