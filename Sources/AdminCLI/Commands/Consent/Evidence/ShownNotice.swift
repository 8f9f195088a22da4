// SPDX-License-Identifier: MIT
import AdModel

/// What a person was shown, brought by whoever kept it.
struct ShownNotice {
  let path: String
  let bytes: [UInt8]
  let hash: ContentHash

  init(_ path: String, _ run: CommandRun) throws {
    self.path = path
    bytes = try run.read(path)
    hash = ContentHasher.hash(bytes)
  }

  /// What it is called in the folder: by its hash, with the ending that it had.
  var name: String {
    let ending = path.split(separator: ".").last ?? ""
    let isEnding =
      path.contains(".") && (1...5).contains(ending.count)
      && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return "notice-\(hash.hex.prefix(16))\(isEnding ? ".\(ending)" : "")"
  }
}
