// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// `consent rekey [KEYS]`.
enum ConsentRekey {
  static let keys = Argument(
    .file, "A file with the keys of everybody, one a line; - for standard input.",
    count: .optional)
  static let oldSecret = Option(
    "old-secret", .file, "The file of the secret that the keys are hashed with now.")

  static let command = Command(
    "rekey", "Hash the subject keys, or hash them with another secret.",
    details: """
      $ADVIEW_SUBJECT_SECRET_FILE names the file of the new secret. Plain keys are replaced by their \
      hashes; nothing more is needed. A hash tells nobody the key, so for another secret whoever \
      keeps the keys has to name them all, and with --old-secret the secret of now; where somebody is \
      left out, nothing is changed; keys of people who were erased may be among them, so that an import goes on \
      knowing them. Records, ledger and history stay as they are, and an entry for \
      each person ties them to the new key. The old keys are removed from the file as 'consent erase' \
      does. Backups keep them. Keep the new secret where the database is not.
      """,
    effect: .destroys, output: .keys(of: columns, .dryRun), arguments: [keys],
    options: [oldSecret] + OriginOptions.all,
    examples: [
      Example("consent rekey --yes", "From plain keys to hashed ones."),
      Example("consent rekey keys.txt --old-secret old.key --yes", "From one secret to another."),
    ]
  ) { run in
    guard let secret = try run.secret() else {
      throw Failure(
        .usage, "no secret is named.",
        try: "export \(ConsentOptions.secretVariable)=FILE, a file of at least 16 random bytes")
    }
    let old = try run.input[oldSecret].map { try run.secret(in: $0, namedBy: "--old-secret") }
    guard (old == nil) == (run.input.optional(keys) == nil) else {
      throw Failure(
        .usage, "another secret needs both the old one and everybody's keys.",
        try: "adview-admin consent rekey KEYS --old-secret FILE")
    }
    try run.confirm("Replace all subject keys for good?")
    let rekeyed = try run.withConsent(.readWrite, by: run.entryOrigin()) { consent in
      guard let old, let file = run.input.optional(keys) else {
        return try consent.hashKeys(with: secret, at: run.now, commits: !run.isDryRun)
      }
      return try consent.changeSecret(
        from: old, to: secret, keys: lines(of: run.read(file, atMost: .lines)), at: run.now,
        commits: !run.isDryRun)
    }
    guard run.format == .table else {
      return try run.fields(rekeyed, columns + run.dryRunColumns())
    }
    try run.print(
      "\(run.isDryRun ? "would replace" : "replaced") \(rekeyed.replaced.counted("key")); the database "
        + "takes only keys hashed with this secret from then on\n")
    if rekeyed.forgotten > 0 {
      try run.note(
        "note: \(rekeyed.forgotten.counted("person", "people")) who were erased and whose keys were not "
          + "given would be brought back by an import of older answers.")
    }
  }

  private static let columns: [Column<ConsentRekeying>] = [
    Column("replaced", meaning: "How many keys were replaced.") { $0.replaced },
    Column(
      "forgotten",
      meaning:
        "How many erased people an import no longer knows, because their keys were not given."
    ) { $0.forgotten },
  ]

  /// The lines of a file without their ends; empty ones are passed over.
  private static func lines(of bytes: [UInt8]) throws -> [String] {
    try bytes.split(separator: UInt8(ascii: "\n")).map { line in
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let text = String(decoding: line, as: UTF8.self)
      guard text.utf8.elementsEqual(line) else {
        throw Failure(.badData, "the file of keys is not UTF-8.", try: "write it in UTF-8")
      }
      return text
    }.filter { !$0.isEmpty }
  }
}
