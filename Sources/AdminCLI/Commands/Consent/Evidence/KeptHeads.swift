// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSystem

/// Heads that were kept elsewhere, as they were given, with what an authority said of one.
struct KeptHeads {
  let heads: [LedgerHead]
  let stampedAt: Timestamp?
  /// The files, under the names that they have in the folder.
  let files: [FolderEntry]
  /// Whether they are notes that a known key signed.
  let isSigned: Bool

  init(_ run: CommandRun) throws {
    let kept = try ConsentVerify.kept(run)
    let stamp = try ConsentVerify.stamp(of: kept, run)
    heads = kept.flatMap(\.heads)
    stampedAt = stamp?.time
    isSigned = run.input[ConsentVerify.headKey] != nil
    var files: [FolderEntry] = []
    for (place, file) in kept.enumerated() {
      let name = "kept-head-\(place + 1)"
      guard SignedNote(document: file.bytes) == nil else {
        files.append(FolderEntry(name: "\(name).note", bytes: file.bytes))
        continue
      }
      let lines = try file.heads.map { try $0.json.text() + "\n" }
      files.append(FolderEntry(name: "\(name).ndjson", bytes: Array(lines.joined().utf8)))
    }
    if let stamp {
      files.append(FolderEntry(name: "kept-head-1.note.tsr", bytes: stamp.bytes))
    }
    if let authority = run.input[ConsentStamp.authorityCA] {
      files.append(FolderEntry(name: "authority.pem", bytes: try run.read(authority)))
    }
    self.files = files
  }
}
