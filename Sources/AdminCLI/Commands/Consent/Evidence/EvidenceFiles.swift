// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdReports
import AdSystem

/// The files of a folder with one person's evidence.
struct EvidenceFiles {
  /// What a file is, for whoever opens the folder.
  struct Described {
    let entry: FolderEntry
    let meaning: String

    init(_ name: String, _ bytes: [UInt8], _ meaning: String) {
      entry = FolderEntry(name: name, bytes: bytes)
      self.meaning = meaning
    }

    init(_ name: String, _ text: String, _ meaning: String) {
      self.init(name, Array(text.utf8), meaning)
    }
  }

  /// All of them, with the page and the list of their hashes.
  let entries: [FolderEntry]

  /// Makes the files.
  /// - Throws: ``Failure`` where the head cannot be signed; `JSONError`.
  init(
    of evidence: PersonEvidence, _ heads: KeptHeads, _ notices: [EvidenceNotice], _ run: CommandRun
  ) throws {
    var files = [
      Described(
        "evidence.json", try evidence.json.text(.pretty) + "\n", "everything here, for programs"),
      Described(
        "record.json", try JSONValue.array(evidence.recordForms).text(.pretty) + "\n",
        "the records in the shape of ISO/IEC TS 27560, one for each law"),
    ]
    for record in evidence.records {
      files.append(
        Described(
          "receipt-\(record.record.id).json", try record.receipt.text(.pretty) + "\n",
          "the receipt of record \(record.record.id), which proves that it is in the ledger"))
      files.append(
        Described(
          "receipt-\(record.record.id).html", try ReceiptPage(record.receipt).html,
          "the same, as a page that checks itself"))
    }
    files.append(
      Described("head.ndjson", try evidence.head.json.text() + "\n", "the ledger's head of then"))
    let signed = try Self.signed(evidence.head, run)
    if let note = signed?.note {
      files.append(Described("head.note", note, "the same, signed"))
    }
    files += heads.files.map { Described($0.name, $0.bytes, Self.meaning(of: $0.name)) }
    var seen: Set<String> = []
    for file in notices.flatMap(\.files) where seen.insert(file.name).inserted {
      files.append(Described(file.name, file.bytes, file.meaning))
    }
    files.append(
      Described("verify.py", EvidenceVerifier.text, "checks this folder: python3 verify.py"))
    let page = evidence.page(
      files: files, heads: heads, notices: notices,
      key: signed?.key ?? run.input[ConsentVerify.headKey]
    ).html
    files.append(Described("index.html", page, "this page"))
    let sums = files.map { file in
      "\(ContentHasher.hash(file.entry.bytes).hex)  \(file.entry.name)\n"
    }
    entries =
      files.map(\.entry) + [FolderEntry(name: "SHA256SUMS", bytes: Array(sums.joined().utf8))]
  }

  private static func signed(
    _ head: LedgerHead, _ run: CommandRun
  ) throws -> (note: String, key: String)? {
    guard let signer = try ConsentHead.signer(run) else { return nil }
    return (
      try signer.sign(head.checkpoint(name: signer.name)).document,
      SignedNote.verifierKey(of: signer.key, name: signer.name)
    )
  }

  private static func meaning(of name: String) -> String {
    if name.hasSuffix(".tsr") { return "an authority's word on when it saw kept-head-1.note" }
    if name.hasSuffix(".pem") { return "the certificates that the authority's own leads to" }
    return "a head that was kept elsewhere"
  }
}
