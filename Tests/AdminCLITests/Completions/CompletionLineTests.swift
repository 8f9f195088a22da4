// SPDX-License-Identifier: MIT
import AdConsent
import Testing

@testable import AdminCLI

/// What every shell offers; that the shells show it is tried on real ones by scripts/completions/test.
@Suite struct CompletionLineTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    workspace.run("unit pause div-gpt-ad-mobile_2")
    workspace.run("unit archive div-gpt-ad-mobile_3")
    workspace.run("init --db DIR/other.sqlite")
    workspace.run("unit add elsewhere --db DIR/other.sqlite")
  }

  /// The words offered for a line; what stands behind its last space is being typed.
  private func offered(_ line: String) -> [String] {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let lines = workspace.run(["__complete"] + words).output.split(separator: "\n")
    #expect(lines.first?.hasPrefix(":") == true)
    return lines.dropFirst().map { $0.split(separator: "\t").first.map(String.init) ?? "" }
  }

  @Test(arguments: [
    ("targ", ["targeting"]), ("unit re", ["rename", "restore", "remove"]), ("unti ", []),
    ("unit show div", ["div-gpt-ad-mobile_1", "div-gpt-ad-mobile_2", "div-gpt-ad-mobile_3"]),
    ("unit restore ", ["div-gpt-ad-mobile_3"]), ("unit activate ", ["div-gpt-ad-mobile_2"]),
    ("unit pause ", ["div-gpt-ad-mobile_1"]),
    ("unit archive div-gpt-ad-mobile_1 ", ["div-gpt-ad-mobile_2"]),
    ("export bundle ", ["div-gpt-ad-mobile_1"]),
    ("unit show --db DIR/other.sqlite ", ["elsewhere"]),
    ("--db=DIR/other.sqlite unit show ", ["elsewhere"]), ("--db DIR/none.sqlite unit show d", []),
    ("unit list --page art", ["article"]), ("unit list --page=art", ["--page=article"]),
    ("unit list --status pa", ["paused"]), ("unit list --format nd", ["ndjson"]),
    ("unit list --columns adUnitId,sta", ["adUnitId,status"]),
    ("unit list --sort -pos", ["-position"]),
    ("unit add x --page home --pa", ["--path"]), ("export inventory --for", ["--force"]),
    ("targeting remove sec", ["section="]), ("targeting remove section=f", ["section=frontpage"]),
    ("help unit lin", ["lint"]), ("help formats unit lin", ["lint"]),
    ("help formats deb", ["debug"]),
    ("settings reset no", ["no-fill"]), ("settings set --no-fill k", ["keep"]),
    ("settings set --debug ", ["yes", "no"]), ("unit show -- -", []),
  ])
  func `what is offered follows from the commands and the database`(line: String, words: [String]) {
    #expect(offered(line) == words)
  }

  @Test func `sessions are offered, and nobody's key is`() throws {
    try workspace.answer(.enabled, for: "user-17")
    try workspace.write(Array(SimulateCommandTests.trace.utf8), to: "scroll.ndjson")
    workspace.run(
      "simulate DIR/scroll.ndjson --page homepage --record --subject user-17 "
        + "--as run-1")
    #expect(offered("history timeline ") == ["run-1"])
    for line in ["consent show ", "consent show u", "export bundle x --subject u"] {
      #expect(!offered(line).contains { $0.hasPrefix("u") }, "\(line)")
    }
  }

  @Test(arguments: ["backup ", "--db ", "import inventory x"])
  func `files are left to the shell`(line: String) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    #expect(workspace.run(["__complete"] + words).output == ":files\n")
  }

  @Test func `every word that is offered behind a noun begins a command that is there`() {
    for entry in offered("") {
      for verb in offered("\(entry) ") where !verb.hasPrefix("-") && entry != "help" {
        guard case .noun(let noun)? = CommandTree.adview.entry(entry) else { continue }
        #expect(noun.commands.contains { $0.name == verb })
      }
    }
  }
}
