// SPDX-License-Identifier: MIT
import AdModel
import AdminCLI
import Testing

@Suite struct ConsentAskTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  /// What is recorded, the question, and the answer with its exit code under `--check`.
  @Test(arguments: [
    ("", "", "ask noRecord null", ExitCode.done),
    ("--accept-all", "", "doNotAsk stillGood 2027-12-21T06:26:00.000Z", .refused),
    ("--accept-all", "--regulation ukgdpr", "ask lawChanged null", .done),
    ("--accept-all --at 2025-10-01", "", "ask expired null", .done),
    (
      "--accept-all --notice-version 7", "--notice 8 --changes-processing",
      "ask purposesChanged null", .done
    ),
    (
      "--accept-all --notice-version 8", "--notice 8 --changes-processing",
      "doNotAsk stillGood 2027-12-21T06:26:00.000Z", .refused
    ),
    ("--accept-all", "--vendors google,10", "ask vendorsChanged null", .done),
    (
      "--accept-all", "--vendors 10 --days-before-vendors 7",
      "doNotAsk vendorsChanged 2026-11-28T06:26:00.000Z", .refused
    ),
    ("--accept-all", "--purposes my_own", "ask partial null", .done),
    ("--decline-all", "", "doNotAsk refusedRecently 2027-12-21T06:26:00.000Z", .refused),
    ("--decline-all --at 2025-10-01", "", "mayAsk refused null", .refused),
    (
      "--us-privacy 1YYN --regulation cpra", "--regulation cpra",
      "doNotAsk optedOut 2027-11-21T06:26:00.000Z", .refused
    ),
    ("--age teen", "--regulation ctdpa", "doNotAsk bannedForAge null", .refused),
    ("", "--regulation okcdpa", "doNotAsk noLaw 2027-01-01T00:00:00.000Z", .refused),
    ("", "--regulation cpra --at 2026-11-20", "doNotAsk optOutLaw null", .refused),
  ])
  func `the first rule that applies answers`(
    recorded: String, question: String, answer: String, exit: ExitCode
  ) throws {
    workspace.run("init")
    if !recorded.isEmpty { #expect(workspace.run("consent set user-17 \(recorded)").exit == .done) }
    let asked = workspace.run("consent ask user-17 \(question) --format ndjson")
    #expect(asked.exit == .done)
    let json = try JSONNode(JSONReader.read(Array(asked.output.utf8)))
    let told = try ["verdict", "reason", "until"].map { try json.optional($0)?.string() ?? "null" }
    #expect(told.joined(separator: " ") == answer)
    #expect(workspace.run("consent ask user-17 \(question) --check").exit == exit)
  }

  @Test func `people are counted without being named, and loads are listed for one of them`() throws
  {
    workspace.run("init")
    for line in [
      "ann --accept-all", "bob --decline-all", "cleo --us-privacy 1YYN --regulation cpra",
    ] {
      workspace.run("consent set \(line)")
    }
    let stats = workspace.run("consent stats --format csv").output
    #expect(
      stats == "group,people,entries\r\nlimited,1,\r\nnonPersonalized,1,\r\npersonalized,1,\r\n")
    #expect(workspace.run("consent stats --by law").output.contains("cpra"))
    #expect(workspace.run("consent stats --by day").exit == .usage)
    let loads = workspace.run("consent loads ann")
    #expect(loads.exit == .done && loads.errors.contains("no ad was loaded"))
  }

  @Test(arguments: [
    ("--since 2026-10-15", ["cleo"]), ("--until 2026-10-15", ["ann", "bob"]),
    ("--since 2026-10-01 --until 2026-11-01", ["ann"]), ("--expiring 60d", ["bob"]),
    ("--expiring 2026-12-31", []), ("--expiring 12mo", ["ann", "bob"]),
    ("--expiring 60w", ["ann", "bob"]), ("--expiring 1440h", ["bob"]),
  ])
  func `people are listed by when they answered and when that runs out`(
    options: String, people: [String]
  ) throws {
    workspace.run("init")
    workspace.run("consent set ann --accept-all --at 2026-10-01")
    workspace.run("consent set bob --accept-all --at 2025-12-01")
    workspace.run("consent set cleo --at 2026-11-01 --decline-all --policy consented")
    let list = workspace.run(
      "consent list \(options) --policy consented --columns subject --format csv")
    #expect(list.output.split(separator: "\r\n").dropFirst().map(String.init) == people)
  }

  @Test func `an age is kept, shown and taken back`() throws {
    workspace.run("init")
    workspace.run("consent set user-17 --accept-all")
    workspace.run("consent set user-17 --age child --at 2026-11-21T06:20:00Z")
    #expect(workspace.run("consent show user-17").output.contains("nonPersonalized"))
    #expect(
      workspace.run("consent show user-17 --explain").output.contains(
        "the person is no known child"))
    workspace.run("consent set user-17 --age unspecified")
    let shown = workspace.run("consent show user-17 --format ndjson").output
    #expect(shown.contains(#""ageTreatment":"unspecified","statement":"#))
    let wrong = workspace.run("consent set user-17 --age minor")
    #expect(wrong.exit == .usage && wrong.errors.contains("unspecified, teen or child"))
  }
}
