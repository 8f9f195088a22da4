// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports
import Testing

@Suite struct LoadTimelineTests {
  static let above = AdUnitID(validated: "z-above")
  static let below = AdUnitID(validated: "a-below")

  /// Two ads; the upper one is displayed and unloaded, the lower one is fetched halfway.
  static let transitions = [
    change(1_000, above, .notLoaded, .fetched),
    change(1_100, above, .fetched, .displayed),
    change(5_000, below, .notLoaded, .fetched, viewport: 2_000),
    change(8_000, above, .displayed, .unloaded, viewport: 4_000),
  ]

  static func change(
    _ time: Int64, _ unit: AdUnitID, _ from: LoadState, _ to: LoadState, viewport: Double = 0
  ) -> LoadTransition {
    let cause: TransitionCause =
      switch to {
      case .notLoaded: .reenteredFetchZone
      case .fetched: .enteredFetchZone
      case .displayed: .enteredDisplayZone
      case .unloaded: .leftUnloadZone
      }
    return LoadTransition(
      time: time, unit: unit, from: from, to: to, cause: cause,
      frame: AdRect(x: 36, y: unit == above ? 300 : 2_900, width: 320, height: 250),
      viewport: AdRect(x: 0, y: viewport, width: 393, height: 852),
      permit: to == .fetched ? LoadPermit(record: ConsentRecordID(1), mode: .personalized) : nil)
  }

  static func timeline(viewable: [(unit: AdUnitID, time: Int64)] = []) -> LoadTimeline {
    LoadTimeline(transitions, viewable: viewable, from: 0, until: 10_000)
  }

  static func drawn(_ lane: LoadTimeline.Lane, of timeline: LoadTimeline, columns: Int) -> String {
    String(
      timeline.marks(of: lane, columns: columns).map { mark -> Character in
        switch mark {
        case .state(.notLoaded): "."
        case .state(.fetched): "f"
        case .state(.displayed): "d"
        case .state(.unloaded): "u"
        case .viewable: "V"
        case .absent: " "
        case .removed: "x"
        case .fault(let kind): Character(kind.letter)
        }
      })
  }

  @Test func `a lane covers the session without a gap, and stands where its ad stands`() {
    let timeline = Self.timeline()
    #expect(timeline.duration == 10_000)
    #expect(timeline.lanes.map(\.unit) == [Self.above, Self.below])
    for lane in timeline.lanes {
      #expect(lane.stretches.first?.start == 0)
      #expect(lane.stretches.last?.end == 10_000)
      for (one, next) in zip(lane.stretches, lane.stretches.dropFirst()) {
        #expect(one.end == next.start)
      }
    }
    #expect(
      timeline.lanes[0].stretches.map(\.state) == [.notLoaded, .fetched, .displayed, .unloaded])
    #expect(timeline.lanes[0].stretches[0].cause == nil)
  }

  @Test func `the viewport's way holds each place once`() {
    #expect(Self.timeline().viewportPath.map(\.time) == [1_000, 5_000, 8_000])
    #expect(Self.timeline().depths(columns: 5) == [0, 0, 2_000, 4_000, 4_000])
  }

  @Test func `each mark is the state that held longest in its time`() {
    let timeline = Self.timeline()
    #expect(Self.drawn(timeline.lanes[0], of: timeline, columns: 10) == ".ddddddduu")
    #expect(Self.drawn(timeline.lanes[1], of: timeline, columns: 10) == ".....fffff")
    #expect(Self.drawn(timeline.lanes[0], of: timeline, columns: 1) == "d")
    #expect(
      Self.drawn(timeline.lanes[0], of: timeline, columns: 100)
        == String(repeating: ".", count: 10) + "f" + String(repeating: "d", count: 69)
        + String(repeating: "u", count: 20))
  }

  @Test func `an ad that became viewable is marked when it did`() {
    let timeline = Self.timeline(viewable: [(Self.above, 2_150), (Self.above, 99_999)])
    #expect(timeline.duration == 99_999)
    #expect(timeline.lanes[0].viewable == [2_150, 99_999])
    #expect(Self.drawn(timeline.lanes[0], of: timeline, columns: 100).hasSuffix("uV"))
  }

  @Test func `a clock that was set back or beyond the calendar stretches nothing`() {
    let changes = [
      Self.change(.max, Self.above, .notLoaded, .fetched),
      Self.change(.min, Self.above, .fetched, .displayed),
    ]
    let timeline = LoadTimeline(changes, from: .max, until: .min)
    for lane in timeline.lanes {
      #expect(lane.stretches.allSatisfy { $0.start <= $0.end && $0.end <= timeline.duration })
    }
    #expect(timeline.marks(of: timeline.lanes[0], columns: 5).count == 5)
  }

  @Test func `a fault is seen in its lane however short it was, and the worst of several`() {
    let faults: [(AdUnitID, LoadTimeline.Fault)] = [
      (Self.above, .init(LoadFault(.churn, .cameBack), fetchedAt: 900, at: 900)),
      (Self.above, .init(LoadFault(.late, .outrunLead), fetchedAt: 900, at: 950)),
      (Self.below, .init(LoadFault(.wasted, .notReached), fetchedAt: 5_000, at: 5_000)),
    ]
    let timeline = LoadTimeline(
      Self.transitions, viewable: [(Self.above, 940)], faults: faults, from: 0, until: 10_000)
    let lanes = timeline.lanes.map { Self.drawn($0, of: timeline, columns: 10) }
    #expect(lanes[0].first == "L" && Array(lanes[1])[5] == "W")
    #expect(lanes.joined().filter { "LWC".contains($0) }.count == 2)
  }

  @Test func `a session without transitions has no lanes`() {
    let timeline = LoadTimeline([], from: 5, until: 5)
    #expect(timeline.lanes.isEmpty && timeline.viewportPath.isEmpty && timeline.duration == 0)
    #expect(timeline.depths(columns: 10) == [])
  }

  // MARK: With a track

  /// A minute of three ads of which the last is never loaded; consent, app and distances change, and
  /// the first ad's view goes and comes back.
  static func track() throws -> SessionTrack {
    var writer = TrackWriter()
    writer.begin(under: LoadingTerms(gate: .open(permit)))
    writer.append(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852)), at: 0)
    let never = AdUnitID(validated: "never")
    for (unit, y) in [(above, 300.0), (below, 2_900), (never, 1_500)] {
      writer.append(.frame(AdFrame(unit: unit, frame: rect(y))), at: 0)
    }
    for step in 1...100 {
      writer.append(
        .viewport(AdRect(x: 0, y: Double(step) * 20, width: 393, height: 852)),
        at: 2_000 + Int64(step) * 16)
    }
    writer.append(.app(.background), at: 4_000)
    writer.append(.app(.foreground), at: 4_500)
    writer.append(.thresholds(try LoadingThresholds(fetch: 1_200, display: 300)), at: 5_000)
    writer.append(.gate(.closed(.withdrawn)), at: 6_000)
    writer.append(.gate(.open(permit)), at: 7_000)
    writer.append(.removed(above), at: 8_000)
    writer.append(.frame(AdFrame(unit: above, frame: rect(400))), at: 9_000)
    return try SessionTrack(writer.takeBytes())
  }

  static let permit = LoadPermit(record: ConsentRecordID(1), mode: .nonPersonalized)

  static func rect(_ y: Double) -> AdRect { AdRect(x: 36, y: y, width: 320, height: 250) }

  static func tracked() throws -> LoadTimeline {
    LoadTimeline(transitions, track: try track(), from: 0, until: 10_000)
  }

  @Test func `with a track, the viewport is known at every sample and an ad where it stood`() throws
  {
    let timeline = try Self.tracked()
    #expect(timeline.viewportPath.count == 101)
    #expect(timeline.depths(columns: 5) == [0, 2_000, 2_000, 2_000, 2_000])
    let upper = try #require(timeline.lanes.first { $0.unit == Self.above })
    #expect(upper.removals == [8_000])
    #expect(
      upper.places == [
        Held(Self.rect(300), from: 0, to: 8_000), Held(Self.rect(400), from: 9_000, to: 10_000),
      ])
    #expect(timeline.otherPlaces.keys.map(\.rawValue) == ["never"])
    #expect(Self.drawn(upper, of: timeline, columns: 20) == "..dddddddddddddd".prefix(16) + "x uu")
  }

  @Test func `without a track, a removal and where ads were is known from transitions`() {
    let removed = LoadTransition(
      time: 9_000, unit: Self.above, from: .unloaded, to: .notLoaded, cause: .removed,
      frame: Self.rect(300), viewport: Self.rect(0))
    let timeline = LoadTimeline(Self.transitions + [removed], from: 0, until: 10_000)
    #expect(timeline.conditions == nil && timeline.otherPlaces.isEmpty)
    #expect(timeline.lanes[0].removals == [9_000])
    #expect(Self.drawn(timeline.lanes[0], of: timeline, columns: 10) == ".ddddddd" + "ux")
  }

  @Test func `where there are too many lanes, those of the worst ads stay, in the page's order`() {
    let transitions = (0..<300).flatMap { number in
      let unit = AdUnitID(validated: "unit-\(number)")
      let frame = AdRect(x: 0, y: Double(number) * 500, width: 300, height: 250)
      let far = AdRect(x: 0, y: 1e6, width: 393, height: 852)
      var changes = [
        LoadTransition(
          time: 0, unit: unit, from: .notLoaded, to: .fetched, cause: .enteredFetchZone,
          frame: frame, viewport: far)
      ]
      if number != 11, number != 211 {
        changes.append(
          LoadTransition(
            time: 100, unit: unit, from: .fetched, to: .displayed, cause: .enteredDisplayZone,
            frame: frame, viewport: far))
      }
      return changes
    }.sorted { $0.time < $1.time }
    // Every hundredth is late, and two are loaded for nothing.
    let faults = [7, 107, 207, 11, 211].map { number in
      (
        unit: AdUnitID(validated: "unit-\(number)"),
        fault: LoadTimeline.Fault(
          LoadFault(number % 100 == 7 ? .late : .wasted, .outrunLead), fetchedAt: 0, at: 100)
      )
    }
    let timeline = LoadTimeline(transitions, faults: faults, from: 0, until: 1_000)
    let shown = timeline.showing(atMost: 5)
    #expect(
      shown.lanes.map(\.unit.rawValue) == ["unit-7", "unit-11", "unit-107", "unit-207", "unit-211"])
    #expect(shown.hiddenLanes == 295 && shown.otherPlaces.count == 295)
    #expect(timeline.showing(atMost: 300) == timeline)
    let one = timeline.showing { $0.unit.rawValue == "unit-42" }
    #expect(one.lanes.count == 1 && one.hiddenLanes == 299)
  }
}
