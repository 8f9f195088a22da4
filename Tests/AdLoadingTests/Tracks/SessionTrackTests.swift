// SPDX-License-Identifier: MIT
import AdModel
import HostingSchedules
import TestSupport
import Testing

@testable import AdLoading

@Suite struct SessionTrackTests {
  private static let terms = LoadingTerms(gate: .open(.under(1)))

  /// A finger that scrolls down a page at 60 samples a second, flings and rests, in steps of a part of
  /// a point; as iOS tells it.
  private static func finger(
    seconds: Int, step: Double, using random: inout SeededRandom
  ) -> [(LoadingEvent, Int64)] {
    var rect = AdRect(x: 0, y: 0, width: 393, height: 852)
    var events: [(LoadingEvent, Int64)] = [(.viewport(rect), 0)]
    var speed = 0.0
    for sample in 1...seconds * 60 {
      if random.isOneIn(90) { speed = Double(random.int(-40...70)) }
      if random.isOneIn(200) { speed = 0 }
      speed *= 0.985
      rect.y = ((max(rect.y + speed, 0)) * step).rounded() / step
      events.append((.viewport(rect), Int64(sample) * 1_000 / 60))
    }
    return events
  }

  @Test func `a track tells each change of the distances, and none where they are told again`()
    throws
  {
    let (first, second) = (try LoadingThresholds(fetch: 900), try LoadingThresholds(fetch: 1_000))
    let percentages = try RemoteThresholds(fetch: 150, render: 50)
    var writer = TrackWriter(origin: 0)
    writer.begin(under: LoadingTerms(thresholds: first, gate: .open(.under(1))))
    let told: [(LoadingEvent, Int64)] = [
      (.thresholds(first), 10), (.thresholds(second), 20), (.thresholds(second), 30),
      (.remoteThresholds(percentages), 40), (.tick, 50), (.remoteThresholds(nil), 60),
    ]
    for (event, time) in told { writer.append(event, at: time) }
    let distances = try SessionTrack(writer.takeBytes()).distances
    #expect(distances.map(\.time) == [0, 20, 40, 60])
    #expect(distances.map(\.inForce.thresholds) == [first, second, second, second])
    #expect(distances.map(\.inForce.remote) == [nil, nil, percentages, nil])
  }

  @Test func `a session replays from its track transition for transition, viewable for viewable`()
    throws
  {
    try Fuzz.forEachSeed(120) { seed, random in try checkReplay(of: seed, random) }
  }

  /// In these, checks without a throttle run in the millisecond of the last event.
  @Test(arguments: [264, 1138] as [UInt64])
  func `what was due in the millisecond of the last event is replayed`(seed: UInt64) throws {
    try checkReplay(of: seed, SeededRandom(seed: seed))
  }

  private func checkReplay(of seed: UInt64, _ random: SeededRandom) throws {
    var session = RandomSession(random, adCount: 1 + Int(seed % 30), isQuiet: seed % 5 == 0)
    let origin = Int64(seed) * 1_000_000
    let terms = LoadingTerms(
      thresholds: session.thresholds(),
      gate: seed % 3 == 0 ? .closed(.unanswered) : .open(.under(1)))
    var writer = TrackWriter(origin: origin)
    writer.begin(under: terms)
    var engine = LoadingEngine(under: terms)
    var transitions: [LoadTransition] = []
    var viewability = PageViewability()
    var seen: [String] = []
    var bytes: [UInt8] = []
    let layout = session.layout()
    var script: [(LoadingEvent, Int64)] = [
      (.viewport(session.viewport), 0), (.layout(layout), 0),
    ]
    for _ in 0..<250 {
      script.append(session.next())
      if seed % 2 == 0, seed % 7 != 0 { script.append((.tick, session.time)) }
    }
    for (event, time) in script {
      writer.append(event, at: origin + time)
      let changes = try engine.handle(event, at: origin + time)
      transitions += changes
      var updates = changes.flatMap { viewability.follow($0) }
      updates += viewability.follow(event, at: origin + time)
      seen += updates.filter(\.update.becameViewable).map {
        "\($0.unit) \($0.update.time - origin)"
      }
      if time % 13 == 0 { bytes += writer.takeBytes() }
    }
    bytes += writer.takeBytes()
    #expect(writer.isWhole)

    let track = try SessionTrack(bytes)
    #expect(track.transitions == transitions.map { $0.moved(by: -origin) }, "seed \(seed)")
    var again = LoadingEngine(under: track.terms)
    var measured = PageViewability()
    var seenAgain: [String] = []
    for step in track.steps {
      var updates: [PageViewability.Update] = try again.handle(step.event, at: step.time).flatMap {
        measured.follow($0)
      }
      updates += measured.follow(step.event, at: step.time)
      seenAgain += updates.filter(\.update.becameViewable).map { "\($0.unit) \($0.update.time)" }
    }
    #expect(seenAgain.sorted() == seen.sorted(), "seed \(seed)")
  }

  @Test func `a trace file of a session is the session`() throws {
    try Fuzz.forEachSeed(30) { seed, random in
      var session = RandomSession(random, adCount: 9)
      var writer = TrackWriter()
      writer.begin(
        under: LoadingTerms(
          thresholds: session.thresholds(),
          remoteThresholds: try RemoteThresholds(fetch: 150, render: 33.3),
          gate: .closed(.expired), loadedAdsLimit: 3, held: [RandomSession.unit(2)],
          videoUnits: [RandomSession.unit(1), RandomSession.unit(2)]))
      writer.append(.layout(session.layout()), at: 0)
      for _ in 0..<200 {
        let (event, time) = session.next()
        writer.append(event, at: time)
      }
      let track = try SessionTrack(writer.takeBytes())
      #expect(track.terms.videoUnits == [RandomSession.unit(1), RandomSession.unit(2)])
      let trace = Trace(track)
      var lines = TraceWriter()
      for step in trace.steps { try lines.append(step.event, at: step.time) }
      #expect(try Trace(lines.takeBytes()) == trace, "seed \(seed)")
    }
  }

  @Test(arguments: [(1.0, 2.0), (2.0, 2.05), (3.0, 2.1)])
  func `a finger takes about two bytes a sample`(step: Double, most: Double) throws {
    var random = SeededRandom(seed: 42)
    let events = Self.finger(seconds: 600, step: step, using: &random)
    var writer = TrackWriter()
    writer.begin(under: Self.terms)
    for (event, time) in events { writer.append(event, at: time) }
    let bytes = writer.takeBytes()
    #expect(bytes.count < 100_000)
    #expect(Double(bytes.count) / Double(events.count) < most)
    let told = try SessionTrack(bytes).steps.map(\.event).filter { $0 != .tick }
    var last: LoadingEvent?
    let expected = events.map(\.0).filter { event in
      defer { last = event }
      return event != last
    }
    #expect(told == expected)
  }

  @Test func `placeholders that all move as one take as little`() throws {
    var random = SeededRandom(seed: 7)
    var writer = TrackWriter()
    writer.begin(under: Self.terms)
    writer.append(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852)), at: 0)
    let fingers = Self.finger(seconds: 60, step: 2, using: &random)
    var layouts: [LoadingEvent] = []
    for (event, time) in fingers {
      guard case .viewport(let rect?) = event else { continue }
      let layout = LoadingEvent.layout(
        (0..<20).map { number in
          AdFrame(
            unit: RandomSession.unit(number),
            frame: AdRect(x: 16, y: Double(number) * 640 - rect.y, width: 300, height: 250))
        })
      layouts.append(layout)
      writer.append(layout, at: time)
    }
    let bytes = writer.takeBytes()
    #expect(Double(bytes.count) / Double(layouts.count) < 3.4)
    #expect(try SessionTrack(bytes).steps.dropFirst().map(\.event) == layouts)
  }

  @Test(arguments: [
    0.1, -0.1, 1e300, Double.leastNonzeroMagnitude, .pi, -123_456.789, 0x1p51, 100.0 / 3, 0.015625,
  ])
  func `a place is kept exactly, whatever it is`(place: Double) throws {
    var writer = TrackWriter()
    writer.begin(under: Self.terms)
    let rects = [0, place, 10, place, -place].map {
      AdRect(x: $0, y: $0, width: abs($0), height: 850)
    }
    for (time, rect) in rects.enumerated() {
      writer.append(.viewport(rect), at: Int64(time))
      writer.append(
        .frame(AdFrame(unit: RandomSession.unit(time % 2), frame: rect)), at: Int64(time))
    }
    let told = try SessionTrack(writer.takeBytes()).steps.map(\.event)
    #expect(told.contains(.viewport(rects[4])))
    #expect(
      told.compactMap { if case .frame(let placed) = $0 { placed.frame } else { nil } } == rects)
  }

  @Test func `no bytes do anything but make a session or be refused`() throws {
    try Fuzz.forEachSeed(300) { seed, random in
      var session = RandomSession(random, adCount: 5)
      var writer = TrackWriter()
      writer.begin(under: Self.terms)
      writer.append(.layout(session.layout()), at: 0)
      for _ in 0..<40 {
        let (event, time) = session.next()
        writer.append(event, at: time)
      }
      var bytes = writer.takeBytes()
      for _ in 0..<random.int(1...4) {
        bytes[random.int(0...bytes.count - 1)] = UInt8(random.int(0...255))
      }
      bytes = Array(bytes.prefix(random.int(1...bytes.count)))
      do {
        _ = try SessionTrack(bytes).transitions
      } catch let error as TrackError {
        #expect(error.place <= bytes.count, "seed \(seed)")
      }
    }
  }

  @Test func `a track without a beginning, or with two, is not whole`() {
    var writer = TrackWriter()
    writer.append(.tick, at: 0)
    #expect(!writer.isWhole)
    var second = TrackWriter()
    second.begin(under: Self.terms)
    second.begin(under: Self.terms)
    #expect(!second.isWhole)
  }
}

extension LoadTransition {
  fileprivate func moved(by time: Int64) -> LoadTransition {
    LoadTransition(
      time: self.time + time, unit: unit, from: from, to: to, cause: cause, frame: frame,
      viewport: viewport, permit: permit)
  }
}
