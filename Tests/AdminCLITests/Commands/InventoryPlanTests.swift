// SPDX-License-Identifier: MIT
import AdModel
import AdminCLI
import Testing

/// What was reviewed is what is applied: a plan that was written down, and an inventory that may have moved.
@Suite struct InventoryPlanTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write(
      Array(
        """
        {"adviewInventory": 1, "units": [
          {"adUnitId": "new", "page": "article", "declaredSizes": ["300x250"]},
          {"adUnitId": "div-gpt-ad-mobile_1", "notes": "a half: 0.5, 1e3"}
        ], "settings": {"liveViews": 7}}
        """.utf8), to: "new.json")
    let planned = workspace.run("import inventory DIR/new.json --dry-run --save-plan DIR/plan.json")
    #expect(planned.exit == .answerIsNo, "\(planned)")
  }

  private var everything: String { workspace.run("export inventory").output }

  @Test func `a plan is done as it was read, once`() throws {
    let before = everything
    let plan = try JSONReader.read(workspace.read("plan.json"))
    guard case .object(let object) = plan, case .array(let changes)? = object["changes"] else {
      Issue.record("\(plan)")
      return
    }
    #expect(changes.count == 3)
    #expect(object["inventory"] == .string(ContentHasher.hash(before).hex))
    #expect(
      workspace.run("import inventory DIR/new.json --dry-run --plan DIR/plan.json").exit
        == .answerIsNo)
    #expect(everything == before)
    let done = workspace.run("import inventory DIR/new.json --plan DIR/plan.json")
    #expect(done.exit == .done, "\(done)")
    #expect(everything != before)
    let again = workspace.run("import inventory DIR/new.json --plan DIR/plan.json")
    #expect(again.exit == .badData)
    #expect(again.errors.contains("the inventory is not the one that"), "\(again)")
  }

  @Test(arguments: [
    "unit pause div-gpt-ad-mobile_1", "settings set --policy consented",
    "page set article --fetch 900",
    "targeting set section=x --page article",
  ])
  func `a plan for another inventory does nothing`(change: String) throws {
    #expect(workspace.run(change).exit == .done)
    let before = everything
    let refused = workspace.run("import inventory DIR/new.json --plan DIR/plan.json")
    #expect(refused.exit == .badData && refused.output.isEmpty, "\(refused)")
    #expect(everything == before)
    // What was changed and changed back is the inventory of the plan again.
    #expect(workspace.run("revert --since 1h --yes").exit == .done)
    let log = workspace.run("log --format csv").output
    if workspace.run("export inventory").output == before { Issue.record("not reverted: \(log)") }
  }

  @Test func `a plan for another file, or for other options, does nothing`() throws {
    let before = everything
    let refused = workspace.run(
      "import inventory DIR/new.json --archive-missing --plan DIR/plan.json")
    #expect(refused.exit == .badData, "\(refused)")
    #expect(refused.errors.contains("would change something else"))
    #expect(refused.errors.contains("try: the options that the plan was saved with"))
    try workspace.write(
      Array(#"{"adviewInventory": 1, "settings": {"liveViews": 7}}"#.utf8), to: "new.json")
    #expect(workspace.run("import inventory DIR/new.json --plan DIR/plan.json").exit == .badData)
    #expect(everything == before)
  }

  @Test(arguments: ["{}", "[]", "", #"{"adviewPlan": 2}"#, #"{"adviewPlan": 1, "inventory": "x"}"#])
  func `what is no plan is refused before anything is read`(text: String) throws {
    try workspace.write(Array(text.utf8), to: "other.json")
    let refused = workspace.run("import inventory DIR/new.json --plan DIR/other.json")
    #expect(refused.exit == .badData, "\(refused)")
    #expect(refused.errors.contains("is no plan"))
  }

  @Test func `a plan is written in a dry run alone, and never over something else`() throws {
    #expect(workspace.run("import inventory DIR/new.json --save-plan DIR/p.json").exit == .usage)
    let onto = "import inventory DIR/new.json --dry-run --save-plan DIR"
    #expect(workspace.run("\(onto)/new.json").exit == .cannotCreate)
    #expect(workspace.run("\(onto)/plan.json").exit == .answerIsNo)
    #expect(workspace.run("import inventory DIR/new.json --plan DIR/none.json").exit == .notFound)
  }
}
