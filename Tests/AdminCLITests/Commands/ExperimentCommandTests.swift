// SPDX-License-Identifier: MIT
import AdConsent
import Foundation
import Testing

@testable import AdminCLI

@Suite struct ExperimentCommandTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func add(_ name: String, _ rest: String) {
    let outcome = workspace.run("experiment add \(name) \(rest)")
    #expect(outcome.exit == .done, "\(outcome)")
  }

  private static let all = "--arm a=50,fetch=900 --arm b=50,fetch=900,no-fill=keep --goal late"

  @Test func `an experiment is prepared, started, grown, adopted and taken back`() {
    add(
      "near", "--page article --arm control=5 --arm near=5,fetch=600,live-views=4 --goal viewable")
    let list = workspace.run("experiment list").output
    #expect(list.contains("control 5 %; near 5 % (fetch 600, live-views 4)"), "\(list)")
    #expect(
      workspace.run("experiment set near --arm near=2.5,fetch=500,prediction=300").exit == .done)
    #expect(
      workspace.run("experiment start near").output.hasPrefix(
        "set experiment near: state draft -> running"))
    #expect(workspace.run("experiment set near --arm near=20 --arm control=20").exit == .done)
    let shown = workspace.run("experiment show near").output
    #expect(shown.contains("control 20 %; near 20 % (fetch 500, prediction 300)"), "\(shown)")
    let changes = workspace.run("experiment adopt near near").output
    #expect(
      changes.hasPrefix(
        "set page article: fetch 800 -> 500, predictionMs 0 -> 300\nset experiment near: state running -> adopted"
      ),
      "\(changes)")
    #expect(workspace.run("revert --since 1d --yes").exit == .done)
    #expect(workspace.run("experiment list").output == "")
  }

  @Test func `a proposal of a search becomes the arm beside the control`() throws {
    let row =
      #"[{"proposal":1,"fetch":650,"display":150,"unload":2000,"unloading":true,"throttleMs":67,"#
      + #""stabilityMs":500,"predictionMs":300}]"#
    try workspace.write(Array(row.utf8), to: "better.json")
    add("better", "--page article --from DIR/better.json --share 10 --goal late --guard viewable")
    let shown = workspace.run("experiment show better").output
    #expect(
      shown.contains(
        "control 10 %; proposal 10 % (fetch 650, display 150, unload 2000, unloading on, throttle 67, "
          + "stability 500, prediction 300)"), "\(shown)")
    for line in ["--from DIR/better.json --arm a=5", "--share 5", "--proposal 1"] {
      #expect(workspace.run("experiment add other \(line)").exit == .usage, "\(line)")
    }
  }

  @Test func `page, bundle and simulation go by the arm of the store and say it`() throws {
    try workspace.answer(.enabled, for: "ann")
    let trace = """
      {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
      {"t":0,"frame":{"id":"div-gpt-ad-mobile_3","x":36.5,"y":1700,"width":320,"height":320}}
      {"t":3000,"viewport":{"x":0,"y":10,"width":393,"height":852}}

      """
    try workspace.write(Array(trace.utf8), to: "scroll.ndjson")
    func outputs(_ session: String) -> [String] {
      [
        "export bundle div-gpt-ad-mobile_3 --subject ann",
        "simulate DIR/scroll.ndjson --page article", "export preview --page article --subject ann",
        "page show article --format json",
      ].map { workspace.run($0).output }
    }
    let before = outputs("before")
    #expect(before[1] == "", "the ad is beyond 800 points")
    #expect(before[0].contains(#""experiment": null"#) && before[3].contains(#""arm": null"#))
    add("far", "--page article \(Self.all)")
    #expect(outputs("draft") == before)
    workspace.run("experiment start far")
    let running = outputs("running")
    #expect(running[1].contains("enteredFetchZone"))
    #expect(running[2] != before[2])
    for place in [0, 3] {
      #expect(running[place].contains(#""experiment": "far""#), "\(running[place])")
      #expect(running[place].contains(#""arm": "a""#) || running[place].contains(#""arm": "b""#))
    }
    workspace.run("simulate DIR/scroll.ndjson --page article --record --subject ann --as one")
    let sessions = workspace.run(
      "history sessions --simulated --format csv --columns experiment,arm")
    #expect(sessions.output.hasSuffix("far,a\r\n") || sessions.output.hasSuffix("far,b\r\n"))
    workspace.run("experiment stop far")
    #expect(outputs("stopped") == before)
  }

  @Test(arguments: [
    (
      "add x --arm a=60 --arm b=60", ExitCode.usage,
      "would make the shares more than 100 %: 40 % are left"
    ),
    ("add x --arm a=0", .usage, "is not an arm, its share in percent"),
    ("add x --arm a", .usage, "is not an arm, its share in percent"),
    ("add x --arm a=5,fetsch=3", .usage, "did you mean 'fetch'?"),
    ("add x --arm a=5,fetch=far", .usage, "has fetch 'far'; expected"),
    ("add x --page artcle", .notFound, "the closest is 'article'"),
    ("add running", .cannotCreate, "exists already"),
    ("add x --goal clicks", .usage, "viewable"),
    ("show runing", .notFound, "the closest is 'running'"),
    ("start same", .usage, "has arms 'a' and 'b' with the same settings"),
    ("start second", .usage, "runs on page 'article', where 'running' runs"),
    ("start aimless", .badData, "has no goal"),
    ("start running", .badData, "is running, and cannot be started again"),
    ("set running --goal memory", .badData, "only shares can grow"),
    ("set running --arm a=10", .usage, "a share only grows"),
    ("set running --arm c=10", .usage, "arms come before the start"),
    ("set running --arm a=50,fetch=5", .usage, "cannot get other settings while it runs"),
    ("set same", .usage, "nothing to set"),
    ("adopt running c", .notFound, "has no arm 'c'; it has a, b"),
    ("adopt same a", .badData, "is draft, and has not run"),
    ("stop same", .badData, "is draft, and does not run"),
  ])
  func `what cannot be is refused with what is wrong`(line: String, exit: ExitCode, words: String) {
    add("running", "--page article \(Self.all)")
    workspace.run("experiment start running")
    add("second", "--page article \(Self.all)")
    add("aimless", "--page homepage --arm a=50 --arm b=50,fetch=900")
    add("same", "--page homepage --arm a=50 --arm b=50 --goal late")
    let outcome = workspace.run("experiment \(line)")
    #expect(outcome.exit == exit, "\(outcome)")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("fetch=900", "page article", true), ("fetch=900", "page homepage", false),
    ("live-views=3", "page article", false), ("display=100", "all pages", true),
  ])
  func `a page whose percentages win over the arms is named at the start`(
    setting: String, pages: String, isNamed: Bool
  ) {
    workspace.run("page remote article --fetch 200 --display 100")
    add(
      "near",
      "\(pages == "all pages" ? "" : "--\(pages)") --arm a=50 --arm b=50,\(setting) --goal late")
    let outcome = workspace.run("experiment start near")
    #expect(outcome.exit == .done)
    #expect(outcome.errors.contains("page remote article --clear") == isNamed, "\(outcome.errors)")
  }

  @Test func `documents, imports and comparisons carry experiments`() throws {
    add("near", "--page article \(Self.all)")
    workspace.run("experiment start near")
    let document = workspace.run("export inventory").output
    try workspace.write(Array(document.utf8), to: "inventory.json")
    #expect(workspace.run("diff now DIR/inventory.json").output == "no difference\n")
    workspace.run("experiment stop near")
    add("other", "--page homepage \(Self.all)")
    let plan = workspace.run("diff now DIR/inventory.json --remove-missing")
    #expect(plan.output.contains("set experiment near: state stopped -> running"), "\(plan)")
    #expect(plan.output.contains("remove experiment other"), "\(plan)")
    let imported = workspace.run("import inventory DIR/inventory.json")
    #expect(
      imported.errors.contains("experiments only in the database, left alone: other"), "\(imported)"
    )
    #expect(workspace.run("experiment list --state running").output.contains("near"))
    #expect(workspace.run("import inventory DIR/inventory.json --remove-missing").exit == .done)
    #expect(workspace.run("diff DIR/inventory.json now").output == "no difference\n")
    let wrong = document.replacing(#""late""#, with: #""laet""#)
    try workspace.write(Array(wrong.utf8), to: "inventory.json")
    let refused = workspace.run("import inventory DIR/inventory.json")
    #expect(
      refused.exit == .badData && refused.errors.contains("did you mean 'late'?"), "\(refused)")
  }
}
