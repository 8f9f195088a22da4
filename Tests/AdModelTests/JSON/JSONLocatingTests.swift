// SPDX-License-Identifier: MIT
import TestSupport
import Testing

@testable import AdModel

@Suite struct JSONLocatingTests {
  static let text = """
    {
      "a": [1, "]},{", { "b\\u0063": null }],
      "é": {"deep": [[], {"x": -1.5e3 }]},
      "end": true
    }
    """

  @Test(
    arguments: [
      ([], 1, 1), ([.key("a")], 2, 3), ([.key("a"), .index(0)], 2, 9),
      ([.key("a"), .index(1)], 2, 12), ([.key("a"), .index(2), .key("bc")], 2, 22),
      ([.key("é"), .key("deep"), .index(1), .key("x")], 3, 23), ([.key("end")], 4, 3),
    ] as [([JSONPath.Step], Int, Int)])
  func `a path leads to its place`(steps: [JSONPath.Step], line: Int, column: Int) {
    let error = JSONError(.notAllowed, "it is wrong", at: JSONPath(steps))
    let position = error.located(in: Array(Self.text.utf8)).position
    #expect(position?.line == line)
    #expect(position?.column == column)
  }

  @Test(
    arguments: [
      [.key("none")], [.index(0)], [.key("a"), .index(3)], [.key("a"), .key("b")],
      [.key("end"), .key("x")],
    ] as [[JSONPath.Step]])
  func `a path that leads nowhere has no place`(steps: [JSONPath.Step]) {
    let error = JSONError(.notAllowed, "it is wrong", at: JSONPath(steps))
    #expect(error.located(in: Array(Self.text.utf8)) == error)
  }

  @Test func `a place that is known stays`() {
    let error = #expect(throws: JSONError.self) { try JSONReader.read(text: "[1,") }
    #expect(error?.located(in: Array(Self.text.utf8)) == error)
  }

  @Test func `members are compared with those that must be there`() throws {
    let node = JSONNode(["naem": 1, "size": 2, "zzzzzz": 3])
    #expect(
      node.problems(requiring: ["name", "size", "notes"]).map(\.description) == [
        "naem: unknown member; did you mean 'name'?",
        "zzzzzz: unknown member; known here: name, size, notes", "the member notes is missing",
      ])
    #expect(JSONNode("x").problems(requiring: ["a"]).map(\.code) == [.wrongType])
  }
}
