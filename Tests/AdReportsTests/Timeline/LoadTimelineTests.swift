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
  ) -> Transition {
    let cause: TransitionCause =
      switch to {
      case .notLoaded: .reenteredFetchZone
      case .fetched: .enteredFetchZone
      case .displayed: .enteredDisplayZone
      case .unloaded: .leftUnloadZone
      }
    return Transition(
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

  @Test func `a session without transitions has no lanes`() {
    let timeline = LoadTimeline([], from: 5, until: 5)
    #expect(timeline.lanes.isEmpty && timeline.viewportPath.isEmpty && timeline.duration == 0)
    #expect(timeline.depths(columns: 10) == [])
  }
}
