// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore
import AdminCLI
import Foundation
import Testing

/// `export inventory` and `import inventory`, as ad operations and CI use them.
@Suite struct InventoryDocumentCommandTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  /// The exported document with one text put in the place of another, as the file `new.json`.
  private func edit(_ old: String, _ new: String) throws {
    let document = workspace.run("export inventory").output
    try #require(document.contains(old))
    try workspace.write(
      Array(document.replacing(old, with: new, maxReplacements: 1).utf8), to: "new.json")
  }

  @Test func `an unchanged document changes nothing, and a dry run ends with 0`() throws {
    try edit("{", "{")
    let before = workspace.run("unit log --format json")
    for line in ["import inventory DIR/new.json --dry-run", "import inventory DIR/new.json"] {
      #expect(
        workspace.run(line)
          == .init(
            exit: .done, output: "nothing to change\n", errors: "unchanged: 3 units, 2 pages\n"))
    }
    #expect(workspace.run("unit log --format json") == before)
  }

  @Test func `a plan shows both sides and ends with 1, and is done as it was shown`() throws {
    try edit(#""shown": true"#, #""shown": false"#)
    let before = workspace.run("unit log --format json")
    let planned = workspace.run("import inventory DIR/new.json --dry-run")
    #expect(
      planned
        == .init(
          exit: .answerIsNo,
          output: "would set unit div-gpt-ad-mobile_1: label.shown yes -> no\n",
          errors: "unchanged: 2 units, 2 pages\n"))
    #expect(workspace.run("unit log --format json") == before)
    let done = workspace.run("import inventory DIR/new.json --actor ann")
    #expect(done.exit == .done)
    #expect("would \(done.output)" == planned.output)
    #expect(workspace.run("import inventory DIR/new.json --dry-run").exit == .done)
    #expect(
      workspace.run("unit log div-gpt-ad-mobile_1 --limit 1").output
        .hasSuffix("  set unit div-gpt-ad-mobile_1: label.shown yes -> no\n"))
  }

  @Test func `a database gets everything of another, and nothing about people`() throws {
    try workspace.answer(.enabled, for: "user-17")
    workspace.run("debug on")
    workspace.run("page remote article --fetch 150 --display 100")
    workspace.run("unit archive div-gpt-ad-mobile_2")
    let document = workspace.run("export inventory").output
    #expect(!document.contains("user-17"))
    workspace.run("init --db DIR/other.sqlite")
    workspace.host.input.lines = document.split(separator: "\n").map(String.init)
    let taken = workspace.run("import inventory - --db DIR/other.sqlite --format ndjson")
    #expect(taken.exit == .done)
    #expect(taken.output.contains(#""change":"added unit div-gpt-ad-mobile_3""#))
    #expect(workspace.run("export inventory --db DIR/other.sqlite").output == document)
    #expect(workspace.run("debug show --db DIR/other.sqlite").output == "off\n")
    #expect(workspace.run("consent list --db DIR/other.sqlite").output == "")
  }

  @Test func `units that the document does not name are named, and archived where asked for`()
    throws
  {
    try edit("{", "{")
    workspace.run("unit add later --page late")
    let left = workspace.run("import inventory DIR/new.json --dry-run")
    #expect(
      left
        == .init(
          exit: .done, output: "nothing to change\n",
          errors: "unchanged: 3 units, 2 pages\n"
            + "only in the database, left alone: later; --archive-missing archives them\n"
            + "pages only in the database, left alone: late; --remove-missing removes them\n"))
    let line = "import inventory DIR/new.json --archive-missing"
    #expect(workspace.run("\(line) --dry-run").exit == .answerIsNo)
    #expect(workspace.run(line).output == "archived unit later: status active -> archived\n")
    #expect(workspace.run("\(line) --dry-run").exit == .done)
    #expect(workspace.run("unit restore later").exit == .done)
  }

  @Test func `a wrong document is refused with every problem, and changes nothing`() throws {
    try edit(#""shown": true"#, #""shown": "yes", "colour": "red""#)
    let before = workspace.run("export inventory")
    let log = workspace.run("unit log --format json")
    let outcome = workspace.run("import inventory DIR/new.json")
    #expect(outcome.exit == .badData)
    #expect(outcome.output == "")
    #expect(
      outcome.errors == """
        problem: line 82, column 9: units[0].label.shown: expected a boolean, found a string
        problem: line 82, column 25: units[0].label.colour: unknown member; known here: shown, text, \
        fontSize, fontWeight
        error: 'DIR/new.json' cannot be imported: 2 problems; nothing was changed.
        try: compare it with what 'adview-admin export inventory' writes

        """)
    #expect(workspace.run("export inventory") == before)
    #expect(workspace.run("unit log --format json") == log)
  }

  @Test func `an empty input and a missing file are told apart`() {
    #expect(workspace.run("import inventory -").exit == .badData)
    #expect(workspace.run("import inventory DIR/none.json").exit == .notFound)
    #expect(workspace.run("import inventory").exit == .usage)
  }

  @Test func `ten thousand units come and go in one transaction`() throws {
    var content = InventoryContent(
      units: try (0..<10_000).map { number in
        let digits = String(number)
        let id = "unit-" + String(repeating: "0", count: 5 - digits.count) + digits
        return InventoryEntry(
          unit: InventoryUnit(id: try AdUnitID(id), declaredSizes: [.fluid]),
          targeting: try AdTargeting([TargetingEntry(key: "n", values: [digits])]))
      })
    content.settings = InventorySettings()
    try workspace.write(content.document(), to: "huge.json")
    workspace.run("init --db DIR/huge.sqlite")
    #expect(workspace.run("import inventory DIR/huge.json --db DIR/huge.sqlite").exit == .done)
    let document = workspace.run("export inventory --db DIR/huge.sqlite").output
    #expect(try Array(document.utf8) == content.document())
  }

  @Test func `processes that import at once take turns, and none builds on what is gone`() throws {
    let names = (0..<4).map { "new-\($0).json" }
    for name in names {
      try edit(#""notes": "Limits in both directions.""#, #""notes": "\#(name)""#)
      try workspace.write(workspace.read("new.json"), to: name)
    }
    let processes = names.map { name in
      BuiltProgram.process(
        ["import", "inventory", name, "--db", "adview.sqlite"], in: workspace.folder)
    }
    for process in processes {
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
    }
    for process in processes {
      process.waitUntilExit()
    }
    // On a machine with much else to do, one may have waited too long for its turn.
    let codes = processes.map(\.terminationStatus)
    #expect(codes.allSatisfy { $0 == 0 || $0 == ExitCode.busy.rawValue }, "\(codes)")
    let done = codes.count { $0 == 0 }
    #expect(done > 0)
    let log = workspace.run("unit log div-gpt-ad-mobile_3 --format ndjson").output
    let changes = try log.split(separator: "\n")
      .map { try JSONNode(JSONReader.read(text: String($0))) }
      .filter { try $0.member("verb").string() == "set" }
    #expect(changes.count == done)
    for (later, earlier) in zip(changes, changes.dropFirst()) {
      #expect(try later.member("before").value == earlier.member("after").value)
    }
  }
}
