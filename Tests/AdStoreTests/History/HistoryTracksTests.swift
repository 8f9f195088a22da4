// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdSQLite
import TestSupport
import Testing

@testable import AdStore

@Suite struct HistoryTracksTests {
  private let recorded: RecordedHistory

  init() throws { recorded = try RecordedHistory() }

  private static let page = AdRect(x: 0, y: 0, width: 393, height: 852)

  private static func ad(_ number: Int) -> AdFrame {
    AdFrame(
      unit: AdUnitID(validated: "ad-\(number)"),
      frame: AdRect(x: 36.5, y: Double(number) * 700, width: 320, height: 250))
  }

  /// Scrolls through a page of ads with an engine that is recorded.
  /// - Returns: What happened, and the clock at the end.
  private func scroll(
    _ recorder: TransitionRecorder, samples: Int, seed: UInt64 = 1,
    flushing: (Int) throws -> Void = { _ in }
  ) throws -> (transitions: [LoadTransition], end: Int64) {
    var random = SeededRandom(seed: seed)
    let thresholds = try LoadingThresholds(unloadingEnabled: true, stabilityDelay: 300)
    let gate = LoadGate.open(LoadPermit(record: recorded.record, mode: .limited))
    var engine = RecordedEngine(
      under: LoadingTerms(thresholds: thresholds, gate: gate), recorder)
    var transitions: [LoadTransition] = []
    var now: Int64 = 5_000
    transitions += try engine.handle(.layout((0..<12).map(Self.ad)), at: now)
    var viewport = Self.page
    for sample in 0..<samples {
      now += Int64(random.int(10...40))
      viewport.y = max(0, viewport.y + Double(random.int(-200...300)) / 3)
      transitions += try engine.handle(.viewport(viewport), at: now)
      if sample % 50 == 49 {
        let frame = Self.ad(random.int(0...11))
        transitions += try engine.handle(
          random.isOneIn(2) ? .removed(frame.unit) : .frame(frame), at: now)
      }
      try flushing(sample)
    }
    return (transitions, now)
  }

  @Test func `a stored session replays to its rows, whenever its batches were written`() throws {
    let recorder = try TransitionRecorder(
      recorded.session("scroll"), in: recorded.database, interval: nil)
    let (transitions, end) = try scroll(recorder, samples: 2_000) {
      if $0 % 37 == 0 { try recorder.flush() }
    }
    try recorder.close(at: end)

    let (session, track) = try recorded.history.track(of: SessionID("scroll"))
    #expect(session.track == .whole)
    let replayed = track.transitions
    let stored = try recorded.history.timeline(of: session.id).entries
    #expect(stored.count > 30)
    #expect(replayed.count == transitions.count)
    #expect(
      stored.map(\.transition)
        == replayed.map { $0.moved(by: session.startedAt.milliseconds) })
    #expect(
      stored.map(\.transition)
        == transitions.map { $0.moved(by: session.startedAt.milliseconds - 5_000) })
  }

  @Test func `what the track tells is not stored again in rows`() throws {
    let recorder = try TransitionRecorder(
      recorded.session("scroll"), in: recorded.database, interval: nil)
    let (transitions, end) = try scroll(recorder, samples: 500)
    // Of an ad of which the engine was told nothing.
    let stray = recorded.transition("stray", to: .displayed, at: 60_000, y: 1_234)
    recorder.record([stray])
    try recorder.close(at: end)
    var filter = HistoryFilter()
    filter.session = SessionID(validated: "scroll")
    let listed = try recorded.history.list(filter, limit: 1_000).entries
    #expect(listed.count == transitions.count + 1)
    #expect(
      listed.first?.geometry == TransitionGeometry(frame: stray.frame, viewport: stray.viewport))
    #expect(listed.dropFirst().allSatisfy { $0.geometry == nil })
    let placed = try recorded.history.list(filter, limit: 1_000, withGeometry: true).entries
    #expect(
      placed.reversed().map(\.geometry)
        == (transitions + [stray]).map {
          TransitionGeometry(frame: $0.frame, viewport: $0.viewport)
        })
    let exported = try recorded.history.export(limit: 1_000).rows.map(\.entry)
    #expect(exported == Array(placed.reversed()))
    // A page of a list has it as well, and of all sessions.
    let some = try recorded.history.list(HistoryFilter(), limit: 3, withGeometry: true).entries
    #expect(some.count == 3 && some.allSatisfy { $0.geometry != nil })
    let stored = try recorded.history.timeline(of: SessionID("scroll")).entries
    let start = RecordedHistory.start.milliseconds - 5_000
    #expect(stored.map(\.transition) == (transitions + [stray]).map { $0.moved(by: start) })
  }

  @Test func `where the track is given up, the rows after it have their places`() throws {
    let recorder = try TransitionRecorder(
      recorded.session("full"), in: recorded.database, capacity: 1, interval: nil)
    recorder.begin(under: LoadingTerms(gate: .closed(.unanswered)))
    let first = recorded.transition("a", to: .displayed, at: 1)
    let second = recorded.transition("b", to: .displayed, at: 2)
    recorder.record(.viewport(Self.page), at: 5_001, causing: [first])
    try recorder.flush()
    for number in 0..<100 {
      recorder.record(.frame(Self.ad(number)), at: 5_001, causing: [])
    }
    recorder.record(.viewport(nil), at: 5_002, causing: [second])
    try recorder.close()
    let stored = try recorded.history.timeline(of: SessionID("full")).entries
    #expect(
      stored.map(\.geometry) == [
        nil, TransitionGeometry(frame: second.frame, viewport: second.viewport),
      ])
  }

  @Test func `what is stored when a process is killed replays to what is stored`() throws {
    let recorder = try TransitionRecorder(
      recorded.session("killed"), in: recorded.database, interval: nil)
    _ = try scroll(recorder, samples: 700, seed: 3) { if $0 == 400 { try recorder.flush() } }
    let (session, track) = try recorded.history.track(of: SessionID("killed"))
    let replayed = track.transitions
    let stored = try recorded.history.timeline(of: session.id).entries
    #expect(!stored.isEmpty)
    #expect(
      stored.map(\.transition)
        == replayed.map { $0.moved(by: session.startedAt.milliseconds) })
  }

  @Test func `ten minutes of a finger are less than 100 kilobytes`() throws {
    let recorder = try TransitionRecorder(
      recorded.session("long"), in: recorded.database, interval: nil)
    var engine = RecordedEngine(
      under: LoadingTerms(gate: .open(LoadPermit(record: recorded.record, mode: .limited))),
      recorder)
    var viewport = Self.page
    var speed = 0.0
    var random = SeededRandom(seed: 9)
    for sample in 0..<36_000 {
      if random.isOneIn(90) { speed = Double(random.int(-40...60)) }
      viewport.y = ((viewport.y + speed) * 3).rounded() / 3
      try engine.handle(.viewport(viewport), at: 5_000 + Int64(sample) * 1_000 / 60)
      if sample % 15 == 0 { try recorder.flush() }
    }
    try recorder.close()
    let size = try recorded.database.read { connection in
      try connection.statement("SELECT sum(length(content)), count(*) FROM tracks").first {
        ($0.int(0), $0.int(1))
      }
    }
    #expect((size?.0 ?? .max) + 12 * (size?.1 ?? 0) < 100_000)
  }

  @Test func `a session without a track says that it cannot be replayed`() throws {
    let recorder = try TransitionRecorder(
      recorded.session("old"), in: recorded.database, interval: nil)
    recorder.record([recorded.transition("a", to: .fetched, at: 10)])
    try recorder.close()
    #expect(storeCode { _ = try recorded.history.track(of: SessionID("old")) } == .noTrack)
    #expect(try recorded.history.timeline(of: SessionID("old")).session.track == .none)
  }

  @Test func `a track for which there is no memory is given up as a whole`() throws {
    let recorder = try TransitionRecorder(
      recorded.session("full"), in: recorded.database, capacity: 1, interval: nil)
    recorder.begin(under: LoadingTerms(gate: .closed(.unanswered)))
    recorder.record(.viewport(Self.page), at: 5_000, causing: [])
    try recorder.flush()
    for number in 0..<100 {
      recorder.record(.frame(Self.ad(number)), at: 5_000, causing: [])
    }
    try recorder.close()
    #expect(storeCode { _ = try recorded.history.track(of: SessionID("full")) } == .noTrack)
    #expect(try recorded.history.timeline(of: SessionID("full")).session.track == .broken)
    let left = try recorded.database.read {
      try $0.statement("SELECT count(*) FROM tracks").first { $0.int(0) }
    }
    #expect(left == 0)
  }

  @Test func `a deleted session takes its track along`() throws {
    let recorder = try TransitionRecorder(
      recorded.session("gone"), in: recorded.database, interval: nil)
    _ = try scroll(recorder, samples: 100)
    try recorder.close()
    let later = RecordedHistory.start.advanced(by: 86_400_000)
    try recorded.history.prune(recorded.history.prunePlan(.before(later), now: later))
    let left = try recorded.database.read {
      try $0.statement("SELECT count(*) FROM tracks").first { $0.int(0) }
    }
    #expect(left == 0)
  }

  @Test func `a damaged track is told as damage`() throws {
    let recorder = try TransitionRecorder(
      recorded.session("bad"), in: recorded.database, interval: nil)
    _ = try scroll(recorder, samples: 100)
    try recorder.close()
    try recorded.database.write { try $0.statement("UPDATE tracks SET content = x'09'").run() }
    #expect(storeCode { _ = try recorded.history.track(of: SessionID("bad")) } == .corrupt)
  }

  @Test func `simulated sessions are counted and listed only where they are asked for`() throws {
    for isSimulated in [false, true] {
      let session = try RecordedSession(
        id: SessionID("\(isSimulated)"), page: PageID("front"), startedAt: RecordedHistory.start,
        clockAtStart: 5_000, isSimulated: isSimulated)
      let recorder = TransitionRecorder(session, in: recorded.database, interval: nil)
      recorder.record([recorded.transition("a", to: .fetched, at: 10)])
      try recorder.close()
    }
    for isSimulated in [false, true] {
      var filter = StatisticsFilter()
      filter.simulated = isSimulated
      #expect(
        try recorded.history.statistics(by: .session, filter: filter).map(\.key)
          == ["\(isSimulated)"])
      var list = HistoryFilter()
      list.simulated = isSimulated
      #expect(
        try recorded.history.list(list, limit: 9).entries.map(\.session.rawValue)
          == ["\(isSimulated)"])
      #expect(
        try recorded.history.sessions(simulated: isSimulated).map(\.id.rawValue)
          == ["\(isSimulated)"])
      filter = StatisticsFilter()
      filter.session = try SessionID("\(isSimulated)")
      #expect(try recorded.history.statistics(by: .session, filter: filter).count == 1)
    }
  }
}

extension LoadTransition {
  fileprivate func moved(by time: Int64) -> LoadTransition {
    LoadTransition(
      time: self.time + time, unit: unit, from: from, to: to, cause: cause, frame: frame,
      viewport: viewport, permit: permit)
  }
}
