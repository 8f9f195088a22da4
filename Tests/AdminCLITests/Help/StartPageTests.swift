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
