// SPDX-License-Identifier: MIT
import AdConsent
import AdModel

/// What a person was shown, from the store or brought by whoever kept it.
struct EvidenceNotice {
  /// The hash that records name.
  let hash: ContentHash
  /// Its files, whose names begin with the hash of what they hold.
  let files: [(name: String, bytes: [UInt8], meaning: String)]

  /// What it is called in the folder.
  var names: String { files.map(\.name).joined(separator: ", ") }

  /// Reads what somebody kept.
  init(_ path: String, _ run: CommandRun) throws {
    let bytes = try run.read(path)
    hash = ContentHasher.hash(bytes)
    let ending = path.split(separator: ".").last ?? ""
    let isEnding =
      path.contains(".") && (1...5).contains(ending.count)
      && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    files = [Self.file(bytes, isEnding ? ".\(ending)" : "", "what was shown")]
  }

  /// Takes what the store keeps.
  /// - Parameter hash: What the record names it by: its own hash, or that of its text.
  init(_ kept: ShownNotice, namedBy hash: ContentHash) {
    self.hash = hash
    var files = [
      Self.file(
        Array(kept.manifest.utf8), ".json", "the notice: its text and picture by their hashes"),
      Self.file(kept.text.bytes, Self.ending(of: kept.text), "what the notice said"),
    ]
    if let picture = kept.picture {
      files.append(
        Self.file(picture.bytes, Self.ending(of: picture), "what the notice looked like"))
    }
    self.files = files
  }

  private static func file(
    _ bytes: [UInt8], _ ending: String, _ meaning: String
  ) -> (name: String, bytes: [UInt8], meaning: String) {
    let hash = ContentHasher.hash(bytes).hex
    return ("notice-\(hash.prefix(16))\(ending)", bytes, "\(meaning): SHA-256 \(hash)")
  }

  /// Only what no browser runs keeps an ending of its own.
  private static func ending(of document: ShownNotice.Document) -> String {
    switch document.mediaType {
    case "image/png": ".png"
    case "image/jpeg": ".jpeg"
    case "image/webp": ".webp"
    case "application/pdf": ".pdf"
    default: ".txt"
    }
  }
}
