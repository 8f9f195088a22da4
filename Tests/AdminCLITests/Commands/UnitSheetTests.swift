// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdminCLI

/// `import inventory` of what spreadsheets write.
@Suite struct UnitSheetTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func importing(_ text: String, _ options: String = "") throws -> RecordingHost.Outcome {
    try workspace.write(Array(text.utf8), to: "units.csv")
    return workspace.run("import inventory DIR/units.csv \(options)")
  }

  private func fields(of unit: String, _ keys: String) -> String {
    workspace.run("unit list --text \(unit) --status all --columns \(keys) --format csv").output
      .split(separator: "\r\n").dropFirst().joined(separator: "\n")
  }

  @Test func `what goes out as CSV comes back as it was`() throws {
    let odd = [
      "unit", "set", "div-gpt-ad-mobile_1", "--notes", "=1+1, \"quoted\"\nand 'more'; æ",
      "--size", "320x250", "--size", "fluid", "--max-width", "400.5",
    ]
    #expect(workspace.run(odd).exit == .done)
    for (key, values) in [("a b", ["c", "d,e"]), ("z", ["x \"y\"", "=", "'", ""])] {
      for value in values where !value.isEmpty {
        _ = workspace.run(["targeting", "add", "\(key)=\(value)", "--unit", "div-gpt-ad-mobile_1"])
      }
    }
    _ = workspace.run([
      "unit", "set", "div-gpt-ad-mobile_2", "--notes", "'tis", "--label-text", "-ad-",
    ])
    workspace.run("unit archive div-gpt-ad-mobile_3")
    let csv = workspace.run("unit list --status all --format csv").output
    let document = workspace.run("export inventory").output
    let same = try importing(csv, "--dry-run")
    #expect(same.exit == .done)
    #expect(same.output == "nothing to change\n")
    // The same in a database that has only the pages.
    workspace.run("init --db DIR/other.sqlite")
    #expect(workspace.run("import inventory DIR/units.csv --db DIR/other.sqlite").exit == .done)
    #expect(
      workspace.run("unit list --status all --format json --db DIR/other.sqlite").output
        == workspace.run("unit list --status all --format json").output)
    #expect(workspace.run("export inventory").output == document)
  }

  /// A file that was cut off must not clear what stood behind the cut.
  @Test(arguments: ["div-gpt-ad-mobile_1", "div-gpt-ad-mobile_1,homepage", "new,homepage,3"])
  func `a line with fewer cells than titles is told with its number, and changes nothing`(
    line: String
  ) throws {
    let before = workspace.run("export inventory").output
    let refused = try importing(
      "adUnitId,page,position,notes,,\ndiv-gpt-ad-mobile_2,homepage,2,,,\n\(line)\n")
    #expect(refused.exit == .badData, "\(refused)")
    let cells = line.split(separator: ",").count
    #expect(
      refused.errors.contains("line 3: it has \(cells.counted("cell")) below 4 titles"),
      "\(refused)")
    #expect(workspace.run("export inventory").output == before)
  }

  @Test(arguments: [
    ("adUnitId,maxWidth\nnew,300\n", "300,320"), ("adUnitId,minHeight\nnew,400\n", "320,400"),
  ])
  func `one limit alone moves the default size`(text: String, sizes: String) throws {
    let outcome = try importing(text)
    #expect(outcome.exit == .done, "\(outcome)")
    #expect(fields(of: "new", "constraints.initialWidth,constraints.initialHeight") == sizes)
    let document = text.contains("max") ? "maximumWidth\":300" : "minimumHeight\":400"
    try workspace.write(
      Array("{\"units\":[{\"adUnitId\":\"newer\",\"constraints\":{\"\(document)}}]}".utf8),
      to: "units.json")
    #expect(workspace.run("import inventory DIR/units.json").exit == .done)
    #expect(fields(of: "newer", "constraints.initialWidth,constraints.initialHeight") == sizes)
  }

  @Test func `formulas are guarded on their way out`() {
    _ = workspace.run(["unit", "set", "div-gpt-ad-mobile_1", "--notes", "=1+1"])
    _ = workspace.run(["unit", "set", "div-gpt-ad-mobile_2", "--notes", "-5"])
    #expect(fields(of: "mobile_1", "notes") == "'=1+1")
    #expect(fields(of: "mobile_2", "notes") == "'-5")
  }

  @Test(arguments: [
    "adUnitId,position,notes\nnew,7,\"a,b\"\n", "\u{FEFF}adUnitId;position;notes\r\nnew;7;a,b\r\n",
    "Ad Unit ID\tPOSITION\tNotes\rnew\t7\ta,b",
    "sep=;\nad_unit_id;Position;notes\n\"new\";7;a,b\n\n",
    "\"unit\",\"position\",\"notes\"\n\"new\",\"7\",\"a,b\"",
  ])
  func `every spreadsheet's way to write it is read`(text: String) throws {
    #expect(try importing(text).output == "added unit new\n")
    #expect(fields(of: "new", "position,notes") == "7,\"a,b\"")
  }

  @Test func `titles are matched as people write them, and what has no column stays`() throws {
    let before = fields(of: "mobile_1", "page,declaredSizes,targeting")
    let outcome = try importing(
      "ID;Max Width;label_shown;Label text;STATUS\ndiv-gpt-ad-mobile_1;400,5;TRUE;Reklame;Paused\n")
    #expect(outcome.exit == .done, "\(outcome)")
    #expect(
      fields(of: "mobile_1", "constraints.maximumWidth,label.shown,label.text,status")
        == "400.5,yes,Reklame,paused")
    #expect(fields(of: "mobile_1", "page,declaredSizes,targeting") == before)
  }

  @Test func `targeting is a column of pairs, or a column for each key`() throws {
    let pairs = "id,targeting\nnew,\"section=sport,news; mood=\"\"so calm\"\"\"\n"
    #expect(try importing(pairs).exit == .done)
    #expect(fields(of: "new", "targeting") == "\"section=sport,news mood=\"\"so calm\"\"\"")
    #expect(
      try importing("id,targeting.section,targeting.age\nnew,,\"18-24, 25-34\"\n").exit == .done)
    #expect(fields(of: "new", "targeting") == "\"mood=\"\"so calm\"\" age=18-24,25-34\"")
  }

  @Test func `every bad cell is told with its line and column, and nothing is changed`() throws {
    let before = workspace.run("export inventory").output
    let outcome = try importing(
      """
      adUnitId,Position,sizes,label shown,note
      top,one,320x250,yes,x
      "bottom",2,"320x250 1x",maybe,"two
      lines"
      has space,1,,,
      top,3,fluid,no,x
      """)
    #expect(outcome.exit == .badData)
    #expect(
      outcome.errors.contains("problem: line 1, column 5: 'note' is no field of an ad unit; "))
    #expect(outcome.errors.contains("problem: line 5, column 1 (adUnitId): "))
    #expect(
      outcome.errors.contains("problem: line 6, column 1 (adUnitId): 'top' stands on line 2 "))
    #expect(workspace.run("export inventory").output == before)
    let cells = try importing(
      "id,Position,sizes,label shown\ntop,one,320x250,yes\nbottom,2,\"320x250 1x\",maybe\n")
    #expect(
      cells.errors.contains("problem: line 2, column 2 (Position): 'one' is not a whole number"))
    #expect(cells.errors.contains("problem: line 3, column 3 (sizes): "))
    #expect(
      cells.errors.contains("problem: line 3, column 4 (label shown): 'maybe' is not yes or no"))
    #expect(cells.errors.contains("cannot be imported: 3 problems; nothing was changed."))
    #expect(workspace.run("export inventory").output == before)
  }

  @Test func `fields that contradict one another are told with their line`() throws {
    let outcome = try importing("id,min width,max width\ntop,400,300\n")
    #expect(outcome.exit == .badData)
    #expect(outcome.errors.hasPrefix("problem: line 2: "), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("position,page\n1,home\n", "problem: line 1: no column is called adUnitId"),
    ("id,page\n\"top,home\n", "problem: line 2: the quotes that begin here do not end"),
    ("id,page,PAGE\ntop,a,b\n", "problem: line 1, column 3: 'PAGE' says the same as column 2"),
    ("id\ntop,home\n", "problem: line 2, column 2: there is a cell without a title above it"),
    ("id,owner\ntop,ann\n", "problem: line 1, column 2: 'owner' is no field of an ad unit"),
    ("id,text\ntop,ad\n", "problem: line 1, column 2: 'text' is no field of an ad unit"),
  ])
  func `a file that cannot be understood says why`(text: String, words: String) throws {
    let outcome = try importing(text)
    #expect(outcome.exit == .badData)
    #expect(outcome.errors.hasPrefix(words), "\(outcome.errors)")
  }

  /// What spreadsheets, pandas and web pages leave around values.
  @Test(arguments: [
    "adUnitId,position,sizes,,\nnew,7,300x250,,\n,,,,\n",
    " adUnitId ,\u{A0}position,sizes\n new\t, 7 ,\u{202F}300 × 250 \n",
    "adUnitId,position,sizes\nnew,7.0,300X250\n", ",adUnitId,position,sizes\n0,new,7.0,300x250\n",
    "adUnitId;position;sizes\nnew;7,0;300*250\n",
    "adUnitId,position,sizes\nnew,7,\"['300x250']\"\n",
  ])
  func `habits of spreadsheets change nothing`(text: String) throws {
    let taken = try importing(text)
    #expect(taken.output == "added unit new\n", "\(taken)")
    #expect(fields(of: "new", "position,declaredSizes") == "7,300x250")
  }

  @Test(arguments: [
    (
      "adUnitId\n2.17E+10\n",
      "line 2, column 1 (adUnitId): '2.17E+10' is a number that a spreadsheet"
    ),
    ("adUnitId;maxWidth\nnew;1.200\n", "(maxWidth): '1.200' may have a point between thousands"),
    (
      "adUnitId,page,position\nnew;home;3\n",
      "cells stand between ',' in the titles and between ';' here"
    ),
    (
      "adUnitId,,page\nnew,stray,home\n",
      "line 2, column 2: there is a cell without a title above it"
    ),
    ("adUnitId,sizes\nnew,300x250v\n", "has more than sizes in it"),
    ("adUnitId,label shown\nnew,WAHR\n", "'WAHR' is not yes or no"),
  ])
  func `what a spreadsheet has spoiled is told`(text: String, words: String) throws {
    let refused = try importing(text)
    #expect(refused.exit == .badData)
    #expect(refused.errors.contains(words), "\(refused)")
  }

  @Test func `columns of somebody else are left out where that is asked for`() throws {
    #expect(
      try importing("id,owner\ntop,ann\n", "--skip-unknown-columns").output == "added unit top\n")
  }

  @Test func `a dry run shows the plan and ends with 1`() throws {
    let before = workspace.run("export inventory").output
    let outcome = try importing("id,page\ntop,article\n", "--dry-run --archive-missing")
    #expect(outcome.exit == .answerIsNo)
    #expect(outcome.output.hasPrefix("would add unit top\nwould archive unit div-gpt-ad-mobile_1"))
    #expect(workspace.run("export inventory").output == before)
  }

  @Test func `bytes that are no UTF-8 are refused`() throws {
    try workspace.write([0xFF, 0xFE, 0x69, 0x00], to: "wide.csv")
    #expect(workspace.run("import inventory DIR/wide.csv").errors.contains("UTF-16"))
    workspace.run("backup DIR/copy.sqlite")
    #expect(
      workspace.run("diff now DIR/copy.sqlite").errors.contains("this is a database of SQLite"))
    try workspace.write(Array("id\n".utf8) + [0xE6], to: "latin.csv")
    #expect(workspace.run("import inventory DIR/latin.csv").errors.contains("not UTF-8"))
  }
}
