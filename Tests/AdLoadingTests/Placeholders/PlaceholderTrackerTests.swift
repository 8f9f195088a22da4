// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import Testing

/// Messages of any page, and what becomes of them.
@Suite struct PlaceholderTrackerTests {
  private static let one = AdUnitID(validated: "ad-1")

  private static func frame(_ unit: String, y: Double) -> AdFrame {
    AdFrame(
      unit: AdUnitID(validated: unit), frame: AdRect(x: 0, y: y, width: 300, height: 250))
  }

  /// A tracker that knows `ad-1`.
  private static func tracker() -> PlaceholderTracker {
    var tracker = PlaceholderTracker()
    _ = tracker.handle(
      #"{"action":"add","id":"ad-1","rect":{"x":0,"y":900,"width":300,"height":250}}"#)
    return tracker
  }

  @Test(arguments: [
    #"{"action":"update","id":"ad-1","rect":{"x":0,"y":800,"width":300,"height":250}}"#,
    #"{"action":"update","id":"ad-1","x":0,"y":800,"width":300,"height":250}"#,
    #"{"id":"ad-1","ts":5.5,"x":0.0,"y":8e2,"width":300,"height":250,"action":"update"}"#,
    #"{"action":"add","id":"ad-1","rect":{"x":0,"y":800,"width":300,"height":250,"top":800}}"#,
    #"[{"action":"update","id":"ad-1","x":0,"y":800,"width":300,"height":250}]"#,
  ])
  func `an update becomes a frame`(message: String) {
    var tracker = Self.tracker()
    let outcome = tracker.handle(message)
    #expect(outcome.events == [.frame(Self.frame("ad-1", y: 800))])
    #expect(outcome.problems.isEmpty)
  }

  @Test func `a removal forgets the placeholder`() {
    var tracker = Self.tracker()
    #expect(
      tracker.handle(#"{"action":"remove","id":"ad-1"}"#).events == [.removed(Self.one)])
    #expect(
      tracker.handle(#"{"action":"remove","id":"ad-1"}"#).problems.map(\.description) == [
        "removal of placeholder ad-1, which was never added"
      ])
  }

  @Test func `placements that follow one another are one layout`() {
    var tracker = Self.tracker()
    let outcome = tracker.handle(
      """
      [{"action":"remove","id":"ad-1"},
       {"action":"add","id":"ad-1","x":0,"y":1,"width":300,"height":250},
       {"action":"add","id":"ad-2","x":0,"y":2,"width":300,"height":250},
       {"action":"add","id":"ad-3","x":0,"y":3,"width":300,"height":250}]
      """)
    #expect(
      outcome.events == [
        .removed(Self.one),
        .layout([
          Self.frame("ad-1", y: 1), Self.frame("ad-2", y: 2), Self.frame("ad-3", y: 3),
        ]),
      ])
  }

  @Test func `an ad unit id beside the id names the unit`() {
    var tracker = PlaceholderTracker()
    let added = tracker.handle(
      #"{"action":"add","id":"p0","adUnitId":"top","x":0,"y":5,"width":300,"height":250}"#)
    #expect(added.events == [.frame(Self.frame("top", y: 5))])
    let updated = tracker.handle(
      #"{"action":"update","id":"p0","adUnitId":null,"x":0,"y":6,"width":300,"height":250}"#)
    #expect(updated.events == [.frame(Self.frame("top", y: 6))])
  }

  @Test(arguments: [
    ("b\u{F8}ger", "b%C3%B8ger"), ("bo\u{301}ger", "bo%CC%81ger"), ("en annonce", "en%20annonce"),
    ("\u{1F600}", "%F0%9F%98%80"),
  ])
  func `an id that no ad unit can have names the unit percent-encoded`(id: String, unit: String) {
    var tracker = PlaceholderTracker()
    let change = #""id":"\#(id)","x":0,"y":5,"width":300,"height":250}"#
    #expect(
      tracker.handle(#"{"action":"add","# + change).events == [.frame(Self.frame(unit, y: 5))])
    #expect(
      tracker.handle(#"{"action":"update","# + change).events == [.frame(Self.frame(unit, y: 5))])
    #expect(
      tracker.handle(#"{"action":"remove","id":"\#(id)"}"#).events
        == [.removed(AdUnitID(validated: unit))])
  }

  @Test func `ids are told apart by their bytes`() {
    var tracker = PlaceholderTracker()
    for id in ["\u{E9}", "e\u{301}"] {
      _ = tracker.handle(#"{"action":"add","id":"\#(id)","x":0,"y":0,"width":1,"height":1}"#)
    }
    #expect(tracker.reset().events.count == 2)
  }

  @Test func `a new document keeps the units that it names, and the others are gone`() {
    var tracker = PlaceholderTracker()
    func add(_ id: String, _ unit: String, y: Int) -> String {
      #"{"action":"add","id":"\#(id)","adUnitId":"\#(unit)","x":0,"y":\#(y),"width":300,"height":250}"#
    }
    _ = tracker.handle("[\(add("p1", "c", y: 1)),\(add("p2", "a", y: 2)),\(add("p3", "b", y: 3))]")
    let outcome = tracker.handle(
      #"[{"action":"begin"},\#(add("q1", "b", y: 9)),\#(add("p1", "d", y: 8))]"#)
    #expect(outcome.problems.isEmpty)
    #expect(
      outcome.events == [
        .layout([Self.frame("b", y: 9), Self.frame("d", y: 8)]),
        .removed(AdUnitID(validated: "a")), .removed(AdUnitID(validated: "c")),
      ])
    #expect(
      tracker.handle(#"{"action":"remove","id":"p2"}"#).problems.map(\.reason) == [.unknownID])
    #expect(
      tracker.handle(#"{"action":"begin"}"#).events
        == [.removed(AdUnitID(validated: "b")), .removed(AdUnitID(validated: "d"))])
  }

  @Test func `what of a placeholder is to be seen is told before its place, from its corner`() {
    var tracker = Self.tracker()
    let placed = LoadingEvent.frame(
      AdFrame(unit: Self.one, frame: AdRect(x: 10, y: 20, width: 30, height: 40)))
    let rect = #""id":"ad-1","rect":{"x":10,"y":20,"width":30,"height":40}"#
    let part = AdRect(x: 0, y: 10, width: 30, height: 5)
    #expect(
      tracker.handle(#"{"action":"update",\#(rect),"visible":[[10,30,30,5]]}"#).events
        == [.parts(Self.one, [part]), placed])
    #expect(
      tracker.handle(#"{"action":"update",\#(rect)}"#).events == [.parts(Self.one, nil), placed])
    #expect(tracker.handle(#"{"action":"update",\#(rect)}"#).events == [placed])
  }

  @Test func `a unit of which something was hidden is whole where a new document says nothing`() {
    var tracker = Self.tracker()
    let rect = #""id":"ad-1","rect":{"x":10,"y":20,"width":30,"height":40}"#
    let placed = LoadingEvent.frame(
      AdFrame(unit: Self.one, frame: AdRect(x: 10, y: 20, width: 30, height: 40)))
    let anew = #"[{"action":"begin"},{"action":"add",\#(rect)}]"#
    _ = tracker.handle(#"{"action":"update",\#(rect),"visible":[]}"#)
    #expect(tracker.handle(anew).events == [.parts(Self.one, nil), placed])
    // Nobody has to take back what is gone.
    _ = tracker.handle(#"{"action":"update",\#(rect),"visible":[]}"#)
    _ = tracker.handle(#"{"action":"begin"}"#)
    #expect(tracker.handle(anew).events == [placed])
  }

  @Test func `a document that tells of no placeholders leaves none`() {
    var tracker = Self.tracker()
    #expect(tracker.reset().events == [.removed(Self.one)])
    #expect(tracker.reset().events.isEmpty)
  }

  @Test(arguments: [
    ("", PlaceholderProblem.Reason.notJSON),
    ("startTrackingAdPlaceholders", .notJSON),
    (#"{"action":"add""#, .notJSON),
    (String(repeating: "[", count: 9) + String(repeating: "]", count: 9), .notJSON),
    ("5", .notAnObject), ("null", .notAnObject), ("[7]", .notAnObject),
    (#"{"id":"ad-1"}"#, .badAction),
    (#"{"id":"ad-1","action":"move"}"#, .badAction),
    (#"{"id":"ad-1","action":7}"#, .badAction),
    (#"{"action":"remove"}"#, .badID),
    (#"{"action":"remove","id":7}"#, .badID),
    (#"{"action":"remove","id":""}"#, .badID),
    (#"{"action":"remove","id":"a b"}"#, .unknownID),
    (#"{"action":"add","id":"a","adUnitId":"a b","x":0,"y":0,"width":1,"height":1}"#, .badID),
    (#"{"action":"add","id":"a","adUnitId":7,"x":0,"y":0,"width":1,"height":1}"#, .badID),
    (
      #"{"action":"remove","id":"\#(String(repeating: "x", count: 257))"}"#, .badID
    ),
    (#"{"action":"update","id":"ad-1"}"#, .badRect),
    (#"{"action":"update","id":"ad-1","rect":[0,0,1,1]}"#, .badRect),
    (#"{"action":"update","id":"ad-1","x":0,"y":0,"width":"300","height":1}"#, .badRect),
    (#"{"action":"update","id":"ad-1","x":0,"y":0,"width":-1,"height":1}"#, .badRect),
    (#"{"action":"update","id":"ad-1","x":0,"y":null,"width":1,"height":1}"#, .badRect),
    (#"{"action":"update","id":"ad-1","x":1e308,"y":0,"width":1e308,"height":1}"#, .badRect),
    (
      #"{"action":"update","id":"ad-1","x":0,"y":0,"width":1,"height":1,"visible":[[0,0,1]]}"#,
      .badRect
    ),
    (
      #"{"action":"update","id":"ad-1","x":0,"y":0,"width":1,"height":1,"visible":[[0,0,-1,1]]}"#,
      .badRect
    ),
    (#"{"action":"update","id":"ad-1","x":0,"y":0,"width":1,"height":1,"visible":7}"#, .badRect),
    (
      #"{"action":"update","id":"ad-1","x":0,"y":0,"width":1,"height":1,"visible":["#
        + Array(repeating: "[0,0,1,1]", count: 65).joined(separator: ",") + "]}", .badRect
    ),
    (#"{"action":"update","id":"ad-9","x":0,"y":0,"width":1,"height":1}"#, .unknownID),
    (#"{"action":"remove","id":"ad-9"}"#, .unknownID),
    (
      #"{"action":"add","id":"p","adUnitId":"ad-1","x":0,"y":0,"width":1,"height":1}"#,
      .unitInUse
    ),
  ])
  func `what is wrong is told and changes nothing`(
    message: String, reason: PlaceholderProblem.Reason
  ) {
    var tracker = Self.tracker()
    let outcome = tracker.handle(message)
    #expect(outcome.events.isEmpty)
    #expect(outcome.problems.map(\.reason) == [reason])
    #expect(tracker.reset().events == [.removed(Self.one)])
  }

  @Test func `what is right in a message holds beside what is wrong`() {
    var tracker = Self.tracker()
    let outcome = tracker.handle(
      #"""
      [{"action":"remove","id":"ad-9"},{"action":"remove","id":"ad-1"},{"id":"x"}]
      """#)
    #expect(outcome.events == [.removed(Self.one)])
    #expect(outcome.problems.map(\.reason) == [.unknownID, .badAction])
  }

  @Test func `a problem cannot steer a terminal`() {
    var tracker = PlaceholderTracker()
    let outcome = tracker.handle(#"{"id":"ad-1","action":"\u001b[31mred\u202e"}"#)
    #expect(
      outcome.problems.map(\.description) == [
        #"the action '\u{1b}[31mred\u{202e}' is none of begin, add, update and remove"#
      ])
  }

  @Test func `a page cannot fill the memory`() {
    var tracker = PlaceholderTracker()
    for first in stride(from: 0, to: PlaceholderTracker.greatestCount, by: 1_000) {
      let changes = (first..<first + 1_000).map {
        #"{"action":"add","id":"\#($0)","x":0,"y":0,"width":1,"height":1}"#
      }
      #expect(tracker.handle("[\(changes.joined(separator: ","))]").problems.isEmpty)
    }
    let more = tracker.handle(#"{"action":"add","id":"x","x":0,"y":0,"width":1,"height":1}"#)
    #expect(more.problems.map(\.reason) == [.tooMany])
    #expect(tracker.reset().events.count == PlaceholderTracker.greatestCount)
  }
}
