// SPDX-License-Identifier: MIT
import Testing

@testable import AdModel

@Suite struct `A text that is its bytes` {
  /// All spellings of some characters that Swift takes for the same text.
  private static func spellings(_ characters: Int) -> [String] {
    (0..<1 << characters).map { bits in
      (0..<characters).map { bits >> $0 & 1 == 0 ? "\u{E9}" : "e\u{301}" }.joined()
    }
  }

  private static func hashes(of values: [some Hashable]) -> Int {
    Set(values.map(\.hashValue)).count
  }

  /// So that hostile spellings do not all fall into one place of a set.
  @Test func `hashes the spellings of one text apart`() throws {
    let texts = Self.spellings(8)
    #expect(Set(texts).count == 1 && Self.hashes(of: texts) == 1)
    #expect(Self.hashes(of: texts.map(JSONKeySet.Key.init)) == texts.count)
    #expect(Self.hashes(of: texts.map(ByteText.init)) == texts.count)
    #expect(Set(texts.map(ByteText.init)).count == texts.count)
    #expect(Set((texts + texts).map(ByteText.init)).count == texts.count)
    let entries = try texts.map { try TargetingEntry(key: $0, values: ["a"]) }
    #expect(Self.hashes(of: entries) == texts.count && Set(entries).count == texts.count)
  }

  @Test func `begins and ends where it does`() throws {
    let pairs = [["ab", "c"], ["a", "bc"], ["abc", ""], ["", "abc"]].map { $0.map(ByteText.init) }
    #expect(Self.hashes(of: pairs) == pairs.count)
    #expect(ByteText("") == ByteText("") && ByteText("a") != ByteText("b"))
  }

  @Test func `keeps every spelling as a key of its own`() throws {
    let texts = Self.spellings(6)
    let members = texts.map { JSONObject.Member(key: $0, value: .null) }
    let written = try JSONValue.object(JSONObject(distinct: members)).text()
    guard case .object(let read) = try JSONValue(text: written) else {
      Issue.record("no object")
      return
    }
    #expect(read.members.map { ByteText($0.key) } == texts.map(ByteText.init))
  }
}
