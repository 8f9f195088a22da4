// SPDX-License-Identifier: MIT
import AdInjection
import AdModel
import AdminCLI
import Testing

@Suite struct ExportScriptTests {
  @Test(arguments: ["render", "thresholds", "viewability", "tracker-start", "tracker-stop"])
  func `a script is the one that every bundle carries, and needs no database`(kind: String)
    throws
  {
    let members = [
      "render": "onDisplayed", "thresholds": "onLoaded", "viewability": "viewability",
      "tracker-start": "startTracking", "tracker-stop": "stopTracking",
    ]
    let workspace = try Workspace()
    let bundle = workspace.run("export bundle div-gpt-ad-mobile_1 --without-consent").output
    var document = try JSONNode(JSONReader.read(text: bundle))
    if kind.hasPrefix("tracker") { document = try document.member("contentPage") }
    let script = try document.member(#require(members[kind])).member("source").string()
    let outcome = RecordingHost().run(["export", "script", kind])
    #expect(outcome.exit == .done && outcome.errors == "")
    #expect(outcome.output == script)
  }

  @Test(arguments: PlaceholderTrackerScript.Coordinates.allCases)
  func `the tracker measures from where it is told`(
    coordinates: PlaceholderTrackerScript.Coordinates
  ) {
    let outcome = RecordingHost().run(
      ["export", "script", "tracker", "--coordinates", coordinates.rawValue])
    #expect(
      outcome.output == PlaceholderTrackerScript.script(coordinates: coordinates).source)
    #expect(outcome.output.contains("window.scrollY") == (coordinates == .content))
  }

  @Test(arguments: [
    ["export", "script"], ["export", "script", "panel"],
    ["export", "script", "render", "--coordinates", "content"],
    ["export", "script", "tracker", "--coordinates", "screen"],
  ])
  func `what is no script is refused`(line: [String]) {
    let outcome = RecordingHost().run(line)
    #expect(outcome.exit == .usage && outcome.output == "")
  }
}
