// SPDX-License-Identifier: MIT
import AdminCLI
import Testing

/// What `adview-admin` alone says.
@Suite struct StartPageTests {
  @Test func `without a database it says how to make one`() throws {
    let workspace = try Workspace(database: false)
    let outcome = workspace.run("")
    #expect(outcome.exit == .done)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.contains("There is no database at DIR/adview.sqlite yet.\n"))
    #expect(outcome.output.contains("  adview-admin init --demo  "))
    #expect(workspace.run("--db DIR/x.sqlite").output.contains("init --demo --db DIR/x.sqlite"))
  }

  @Test func `with one it says what is in it, what is wrong with it, and what would be next`()
    throws
  {
    let workspace = try Workspace()
    let first = workspace.run("")
    #expect(first.output.contains("DIR/adview.sqlite\n  3 units on 2 pages, answers of 0 people, "))
    #expect(first.output.contains("  doctor: nothing found\n  unit lint: nothing found\n"))
    workspace.run("debug on")
    workspace.run("consent set user-17 --accept-all")
    let second = workspace.run("").output
    #expect(second.contains("answers of 1 person, 0 sessions"))
    #expect(second.contains("  doctor: 1 finding: debugging is on, and shows in every app\n"))
    #expect(second.contains("  adview-admin consent list "))
  }

  @Test func `what the history's bounds have dropped is told where an operator looks`() throws {
    let workspace = try Workspace()
    #expect(workspace.run("history sessions --dropped").output == "")
    try workspace.execute(
      "INSERT INTO history_drops VALUES (1, 12, 340, 1794000000000, 1793000000000)")
    #expect(
      workspace.run("").output.contains(
        "  its bounds dropped 12 sessions, last at 2026-11-06T21:20:00.000Z\n"))
    let words =
      "the history's bounds dropped 12 sessions with 340 transitions, last at "
      + "2026-11-06T21:20:00.000Z; the youngest ended at 2026-10-26T07:33:20.000Z"
    #expect(workspace.run("history sessions").errors.contains("note: \(words)\n"))
    let doctor = workspace.run("doctor")
    #expect(doctor.exit == .done && doctor.errors.contains(words))
    #expect(
      workspace.run("history sessions --dropped --format ndjson").output
        == #"{"sessions":12,"transitions":340,"droppedAt":"2026-11-06T21:20:00.000Z","#
        + #""youngestAt":"2026-10-26T07:33:20.000Z"}"# + "\n")
  }

  @Test(arguments: ["", "unit add x", "consent set user-17 --accept-all"])
  func `every line that it offers is one that the program takes, and fits`(before: String) throws {
    let workspace = try Workspace()
    if !before.isEmpty { workspace.run(before) }
    for database in ["", " --db DIR/empty.sqlite"] {
      if !database.isEmpty { workspace.run("init\(database)") }
      let page = workspace.run(database).output
      for line in page.split(separator: "\n") where line.hasPrefix("  adview-admin ") {
        let command = line.dropFirst("  adview-admin ".count)
          .split(separator: "  ", maxSplits: 1)[0]
          .replacing("SUBJECT", with: "user-18").replacing(" ID ", with: " new ")
          .replacing("PAGE", with: "home").replacing("FILE", with: "DIR/none.csv")
        #expect(workspace.run(String(command)).exit != .usage, "\(command)")
        if database.isEmpty { #expect(line.count <= 80) }
      }
    }
  }
}
