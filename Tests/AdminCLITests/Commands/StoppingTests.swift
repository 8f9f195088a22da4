// SPDX-License-Identifier: MIT
import AdminCLI
import Foundation
import Testing

/// The first Ctrl-C stops what can be undone, and leaves nothing half done.
@Suite struct StoppingTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    let document = workspace.run("export inventory").output.replacing("annonce", with: "reklame")
    try workspace.write(Array(document.utf8), to: "inventory.json")
    try workspace.write(
      Array("adUnitId,notes\ndiv-gpt-ad-mobile_1,x\ndiv-gpt-ad-mobile_2,y\n".utf8), to: "units.csv")
  }

  @Test(arguments: ["inventory.json", "units.csv"], [0, 1, 2, 3])
  func `an import that is stopped at any time has changed nothing`(file: String, asked: Int) {
    let before = workspace.run("export inventory").output
    workspace.host.interruptsAfter = asked
    let outcome = workspace.run("import inventory DIR/\(file)")
    workspace.host.interruptsAfter = nil
    workspace.host.isInterrupted = false
    if outcome.exit == .done { return }
    #expect(outcome.exit == .interrupted)
    #expect(workspace.run("export inventory").output == before)
  }

  @Test(arguments: ["inventory.json", "units.csv"])
  func `an import looks before every unit and before it commits`(file: String) {
    workspace.host.interruptsAfter = 2
    #expect(workspace.run("import inventory DIR/\(file)").exit == .interrupted)
  }

  @Test func `publishing that is stopped leaves no file that a client could take`() {
    workspace.host.interruptsAfter = 3
    #expect(workspace.run("publish DIR/public").exit == .interrupted)
    let left = try? FileManager.default.contentsOfDirectory(atPath: workspace.path("public"))
    #expect(left == [])
  }

  @Test(arguments: ["doctor", "backup DIR/copy.sqlite", "consent verify"])
  func `what only reads stops, too`(line: String) {
    workspace.run("consent set user-17 --accept-all")
    workspace.host.isInterrupted = true
    #expect(workspace.run(line).exit == .interrupted)
  }

  @Test func `an import tells how far it is and how long it takes, on a terminal alone`() {
    workspace.host.timeStep = 300
    #expect(
      workspace.run("import inventory DIR/inventory.json --dry-run").errors.contains("\r") == false)
    workspace.host.isErrorTerminal = true
    let shown = workspace.run("import inventory DIR/inventory.json --dry-run").errors
    #expect(shown.contains("\rimporting 2 of 3 units, 66 %"), "\(shown)")
  }
}
