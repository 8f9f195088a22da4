// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore
import AdSystem

/// `consent head`.
enum ConsentHead {
  static let command = Command(
    "head", "Print the ledger's size and root, for keeping elsewhere.",
    details: """
      Whoever owns the file can rewrite all of it. A head that is kept where they cannot reach it \
      shows whether they did: 'consent verify --head FILE' proves that the ledger still begins with \
      everything that it held then. Appended to one file, several heads narrow down where a history \
      was written anew.

      With --signing-key it is a signed note (c2sp.org/signed-note, tlog-checkpoint): whoever has the public half \
      knows that it came from you, whoever keeps it. openssl signs with the key, which this program never \
      reads; 'openssl genpkey -algorithm ed25519 -out head.pem' makes one. The key as others check notes with it is \
      told on standard error, for --head-key of 'consent verify'.
      """,
    effect: .reads,
    output: .forms([
      OutputForm("without --signing-key", .keys(of: columns)),
      OutputForm("with it", .foreign("a signed note, as text")),
    ]), options: [signingKey, name],
    examples: [
      Example("consent head", "For people."),
      Example("consent head --format ndjson >> heads.ndjson", "For 'consent verify --head'."),
      Example(
        "consent head --signing-key head.pem --name example.com/consent", "For others to keep."),
    ]
  ) { run in
    let head = try run.withConsent(.readOnly) { try $0.head(at: run.now) }
    guard let signer = try signer(run) else { return try run.fields(head, columns) }
    try run.print(signer.sign(head.checkpoint(name: signer.name)).document)
    try run.note(
      "the key for --head-key: \(SignedNote.verifierKey(of: signer.key, name: signer.name))")
  }

  static let signingKey = Option(
    "signing-key", .file, "Sign the head with this private key of Ed25519, a PEM file.")
  static let name = Option(
    "name",
    ValueKind<String>("NAME", expected: "a name without spaces and plus signs: example.com/consent")
    {
      SignedNote.isName($0) ? $0 : nil
    }, "What the key is called in the note.", defaultDescription: "adview")

  /// The key that signs; nil where none is named.
  static func signer(_ run: CommandRun) throws -> NoteKey? {
    guard let path = run.input[signingKey] else {
      guard run.input[name] == nil else {
        throw Failure(
          .usage, "--name is that of a key.", try: run.again(with: "--signing-key FILE"))
      }
      return nil
    }
    guard run.host.files.status(of: path) != nil else {
      throw Failure(
        .notFound, "there is no key \(path.quotedForDisplay).",
        try: "openssl genpkey -algorithm ed25519 -out \(path.quotedForShell)")
    }
    return try NoteKey(signingWith: path, name: run.input[name] ?? "adview")
  }

  static let columns: [Column<LedgerHead>] = [
    Column("store", "Store", meaning: "The random id of the database.") { $0.store },
    Column("size", "Size", meaning: "How many entries the ledger has.") { $0.size },
    Column("root", "Root", meaning: "The root of the ledger's hashes.") { $0.root.hex },
    Column("time", "Time", meaning: "When the head was taken.") { $0.time },
  ]
}
