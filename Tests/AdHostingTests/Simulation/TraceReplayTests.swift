// SPDX-License-Identifier: MIT
import AdHosting
import AdLoading
import AdModel
import HostingSchedules
import TestSupport
import Testing

/// Traces through the manager that runs in apps.
@Suite struct TraceReplayTests {
  private static let permit = LoadPermit(
    record: ConsentRecordID(3), mode: .nonPersonalized)

  private static func replay(
    _ text: String, plan: LoadingPlan = LoadingPlan()
  ) throws -> TraceReplay.Outcome {
    var replay = TraceReplay(
      try Trace(Array(text.utf8)), on: PageContent(plan: plan), permit: permit)
    return replay.run()
  }

  private static func lines(_ outcome: TraceReplay.Outcome) -> [String] {
    outcome.transitions.map { "\($0.time) \($0.unit) \($0.from)>\($0.to) \($0.cause)" }
  }

  @Test func `a scroll that stops still settles`() throws {
    let outcome = try Self.replay(
      """
      {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
      {"t":0,"frame":{"id":"a","x":36.5,"y":900,"width":320,"height":320}}
      {"t":16,"viewport":{"x":0,"y":4000,"width":393,"height":852}}
      """, plan: LoadingPlan(thresholds: try LoadingThresholds(unloadingEnabled: true)))
    #expect(
      Self.lines(outcome) == [
        "0 a notLoaded>fetched enteredFetchZone", "2067 a fetched>unloaded leftUnloadZone",
      ])
    #expect(outcome.end == 2_134)
    #expect(outcome.transitions.map(\.permit) == [Self.permit, nil])
  }

  @Test func `consent that is withdrawn, given and changed`() throws {
    let outcome = try Self.replay(
      """
      {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
      {"t":0,"frame":{"id":"a","x":36.5,"y":1300,"width":320,"height":320}}
      {"t":1000,"consent":"withdrawn"}
      {"t":1500,"consent":"changed"}
      {"t":2000,"consent":"given"}
      {"t":3000,"consent":"given"}
      {"t":3000,"consent":"changed"}
      """)
    #expect(
      Self.lines(outcome) == [
        "0 a notLoaded>fetched enteredFetchZone", "1000 a fetched>unloaded consentWithdrawn",
        "2000 a unloaded>notLoaded reenteredFetchZone",
        "2067 a notLoaded>fetched enteredFetchZone", "3000 a fetched>unloaded consentChanged",
        "3067 a unloaded>notLoaded reenteredFetchZone",
        "3134 a notLoaded>fetched enteredFetchZone",
      ])
  }

  @Test func `placeholder messages place and remove ads`() throws {
    let outcome = try Self.replay(
      #"""
      {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
      {"t":5,"message":"{\"action\":\"update\",\"id\":\"ad-1\",\"x\":0,\"y\":0,\"width\":1,\"height\":1}"}
      {"t":10,"message":"{\"action\":\"add\",\"id\":\"ad-1\",\"rect\":{\"x\":0,\"y\":1500,\"width\":300,\"height\":250}}"}
      {"t":500,"message":"{\"action\":\"remove\",\"id\":\"ad-1\"}"}
      {"t":510,"frame":{"id":"ad-1","x":0,"y":700,"width":300,"height":250}}
      """#)
    // The ad of the place that went is there again.
    #expect(
      Self.lines(outcome) == [
        "10 ad-1 notLoaded>fetched enteredFetchZone",
        "567 ad-1 fetched>displayed enteredDisplayZone",
      ])
  }

  @Test func `remote thresholds apply at once, invalid ones change nothing`() throws {
    let outcome = try Self.replay(
      """
      {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":800}}
      {"t":0,"frame":{"id":"a","x":36.5,"y":1950,"width":320,"height":320}}
      {"t":200,"remote":{"fetch":100,"render":150}}
      {"t":300,"remote":{"fetch":150,"render":100}}
      """)
    #expect(Self.lines(outcome) == ["300 a notLoaded>fetched enteredFetchZone"])
  }

  @Test func `an app in the background loads nothing until it comes back`() throws {
    let outcome = try Self.replay(
      """
      {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":800}}
      {"t":0,"frame":{"id":"a","x":36.5,"y":1950,"width":320,"height":320}}
      {"t":100,"app":"background"}
      {"t":200,"viewport":{"x":0,"y":1500,"width":393,"height":800}}
      {"t":5000,"app":"foreground"}
      """)
    #expect(
      Self.lines(outcome) == [
        "5000 a notLoaded>fetched enteredFetchZone", "5067 a fetched>displayed enteredDisplayZone",
      ])
  }

  @Test func `what a replay passes over is named with its line`() throws {
    let trace = try Trace(
      Array(
        #"""
        {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":800}}
        {"t":5,"message":"{\"action\":\"remove\",\"id\":\"ad-1\"}"}
        {"t":6,"remote":{"fetch":150,"render":100}}
        {"t":7,"remote":{"fetch":100,"render":150}}
        {"t":8,"message":"{"}
        """#.utf8))
    #expect(trace.problems.map(\.line) == [2, 4, 5])
    #expect(
      trace.problems.map { problem in
        switch problem.kind {
        case .message(let problem): problem.reason.rawValue
        case .thresholds(let problem): problem.code.rawValue
        }
      } == ["unknownID", "contradiction", "notJSON"])
  }

  @Test func `what is followed is what the replay returns, and replays again`() throws {
    let trace = try Trace(
      Array(
        """
        {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
        {"t":0,"frame":{"id":"a","x":36.5,"y":900,"width":320,"height":320}}
        """.utf8))
    var replay = TraceReplay(trace, permit: Self.permit, isRecorded: true)
    var track = TrackWriter()
    track.begin(under: replay.start)
    var kept: [LoadTransition] = []
    let outcome = replay.run { events in
      for case .changed(let change) in events { kept.append(change) }
      for case .told(let event, let time) in events { track.append(event, at: time) }
    }
    #expect(outcome.transitions.count == 2)
    #expect(kept == outcome.transitions)
    #expect(try SessionTrack(track.takeBytes()).transitions == kept)
  }

  @Test func `with other thresholds, a session does what its trace does with them`() throws {
    try Fuzz.forEachSeed(60) { seed, random in
      var events: [(Int64, Trace.Event)] = []
      var time: Int64 = 0
      func append(_ event: Trace.Event) { events.append((time, event)) }
      var session = RandomSession(random, adCount: 12)
      append(.viewport(session.viewport))
      for placed in session.layout() { append(.frame(placed)) }
      for _ in 0..<120 {
        let (event, next) = session.next()
        time = next
        switch event {
        case .viewport(let rect): append(.viewport(rect))
        case .frame(let placed): append(.frame(placed))
        case .removed(let unit): append(.remove(unit))
        case .app(let phase): append(.app(phase))
        case .gate(.closed): append(.consent(.withdrawn))
        case .gate(.open): append(.consent(.given))
        default: break
        }
      }
      let trace = Trace(events: events)
      var replay = TraceReplay(trace, isRecorded: true)
      var track = TrackWriter()
      track.begin(under: replay.start)
      _ = replay.run { kept in
        for case .told(let event, let time) in kept { track.append(event, at: time) }
      }
      let recorded = Trace(try SessionTrack(track.takeBytes()))
      let page = PageContent(plan: LoadingPlan(thresholds: session.thresholds()))
      var (first, second) = (TraceReplay(trace, on: page), TraceReplay(recorded, on: page))
      #expect(second.run().transitions == first.run().transitions, "seed \(seed)")
    }
  }
}
