// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdminCLI

@Suite struct ExperimentShowTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    workspace.run(
      "experiment add near --arm control=50 --arm wide=50,fetch=1700 --goal viewable --guard unseen "
        + "--difference 5 --days 14")
  }

  /// Writes what phones sent on some days.
  /// - Parameters:
  ///   - gain: How many viewable impressions more a session of the second arm has.
  ///   - unseen: How many requests of it nobody saw.
  ///   - phones: How many phones each arm has.
  private func write(
    gain: Int = 0, unseen: Int = 1, phones: (Int, Int) = (80, 80), days: Int = 5
  ) throws {
    var lines: [String] = []
    for arm in 0...1 {
      for phone in 0..<(arm == 0 ? phones.0 : phones.1) {
        for day in 0..<days where (phone + day) % 3 > 0 {
          let head = """
            {"form":1,"store":"\(arm)-\(phone)","session":"\(day)","revision":1,"experiment":"near",\
            "arm":"\(arm == 0 ? "control" : "wide")","page":"home",\
            "startedAt":"2026-11-\(10 + day)T10:00:00.000Z","measured":true
            """
          lines.append(head + ",\"peakLoaded\":\(2 + phone % 3)}")
          let viewable = 8 + (phone * 7 + day * 3) % 5 + arm * gain
          lines.append(
            head + ",\"adUnitId\":\"a\",\"sequence\":1,\"viewableImpressions\":\(viewable),"
              + "\"wasted\":false,\"timeToAdMs\":\(phone % 9 * 40)}")
          for number in 0..<(phone % 2 + (arm == 0 ? 1 : unseen)) {
            lines.append(
              head + ",\"adUnitId\":\"b\",\"sequence\":\(number),\"viewableImpressions\":0,"
                + "\"wasted\":true,\"timeToAdMs\":null}")
          }
        }
      }
    }
    try workspace.write(Array(lines.joined(separator: "\n").utf8), to: "sent.ndjson")
  }

  private func shown() throws -> JSONNode {
    let outcome = workspace.run("experiment show near --sessions DIR/sent.ndjson --format json")
    #expect(outcome.exit == .done, "\(outcome)")
    return JSONNode(try JSONReader.read(text: outcome.output))
  }

  private func verdict() throws -> String {
    try shown().member("verdicts").elements()[0].member("verdict").string()
  }

  @Test func `what phones sent is judged`() throws {
    try write(gain: 2)
    #expect(try verdict() == "better")
    try write(gain: -2)
    #expect(try verdict() == "worse")
    try write(gain: 2, unseen: 3)
    #expect(try verdict() == "guardBroken")
    try write(gain: 2, unseen: 3, phones: (80, 30))
    #expect(try verdict() == "sharesBroken")
    try write(phones: (10, 10))
    #expect(try verdict() == "notYet")
    try write()
    let shown = try shown()
    let first = try shown.member("differences").elements()[0]
    #expect(try first.member("metric").string() == "viewable")
    #expect(try first.member("role").string() == "goal")
    #expect(try first.member("difference").double() == 0)
    #expect(
      try shown.member("phones").elements().map { try $0.member("stores").integer() } == [80, 80])
    #expect(try shown.member("sharesFit").bool())
  }

  @Test func `damaged lines and those of a newer form are set aside and counted`() throws {
    try write(gain: 2)
    let whole = try shown().member("differences")
    let sent = try workspace.read("sent.ndjson")
    let damaged = [
      "{\"store\":\"tor", "[]", "{\"experiment\":\"near\"}",
      "{\"form\":2,\"store\":\"a\",\"experiment\":\"near\"}",
      "{\"form\":1,\"store\":\"a\",\"session\":\"b\",\"revision\":1,\"experiment\":\"near\"}",
    ]
    for line in damaged {
      try workspace.write(Array("\(line)\n".utf8) + sent, to: "sent.ndjson")
      let outcome = workspace.run("experiment show near --sessions DIR/sent.ndjson")
      #expect(
        outcome.exit == .done && outcome.errors.contains("1 line set aside; line 1:"), "\(outcome)")
    }
    try workspace.write(
      Array((damaged.joined(separator: "\n") + "\n").utf8) + sent, to: "sent.ndjson")
    let outcome = workspace.run("experiment show near --sessions DIR/sent.ndjson --format json")
    #expect(outcome.errors.contains("5 lines set aside"))
    #expect(
      try JSONNode(JSONReader.read(text: outcome.output)).member("differences").value == whole.value
    )
    #expect(workspace.run("experiment show near --sessions DIR/sent.ndjson").exit == .done)
  }

  @Test func `people see the verdict, the differences and a drawing of them by day`() throws {
    try write(gain: 2)
    let output = workspace.run("experiment show near --sessions DIR/sent.ndjson").output
    #expect(output.contains("wide: better than the control."))
    #expect(output.contains("wide  viewable  goal"))
    #expect(output.contains("wide: Viewable impressions a session\n day 1  "))
    #expect(output.contains("day 5  ") && output.contains("●"))
    #expect(!output.lowercased().contains("nan"))
  }

  @Test func `without sessions it says what to give, and a draft what it takes`() throws {
    let draft = workspace.run("experiment show near").output
    #expect(draft.contains("No session of it is here"))
    #expect(workspace.run("experiment show near --sessions DIR/none").exit == .notFound)
    try write(phones: (900, 900))
    let planned = workspace.run("experiment show near --sessions DIR/sent.ndjson").output
    #expect(planned.contains("50 % of the phones in each arm: "), "\(planned)")
    workspace.run("experiment start near")
    let running = workspace.run("experiment show near --sessions DIR/sent.ndjson").output
    #expect(!running.contains("% of the phones in each arm"))
  }

  @Test func `a report shows those that run, and the fleet's script those that are named`() throws {
    try write(gain: 2)
    #expect(!workspace.run("history report --out -").output.contains("Experiment near"))
    workspace.run("experiment start near")
    let page = workspace.run("history report --sessions DIR/sent.ndjson --out -").output
    #expect(page.contains("<h2>Experiment near</h2>") && page.contains("class=\"band\""))
    for verb in ["duckdb", "clickhouse"] {
      let script = workspace.run("fleet \(verb) --part statistics --experiment near").output
      #expect(script.contains("CREATE OR REPLACE VIEW adview.\"experiment_near\""))
      #expect(!script.contains("nan") && !script.contains("inf,"))
    }
    workspace.run("experiment add bare --arm one=1 --arm two=1")
    #expect(workspace.run("fleet duckdb --experiment bare").exit == .badData)
  }
}
