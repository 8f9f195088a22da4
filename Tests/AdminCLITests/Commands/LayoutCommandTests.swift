// SPDX-License-Identifier: MIT
import AdminCLI
import Testing

@Suite struct LayoutCommandTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace(database: false)
  }

  private func lay(_ kind: String, _ document: String, _ format: String = "csv") throws
    -> RecordingHost.Outcome
  {
    try workspace.write(Array(document.utf8), to: "in.json")
    return workspace.run("layout \(kind) DIR/in.json --format \(format)")
  }

  static let grid = """
    {"containerWidth": 393, "meta": {"itemMinWidth": 50, "adMaxResizePercent": 20},
     "items": [{"id": 7, "width": 480, "height": 360},
               {"id": "a", "width": 320, "height": 50, "isAd": true}]}
    """
  /// The same page as Klipy's API answers it, its shapes where the API has them.
  static let answer = """
    {"result": true, "data": {"data": [
      {"id": 7, "type": "gif", "title": "", "slug": "x", "file": {"sm": {"gif":
        {"url": "u", "width": 480, "height": 360, "size": 9}}}},
      {"id": "a", "type": "ad", "content": "<p>", "width": 320, "height": 50}],
     "current_page": 1, "per_page": 24, "has_next": true,
     "meta": {"item_min_width": 50, "ad_max_resize_percent": 20}}}
    """

  @Test func `a grid is laid out without a database`() throws {
    let outcome = try lay("masonry", Self.grid)
    #expect(outcome.exit == .done)
    #expect(
      outcome.output == """
        row,item,id,isAd,x,y,width,height,distortion,shrinkPercent,fault\r
        0,0,7,no,0,0,72,50,1.08,0,\r
        0,1,a,yes,73,0,320,50,1,0,\r

        """)
    workspace.host.input.lines = [Self.grid]
    #expect(workspace.run("layout masonry - --format csv") == outcome)
  }

  @Test func `a page as Klipy's API answers it is understood, with a width`() throws {
    let own = try lay("masonry", Self.grid, "ndjson")
    #expect(try lay("masonry", Self.answer, "ndjson --width 393") == own)
    // Some answers have the larger or the smallest files alone.
    for size in ["md", "hd", "xs"] {
      let answer = Self.answer.replacing("\"sm\"", with: "\"\(size)\"")
      #expect(try lay("masonry", answer, "ndjson --width 393") == own, "\(size)")
    }
    #expect(own.output.contains(#""id":7,"#) && own.output.contains(#""id":"a","#))
    #expect(
      try lay("masonry", Self.answer).errors.contains("the member containerWidth is missing"))
  }

  @Test func `the method decides, and a row that the source spoils says so`() throws {
    let ads = """
      {"containerWidth": 320, "meta": {"itemMinWidth": 50, "adMaxResizePercent": 20},
       "items": [{"width": 300, "height": 50, "isAd": true},
                 {"width": 300, "height": 50, "isAd": true}]}
      """
    let seed = try lay("masonry", ads, "csv --method seed").output
    #expect(seed.contains("0,1,,yes,301,0,300,50,1,0,281 points wider than the container\r\n"))
    // A picture that the source squeezes to nothing has no distortion, in any format.
    let squeezed = """
      {"containerWidth": 320, "meta": {"itemMinWidth": 50, "adMaxResizePercent": 0},
       "items": [{"width": 40, "height": 100}, {"width": 320, "height": 50, "isAd": true}]}
      """
    #expect(
      try lay("masonry", squeezed, "json --method seed").output.contains(
        #""distortion":null,"shrinkPercent":0,"fault":"item 0 has a side of nothing""#))
    #expect(try lay("masonry", ads).output.contains("1,1,,yes,0,51,300,50,1,0,\r\n"))
  }

  @Test(arguments: ["table", "json", "ndjson", "csv"])
  func `a document that no grid can hold is refused before anything is printed`(
    format: String
  ) throws {
    let document = """
      {"containerWidth": 320, "meta": {"itemMinWidth": 50, "adMaxResizePercent": 20},
       "items": [{"width": 480, "height": 360}, {"width": 500, "height": 50, "isAd": true}]}
      """
    let outcome = try lay("masonry", document, format)
    #expect(outcome.exit == .badData)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("items[1].width: is 500, an ad that"), "\(outcome.errors)")
  }

  @Test func `the feed's positions repeat from batch to batch`() throws {
    let outcome = try lay("feed", #"{"batches": [10, 2]}"#)
    let lines = outcome.output.split(separator: "\r\n").map(String.init)
    #expect(lines.first == "index,batch,item,ad")
    // The fifth, seventh and eighth of every ten entries.
    let ads = lines.filter { !$0.hasSuffix(",") }.dropFirst()
    #expect(Array(ads) == ["4,0,,0", "6,0,,1", "7,0,,2", "14,1,,3"])
    #expect(lines.last == "15,1,11,")
    #expect(
      try lay("feed", #"{"adsAt": [1], "every": 2, "latestIndex": 2, "batches": [1]}"#, "ndjson")
        .output == """
          {"index":2,"batch":0,"item":null,"ad":1}
          {"index":3,"batch":0,"item":0,"ad":null}

          """)
    #expect(try lay("feed", #"{"batches": []}"#, "json").output == "[]\n")
    // An item takes the place of an ad that there is none for.
    #expect(
      try lay("feed", #"{"adsAt": [1], "every": 2, "ads": 1, "batches": [2]}"#).output
        == "index,batch,item,ad\r\n0,0,,0\r\n1,0,0,\r\n2,0,1,\r\n")
  }

  static let wrong: [(kind: String, document: String, message: String)] = [
    ("feed", "{\"batches\":\n [10,}", "line 2, column 6: batches[1]: expected a value, found '}'"),
    ("feed", #"{"batches": [10, -1]}"#, "batches[1]: expected 0 to 1000000"),
    ("feed", "{}", "the member batches is missing"),
    (
      "masonry",
      #"{"containerWidth": 9, "meta": {"itemMinWidth": 5, "adMaxResizePercent": 20}, "#
        + #""items": [{"isAd": true, "type": "gif", "width": 9, "height": 9}]}"#,
      "items[0]: isAd and type contradict one another"
    ),
    (
      "feed", #"{"batch": [10]}"#,
      "batch: unknown member; known here: adsAt, every, latestIndex, ads, batches"
    ),
    (
      "feed", #"{"adsAt": [5, 5], "batches": [1]}"#, "ad position: 5 is named twice"
    ),
    (
      "masonry",
      #"{"containerWidth": 9, "meta": {"itemMinWidth": 5, "adMaxResizePercent": 20}, "#
        + #""items": [{"width": "9", "height": 9}]}"#,
      "items[0].width: expected a number, found a string"
    ),
    (
      "masonry",
      """
      {"containerWidth": 393, "meta": {"itemMinWidth": 50, "adMaxResizePercent": 20},
       "items": [{"width": 0, "height": 360}]}
      """, "items[0].width: 0 is not between 0.001 and 1000000"
    ),
  ]

  @Test(arguments: wrong)
  func `a document that cannot be laid out is refused with the place`(
    kind: String, document: String, message: String
  ) throws {
    let outcome = try lay(kind, document)
    #expect(outcome.exit == .badData)
    #expect(outcome.output == "")
    #expect(
      outcome.errors.hasSuffix(
        "in.json': \(message).\ntry: adview-admin layout \(kind) --help\n"), "\(outcome.errors)")
  }

  @Test func `without a document there is nothing to lay out`() {
    #expect(
      workspace.run("layout feed")
        == .init(
          exit: .usage, output: "",
          errors: "error: nothing to lay out: name a file, or - for standard input.\n"
            + "try: adview-admin layout feed --help\n"))
    #expect(workspace.run("layout feed nowhere.json").exit == .notFound)
  }

  @Test func `a picture takes the place of the list`() throws {
    for (kind, document) in [("masonry", Self.grid), ("feed", #"{"batches": [3]}"#)] {
      try workspace.write(Array(document.utf8), to: "in.json")
      let outcome = workspace.run("layout \(kind) DIR/in.json --svg DIR/\(kind).svg")
      #expect(outcome.exit == .done && outcome.output == "")
      let svg = String(decoding: try workspace.read("\(kind).svg"), as: UTF8.self)
        .replacing("<!-- adview-admin layout \(kind) -->\n", with: "")
      // The legend has one, and the grid another.
      let ads = svg.split(separator: "\n").count { $0.contains("class=\"ad\"") }
      #expect(svg.hasPrefix("<svg") && ads == (kind == "masonry" ? 2 : 1))
      #expect(workspace.run("layout \(kind) DIR/in.json --svg -").output == svg)
    }
  }
}

/// `layout page`, which reads the inventory.
@Suite struct LayoutPageCommandTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    for (unit, position) in [("b", 1), ("a", 2), ("c", 3)] {
      #expect(
        workspace.run("unit add \(unit) --page shop --position \(position)").exit == .done)
    }
    #expect(workspace.run("unit pause c").exit == .done)
  }

  @Test func `a page's active units stand by position among content`() {
    let outcome = workspace.run(
      "layout page shop --feed-pattern 2/3 --item-height 100 --spacing 0 --format csv")
    #expect(
      outcome.output == """
        index,item,adUnitId,x,y,width,height\r
        0,0,,0,0,393,100\r
        1,,b,36.5,100,320,320\r
        2,1,,0,420,393,100\r
        3,2,,0,520,393,100\r
        4,,a,36.5,620,320,320\r
        5,3,,0,940,393,100\r

        """)
    let few = workspace.run("layout page shop --feed-pattern 2/3 --items 2")
    #expect(few.errors.contains("no place for unit a"))
    #expect(workspace.run("layout page nowhere").exit == .notFound)
    #expect(workspace.run("layout page shop --feed-pattern 5").exit == .usage)
    let picture = workspace.run("layout page shop --svg -").output
    #expect(picture.hasPrefix("<svg") && !picture.contains("on the screen"))
    #expect(
      workspace.run("layout page shop --svg - --screen-at 100").output.contains("on the screen"))
  }

  @Test(arguments: [
    ("--trace DIR/t.ndjson --svg DIR/p.svg", "--trace and --svg exclude one another."),
    ("--screen-at 100", "--screen-at draws a screen into --svg."),
  ])
  func `options of which one would do nothing are refused`(options: String, reason: String) throws {
    let refused = workspace.run("layout page shop \(options)")
    #expect(refused.exit == .usage && refused.errors.contains(reason), "\(refused)")
    #expect(throws: (any Error).self) { try workspace.read("t.ndjson") }
  }

  @Test func `its trace replaces a trace, and nothing else`() throws {
    try workspace.write(Array("mine".utf8), to: "mine")
    #expect(workspace.run("layout page shop --trace DIR/mine").exit == .cannotCreate)
    for _ in 0..<2 { #expect(workspace.run("layout page shop --trace DIR/own").exit == .done) }
  }

  @Test func `its trace is one that simulate takes`() throws {
    #expect(workspace.run("layout page shop --trace DIR/shop.ndjson").exit == .done)
    let outcome = workspace.run("simulate DIR/shop.ndjson --page shop --format csv")
    #expect(outcome.exit == .done && outcome.errors == "")
    for unit in ["a", "b"] {
      #expect(outcome.output.contains(",\(unit),fetched,displayed,enteredDisplayZone"))
    }
    let trace = workspace.run("layout page shop --speed 500 --trace -").output
    let lines = trace.split(separator: "\n")
    #expect(lines[0] == #"{"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}"#)
    #expect(lines[3] == #"{"t":100,"viewport":{"x":0,"y":50,"width":393,"height":852}}"#)
  }
}
