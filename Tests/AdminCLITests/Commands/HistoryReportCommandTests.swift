// SPDX-License-Identifier: MIT
import AdConsent
import Testing

@testable import AdminCLI

@Suite struct HistoryReportCommandTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.answer(.enabled, for: "ann")
    try workspace.write(
      Array(
        #"""
        {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
        {"t":0,"frame":{"id":"div-gpt-ad-mobile_3","x":36.5,"y":100,"width":320,"height":320}}
        {"t":3000,"viewport":{"x":0,"y":10,"width":393,"height":852}}

        """#.utf8), to: "scroll.ndjson")
  }

  @Test func `a report is a file of its owner's, or standard output`() throws {
    let outcome = workspace.run("history report --out DIR/report.html")
    #expect(outcome.exit == .done && outcome.output.isEmpty, "\(outcome)")
    let page = String(decoding: try workspace.read("report.html"), as: UTF8.self)
    #expect(page.hasPrefix("<!doctype html>"))
    #expect(workspace.run("history report --out -").output.hasPrefix("<!doctype html>"))
  }

  @Test func `a report needs a page that exists`() {
    #expect(workspace.run("history report --page nowhere --out -").exit == .notFound)
  }
}

@Suite struct HistoryCompareTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.answer(.enabled, for: "ann")
    // Where the reader pauses on the way, the ad is there; where they jump, it is late.
    for (name, way) in [("pause", [1_500, 1_900, 2_300]), ("jump", [0, 0, 2_700])] {
      let lines =
        [
          #"{"t":0,"frame":{"id":"div-gpt-ad-mobile_1","x":36,"y":2900,"width":320,"height":320}}"#
        ]
        + ([0] + way).enumerated().map { place, y in
          #"{"t":\#(place * 3_000),"viewport":{"x":0,"y":\#(y),"width":393,"height":852}}"#
        }
      let text = (lines + [#"{"t":15000,"viewport":{"x":0,"y":2701,"width":393,"height":852}}"#])
        .joined(separator: "\n")
      try workspace.write(Array("\(text)\n".utf8), to: "\(name).ndjson")
    }
  }

  private func record(_ name: String, _ count: Int, as version: String) throws {
    for number in 0..<count {
      workspace.run(
        "simulate DIR/\(name).ndjson --page homepage --record --subject ann "
          + "--as \(version)-\(number)")
    }
    try workspace.execute(
      "UPDATE sessions SET simulated = 0, app_version = '\(version)' WHERE id LIKE '\(version)-%'")
  }

  @Test func `a version that got worse ends with 1, and one that did not with 0`() throws {
    try record("pause", 20, as: "1")
    try record("jump", 20, as: "2")
    let worse = workspace.run("history compare app-version=1 app-version=2 --format csv")
    #expect(worse.exit == .answerIsNo, "\(worse)")
    #expect(worse.output.contains("late,Late displays,0,1,1,1,1,worse"))
    #expect(worse.errors.contains("20 sessions before, 20 sessions after"))
    let better = workspace.run("history compare app-version=2 app-version=1")
    #expect(better.exit == .done && better.output.contains("better"))
    #expect(workspace.run("history compare app-version=1 app-version=1").exit == .done)
    #expect(workspace.run("history compare app-version=1 app-version=3").exit == .notFound)
    #expect(workspace.run("history compare app-version=1 colour=red").exit == .usage)
    // By an attribute of sessions.
    try workspace.execute(
      #"UPDATE sessions SET attributes = '{"network":"' || app_version || '"}'"#)
    let same = workspace.run(
      "history compare attribute.network=1 attribute.network=2 --format csv")
    #expect(same.exit == .answerIsNo && same.output == worse.output)
    let cohorts = workspace.run("history stats --by network --format csv").output
    #expect(cohorts.hasPrefix("network,sessions,") && cohorts.contains("\r\n2,20,20,"))
    #expect(
      workspace.run("history stats --by day --attribute network=1 --format csv").output
        .contains(",20,20,"))
    // By the arm of an experiment.
    try workspace.execute("UPDATE sessions SET experiment = 'near', arm = 'arm-' || app_version")
    let arms = workspace.run(
      "history compare experiment=near,arm=arm-1 experiment=near,arm=arm-2 --format csv")
    #expect(arms.exit == .answerIsNo && arms.output == worse.output)
    #expect(
      workspace.run("history stats --by arm --format csv").output.contains("\r\nnear/arm-2,20,20,"))
    #expect(workspace.run("history stats --attribute network").exit == .usage)
    #expect(workspace.run("history stats --by net-work").exit == .usage)
    // The same history as a report.
    let report = workspace.run("history report --out -").output
    #expect(report.contains("Versions of the app") && report.contains("What to change"))
    #expect(report.contains("late: scrolled faster than the lead"))
    #expect(!report.contains("drawn from"))
    #expect(workspace.run("history report --simulated --out -").output.contains("No session is"))
    // Were they very long, two would do.
    try workspace.execute("UPDATE sessions SET transitions = 30000")
    let drawn = workspace.run("history report --out -").output
    #expect(drawn.contains("Of 2 sessions that were looked through, drawn from 40 sessions;"))
    #expect(drawn.contains("Nothing is proposed from 2 sessions"))
  }
}
