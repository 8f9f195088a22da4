// SPDX-License-Identifier: MIT
import AdConsent
import AdminCLI
import Testing

@Suite struct SimulateComparisonTests {
  let workspace: Workspace

  /// The sample scroll, once as a trace and once as a recorded session.
  init() throws {
    workspace = try Workspace()
    try workspace.write(Array(SimulateCommandTests.trace.utf8), to: "scroll.ndjson")
    try workspace.answer(.enabled, for: "user-17")
    let kept = try workspace.record(
      "simulate DIR/scroll.ndjson --page homepage --unloading on --record "
        + "--subject user-17 --as run-1", lasting: 10_067)
    #expect(kept.exit == .done)
  }

  @Test func `sets that were compared can be drawn`() throws {
    let line = "simulate --session run-1 --unloading on --fetch 400,800,1700"
    let compared = workspace.run(line)
    let drawn = workspace.run("\(line) --plot DIR/plot.svg")
    #expect(drawn.output == compared.output)
    #expect(drawn.errors == compared.errors + "wrote DIR/plot.svg\n")
    let svg = String(decoding: try workspace.read("plot.svg"), as: UTF8.self)
    for label in ["fetch 400", "fetch 800", "fetch 1700"] { #expect(svg.contains(">\(label)<")) }
    let dry = workspace.run("\(line) --plot DIR/other.svg --dry-run")
    #expect(dry.errors.hasSuffix("would write DIR/other.svg\n"))
    #expect(throws: (any Error).self) { try workspace.read("other.svg") }
    #expect(workspace.run("simulate DIR/scroll.ndjson --plot DIR/one.svg").exit == .done)
  }

  @Test func `what sets transfer is added up where sizes are known`() throws {
    let line = "simulate DIR/scroll.ndjson --fetch 400,800 --sizes DIR/sizes.json"
    try workspace.write(
      Array(#"{"div-gpt-ad-mobile_1":1000,"div-gpt-ad-mobile_2":500}"#.utf8), to: "sizes.json")
    let rows = workspace.run(line).output.split(separator: "\n")
    #expect(rows[0].hasSuffix("Bytes"))
    #expect(rows.dropFirst().allSatisfy { $0.hasSuffix(" 1500") })
    for wrong in [#"{"a b":1}"#, #"{"a":-1}"#, "[]", "{"] {
      try workspace.write(Array(wrong.utf8), to: "sizes.json")
      let outcome = workspace.run(line)
      #expect(outcome.exit == .badData)
      #expect(outcome.errors.hasPrefix("error: 'DIR/sizes.json': "))
    }
  }

  @Test func `a duration in which sets differ is a column, and no other is`() {
    func heads(_ options: String) -> [Substring] {
      workspace.run("simulate DIR/scroll.ndjson \(options)").output.split(separator: "\n")[0]
        .split(separator: "  ").map { $0.drop { $0 == " " } }
    }
    let usual = heads("--fetch 400,800")
    #expect(!usual.contains { $0.hasSuffix("ms") })
    #expect(heads("--prediction 0,500").filter { !usual.contains($0) } == ["Prediction ms"])
    #expect(heads("--throttle 67,500").filter { !usual.contains($0) } == ["Throttle ms"])
    #expect(
      heads("--stability 0,500 --unloading on").filter { !usual.contains($0) } == ["Stability ms"])
  }

  @Test func `thresholds of a trace that others replace are told`() throws {
    let told =
      #"{"t":0,"thresholds":{"fetch":100,"display":50,"unload":200,"unloading":false,"throttleMs":67,"#
      + #""stabilityDelayMs":500}}"#
    try workspace.write(Array("\(told)\n\(SimulateCommandTests.trace)".utf8), to: "told.ndjson")
    let words = "the thresholds that the trace tells are left out"
    #expect(!workspace.run("simulate DIR/told.ndjson").errors.contains(words))
    #expect(workspace.run("simulate DIR/told.ndjson --fetch 400").errors.contains(words))
    #expect(!workspace.run("simulate DIR/scroll.ndjson --fetch 400").errors.contains(words))
  }

  @Test func `a set that invites churn is warned of by its name`() {
    let errors = workspace.run("simulate --session run-1 --unloading on --fetch 400,1500").errors
    #expect(errors.hasPrefix("warning: fetch 1500: ads are unloaded 100 points beyond"))
    #expect(errors.split(separator: "\n").count == 1)
  }

  @Test func `distances that remote percentages win over are told to mean nothing`() {
    let line = "simulate DIR/scroll.ndjson --page homepage --fetch 400,800"
    #expect(!workspace.run(line).errors.contains("remote percentages"))
    #expect(workspace.run("page remote homepage --fetch 150 --display 100").exit == .done)
    #expect(
      workspace.run(line).errors.contains(
        "warning: the page sets remote percentages, which win over distances: every set fetches at "
          + "150 % and displays at 100 %"))
    #expect(
      !workspace.run("simulate DIR/scroll.ndjson --page homepage").errors
        .contains("remote percentages"))
  }
}
