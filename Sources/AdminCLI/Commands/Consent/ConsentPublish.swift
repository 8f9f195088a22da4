// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore
import AdSystem

/// `consent publish DIR`.
enum ConsentPublish {
  static let entries = Flag(
    "entries", "Also the entries that the hashes are of: for an auditor, and never for the public.")

  static let command = Command(
    "publish", "Publish the ledger's hashes as static files, for strangers to follow and audit.",
    details: """
      The folder becomes a log as c2sp.org/tlog-tiles has it: tile/ with the hashes of the ledger's tree, and \
      checkpoint with its head as a signed note. Whoever follows it finds out where the ledger was \
      changed, and whether others were shown another one; auditors for such logs read it as it is. There is \
      nothing of anybody in it but hashes of salted commitments. Tiles that are full never change; checkpoint is \
      written last: copy the others to the host before it. What is there already is not written again, and \
      where nothing was appended nothing changes.

      A folder whose checkpoint is of another history than the ledger's is refused with 1, and both heads are \
      named: with the signed one in the folder they are the proof that there were two ledgers. A log keeps the \
      name (--name) that it was first published with.

      With --entries the folder is an auditor's: bundles of entries stand beside the tiles, and it is for its \
      owner alone to read. An entry has no name, key or answer; but times, events and commitments that are \
      alike for one person show who did how much when, and outlive an erasure.
      """,
    effect: .reads, output: .keys(of: columns), arguments: [SigningOptions.folder],
    options: [ConsentHead.signingKey, ConsentHead.name, entries],
    examples: [
      Example(
        "consent publish public/log --signing-key head.pem --name example.com/consent",
        "Then copy the folder to the host."),
      Example(
        "consent publish audit --signing-key head.pem --name example.com/consent --entries",
        "For the auditor."),
    ]
  ) { run in
    guard let signer = try ConsentHead.signer(run) else {
      throw Failure(
        .usage, "a checkpoint is signed: --signing-key names the key.",
        try: run.again(with: "--signing-key FILE"))
    }
    let folder = run.input[SigningOptions.folder]
    let published = try run.withConsent(.readOnly) { consent in
      try consent.withPublishedLedger(at: run.now) { ledger in
        try LogFolder.publish(ledger, to: folder, holdsEntries: run.input[entries], signer, run)
      }
    }
    try run.fields(published, columns)
  }

  private static let columns: [Column<LogFolder.Report>] = [
    Column("folder", "Folder", meaning: "Where the log is.") { $0.folder },
    Column("size", "Size", meaning: "How many entries it has.") { $0.head.size },
    Column("root", "Root", meaning: "The root of their hashes.") { $0.head.root.hex },
    Column("origin", "Origin", meaning: "The name of the log in its checkpoint.") { $0.origin },
    Column("written", "Written", meaning: "How many files were new or were mended.") { $0.written },
    Column("key", "Key", meaning: "The key that its checkpoint is checked with.") { $0.key },
  ]
}
