// SPDX-License-Identifier: MIT
import AdConsent
import AdLoading
import AdModel
import AdStore
import AdminCLI
import Testing

@Suite struct SimulateCommandTests {
  /// A scroll of a page with two units down, and back up after a while.
  static let trace = """
    {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
    {"t":0,"frame":{"id":"div-gpt-ad-mobile_1","x":36.5,"y":900,"width":320,"height":320}}
    {"t":0,"frame":{"id":"div-gpt-ad-mobile_2","x":36.5,"y":2600,"width":320,"height":320}}
    {"t":500,"viewport":{"x":0,"y":1500,"width":393,"height":852}}
    {"t":900,"viewport":{"x":0,"y":5000,"width":393,"height":852}}
    {"t":9000,"viewport":{"x":0,"y":0,"width":393,"height":852}}

    """

  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write(Array(Self.trace.utf8), to: "scroll.ndjson")
  }

  @Test func `transitions come one object a line`() {
    #expect(
      workspace.run("simulate DIR/scroll.ndjson --unloading on --format ndjson").output
        == """
        {"t":0,"adUnitId":"div-gpt-ad-mobile_1","from":"notLoaded","to":"fetched","cause":"enteredFetchZone"}
        {"t":0,"adUnitId":"div-gpt-ad-mobile_1","from":"fetched","to":"displayed","cause":"enteredDisplayZone"}
        {"t":500,"adUnitId":"div-gpt-ad-mobile_2","from":"notLoaded","to":"fetched","cause":"enteredFetchZone"}
        {"t":2900,"adUnitId":"div-gpt-ad-mobile_1","from":"displayed","to":"unloaded","cause":"leftUnloadZone"}
        {"t":2900,"adUnitId":"div-gpt-ad-mobile_2","from":"fetched","to":"unloaded","cause":"leftUnloadZone"}
        {"t":9000,"adUnitId":"div-gpt-ad-mobile_1","from":"unloaded","to":"notLoaded","cause":"reenteredFetchZone"}
        {"t":30000,"adUnitId":"div-gpt-ad-mobile_1","from":"notLoaded","to":"fetched","cause":"enteredFetchZone"}
        {"t":30067,"adUnitId":"div-gpt-ad-mobile_1","from":"fetched","to":"displayed","cause":"enteredDisplayZone"}

        """)
  }

  @Test func `a run is kept for a person who is recorded under a keyed hash`() throws {
    try workspace.write(Array("a secret of 16 bytes or more".utf8), to: "secret")
    workspace.host.variables["ADVIEW_SUBJECT_SECRET_FILE"] = workspace.path("secret")
    workspace.run("consent set hashed --accept-all")
    let line = "simulate DIR/scroll.ndjson --page homepage --record --subject"
    #expect(workspace.run("\(line) hashed").exit == .done)
    #expect(workspace.run("\(line) other").exit == .refused)
  }

  @Test func `what an interrupted run left is recorded anew, and a whole one is never replaced`()
    throws
  {
    workspace.run("consent set user-17 --accept-all")
    let database = try AdDatabase(path: workspace.path("adview.sqlite"), access: .readWrite)
    let interrupted = TransitionRecorder(
      try RecordedSession(
        id: SessionID("run"), page: PageID("homepage"),
        startedAt: workspace.host.time.advanced(by: -1_000), clockAtStart: 0,
        measuresViewability: true, isSimulated: true),
      in: database, interval: nil)
    interrupted.record([
      .changed(
        LoadTransition(
          time: 100, unit: AdUnitID(validated: "left"), from: .notLoaded, to: .fetched,
          cause: .enteredFetchZone, frame: AdRect(x: 0, y: 0, width: 320, height: 320),
          viewport: AdRect(x: 0, y: 0, width: 393, height: 852),
          permit: LoadPermit(record: ConsentRecordID(1), mode: .personalized)))
    ])
    try interrupted.flush()
    try database.close()
    func list() -> String { workspace.run("history list --simulated --format csv").output }
    #expect(list().contains(",left,"))

    let line = "simulate DIR/scroll.ndjson --page homepage --record --subject user-17 --as run"
    #expect(workspace.run("\(line) --dry-run").exit == .done)
    #expect(list().contains(",left,"))
    let again = workspace.run(line)
    #expect(again.exit == .done, "\(again)")
    #expect(again.errors.contains("deleted what an interrupted run left of session run"))
    let kept = list()
    #expect(!kept.contains(",left,"))
    #expect(kept.contains("Z,run,1,div-gpt-ad-mobile_1,notLoaded,fetched,"), "\(kept)")

    let third = workspace.run(line)
    #expect(third.errors.contains("the history has a session 'run' already"), "\(third)")
    #expect(list() == kept)
  }

  @Test func `standard input is a trace, too, and needs no database`() throws {
    let outside = try Workspace(database: false)
    outside.host.input.lines = Self.trace.split(separator: "\n").map(String.init)
    let fromInput = outside.run("simulate - --format csv")
    #expect(fromInput.exit == .done)
    #expect(fromInput == workspace.run("simulate DIR/scroll.ndjson --format csv"))
  }

  @Test func `a unit that is paused loads nowhere, whichever page it is of`() {
    workspace.run("unit add div-gpt-ad-mobile_2")
    workspace.run("unit pause div-gpt-ad-mobile_2")
    let run = workspace.run("simulate DIR/scroll.ndjson --page article --format csv")
    #expect(!run.output.contains("div-gpt-ad-mobile_2"))
    #expect(run.output.contains("div-gpt-ad-mobile_1"))
    #expect(run.errors.contains("has no unit div-gpt-ad-mobile_1; it is loaded all the same"))
    #expect(!run.errors.contains("has no unit div-gpt-ad-mobile_2"))
  }

  @Test func `a page's thresholds hold until others are named`() {
    workspace.run("page set article --fetch 10 --display 10 --unloading off")
    #expect(
      workspace.run("simulate DIR/scroll.ndjson --page article --format csv").output
        == "t,adUnitId,from,to,cause\r\n")
    let wide = workspace.run(
      "simulate DIR/scroll.ndjson --page article --fetch 50 --format csv")
    #expect(wide.output.hasSuffix("0,div-gpt-ad-mobile_1,notLoaded,fetched,enteredFetchZone\r\n"))
  }

  @Test func `a unit that is paused stays as it is`() {
    workspace.run("unit pause div-gpt-ad-mobile_2")
    let outcome = workspace.run("simulate DIR/scroll.ndjson --page homepage --format csv")
    #expect(outcome.output.contains("div-gpt-ad-mobile_1"))
    #expect(!outcome.output.contains("div-gpt-ad-mobile_2"))
  }

  @Test func `while debugging, every transition has a line with frame and viewport`() {
    workspace.run("debug on")
    let outcome = workspace.run("simulate DIR/scroll.ndjson --page homepage")
    #expect(
      outcome.errors.contains(
        "0 ms: div-gpt-ad-mobile_1 notLoaded > fetched, enteredFetchZone, "
          + "frame 36.5,912 320x308, viewport 0,0 393x852, personalized under consent record 1"))
    workspace.run("debug off")
    #expect(workspace.run("simulate DIR/scroll.ndjson --page homepage").errors == "")
  }

  @Test func `what a trace names and cannot be used is noted, each unit once`() throws {
    let odd = """
      {"t":0,"frame":{"id":"stranger","x":0,"y":0,"width":320,"height":320}}
      {"t":1,"frame":{"id":"stranger","x":0,"y":9,"width":320,"height":320}}
      {"t":2,"remote":{"fetch":100,"render":150}}
      {"t":3,"message":"{"}

      """
    try workspace.write(Array(odd.utf8), to: "odd.ndjson")
    let invalid =
      "line 3: remote fetch: is 100, below the remote render of 150\n"
      + "line 4: the message is not JSON: line 1, column 2: expected a key in quotes, found the end "
      + "of the text\n"
    for options in ["", " --summary", " --fetch 400,800", " --plot DIR/plot.svg --dry-run"] {
      #expect(workspace.run("simulate DIR/odd.ndjson\(options)").errors.hasPrefix(invalid))
    }
    #expect(
      workspace.run("simulate DIR/odd.ndjson --page article").errors
        == "warning: page article has no unit stranger; it is loaded all the same\n" + invalid
        + "no transitions\n")
  }

  @Test func `several sets stand side by side`() {
    #expect(
      workspace.run("simulate DIR/scroll.ndjson --preset viewability,balanced,yield").output
        == """
        Fetch  Display  Unload  Unloading  Fetches  Displays  Wasted  Late  Viewable (est.)  Churn  Peak loaded
          400        0    1600  no               2         0       2     0                -      0            2
         1700      200    3400  no               2         1       2     0                0      0            2
         2500      850    5000  no               2         2       2     0                0      0            2

        """)
  }

  @Test func `a single set can be summed up, and lists must be of one length`() {
    let summary = workspace.run("simulate DIR/scroll.ndjson --summary --format csv").output
    #expect(summary.split(separator: "\r\n").count == 2)
    #expect(
      workspace.run("simulate DIR/scroll.ndjson --fetch 400,800 --unload 1,2,3")
        == .init(
          exit: .usage, output: "",
          errors: "error: the lists have 2 or 3 values; give each as many.\n"
            + "try: adview-admin simulate --help\n"))
  }

  @Test(arguments: ["", " --page article"])
  func `no more ads live at once than an app lets, and what goes for others is told`(
    page: String
  ) throws {
    var trace = #"{"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}"# + "\n"
    for number in 0..<12 {
      let id = "ad-\(number < 10 ? "0" : "")\(number)"
      trace +=
        #"{"t":0,"frame":{"id":"\#(id)","x":0,"y":\#(number * 300),"width":320,"height":250}}"#
        + "\n"
    }
    for step in 1...40 {
      trace +=
        #"{"t":\#(step * 100),"viewport":{"x":0,"y":\#(step * 80),"width":393,"height":852}}"#
        + "\n"
    }
    try workspace.write(Array(trace.utf8), to: "long.ndjson")
    let summary = workspace.run("simulate DIR/long.ndjson\(page) --summary --format json").output
    #expect(summary.contains(#""peakLoaded":8"#) || summary.contains(#""peakLoaded": 8"#))
    #expect(
      workspace.run("simulate DIR/long.ndjson\(page) --format csv").output.contains(
        "displayed,unloaded,evicted"))
    workspace.run("settings set --live-views 12")
    let wide = workspace.run("simulate DIR/long.ndjson\(page) --format csv").output
    #expect(wide.contains("evicted") == page.isEmpty)
  }
}
