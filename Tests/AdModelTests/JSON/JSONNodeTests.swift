// SPDX-License-Identifier: MIT
import AdModel
import Testing

@Suite struct JSONNodeTests {
  private let document = JSONNode([
    "units": [["id": "a", "size": 320, "ratio": 1.5, "notes": nil, "shown": true]]
  ])

  private func unit() throws -> JSONNode {
    try #require(try document.member("units").elements().first)
  }

  @Test func `reads members by type`() throws {
    let unit = try unit()
    #expect(try unit.member("id").string() == "a")
    #expect(try unit.member("size").integer(in: 1...400) == 320)
    #expect(try unit.member("size").double() == 320)
    #expect(try unit.member("ratio").double() == 1.5)
    #expect(try unit.member("shown").bool())
    #expect(try unit.optional("notes") == nil)
    #expect(try unit.optional("absent") == nil)
    #expect(try unit.members().map(\.key) == ["id", "size", "ratio", "notes", "shown"])
  }

  @Test func `names the place and what was expected`() throws {
    let unit = try unit()
    expect("units[0]: the member path is missing") { _ = try unit.member("path") }
    expect("units[0]: the member notes is missing") { _ = try unit.member("notes") }
    expect("units[0].id: expected a number, found a string") {
      _ = try unit.member("id").double()
    }
    expect("units[0].ratio: expected a whole number, found a fraction") {
      _ = try unit.member("ratio").integer()
    }
    expect("units[0].size: expected 1 to 100") { _ = try unit.member("size").integer(in: 1...100) }
    expect("expected an array, found an object") { _ = try document.elements() }
    expect("units[0].shown: unknown member; known here: id, size, ratio, notes") {
      try unit.object(knowing: ["id", "size", "ratio", "notes"])
    }
  }

  private func expect(_ message: String, _ body: () throws -> Void) {
    let error = #expect(throws: JSONError.self) { try body() }
    #expect(error?.description == message)
  }
}
