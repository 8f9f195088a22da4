// SPDX-License-Identifier: MIT
import TestSupport
import Testing

@testable import AdminCLI

@Suite struct LineDiffTests {
  @Test(
    arguments: [
      ("a\nb\nc", "a\nb\nc", []),
      ("a\nb\nc", "a\nx\nc", [" a", "-b", "+x", " c"]),
      ("a", "a\n", [" a", "+"]),
      ("1\n2\n3\n4\n5\n6", "1\n2\n3\n4\n5\n6\n7", ["...", " 5", " 6", "+7"]),
      (
        "1\n2\n3\n4\n5\n6\n7\n8\n9", "0\n1\n2\n3\n4\n5\n6\n7\n9",
        ["+0", " 1", " 2", "...", " 6", " 7", "-8", " 9"]
      ),
      ("é", "e\u{301}", ["-é", "+e\u{301}"]),
    ] as [(String, String, [String])])
  func `lines that differ are shown with those around them`(
    old: String, new: String, shown: [String]
  ) {
    let lines = LineDiff(from: old, to: new).excerpt().map { line in
      line.map { "\($0.side.rawValue)\($0.text)" } ?? "..."
    }
    #expect(lines == shown)
  }

  @Test func `each side is whole, whatever the texts are`() {
    Fuzz.forEachSeed(200) { seed, random in
      func text() -> String {
        (0..<random.int(0...12)).map { _ in String(random.int(0...3)) }.joined(separator: "\n")
      }
      let (old, new) = (text(), text())
      let lines = LineDiff(from: old, to: new).lines
      let left = lines.filter { $0.side != .new }.map(\.text).joined(separator: "\n")
      let right = lines.filter { $0.side != .old }.map(\.text).joined(separator: "\n")
      #expect(left == old, "seed \(seed)")
      #expect(right == new, "seed \(seed)")
    }
  }
}
