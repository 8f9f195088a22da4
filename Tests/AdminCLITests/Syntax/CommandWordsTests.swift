// SPDX-License-Identifier: MIT
import AdminCLI
import Testing

/// The words of people who have not read the help.
@Suite struct CommandWordsTests {
  @Test func `the verb before its noun does what it says`() throws {
    let workspace = try Workspace()
    #expect(workspace.run("add unit top --page homepage").exit == .done)
    #expect(workspace.run("list units") == workspace.run("unit list"))
    #expect(workspace.run("list units --format json") == workspace.run("unit list --format json"))
    #expect(workspace.run("show unit top") == workspace.run("unit show top"))
    #expect(workspace.run("set consent user-17 --accept-all").exit == .done)
    #expect(workspace.run("add unit --help") == workspace.run("unit add --help"))
    let refused = workspace.run("add unit")
    #expect(refused == workspace.run("unit add") && refused.exit == .usage)
  }

  @Test(arguments: [
    ("units list", "units list", "unit list"),
    ("ads", "ads", "unit --help"),
    ("export scripts", "export scripts", "export bundle --help"),
    ("export injection-scripts", "export injection-scripts", "export bundle --help"),
    ("query transition history", "query transition history", "history list"),
    ("query history --limit 3", "query history", "history list --limit 3"),
    ("list transitions", "list transitions", "history list"),
    ("sessions", "sessions", "history sessions"),
    ("add", "add", "unit add --help"),
    ("list", "list", "unit list"),
    ("ls", "ls", "unit list"),
    ("show top", "show", "unit show top"),
    ("lint", "lint", "unit lint"),
    ("dump", "dump", "export inventory"),
    ("undo 12", "undo", "revert 12"), ("changes", "changes", "log"),
    ("restore unit top", "restore unit", "unit restore top"),
    ("create", "create", "init"),
    ("create unit top", "create unit", "unit add top"),
    ("get units", "get units", "unit list"), ("audit log --limit 3", "audit log", "log --limit 3"),
    ("unit history top", "unit history", "unit log top"), ("unit undo 3", "unit undo", "revert 3"),
    ("unit export", "unit export", "export inventory"),
    ("consent log user-17", "consent log", "consent history --help"),
    ("export consent user-17", "export consent", "consent export --help"),
    ("apply x.json", "apply", "import inventory x.json"),
    ("plan x.json", "plan", "diff x.json"), ("config list", "config list", "settings list"),
  ])
  func `the card's words and those of other tools lead to the command`(
    line: String, typed: String, meant: String
  ) throws {
    let outcome = RecordingHost().run(line)
    #expect(outcome.exit == .usage)
    #expect(outcome.errors.hasPrefix("error: unknown command '\(typed)'. Did you mean '"))
    #expect(outcome.errors.hasSuffix("\ntry: adview-admin \(meant)\n"), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("import units.csv", "inventory units.csv", "import inventory units.csv"),
    ("unit ls", "list", "unit list"), ("unit rm top", "remove", "unit remove top"),
    ("unit delete top", "remove", "unit remove top"), ("unit get top", "show", "unit show top"),
    ("unit edit top --notes x", "set", "unit set top --notes x"),
    ("unit create top", "add", "unit add top"),
    ("unit resume top", "activate", "unit activate top"),
    ("unit mv a b", "rename", "unit rename a b"),
    ("page edit home --fetch 900", "set", "page set home --fetch 900"),
    ("debug enable", "on", "debug on"), ("debug status", "show", "debug show"),
    ("consent delete user-17", "erase", "consent erase --help"),
    ("migrate run", "up", "migrate up"),
    ("layout grid x.json", "masonry", "layout masonry x.json"),
  ])
  func `verbs of other tools lead to ours`(line: String, verb: String, meant: String) {
    let outcome = RecordingHost().run(line)
    #expect(outcome.exit == .usage)
    #expect(outcome.errors.contains("Did you mean '\(verb)'?"), "\(outcome.errors)")
    #expect(outcome.errors.hasSuffix("\ntry: adview-admin \(meant)\n"), "\(outcome.errors)")
  }

  @Test func `a verb that a noun lacks is no misspelling of another`() {
    #expect(
      RecordingHost().run("page pause new").errors == """
        error: 'page' has no verb 'pause'.
        try: adview-admin page --help

        """)
  }

  @Test(arguments: [
    (
      "unit pause div-gpt-ad-mobile_1 --reason x",
      "unknown option '--reason' of 'adview-admin unit pause'.\n"
    ),
    ("consent list --siez x", "unknown option '--siez'"),
    ("log --wiht x", "unknown option '--wiht'"),
  ])
  func `what is like nothing is not guessed`(line: String, words: String) throws {
    #expect(try Workspace().run(line).errors.contains(words))
  }

  @Test func `a status that is set leads to the verb for it`() throws {
    let refused = try Workspace().run("unit set top side --status paused --notes x")
    #expect(
      refused.errors == """
        error: --status selects units here; 'unit pause' changes it.
        try: adview-admin unit pause top side

        """)
    #expect(
      try Workspace().run("unit rename div-gpt-ad-mobile_1 div-gpt-ad-mobile_1").output
        == "nothing to change\n")
  }

  @Test func `a statement is a query, whatever its words are`() throws {
    let workspace = try Workspace()
    #expect(workspace.run(["query", "SELECT 1 AS history"]).exit == .done)
  }

  @Test(arguments: ["unit pause div-gpt-ad-mobile_1 --yes", "page set article --fetch 900 --yes"])
  func `every change takes --yes, also one that does not ask`(line: String) throws {
    #expect(try Workspace().run(line).exit == .done)
  }

  @Test func `what changes nothing refuses --yes`() throws {
    #expect(try Workspace().run("unit list --yes").exit == .usage)
  }
}
