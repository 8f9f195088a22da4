// SPDX-License-Identifier: MIT
import AdModel
import AdSystem
import AdminCLI
import Foundation
import Testing

/// `export gam-csv` and `export prebid`: out again to where units came from.
@Suite struct ExportForeignTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace(database: false)
    workspace.run("init")
  }

  private func change(_ units: [String]) {
    for (place, unit) in units.enumerated() {
      let line =
        switch place % 4 {
        case 0: "unit set \(unit) --size 970x250 --size 1x1"
        case 1: "unit pause \(unit)"
        case 2: "unit set \(unit) --path /7/moved/there-\(place)"
        default: "unit set \(unit) --size 640x480 --media video"
        }
      let outcome = workspace.run(line)
      #expect(outcome.exit == .done, "\(outcome)")
    }
  }

  // MARK: Google Ad Manager

  /// A made-up network: 60 sections with the same 50 codes in each.
  private static let report: String = {
    var lines = [
      "Ad unit code,Ad unit code level 1,Ad unit code level 2,Sizes,Ad unit status,Total impressions"
    ]
    let sections = ["sport", "news"] + (3...60).map { "section-\($0)" }
    let codes = ["leaderboard", "Top"] + (3...50).map { "slot_\($0)" }
    for (row, section) in sections.enumerated() {
      for (column, code) in codes.enumerated() {
        let sizes = ["300x250;320x50;Fluid", "640x480v", "970x250", ""][(row + column) % 4]
        let status = (row * column) % 7 == 3 ? "Inactive" : "Active"
        lines.append("\(code),\(section),\(code),\(sizes),\(status),\"1,234\"")
      }
    }
    return lines.joined(separator: "\n") + "\nTotal,,,,,\"3,702,000\"\n"
  }()

  @Test
  func `3000 units of Ad Manager go in, are changed, out and in again with nothing to change`()
    throws
  {
    try workspace.write(Array(Self.report.utf8), to: "report.csv")
    let taken = workspace.run("import inventory DIR/report.csv --network 7")
    #expect(taken.exit == .done, "\(taken.errors)")
    #expect(
      workspace.run("import inventory DIR/report.csv --network 7").output == "nothing to change\n")
    let ids = workspace.run("unit list --status all --columns adUnitId --format csv").output
      .split(separator: "\r\n").dropFirst().map(String.init)
    try #require(ids.count == 3_000)
    #expect(ids.contains("sport/leaderboard") && ids.contains("news/leaderboard"))
    change(stride(from: 0, to: 3_000, by: 300).map { ids[$0] })
    #expect(workspace.run("export gam-csv --out DIR/out.csv").exit == .done)
    for options in ["", "--network 7"] {
      let again = workspace.run(
        "import inventory DIR/out.csv --dry-run --archive-missing \(options)")
      #expect(again.output == "nothing to change\n", "\(again)")
    }
  }

  @Test func `a table has the titles of reports, a v for video, and parents first`() {
    workspace.run("unit add top --path /7/news/Top --size 300x250 --size fluid --notes first,best")
    workspace.run("unit add clip --path /7/clip --size 640x480 --media video")
    workspace.run("unit add plain")
    workspace.run("unit pause plain")
    workspace.run("unit add gone")
    workspace.run("unit archive gone")
    #expect(
      workspace.run("export gam-csv").output.split(separator: "\r\n") == [
        "Ad unit code,Ad unit code level 1,Ad unit code level 2,Sizes,Status,Description",
        "clip,clip,,640x480v,Active,", "plain,plain,,,Inactive,",
        "Top,news,Top,300x250;Fluid,Active,\"first,best\"",
      ])
  }

  @Test func `a sample says which columns an upload has, and a report what is there already`()
    throws
  {
    workspace.run("unit add top --path /7/news/top --size 300x250 --size 320x50")
    workspace.run("unit add dash --path /7/-dash")
    try workspace.write(
      Array("# yours\nCode,Name,Parent code,Sizes,Labels\n".utf8), to: "sample.csv")
    let line = "export gam-csv --sample DIR/sample.csv"
    #expect(workspace.run(line).output == "-dash,-dash,,,\r\ntop,top,news,300x250;320x50,\r\n")
    #expect(
      workspace.run("\(line) --with-titles").output.hasPrefix(
        "# yours\nCode,Name,Parent code,Sizes,Labels\r\n"))
    try workspace.write(
      Array("Ad unit code,Ad unit code level 1\n-DASH,-dash\n".utf8), to: "report.csv")
    #expect(
      workspace.run("\(line) --missing-from DIR/report.csv").output
        == "top,top,news,300x250;320x50,\r\n")
    #expect(
      workspace.run("export gam-csv --columns code,-,sizes").output
        == "-dash,,\r\ntop,,300x250;320x50\r\n")
    try workspace.write(Array("a,b\n".utf8), to: "report.csv")
    #expect(workspace.run("\(line) --missing-from DIR/report.csv").exit == .badData)
  }

  @Test func `what Ad Manager would refuse is told, and nothing is written`() {
    workspace.run("unit add bad --path /7/news@top")
    workspace.run("unit add long --path /7/\(String(repeating: "x", count: 101))")
    let refused = workspace.run("export gam-csv --columns code,sizes --out DIR/up.csv")
    #expect(refused.exit == .badData)
    #expect(refused.errors.contains("unit 'bad': the code 'news@top' holds '@'"), "\(refused)")
    #expect(refused.errors.contains("has 101 characters"))
    #expect(throws: (any Error).self) { try workspace.read("up.csv") }
    #expect(workspace.run("export gam-csv").exit == .done)
  }

  @Test func `units of several networks, and more than an upload takes, are asked about`() throws {
    workspace.run("unit add a --path /7/a")
    workspace.run("unit add b --path /8/b")
    let refused = workspace.run("export gam-csv")
    #expect(refused.exit == .usage && refused.errors.contains("--network 7"), "\(refused)")
    #expect(workspace.run("export gam-csv --network 8 --columns code").output == "b\r\n")
    try workspace.write(
      Array(("Ad unit code\n" + (1...1_001).map { "c\($0)\n" }.joined()).utf8), to: "many.csv")
    workspace.run("import inventory DIR/many.csv")
    let many = workspace.run("export gam-csv --network 8 --columns code")
    #expect(many.exit == .usage && many.errors.contains("1002 units"), "\(many)")
    #expect(
      workspace.run("export gam-csv --network 8 --columns code --batch 2").output
        .split(separator: "\r\n").count == 2)
  }

  // MARK: Prebid Server

  private func file(_ name: String) throws -> String {
    String(decoding: try workspace.read("imps/\(name)"), as: UTF8.self)
  }

  @Test func `3000 stored impressions go in, are changed, out over their files and in again`()
    throws
  {
    let folder = URL(filePath: workspace.path("imps"))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var texts: [String: String] = [:]
    for number in 1...3_000 {
      let kind =
        switch number % 4 {
        case 0: #""video": {"mimes": ["video/mp4"], "w": 640, "h": 480}"#
        case 1: #""banner": {"format": [{"w": 300, "h": 250}, {"w": 320, "h": 50}]}"#
        case 2: #""banner": {"w": 300, "h": 250}, "native": {"request": "{}"}"#
        default: #""banner": {"format": [{"w": 1, "h": 1}]}, "video": {"w": 640, "h": 480}"#
        }
      let text =
        #"{"id": "test-imp-id", \#(kind), "tagid": "keep", "ext": {"gpid": "/7/home/u\#(number)#1", "#
        + #""prebid": {"bidder": {"example": {"placement": \#(number)}}}}}"#
      texts["u\(number).json"] = text
      try Data(text.utf8).write(to: folder.appending(path: "u\(number).json"))
    }
    #expect(workspace.run("import inventory DIR/imps").exit == .done)
    let untouched = workspace.run("export prebid --out DIR/imps")
    #expect(
      untouched.errors.hasPrefix("wrote 0 files to DIR/imps; 3000 said so already\n"),
      "\(untouched)")
    let changed = stride(from: 1, through: 3_000, by: 301).map { "u\($0)" }
    change(changed)
    let written = workspace.run("export prebid --out DIR/imps")
    #expect(written.exit == .done, "\(written)")
    for (name, text) in texts where !changed.contains(String(name.dropLast(5))) {
      #expect(try file(name) == text)
    }
    for id in changed {
      let text = try file("\(id).json").filter { $0 != " " }
      #expect(text.contains(#""placement":\#(id.dropFirst())"#), "\(text)")
      #expect(text.contains(#""tagid":"keep""#))
    }
    let again = workspace.run("import inventory DIR/imps --dry-run --archive-missing")
    #expect(again.output == "nothing to change\n", "\(again)")
    #expect(
      workspace.run("export prebid --out DIR/imps").errors.hasPrefix("wrote 0 files"))
    // And as one document, over what the folder says.
    let document = workspace.run("export prebid --over DIR/imps")
    try workspace.write(Array(document.output.utf8), to: "http.json")
    let http = workspace.run("import inventory DIR/http.json --dry-run --archive-missing")
    #expect(http.output == "nothing to change\n", "\(http.errors)")
    #expect(workspace.run("export prebid --over DIR/http.json").output == document.output)
  }

  @Test func `new files have no bidders and are named, and folders of Prebid Server are known`()
    throws
  {
    workspace.run("unit add top --path /7/top --size 300x250 --size fluid")
    workspace.run("unit add native --size fluid")
    workspace.run("unit add off --size 300x250")
    workspace.run("unit pause off")
    try FileManager.default.createDirectory(
      atPath: workspace.path("root/stored_imps"), withIntermediateDirectories: true)
    let written = workspace.run("export prebid --out DIR/root")
    #expect(written.exit == .done)
    #expect(written.errors.contains("new, and without bidders: top\n"), "\(written)")
    #expect(written.errors.contains("left out, for they have no size: native\n"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: workspace.path("root/stored_imps"))
        == ["top.json"])
    #expect(
      String(decoding: try workspace.read("root/stored_imps/top.json"), as: UTF8.self) == """
        {
          "banner": {
            "format": [
              {
                "w": 300,
                "h": 250
              }
            ]
          },
          "ext": {
            "gpid": "/7/top",
            "data": {
              "adserver": {
                "name": "gam",
                "adslot": "/7/top"
              }
            },
            "prebid": {
              "bidder": {}
            }
          }
        }

        """)
  }

  @Test
  func `ids that are no names of files go into the HTTP form, and archived ones are deleted there`()
    throws
  {
    workspace.run("unit add news/top --size 300x250")
    workspace.run("unit add Twin --size 300x250")
    workspace.run("unit add twin --size 300x250")
    let refused = workspace.run("export prebid --out DIR/imps")
    #expect(refused.exit == .badData)
    #expect(
      refused.errors.contains(
        "2 ids cannot be the name of a file of its own, and go into a document alone: news/top, twin"
      ),
      "\(refused)")
    #expect(throws: (any Error).self) { try workspace.read("imps/Twin.json") }
    let document = workspace.run("export prebid --out -").output
    try workspace.write(Array(document.utf8), to: "http.json")
    #expect(workspace.run("import inventory DIR/http.json").output == "nothing to change\n")
    workspace.run("unit archive twin")
    let deleted = workspace.run("export prebid --over DIR/http.json --remove").output
    #expect(deleted.contains("\"twin\": {\n      \"deleted\": true\n    }"), "\(deleted)")
  }

  @Test func `files of archived units stay unless they shall go, and a bad file stops all`() throws
  {
    workspace.run("unit add top --size 300x250")
    workspace.run("unit add old --size 300x250")
    workspace.run("export prebid --out DIR/imps")
    workspace.run("unit archive old")
    #expect(
      workspace.run("export prebid --out DIR/imps").errors.contains("--remove takes them away"))
    #expect(try file("old.json").contains("300"))
    #expect(workspace.run("export prebid --out DIR/imps --remove").exit == .done)
    #expect(throws: (any Error).self) { try file("old.json") }
    workspace.run("unit set top --size 320x50")
    workspace.run("unit add b --size 300x250")
    try workspace.write(Array("[".utf8), to: "imps/top.json")
    let refused = workspace.run("export prebid --out DIR/imps")
    #expect(
      refused.exit == .badData && refused.errors.contains("Nothing was written"), "\(refused)")
    #expect(throws: (any Error).self) { try file("b.json") }
    #expect(workspace.run("export prebid --out DIR/imps --over DIR/x").exit == .usage)
  }

  @Test func `a removal that did not happen is no removal`() throws {
    workspace.run("unit add top --size 300x250")
    #expect(workspace.run("export prebid --out DIR/imps").exit == .done)
    workspace.run("unit archive top")
    workspace.host.layer = FileLayer { call, path in
      call == .remove && path.hasSuffix("/top.json") ? EACCES : nil
    }
    let refused = workspace.run("export prebid --out DIR/imps --remove")
    #expect(refused.exit == .inputOutput, "\(refused)")
    #expect(
      refused.errors.hasPrefix("error: cannot remove 'DIR/imps/top.json': Permission denied.\n"))
    workspace.host.layer = .system
    let removed = workspace.run("export prebid --out DIR/imps --remove")
    #expect(removed.errors.hasSuffix("removed what archived units had there: top\n"), "\(removed)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.path("imps")).isEmpty)
  }

  @Test func `a folder that cannot be listed is no empty one`() throws {
    try workspace.write(Array("mine".utf8), to: "imps")
    let refused = workspace.run("export prebid --out DIR/imps --dry-run")
    #expect(refused.exit == .cannotCreate && refused.errors.contains("Not a directory"))
  }

  @Test(arguments: [
    ("PK\u{3}\u{4}", "workbook"), ("Code,Sizes\n\"top", "the quotes that begin here do not end"),
  ])
  func `a sample that is no table is told as any file is`(text: String, problem: String) throws {
    try workspace.write(Array(text.utf8), to: "sample.xlsx")
    let refused = workspace.run("export gam-csv --sample DIR/sample.xlsx")
    #expect(refused.exit == .badData)
    #expect(refused.errors.contains(problem), "\(refused)")
    #expect(refused.errors.contains("'DIR/sample.xlsx' cannot be read: 1 problem"), "\(refused)")
  }
}
