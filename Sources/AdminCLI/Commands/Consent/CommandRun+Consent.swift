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

  /// The same where several people may be meant.
  static let subjects = Argument(
    .subject, "Whose consent: the key; - reads one a line from standard input.", count: .optional,
    isPersonal: true)

  /// Whose consent it is about, kept off the command line, which other users of the machine can see.
  package static let subjectFile = Option(
    "subject-file", .file,
    "A file with the key, in place of it, or with one a line where a command takes several; - for "
      + "standard input.")

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
  /// - Throws: ``Failure`` as ``givenKeys(_:)``, and with `usage` where the file holds several.
  package func givenKey(_ key: SubjectKey?) throws -> SubjectKey? {
    guard let keys = try givenKeys(key) else { return nil }
    guard keys.count == 1 else {
      throw Failure(
        .usage,
        "\(keys.count.counted("key")) were given, and this command is about one person; nothing was "
          + "done.", try: "one call a line")
    }
    return keys[0]
  }

  /// The key on the command line, or all keys in the file named there, one a line; nil where there is
  /// neither.
  /// - Throws: ``Failure`` with `usage` where both are given, `badData` where a line of the file is no
  ///   key, or the file holds none.
  func givenKeys(_ key: SubjectKey?) throws -> [SubjectKey]? {
    let isElsewhere = key?.stored == "-"
    guard let file = input[ConsentOptions.subjectFile] ?? (isElsewhere ? "-" : nil) else {
      return key.map { [$0] }
    }
    guard key == nil || isElsewhere else {
      throw Failure(.usage, "give either the subject's key or --subject-file.")
    }
    var keys: [SubjectKey] = []
    let lines = try read(file, atMost: .document).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (place, line) in lines.enumerated() {
      let bytes = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if bytes.isEmpty { continue }
      // Bytes are never repaired: two people would become one.
      let text = String(decoding: bytes, as: UTF8.self)
      guard text.utf8.elementsEqual(bytes), let key = try? SubjectKey(text) else {
        throw Failure(
          .badData,
          "line \(place + 1) of --subject-file is no key of 1 to 256 bytes of UTF-8 without control "
            + "characters; nothing was done.", try: "write one key a line into the file")
      }
      keys.append(key)
    }
    guard !keys.isEmpty else {
      throw Failure(
        .badData, "\(file == "-" ? "standard input" : "--subject-file") holds no key.",
        try: "write one key a line")
    }
    return keys
  }

  /// The same where a person must be named.
  func requiredKey(_ key: SubjectKey?) throws -> SubjectKey {
    guard let key = try self.givenKey(key) else { throw unnamed }
    return key
  }

  /// The people whom the command is about, as ``subject(_:in:)``.
  func subjects(in consent: ConsentRepository) throws -> [SubjectKey] {
    guard let keys = try givenKeys(input.optional(ConsentOptions.subjects)) else { throw unnamed }
    return try keys.map { try subject($0, in: consent) }
  }

  private var unnamed: Failure {
    Failure(
      .usage, "'adview-admin \(path.joined(separator: " "))' needs SUBJECT or --subject-file.")
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
  /// - Parameter origin: Who has entries appended; needed where any are.
  /// - Throws: `StoreError`, or what `body` throws.
  package func withConsent<Result>(
    _ access: AdDatabase.Access, by origin: EntryOrigin = .rule,
    _ body: (ConsentRepository) throws -> Result
  ) throws -> Result {
    try withDatabase(access) { try body(ConsentRepository($0, acting: origin)) }
  }

  /// A person's record that was answered last; where nothing was answered, the last one of all.
  /// - Throws: ``Failure`` with `notFound` where there is none.
  func currentRecord(of subject: SubjectKey, in consent: ConsentRepository) throws -> ConsentRecord
  {
    let state = try consent.state(of: subject)
    guard let record = state.newest(at: now) ?? state.records.last else {
      throw Self.noConsentRecord
    }
    return record
  }

  /// What is said of somebody of whom nothing is known.
  static var noConsentRecord: Failure {
    Failure(.notFound, "this subject has no consent record.", try: "adview-admin consent list")
  }
}
