// SPDX-License-Identifier: MIT
import AdModel
import AdminCLI
import Testing

/// Which units of the inventory a file of another program speaks of.
@Suite struct ForeignUnitsTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace(database: false)
    workspace.run("init")
  }

  private func importing(_ text: String, _ options: String = "") throws -> RecordingHost.Outcome {
    try workspace.write(Array(text.utf8), to: "units.csv")
    return workspace.run("import inventory DIR/units.csv \(options)")
  }

  private var paths: [String] {
    workspace.run("unit list --status all --columns adUnitId,adManagerPath --format csv").output
      .split(separator: "\r\n").dropFirst().map(String.init)
  }

  private static let titles =
    "Ad unit code,Ad unit code level 1,Ad unit code level 2,Ad unit status\n"

  @Test func `codes that stand at several places get their paths as ids, and that is told`() throws
  {
    let report =
      Self.titles
      + "leaderboard,sport,leaderboard,Active\nleaderboard,news,leaderboard,Active\nTop,news,Top,Active\n"
    let taken = try importing(report, "--network 7")
    #expect(taken.exit == .done, "\(taken)")
    #expect(
      paths == [
        "Top,/7/news/Top", "news/leaderboard,/7/news/leaderboard",
        "sport/leaderboard,/7/sport/leaderboard",
      ])
    #expect(
      taken.errors.contains(
        "2 units with a code that stands at several places; the id is the path there: "
          + "sport/leaderboard, news/leaderboard"), "\(taken)")
    #expect(try importing(report, "--network 7").output == "nothing to change\n")
    #expect(try importing(report).output == "nothing to change\n")
  }

  @Test func `a later file never changes an id`() throws {
    #expect(try importing(Self.titles + "top,news,top,Active\n", "--network 7").exit == .done)
    let later = Self.titles + "top,news,top,Inactive\ntop,sport,top,Active\n"
    let taken = try importing(later, "--network 7")
    #expect(
      taken.output == "set unit top: status active -> paused\nadded unit sport/top\n", "\(taken)")
    #expect(paths == ["sport/top,/7/sport/top", "top,/7/news/top"])
    workspace.run("unit rename top newstop")
    #expect(try importing(later, "--network 7").output == "nothing to change\n")
  }

  @Test(arguments: [
    "Ad unit code,Ad unit path,Status\ntop,/7/NEWS/Top,Inactive\n",
    "Ad unit code,Ad unit path,Status\ntop,7/news/top,Inactive\n",
    "Ad unit code,Ad unit path,Status\ntop,\"/7,55/news/top\",Inactive\n",
  ])
  func `a path is compared without case and without a child network, and stays as written first`(
    file: String
  ) throws {
    workspace.run("unit add first --path /7,56/news/top")
    let taken = try importing(file)
    #expect(taken.output == "set unit first: status active -> paused\n", "\(taken)")
    #expect(paths == ["first,\"/7,56/news/top\""])
  }

  @Test func `the same code below two parent networks is two units`() throws {
    let file = "Ad unit code,Path\na,\"/111,9/a\"\na,\"/222,9/a\"\n"
    #expect(try importing(file).exit == .done)
    #expect(paths == ["222/a,\"/222,9/a\"", "a,\"/111,9/a\""])
    #expect(try importing(file).output == "nothing to change\n")
    let unclear = try importing("Ad unit code,Ad unit code level 1\na,a\n")
    #expect(unclear.exit == .badData)
    #expect(
      unclear.errors.contains("stands in several networks (222/a, a); say --network"), "\(unclear)")
    #expect(
      try importing("Ad unit code,Ad unit code level 1\na,a\n", "--network 222,9").output
        == "nothing to change\n")
  }

  @Test func `a unit without a path is the one with the code`() throws {
    workspace.run("unit add top --notes mine")
    let taken = try importing(Self.titles + "top,news,top,Active\n", "--network 7")
    #expect(taken.output == "set unit top: adManagerPath - -> /7/news/top\n", "\(taken)")
  }

  @Test func `of a code at several places, a unit without a path is nobody's`() throws {
    workspace.run("unit add top")
    let refused = try importing(
      Self.titles + "top,news,top,Active\ntop,sport,top,Active\n", "--network 7")
    #expect(refused.exit == .badData)
    #expect(refused.errors.contains("unit set top --path /NETWORK/news/top"), "\(refused)")
  }

  @Test func `a code alone does not say where it stands`() throws {
    workspace.run("unit add top --path /7/news/top")
    #expect(
      try importing("Ad unit code,Status\nTOP,Inactive\n", "--network 7").output
        == "set unit top: status active -> paused\n")
    workspace.run("unit add other --path /7/sport/top")
    let refused = try importing("Ad unit code,Status\ntop,Active\n")
    #expect(refused.errors.contains("stands at several places (other, top)"), "\(refused)")
  }

  @Test func `codes that differ by case alone are one unit, and have to agree`() throws {
    let one = Self.titles + "Top,news,Top,Active\ntop,NEWS,top,Active\n"
    #expect(try importing(one, "--network 7").output == "added unit Top\n")
    let two = try importing(
      Self.titles + "Top,news,Top,Active\ntop,NEWS,top,Inactive\n", "--network 7")
    #expect(two.exit == .badData)
    #expect(
      two.errors.contains("line 3: 'NEWS/top' stands on line 2 already, with another status"),
      "\(two)")
  }

  @Test func `units at one path share the status, and keep their own sizes`() throws {
    workspace.run("unit add a --path /7/top --size 300x250")
    workspace.run("unit add b --path /7/top --size 320x50")
    let taken = try importing("Ad unit code,Path,Sizes,Status\ntop,/7/top,970x250,Inactive\n")
    #expect(
      taken.output == "set unit a: status active -> paused\nset unit b: status active -> paused\n",
      "\(taken)")
    #expect(taken.errors.contains("1 path of several units each"))
  }

  @Test func `how new units are called can be said, and parents left out`() throws {
    let report = Self.titles + "news,news,,Active\ntop,news,top,Active\n"
    #expect(
      try importing(report, "--network 7 --leaves --id-from path").output == "added unit news/top\n"
    )
    let twice = Self.titles + "top,news,top,Active\ntop,sport,top,Active\n"
    let refused = try importing(twice, "--network 8 --id-from code")
    #expect(refused.exit == .badData)
    #expect(refused.errors.contains("line 3: "), "\(refused)")
  }

  @Test func `diff finds the same units as import`() throws {
    workspace.run("unit add first --path /7/news/top")
    try workspace.write(Array((Self.titles + "top,news,top,Inactive\n").utf8), to: "units.csv")
    #expect(
      workspace.run("diff now DIR/units.csv --network 7").output
        == "set unit first: status active -> paused\n")
  }
}
