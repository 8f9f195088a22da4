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
    return workspace.run("layout \(kind) --in DIR/in.json --format \(format)")
  }

  @Test func `a grid is laid out without a database`() throws {
    let document = """
      {"containerWidth": 393, "meta": {"itemMinWidth": 50, "adMaxResizePercent": 20},
       "items": [{"width": 480, "height": 360}, {"width": 320, "height": 50, "isAd": true}]}
      """
    let outcome = try lay("masonry", document)
    #expect(outcome.exit == .done)
    #expect(
      outcome.output == """
        row,item,isAd,x,y,width,height\r
        0,0,no,0,0,72,50\r
        0,1,yes,73,0,320,50\r

        """)
    workspace.host.input.lines = [document]
    #expect(workspace.run("layout masonry --in - --format csv") == outcome)
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
  }

  static let wrong: [(kind: String, document: String, message: String)] = [
    ("feed", "{\"batches\":\n [10,}", "line 2, column 6: batches[1]: expected a value, found '}'"),
    ("feed", #"{"batches": [10, -1]}"#, "batches[1]: expected 0 to 1000000"),
    ("feed", "{}", "the member batches is missing"),
    (
      "feed", #"{"batch": [10]}"#,
      "batch: unknown member; known here: adsAt, every, latestIndex, batches"
    ),
    (
      "feed", #"{"adsAt": [5, 5], "batches": [1]}"#, "position of an ad: 5 is named twice"
    ),
    (
      "masonry", #"{"containerWidth": 9, "meta": {}, "items": [{"width": "9", "height": 9}]}"#,
      "items[0].width: expected a number, found a string"
    ),
    (
      "masonry",
      """
      {"containerWidth": 393, "meta": {"itemMinWidth": 50, "adMaxResizePercent": 20},
       "items": [{"width": 0, "height": 360}]}
      """, "width of item 0: 0 is not between 0.001 and 1000000"
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
          errors: "error: nothing to lay out: give --in FILE, or --in - for standard input.\n"
            + "try: adview-admin layout feed --help\n"))
    #expect(workspace.run("layout feed --in nowhere.json").exit == .notFound)
  }
}
