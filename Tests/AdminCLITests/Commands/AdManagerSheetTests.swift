// SPDX-License-Identifier: MIT
import AdModel
import AdminCLI
import Testing

/// `import inventory` of the CSV files that Google Ad Manager writes and takes.
@Suite struct AdManagerSheetTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace(database: false)
    workspace.run("init")
  }

  private func importing(_ text: String, _ options: [String] = []) throws -> RecordingHost.Outcome {
    try workspace.write(Array(text.utf8), to: "units.csv")
    return workspace.run(["import", "inventory", "DIR/units.csv"] + options)
  }

  private func units(_ keys: String) -> [String] {
    workspace.run("unit list --status all --columns \(keys) --format csv").output
      .split(separator: "\r\n").dropFirst().map(String.init)
  }

  @Test func `a report of the interface, with lines before and a sum below`() throws {
    let report = """
      Date range,Nov 1 - Nov 2 2026
      Publisher network,Example

      Ad unit (all levels),Ad unit code,Ad unit code level 1,Ad unit code level 2,Total impressions
      News » Top,Top,news,Top,"1,234"
      Sport » Top,top,sport,top,3
      Total,,,,"1,237"
      """
    let taken = try importing(report, ["--network", "1234"])
    #expect(taken.exit == .done, "\(taken)")
    #expect(
      units("adUnitId,adManagerPath") == ["news/Top,/1234/news/Top", "sport/top,/1234/sport/top"])
  }

  @Test func `a hierarchical report of the older API says names, which may be taken for codes`()
    throws
  {
    let report = """
      Dimension.DATE,Ad unit 1,Ad unit 2,Ad unit ID 1,Ad unit ID 2
      2026-11-01,news,N/A,111,N/A
      2026-11-01,news,top,111,222
      2026-11-02,news,top,111,222
      """
    let refused = try importing(report)
    #expect(refused.errors.contains("does not say 'Ad unit code'"), "\(refused)")
    let taken = try importing(report, ["--names-as-codes", "--network", "7"])
    #expect(taken.exit == .done, "\(taken)")
    #expect(units("adUnitId,adManagerPath") == ["news,/7/news", "top,/7/news/top"])
  }

  @Test func `sizes that were asked for are united where they are wanted`() throws {
    let report = """
      AD_UNIT_CODE,AD_UNIT_CODE_LEVEL_1,REQUESTED_AD_SIZES
      top,top,"300x50,640x480"
      top,top,320x50
      """
    #expect(try importing(report).exit == .done)
    #expect(units("adUnitId,declaredSizes") == ["top,"])
    #expect(try importing(report, ["--requested-sizes"]).exit == .done)
    #expect(units("declaredSizes") == ["300x50 640x480 320x50"])
  }

  @Test func `video sizes make a video unit, and beside others they are told`() throws {
    let taken = try importing(
      "Ad unit code,Sizes\nclip,320x480v;640x480v\nboth,300x250;640x480v\npage,Out-of-page\n")
    #expect(taken.exit == .done, "\(taken)")
    #expect(
      units("adUnitId,declaredSizes,media") == [
        "both,300x250,display", "clip,320x480 640x480,video", "page,,display",
      ])
    #expect(
      taken.errors.contains("in cells; left out: out-of-page 1×, video sizes beside others 1×"),
      "\(taken)")
  }

  private static let upload =
    "# remark\ntop,Top banner,news,300x250;320x50,,\nside,Side,,300x250,,\n"

  @Test func `an upload file has no titles, and the columns can be named`() throws {
    let refused = try importing(Self.upload)
    #expect(refused.exit == .badData)
    #expect(
      refused.errors.hasPrefix(
        "problem: line 1: looks like a unit, not like titles; if so, name the columns: --columns "
          + "code,-,-,sizes,-,-\n"), "\(refused)")
    let taken = try importing(
      Self.upload, ["--columns", "code,name,parent,sizes,-,-", "--network", "7"])
    #expect(taken.exit == .done, "\(taken)")
    #expect(
      units("adUnitId,adManagerPath,declaredSizes") == [
        "side,/7/side,300x250", "top,/7/news/top,300x250 320x50",
      ])
    #expect(try importing(Self.upload, ["--columns", "code,kode"]).exit == .usage)
    let nameless = try importing(Self.upload, ["--columns", "-,name,parent,sizes,-,-"])
    #expect(
      nameless.errors.hasPrefix("problem: line 1: no column is the code of the ad unit\n"),
      "\(nameless)")
  }

  @Test func `sizes that are on each line once are no codes`() throws {
    let refused = try importing("300x250,top\n320x50,side\n")
    #expect(refused.errors.contains("--columns sizes,code\n"), "\(refused)")
  }

  @Test
  func `the network's own sample names the columns, whether its titles are still there or not`()
    throws
  {
    let sample =
      "# Fields and examples for your network\n#Code,Name,Parent code,Sizes,Labels,Description\n"
    try workspace.write(Array(sample.utf8), to: "sample.csv")
    let options = ["--sample", "DIR/sample.csv", "--network", "7"]
    #expect(try importing(Self.upload, options).exit == .done)
    #expect(units("adManagerPath") == ["/7/side", "/7/news/top"])
    let titled = try importing(
      "Code,Name,Parent code,Sizes,Labels,Description\n" + Self.upload, options)
    #expect(titled.output == "nothing to change\n", "\(titled)")
    try workspace.write(Array("a,b\n1,2\n".utf8), to: "sample.csv")
    #expect(try importing(Self.upload, options).errors.contains("has no line of titles"))
  }

  @Test func `titles of another language are said once`() throws {
    let taken = try importing(
      "Anzeigenblock-Code;Anzeigenblock-Code Ebene 1;Größen;Impressionen\ntop;news;300x250;1.234\n",
      [
        "--column", "Anzeigenblock-Code=code", "--column", "Anzeigenblock-Code Ebene 1=level:1",
        "--column", "Größen=sizes", "--network", "7",
      ])
    #expect(taken.exit == .done, "\(taken)")
    #expect(units("adManagerPath,declaredSizes") == ["/7/news/top,300x250"])
  }

  @Test(arguments: [
    ("PK\u{3}\u{4}xyz", "workbook of a spreadsheet program"),
    ("example.com, pub-1, DIRECT, f08c\nother.com,2,RESELLER\n", "names no ad units"),
    ("Ad unit code,Sizes\n2.17E+10,300x250\n", "a number that a spreadsheet has rounded"),
    (
      "Ad unit code,Ad unit code level 1,Sizes\ntop,news,300x250\nside,news\n",
      "it has 2 cells below 3 titles"
    ),
    ("Ad unit code,Sizes\ntop,\"300,250\"\n", "may be one size or two"),
    ("Ad unit code,Sizes\ntop;300x250\n", "between ';' here"),
  ])
  func `what is no such file, or was spoiled on its way, says so`(text: String, words: String)
    throws
  {
    let refused = try importing(text)
    #expect(refused.exit == .badData)
    #expect(refused.errors.contains(words), "\(refused)")
  }
}
