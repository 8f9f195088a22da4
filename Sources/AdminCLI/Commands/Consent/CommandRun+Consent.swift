// SPDX-License-Identifier: MIT
package import AdConsent
import AdModel
package import AdStore
import AdSystem

/// What all commands that know people have in common.
package enum ConsentOptions {
  /// Whose consent it is about, by position.
  static let subject = Argument(
    .subject, "Whose consent: the key; - reads it from standard input.", count: .optional,
    isPersonal: true)

  /// Whose consent it is about, kept off the command line, which other users of the machine can see.
  package static let subjectFile = Option(
    "subject-file", .file,
    "A file whose first line is the key, in place of it; - for standard input.")

  /// The environment variable that names the file of the secret.
  static let secretVariable = "ADVIEW_SUBJECT_SECRET_FILE"

  /// What help says about subject keys.
  static let subjectKeys = """
    A subject key is whatever the app knows a person by; it should mean nothing to others. Where \
    $ADVIEW_SUBJECT_SECRET_FILE names a file of at least 16 bytes, the database holds only an \
    HMAC-SHA-256 of the key under that secret. A database knows by which secret its keys were \
    hashed, without holding it, and refuses others and plain keys; see 'consent rekey'.
    """
}

extension CommandRun {
  /// The key that the store holds for a person: the key itself, or its keyed hash where
  /// `$ADVIEW_SUBJECT_SECRET_FILE` names a secret.
  /// - Parameter consent: The store, which refuses a key that is not hashed as its keys are.
  /// - Throws: ``FileError`` for a secret that cannot be read, ``Failure`` for one that is too
  ///   short to be one; `StoreError` where the store's keys are hashed otherwise.
  package func subject(_ key: SubjectKey, in consent: ConsentRepository) throws -> SubjectKey {
    let subject = try stored(key)
    try consent.admit(subject)
    return subject
  }

  /// The same where whoever reads the store refuses the key.
  func stored(_ key: SubjectKey) throws -> SubjectKey {
    try secret().map { try SubjectKey(hashing: key.stored, secret: $0) } ?? key
  }

  /// The person whom the command is about, as ``subject(_:in:)``.
  func subject(in consent: ConsentRepository) throws -> SubjectKey {
    try subject(requiredKey(input.optional(ConsentOptions.subject)), in: consent)
  }

  /// The key that stands on the command line or in the file named there; nil where there is neither.
  /// - Throws: ``Failure`` with `usage` where both are given, `badData` where the file holds no key.
  package func givenKey(_ key: SubjectKey?) throws -> SubjectKey? {
    let isElsewhere = key?.stored == "-"
    guard let file = input[ConsentOptions.subjectFile] ?? (isElsewhere ? "-" : nil) else {
      return key
    }
    guard key == nil || isElsewhere else {
      throw Failure(.usage, "give either the subject's key or --subject-file.")
    }
    guard let key = try? SubjectKey(firstLine(of: file)) else {
      throw Failure(
        .badData, "the first line of --subject-file is no key of 1 to 256 bytes.",
        try: "write the key alone into the file")
    }
    return key
  }

  /// The same where a person must be named.
  func requiredKey(_ key: SubjectKey?) throws -> SubjectKey {
    guard let key = try self.givenKey(key) else {
      throw Failure(
        .usage, "'adview-admin \(path.joined(separator: " "))' needs SUBJECT or --subject-file.",
        try: "adview-admin \(path.joined(separator: " ")) --help")
    }
    return key
  }

  /// The first line of a file, or of standard input where its name is `-`, without its end.
  func firstLine(of file: String) throws -> String {
    let bytes = try read(file, atMost: .line).prefix { $0 != UInt8(ascii: "\n") }
    return String(
      decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes, as: UTF8.self)
  }

  /// The secret that subject keys are hashed with; nil where the environment names none.
  func secret() throws -> [UInt8]? {
    guard let file = try host.variable(ConsentOptions.secretVariable), !file.isEmpty else {
      return nil
    }
    return try secret(in: file, namedBy: "$\(ConsentOptions.secretVariable)")
  }

  /// The secret in a file.
  func secret(in file: String, namedBy name: String) throws -> [UInt8] {
    let secret = try host.files.read(file, atMost: InputLimit.line.bytes)
    guard secret.count >= 16 else {
      throw Failure(
        .badData,
        "the secret in \(name) has \(secret.count.counted("byte")); at least 16 are needed",
        // Never into the file that was named: it may be anything, and it was readable.
        try: "a new file: head -c 32 /dev/urandom > subject-secret")
    }
    return secret
  }

  /// Opens the database for the consent in it.
  /// - Throws: `StoreError`, or what `body` throws.
  package func withConsent<Result>(
    _ access: AdDatabase.Access, _ body: (ConsentRepository) throws -> Result
  ) throws -> Result {
    try withDatabase(access) { try body(ConsentRepository($0)) }
  }

  /// The person's current record.
  /// - Throws: `StoreError` with `noSuchSubject` where there is none.
  func currentRecord(in consent: ConsentRepository) throws -> ConsentRecord {
    guard let record = try consent.current(of: subject(in: consent)) else {
      throw Failure(
        .notFound, "this subject has no consent record.", try: "adview-admin consent list")
    }
    return record
  }
}
