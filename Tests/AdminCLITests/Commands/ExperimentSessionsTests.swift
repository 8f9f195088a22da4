// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdReports
import AdStore
import TestSupport
import Testing

@testable import AdminCLI

@Suite struct ExperimentSessionsTests {
  private static let plan = ExperimentPlan(
    arms: [("today", 1), ("wide", 1)], goal: .viewable, guards: [], difference: 0.05)

  private static func sessions(_ lines: [String]) throws -> ExperimentSessions {
    var sessions = ExperimentSessions(of: try ExperimentID("near"))
    var read = JSONLines(Array(lines.joined(separator: "\n").utf8))
    #expect(sessions.add(lines: &read).count == 0)
    return sessions
  }

  private static func figures(_ sessions: ExperimentSessions) -> [[Double]] {
    figures(sessions.records.judgement(by: plan).sums)
  }

  private static func figures(_ sums: [ArmSum]) -> [[Double]] {
    sums.map { sum in
      [Double(sum.storeCount), Double(sum.sessions)]
        + ExperimentMetric.allCases.flatMap { metric in
          sum.figure(of: metric).map { [$0.value, $0.variance] } ?? []
        }
    }
  }

  private static func session(
    _ name: String, store: String = "one", arm: String = "wide", revision: Int = 1, peak: Int = 2,
    measured: Bool = true, experiment: String = "near"
  ) -> String {
    """
    {"form":1,"store":"\(store)","session":"\(name)","revision":\(revision),"experiment":"\(experiment)",\
    "arm":"\(arm)","startedAt":"2026-11-21T10:00:00.000Z","measured":\(measured),"peakLoaded":\(peak)}
    """
  }

  private static func load(
    _ session: String, store: String = "one", sequence: Int = 1, revision: Int = 1,
    viewable: Int = 1, time: String = "5", missed: String = "null", wasted: Bool = false,
    experiment: String = "near"
  ) -> String {
    """
    {"form":1,"store":"\(store)","session":"\(session)","revision":\(revision),\
    "experiment":"\(experiment)",\
    "arm":"wide","adUnitId":"a","sequence":\(sequence),"viewableImpressions":\(viewable),\
    "wasted":\(wasted),"timeToAdMs":\(time),"timeMissedMs":\(missed)}
    """
  }

  @Test func `lines come twice, late and in any order, and the newest row counts`() throws {
    let lines = [
      Self.session("a", revision: 1, peak: 9), Self.session("a", revision: 3, peak: 4),
      Self.load("a", revision: 1, viewable: 5), Self.load("a", revision: 2, viewable: 1),
      Self.load("a", sequence: 7, viewable: 0, time: "null", missed: "900", wasted: true),
      Self.session("b"), Self.load("b", time: "300"),
      Self.session("a", store: "two"), Self.session("a", store: "three", arm: "today"),
      Self.session("c", measured: false), Self.load("c", viewable: 99),
      Self.session("d", experiment: "far"), Self.load("d", viewable: 99, experiment: "far"),
      #"{"form":1,"store":"one","session":"e","experiment":null}"#,
      Self.load("nobody", viewable: 99), "",
    ]
    var expected = [ArmSum(), ArmSum()]
    expected[0].add(StoreSum(viewable: 0, unseen: 0, peakLoaded: 2, times: []))
    var one = StoreSum(viewable: 1, unseen: 1, peakLoaded: 4, times: [5], missed: 900)
    one.add(StoreSum(viewable: 1, unseen: 0, peakLoaded: 2, times: [300]))
    for store in [one, StoreSum(viewable: 0, unseen: 0, peakLoaded: 2, times: [])] {
      expected[1].add(store)
    }
    #expect(Self.figures(try Self.sessions(lines)) == Self.figures(expected))
    Fuzz.forEachSeed(10) { seed, random in
      let shuffled = (lines + lines).shuffled(using: &random)
      #expect(
        (try? Self.figures(Self.sessions(shuffled))) == Self.figures(expected), "seed \(seed)")
    }
  }

  @Test func `a database says the same as what it exported`() throws {
    let workspace = try Workspace()
    try workspace.answer(.enabled, for: "ann")
    try workspace.write(
      Array(
        #"""
        {"t":0,"frame":{"id":"div-gpt-ad-mobile_1","x":36,"y":900,"width":320,"height":320}}
        {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
        {"t":4000,"viewport":{"x":0,"y":700,"width":393,"height":852}}
        {"t":9000,"viewport":{"x":0,"y":701,"width":393,"height":852}}

        """#.utf8), to: "scroll.ndjson")
    for number in 0..<6 {
      workspace.run(
        "simulate DIR/scroll.ndjson --page homepage --record --subject ann --as s\(number)")
    }
    // One session is in no experiment.
    try workspace.execute(
      "UPDATE sessions SET simulated = 0, experiment = 'near', arm = 'wide' WHERE id <> 's3'")
    let lines =
      workspace.run("history export --sessions").output
      + workspace.run("history export --loads").output
    var own = ExperimentSessions(of: try ExperimentID("near"))
    try own.add(
      AdDatabase(path: workspace.path("adview.sqlite"), access: .readOnly), simulated: false)
    // Of another phone, the same sessions.
    let others = lines.split(separator: "\n").map { line in
      line.replacing(#"{"store":""#, with: #"{"store":"other"#)
    }
    func add(_ lines: [Substring], to sessions: ExperimentSessions) -> ExperimentSessions {
      var (sessions, read) = (sessions, JSONLines(Array(lines.joined(separator: "\n").utf8)))
      #expect(sessions.add(lines: &read).count == 0)
      return sessions
    }
    let none = ExperimentSessions(of: try ExperimentID("near"))
    let ownLines = lines.split(separator: "\n")
    let expected = Self.figures(add(others + ownLines, to: none))
    #expect(expected[1].prefix(2) == [2, 10] && expected[1].count == 12, "\(expected)")
    #expect(expected[1][2] == 1)
    #expect(Self.figures(add(others, to: own)) == expected)
    #expect(Self.figures(add(others + ownLines, to: own)) == expected)
  }

  @Test(arguments: [
    "[]", "{\"experiment\":\"near\"}", "{", "{\"form\":1,\"experiment\":5}",
    "{\"form\":2,\"experiment\":\"near\"}", "{\"form\":2,\"experiment\":\"other\"}",
  ])
  func `a line that is neither session nor load is set aside, and no other with it`(
    line: String
  ) throws {
    var sessions = ExperimentSessions(of: try ExperimentID("near"))
    var read = JSONLines(Array("\n{\"form\":1,\"experiment\":\"other\"}\n\(line)\n".utf8))
    let aside = sessions.add(lines: &read)
    #expect(aside.count == 1 && aside.first?.line == 3, "\(aside)")
  }
}
