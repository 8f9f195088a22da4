// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import Testing

@testable import AdminCLI

/// `diff --format markdown`.
@Suite struct MarkdownPlanTests {
  private func set(_ name: String, _ notes: String) throws -> InventoryDifference {
    func object(_ text: String) throws -> String {
      try JSONValue.object(JSONObject(distinct: [.init(key: "notes", value: .string(text))])).text()
    }
    return InventoryDifference(
      noun: .unit, name: name, verb: .set, before: try object("old"), after: try object(notes))
  }

  @Test func `a plan is counted, and its values are code that calls nobody`() throws {
    let workspace = try Workspace()
    workspace.run("unit add odd --notes before")
    try workspace.write(Array(workspace.run("export inventory").output.utf8), to: "old.json")
    _ = workspace.run(["unit", "set", "odd", "--notes", "a|b `x` @team #12"])
    workspace.run("unit add later")
    let plan = workspace.run("diff DIR/old.json --format markdown")
    #expect(plan.exit == .answerIsNo)
    #expect(
      plan.output == """
        <!-- adview-plan -->
        1 to add, 1 to change

        | | Name | Change |
        |---|---|---|
        | add unit | `later` |  |
        | set unit | `odd` | ``notes before -> a\\|b `x` @team #12`` |

        """, "\(plan)")
    #expect(
      workspace.run("diff now --format markdown").output == "<!-- adview-plan -->\nno difference\n")
    #expect(workspace.run("diff now --format json").output == "[]\n")
    #expect(workspace.run("diff now --format html").exit == .usage)
  }

  @Test func `more than 50 are folded away, in a fence that nothing in it closes`() throws {
    let text = MarkdownPlan(try (1...60).map { try set("u\($0)", $0 == 55 ? "```\n````" : "x") })
      .text
    #expect(text.contains("| set unit | `u50` |") && !text.contains("| set unit | `u51` |"))
    #expect(text.contains("<details><summary>10 more</summary>\n\n`````diff\n! set unit u51"))
    #expect(text.hasSuffix("`````\n\n</details>\n"))
  }

  @Test func `a comment is never too long for GitHub, and says what is left out`() throws {
    let long = String(repeating: "æ|", count: 5_000)
    let text = MarkdownPlan(try (1...3_000).map { try set("unit-\($0)", long) }).text
    #expect(text.utf8.count < 65_536)
    #expect(text.contains("that have no room here") && text.hasSuffix("</details>\n"))
  }
}
