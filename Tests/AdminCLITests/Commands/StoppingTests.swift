// SPDX-License-Identifier: MIT
import AdModel
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

  @Test(arguments: ["table", "json"], [true, false])
  func `whoever stops a report of changes hears that they are stored`(format: String, isMany: Bool)
    throws
  {
    for asked in stride(from: 0, to: isMany ? 1_500 : 40, by: isMany ? 37 : 1) {
      var sheet = "adUnitId,notes\n"
      for number in 0..<(isMany ? 300 : 3) { sheet += "u\(number),x\(asked)\n" }
      try workspace.write(Array(sheet.utf8), to: "many.csv")
      let before = workspace.run("export inventory").output
      workspace.host.interruptsAfter = asked
      let outcome = workspace.run("import inventory DIR/many.csv --format \(format)")
      workspace.host.interruptsAfter = nil
      workspace.host.isInterrupted = false
      let isChanged = workspace.run("export inventory").output != before
      #expect(outcome.exit == .done || outcome.exit == .interrupted, "\(outcome)")
      if outcome.exit == .done { #expect(isChanged) }
      if outcome.exit == .interrupted, isChanged {
        #expect(outcome.errors.contains("is stored"), "\(asked): \(outcome.errors)")
      }
    }
  }

  @Test(arguments: ["inventory.json", "units.csv"])
  func `an import looks before every unit and before it commits`(file: String) {
    workspace.host.interruptsAfter = 2
    #expect(workspace.run("import inventory DIR/\(file)").exit == .interrupted)
  }

  @Test func `a huge file is stopped while it is still being read`() throws {
    var sheet = "adUnitId,notes\n"
    for number in 0..<10_000 { sheet += "u\(number),x\n" }
    try workspace.write(Array(sheet.utf8), to: "huge.csv")
    // Before the file is walked through for the first time, while it is, and while its ids are read.
    for asked in 1...4 {
      workspace.host.interruptsAfter = asked
      let outcome = workspace.run("import inventory DIR/huge.csv --db DIR/none.sqlite")
      #expect(outcome.exit == .interrupted, "\(asked)")
      #expect(!outcome.errors.contains("problem"))
    }
  }

  @Test func `reading tells how far it is`() throws {
    var sheet = "adUnitId,notes\n"
    for number in 0..<10_000 { sheet += "u\(number),x\n" }
    try workspace.write(Array(sheet.utf8), to: "huge.csv")
    workspace.host.timeStep = 300
    workspace.host.isErrorTerminal = true
    let shown = workspace.run("import inventory DIR/huge.csv --dry-run --format csv").errors
    #expect(shown.contains("\rreading "), "\(shown.prefix(300))")
    #expect(shown.contains(" of 78905 bytes, "), "\(shown.prefix(300))")
  }

  @Test func `pruning that is stopped has deleted whole sessions or none, and tells how far it is`()
    throws
  {
    try workspace.write(Array(SimulateCommandTests.trace.utf8), to: "scroll.ndjson")
    workspace.run("consent set user-17 --accept-all")
    try workspace.record(
      "simulate DIR/scroll.ndjson --page homepage --record --subject user-17 --as run-1",
      lasting: 10_067)
    workspace.host.time = workspace.host.time.advanced(by: 100 * 86_400_000)
    workspace.host.isInterrupted = true
    #expect(workspace.run("history prune --until 90d --yes").exit == .interrupted)
    #expect(workspace.run("history report").exit == .interrupted)
    workspace.host.isInterrupted = false
    #expect(workspace.run("history sessions --format csv").output.contains("run-1"))
    workspace.host.timeStep = 600
    workspace.host.isErrorTerminal = true
    let report = workspace.run("history report --out DIR/report.html").errors
    #expect(report.contains("\rreading "), "\(report)")
    let pruned = workspace.run("history prune --until 90d --yes").errors
    #expect(pruned.contains("\rdeleting 0 of "), "\(pruned)")
  }

  /// What is under a name in the folder, with all that is below it.
  private func files(below name: String) -> [String] {
    FileManager.default.enumerator(atPath: workspace.path(name))?.compactMap { $0 as? String } ?? []
  }

  @Test func `publishing that is stopped leaves no file behind`() {
    let line = "publish DIR/public --signing-keys DIR/keys"
    for name in ["new", "older"] {
      let before = files(below: "public")
      var questions = 0
      while true {
        workspace.host.interruptsAfter = questions
        let outcome = workspace.run(line)
        workspace.host.interruptsAfter = nil
        if outcome.exit == .done { break }
        #expect(outcome.exit == .interrupted, "\(outcome)")
        #expect(files(below: "public") == before, "\(name), \(questions)")
        let folders = ["public", "keys"].filter {
          FileManager.default.fileExists(atPath: workspace.path($0))
        }
        #expect(folders.isEmpty == before.isEmpty, "\(name), \(questions): \(folders)")
        questions += 1
      }
      // Before anything is made, and before anything is written.
      #expect(questions >= 2, "\(name)")
      workspace.run("unit pause div-gpt-ad-mobile_1")
    }
  }

  @Test(arguments: ["revert --since 1d --yes", "revert --since 1d --dry-run", "diff yesterday"])
  func `going back stops before it is done, and nothing is taken back`(line: String) {
    let before = workspace.run("unit list").output
    workspace.run("unit pause div-gpt-ad-mobile_1 div-gpt-ad-mobile_2 div-gpt-ad-mobile_3")
    let paused = workspace.run("unit list").output
    #expect(paused != before)
    // Before the first, and in the middle.
    for questions in [0, 2] {
      workspace.host.interruptsAfter = questions
      #expect(workspace.run(line).exit == .interrupted, "\(questions)")
      workspace.host.interruptsAfter = nil
      #expect(workspace.run("unit list").output == paused)
    }
    workspace.host.timeStep = 300
    workspace.host.isErrorTerminal = true
    let shown = workspace.run(line).errors
    #expect(shown.contains("\rtaking back "), "\(shown)")
  }

  @Test(arguments: ["doctor", "backup DIR/copy.sqlite", "consent verify"])
  func `what only reads stops, too`(line: String) {
    workspace.run("consent set user-17 --accept-all")
    workspace.host.isInterrupted = true
    #expect(workspace.run(line).exit == .interrupted)
  }

  @Test func `whatever reads or writes much stops in the middle of it, and says nothing`() throws {
    var sheet = "adUnitId,page,notes,targeting\n"
    for number in 0..<2_000 { sheet += "u\(number),p\(number % 9),x,a=b\n" }
    try workspace.write(Array(sheet.utf8), to: "many.csv")
    #expect(workspace.run("import inventory DIR/many.csv").exit == .done)
    let before = workspace.run("export inventory").output
    workspace.host.isInterrupted = true
    for line in [
      "unit list", "unit list --sort notes", "unit lint", "unit pause --like u* --yes",
      "export inventory", "export gam-csv", "export prebid --out DIR/imps", "targeting list",
      "page list",
      "log --limit 10000", "diff now DIR/many.csv", "report",
      "query select(count(*))from(units)a,(units)b",
    ] {
      let stopped = workspace.run(line)
      #expect(stopped.exit == .interrupted, "\(line): \(stopped.exit)")
    }
    workspace.host.isInterrupted = false
    #expect(workspace.run("export inventory").output == before)
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
