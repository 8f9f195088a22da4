// SPDX-License-Identifier: MIT

extension String {
  /// The text as one word of a POSIX shell, quoted only where it must be.
  package var quotedForShell: String {
    if !isEmpty, utf8.allSatisfy(\.isPlainInShell) { return self }
    let parts = split(separator: "'", omittingEmptySubsequences: false)
    return "'\(parts.joined(separator: "'\\''"))'"
  }
}

extension UInt8 {
  fileprivate var isPlainInShell: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default:
      "-_./:=,+@%".utf8.contains(self)
    }
  }
}
