// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore
import AdSystem

/// `consent enroll FILE`.
enum ConsentEnroll {
  static let file = Argument(
    .file, "The private key of P-256, a PEM file that nobody but you can read.")
  static let introducedBy = Option(
    "introduced-by", .file, "The private key until then, which signs that this one takes its place."
  )
  static let isLost = Flag(
    "lost", "The key until then is lost: nobody introduces this one, and 'consent verify' says so.")

  static let command = Command(
    "enroll", "Have the ledger name the device's key, with which entries are signed from here on.",
    details: """
      Whoever can write the database can append to it; without the key, 'consent verify' names what they \
      appended. openssl signs, once for all entries of a call, and this program never reads the key: \
      'openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out device.pem' makes one. From then on, \
      name its file in $\(LedgerKeyFile.variable) to every command that appends: with it, what cannot be signed is \
      refused; without it, entries are appended unsigned, and the command warns. Keep the public half \
      ('openssl pkey -pubout -in device.pem') elsewhere, for --device-key of 'consent verify': a ledger that was \
      written anew as a whole may name another key, or none.

      A key takes another's place where that one signs the entry (--introduced-by). Where it is lost \
      (--lost), or the database came from another device, nobody can tell the new key from a stranger's: \
      'consent verify' then takes it only where --device-key names both.
      """,
    effect: .changes, output: .keys(of: columns, .dryRun), arguments: [file],
    options: [introducedBy, isLost] + OriginOptions.all,
    examples: [
      Example("consent enroll device.pem", "The first key."),
      Example("consent enroll new.pem --introduced-by device.pem", "Another in its place."),
    ]
  ) { run in
    let key = try LedgerKeyFile(run.input[file], run)
    let introducer = try run.input[introducedBy].map { try LedgerKeyFile($0, run) }
    if introducer != nil, run.input[isLost] {
      throw Failure(
        .usage, "a key that is lost introduces nothing: give --introduced-by or --lost.")
    }
    let bytes = try key.publicKey
    let enrolled = try run.withDatabase(.readWrite, signed: false) { database in
      let last = try ConsentRepository(database).deviceKeys().last
      if let last, last.key.key != bytes, introducer == nil, !run.input[isLost] {
        throw Failure(
          .cannotCreate, "entry \(last.entry) names another key, with which entries are signed.",
          try: run.again(with: "--introduced-by FILE"))
      }
      return Enrolled(
        entry: try database.enroll(
          key, introducedBy: last == nil ? nil : introducer, as: run.entryOrigin(), at: run.now,
          commits: !run.isDryRun),
        key: ContentHasher.hash(bytes).hex)
    }
    guard run.format == .table else {
      return try run.fields(enrolled, columns + run.dryRunColumns())
    }
    guard let entry = enrolled.entry else {
      return try run.note("the ledger names this key already; nothing to do")
    }
    try run.print(
      "\(run.isDryRun ? "would enroll" : "enrolled") key \(enrolled.key), as ledger entry \(entry)\n"
    )
    guard !run.isDryRun else { return }
    try run.note(
      "note: name it to every command that appends: export "
        + "\(LedgerKeyFile.variable)=\(run.input[file].quotedForShell)")
  }

  private struct Enrolled: Sendable {
    let entry: ConsentRecordID?
    let key: String
  }

  private static let columns: [Column<Enrolled>] = [
    Column("entry", meaning: "The entry that names the key; null where one did already.") {
      $0.entry?.rawValue
    },
    Column("key", meaning: "The SHA-256 of the public key, as DER.") { $0.key },
  ]
}
