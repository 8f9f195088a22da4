// SPDX-License-Identifier: MIT
import AdModel

extension LedgerHead {
  /// The head as the text of a note: whose log it is, its size, its root (c2sp.org/tlog-checkpoint), and
  /// when it was taken.
  /// - Parameter name: The name of the key that signs it; the store's id follows it.
  package func checkpoint(name: String) -> String {
    "\(name)/\(store)\n\(size)\n\(Base64.text(root.bytes))\ntime \(time)\n"
  }

  /// Reads what ``checkpoint(name:)`` wrote; nil for anything else.
  package init?(checkpoint text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 5, lines[4].isEmpty, let slash = lines[0].lastIndex(of: "/"),
      let size = Int64(lines[1]), size >= 0, "\(size)" == lines[1],
      let root = Base64.bytes(lines[2]).flatMap({ ContentHash(hex: Hexadecimal.text($0)) }),
      lines[3].hasPrefix("time "), let time = try? Timestamp(String(lines[3].dropFirst(5)))
    else { return nil }
    self.init(
      store: String(lines[0][lines[0].index(after: slash)...]), size: size, root: root, time: time)
  }
}
