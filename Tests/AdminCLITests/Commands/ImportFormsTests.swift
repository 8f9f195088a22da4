// SPDX-License-Identifier: MIT
import AdModel
import AdminCLI
import Foundation
import Testing

/// `import inventory` of what other programs wrote, and of documents that leave things out.
@Suite struct ImportFormsTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func importing(_ text: String, _ options: String = "") throws -> RecordingHost.Outcome {
    try workspace.write(Array(text.utf8), to: "units.txt")
    return workspace.run("import inventory DIR/units.txt \(options)")
  }

  private func fields(of unit: String, _ keys: String) -> String {
    workspace.run("unit list --text \(unit) --status all --columns \(keys) --format csv").output
      .split(separator: "\r\n").dropFirst().joined(separator: "\n")
  }

  // MARK: Documents of ours

  @Test func `members that a document leaves out stay as they are`() throws {
    let before = workspace.run("unit show div-gpt-ad-mobile_3 --format json").output
    let taken = try importing(
      """
      {"units": [{"adUnitId": "div-gpt-ad-mobile_3", "label": {"shown": false}},
        {"adUnitId": "new", "page": "fresh", "constraints": {"maximumWidth": 400}}],
       "pages": [{"page": "article", "fetch": 900}, {"page": "fresh"}],
       "targeting": {"debug": []}}
      """)
    #expect(
      taken.output == """
        set targeting of debug: adtest=on -> -
        set page article: fetch 800 -> 900
        added page fresh
        set unit div-gpt-ad-mobile_3: label.shown yes -> no
        added unit new

        """, "\(taken)")
    let after = workspace.run("unit show div-gpt-ad-mobile_3 --format json").output
    #expect(after == before.replacing(#""shown": true"#, with: #""shown": false"#))
    #expect(workspace.run("targeting list --app --format csv").output.contains("platform"))
    #expect(fields(of: "new", "page,constraints.maximumWidth,label.text") == "fresh,400,annonce")
  }

  @Test func `null takes a value away, and nothing at all changes nothing`() throws {
    workspace.run("page remote article --fetch 150 --display 100")
    #expect(
      try importing(#"{"pages": [{"page": "article", "remote": null}]}"#).output
        == "set page article: remote.fetch 150 -> -, remote.render 100 -> -\n")
    #expect(
      try importing(#"{"units": [{"adUnitId": "div-gpt-ad-mobile_1", "position": null}]}"#).output
        == "set unit div-gpt-ad-mobile_1: position 0 -> -\n")
    for text in [#"{"adviewInventory": 1}"#, #"{"units": []}"#] {
      #expect(try importing(text).output == "nothing to change\n")
    }
  }

  @Test(arguments: [
    (
      #"{"units": [{"notes": "x"}]}"#, "line 1, column 12: units[0]: the member adUnitId is missing"
    ),
    (
      #"{"units": [{"adUnitId": "x", "pgae": "y"}]}"#,
      "line 1, column 30: units[0].pgae: unknown member; did you mean 'page'?"
    ),
    (
      #"{"units": [{"adUnitId": "x", "page": "articel"}], "pages": []}"#,
      "page 'articel' is not among the pages of the document; did you mean 'article'?"
    ),
    (#"{"unit": []}"#, "this is no inventory document"),
  ])
  func `what is wrong is still told with its place`(text: String, problem: String) throws {
    let refused = try importing(text)
    #expect(refused.exit == .badData)
    #expect(refused.errors.contains(problem), "\(refused)")
  }

  // MARK: Google Ad Manager

  private static let report = """
    "Report name","Ad units"
    "Date range","1 Nov 2026 - 20 Nov 2026"

    "Date","Ad unit","Ad unit ID","Ad unit code","Parent ad unit code","Total impressions"
    "2026-11-01","Top","22010203","top","mobile/news","1,200"
    "2026-11-02","Top","22010203","top","mobile/news","1,300"
    "2026-11-01","Side","22010204","side","mobile","7"
    "Total","","","-","","2,507"
    """

  @Test func `a report of ad units becomes units with their paths`() throws {
    let taken = try importing(Self.report, "--network 1234567")
    #expect(taken.output == "added unit top\nadded unit side\n", "\(taken)")
    #expect(
      taken.errors.hasPrefix(
        "read as ad units of Ad Manager; left out: Date, Ad unit, Ad unit ID, Total impressions\n"))
    #expect(fields(of: "top", "adUnitId,adManagerPath") == "top,/1234567/mobile/news/top")
    #expect(fields(of: "side", "adManagerPath") == "/1234567/mobile/side")
    #expect(try importing(Self.report, "--network 1234567 --dry-run").exit == .done)
  }

  @Test(arguments: [
    // The dimensions of the interface, those of the API of today, and those of the API before it.
    "Ad unit code,Ad unit code level 1,Ad unit code level 2,Ad unit code level 3,Ad unit status",
    "AD_UNIT_CODE,AD_UNIT_CODE_LEVEL_1,AD_UNIT_CODE_LEVEL_2,AD_UNIT_CODE_LEVEL_3,AD_UNIT_STATUS",
    "DimensionAttribute.AD_UNIT_CODE,ad unit code level 1,ad unit code level 2,"
      + "ad unit code level 3,Ad unit status value",
  ])
  func `levels of codes are the path, under the titles that Ad Manager documents`(
    titles: String
  ) throws {
    let taken = try importing(
      "\(titles)\ntop,mobile,news,top,ACTIVE\nside,mobile,side,N/A,INACTIVE\nroot,root,-,-,ACTIVE\n",
      "--network 7")
    #expect(taken.exit == .done, "\(taken)")
    #expect(fields(of: "top", "adManagerPath,status") == "/7/mobile/news/top,active")
    #expect(fields(of: "side", "adManagerPath,status") == "/7/mobile/side,paused")
    #expect(fields(of: "root", "adManagerPath") == "/7/root")
  }

  @Test func `levels alone say the code, and the names of levels are left out`() throws {
    let taken = try importing(
      "Ad unit level 1,Ad unit code level 1,Ad unit code level 2\nMobile,mobile,top\n",
      "--network 7")
    #expect(taken.errors.hasPrefix("read as ad units of Ad Manager; left out: Ad unit level 1\n"))
    #expect(fields(of: "top", "adManagerPath") == "/7/mobile/top")
  }

  @Test(arguments: [
    "Ad unit (all levels),Date,Ad server impressions\nMobile » Top,2026-11-01,5\n",
    "Ad unit,Ad unit ID,Total impressions\nTop,22010203,5\n",
    "Ad unit level 1,Total impressions\nTop,5\n",
  ])
  func `a report of names alone is refused, and says what it lacks`(report: String) throws {
    let refused = try importing(report)
    #expect(refused.exit == .badData)
    #expect(
      refused.errors.hasPrefix(
        "problem: line 1: this report of Ad Manager does not say 'Ad unit code'; add that to its "
          + "dimensions, or say --names-as-codes"), "\(refused)")
  }

  @Test func `without a network, paths stay as they are`() throws {
    let taken = try importing(Self.report)
    #expect(taken.errors.contains("no paths are set"), "\(taken)")
    #expect(fields(of: "top", "adManagerPath") == "")
    #expect(try importing(Self.report, "--network news").exit == .usage)
  }

  @Test func `the file for creating units in bulk is read with its sizes and words`() throws {
    let bulk = """
      #Code,Name,Parent code,Sizes,Description,Status,Target window
      # an example row of the sample file
      top,Top,mobile » news,300x250;320x50;Fluid,The first one,Active,_top
      side,Side,,300 x 250,,Inactive,_blank
      old,Old,,,,Archived,

      """
    let taken = try importing(bulk, "--network 7")
    #expect(taken.exit == .done, "\(taken)")
    #expect(
      fields(of: "top", "declaredSizes,adManagerPath,notes,status")
        == "300x250 320x50 fluid,/7/mobile/news/top,The first one,active")
    #expect(fields(of: "side", "declaredSizes,status") == "300x250,paused")
    #expect(fields(of: "old", "status") == "archived")
    // An empty cell of theirs says nothing.
    workspace.run("unit set side --notes mine")
    #expect(try importing(bulk, "--network 7").output == "nothing to change\n")
  }

  @Test func `cells of Ad Manager that mean nothing are told with their places`() throws {
    let refused = try importing(
      "Ad unit code,Sizes,Status\ntop,300x250,Active\ntop,320x50,Active\n")
    #expect(refused.exit == .badData)
    #expect(
      refused.errors.contains("problem: line 3: 'top' stands on line 2 already, with other sizes"))
    #expect(try importing("Ad unit code\na b\n").errors.contains("problem: line 2: ad unit id"))
    let cells = try importing("Ad unit code,Sizes,Status\ntop,300x250q,Active\nside,,Sleeping\n")
    for problem in ["line 2, column 2 (Sizes): ", "line 3, column 3 (Status): 'Sleeping'"] {
      #expect(cells.errors.contains("problem: \(problem)"), "\(cells)")
    }
    #expect(workspace.run("unit show top").exit == .notFound)
  }

  // MARK: Prebid Server

  @Test func `stored impressions become units, and what they do not say stays`() throws {
    workspace.run("unit set div-gpt-ad-mobile_1 --notes mine")
    let taken = try importing(
      """
      {"requests": {}, "imps": {
        "div-gpt-ad-mobile_1": {"tagid": "/99/news/top", "banner": {"format": [{"w": 300, "h": 250}]}},
        "native": {"native": {}, "ext": {"gpid": "/99/news#2"}},
        "plain": {"banner": {"w": 320, "h": 50}, "tagid": "some-tag"},
        "div-gpt-ad-mobile_2": {"deleted": true}, "nobody": {"deleted": true}}}
      """)
    #expect(taken.exit == .done, "\(taken)")
    #expect(taken.errors.hasPrefix("read as stored impressions of Prebid Server\n"))
    #expect(
      fields(of: "mobile_1", "declaredSizes,adManagerPath,notes")
        == "300x250 fluid,/99/news/top,mine")
    #expect(fields(of: "native", "declaredSizes,adManagerPath") == "fluid,/99/news")
    #expect(fields(of: "plain", "declaredSizes,adManagerPath") == "320x50,")
    #expect(fields(of: "mobile_2", "status") == "archived")
    #expect(workspace.run("unit show nobody").exit == .notFound)
  }

  @Test func `a list of impressions, and a file of one that is called like it`() throws {
    #expect(
      try importing(#"[{"id": "a", "banner": {"w": 1, "h": 1}}, {"id": "b"}]"#).output
        == "added unit a\nadded unit b\n")
    try workspace.write(Array(#"{"banner": {"w": 300, "h": 250}}"#.utf8), to: "single.json")
    #expect(workspace.run("import inventory DIR/single.json").output == "added unit single\n")
  }

  /// As docs.prebid.org shows them: every file says the same id inside.
  @Test(arguments: ["stored_imps", "data/by_id/stored_imps", ""])
  func `a folder of impressions is units that are called like their files`(inner: String) throws {
    let folder = URL(filePath: workspace.path("prebid")).appending(path: inner)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in [
      (
        "home-top.json",
        #"{"id": "test-imp-id", "banner": {"format": [{"w": 300, "h": 250}]}, "ext": {"#
          + #""gpid": "/99/other#1", "data": {"adserver": {"name": "gam", "adslot": "/99/home"}}}}"#
      ),
      (
        "in-stream.json", #"{"id": "test-imp-id", "video": {"w": 640, "h": 480}, "tagid": "plain"}"#
      ),
      (
        "outstream.json",
        #"{"video": {}, "banner": {"w": 1, "h": 2}, "ext": {"data": {"#
          + #""pbadslot": "/99/outstream", "adserver": {"name": "other", "adslot": "/98/other"}}}}"#
      ),
      ("notes.txt", "not one of them"),
    ] {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "deeper"), withIntermediateDirectories: true)
    try Data("{".utf8).write(to: folder.appending(path: "deeper/x.json"))
    let taken = workspace.run("import inventory DIR/prebid")
    #expect(
      taken.output == "added unit home-top\nadded unit in-stream\nadded unit outstream\n",
      "\(taken)")
    #expect(taken.errors.contains("2 files with another id inside; the file name counts"))
    let keys = "declaredSizes,adManagerPath,media"
    #expect(fields(of: "home-top", keys) == "300x250,/99/home,display")
    #expect(fields(of: "in-stream", keys) == "640x480,,video")
    #expect(fields(of: "outstream", keys) == "1x2,/99/outstream,display")
    #expect(workspace.run("import inventory DIR/prebid").output == "nothing to change\n")
    #expect(workspace.run("diff now DIR/prebid").errors.contains("read as stored impressions"))
  }

  @Test func `a folder without impressions is refused, and a bad file in one is named`() throws {
    let folder = URL(filePath: workspace.path("imps"))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let empty = workspace.run("import inventory DIR/imps")
    #expect(empty.exit == .badData && empty.errors.contains("holds no file that ends in .json"))
    try Data(#"{"banner": {"w": 1, "h": 1}}"#.utf8).write(to: folder.appending(path: "good.json"))
    try Data("{\n  \"banner\": ]".utf8).write(to: folder.appending(path: "bad.json"))
    let refused = workspace.run("import inventory DIR/imps")
    #expect(refused.exit == .badData, "\(refused)")
    #expect(refused.errors.contains("problem: 'bad.json': line 2"), "\(refused)")
    #expect(workspace.run("unit show good").exit == .notFound)
  }

  @Test func `several files are impressions that are called like them`() throws {
    let imp = Array(#"{"id": "other", "banner": {"format": [{"w": 300, "h": 250}]}}"#.utf8)
    for name in ["one.json", "two.json", "three.csv"] { try workspace.write(imp, to: name) }
    let taken = workspace.run("import inventory DIR/one.json DIR/two.json")
    #expect(taken.output == "added unit one\nadded unit two\n", "\(taken)")
    let again = workspace.run("import inventory DIR/one.json DIR/one.json")
    #expect(again.exit == .badData && again.errors.contains("'one' is named twice"), "\(again)")
    #expect(again.errors.contains("2 files cannot be imported: 1 problem"), "\(again)")
    for other in ["three.csv", "adview.sqlite"] {
      let refused = workspace.run("import inventory DIR/one.json DIR/\(other)")
      #expect(refused.exit == .usage && refused.errors.contains("one file at a time"), "\(refused)")
    }
  }

  @Test func `an impression that the server did not find is neither added nor archived`() throws {
    let taken = try importing(#"{"imps": {"div-gpt-ad-mobile_1": null, "gone": null}}"#)
    #expect(taken.exit == .done, "\(taken)")
    #expect(taken.output == "nothing to change\n")
    #expect(taken.errors.contains("2 impressions without content, left alone"), "\(taken)")
  }

  @Test(arguments: [
    (#"{"imps": {"a b": {}}}"#, "line 1, column 11"),
    (#"{"imps": {"a": {"banner": {"w": 0, "h": 5}}}}"#, "imps.a.banner: "),
    (#"{"imps": {"a": {"tagid": "/9/ne ws"}}}"#, "imps.a.tagid: Ad Manager path"),
    (#"{"imps": ["a"]}"#, "imps: expected an object, found an array"),
    (#"[{"banner": {}}]"#, "the member id is missing"),
  ])
  func `an impression that cannot be a unit is told with its place`(
    text: String, problem: String
  ) throws {
    let refused = try importing(text)
    #expect(refused.exit == .badData)
    #expect(refused.errors.contains(problem), "\(refused)")
  }

  @Test func `a mistyped page of a sheet is told`() throws {
    let taken = try importing("adUnitId,page\ntop,homepge\n")
    #expect(taken.errors.contains("new page 'homepge': did you mean 'homepage'?"), "\(taken)")
  }
}
