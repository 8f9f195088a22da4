// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import Testing

/// The way of a placeholder from the page's script to the loading engine.
@Suite struct PlaceholderPathTests {
  /// What the script posts, written by hand from its source: one message for each animation frame
  /// with changes.
  private static let posted = [
    #"[{"action":"begin"},{"id":"unit-1","action":"add","rect":{"x":46.5,"y":400,"width":300,"height":250}},"#
      + #"{"id":"ad-placeholder-1","action":"add","rect":{"x":46.5,"y":1050,"width":300,"height":250}}]"#,
    #"[{"id":"unit-1","action":"update","rect":{"x":46.5,"y":300,"width":300,"height":250}}]"#,
    #"[{"id":"unit-1","action":"remove"},{"id":"ad-placeholder-1","action":"remove"}]"#,
  ]

  @Test func `what the script posts reaches the engine whole`() {
    var tracker = PlaceholderTracker()
    var events: [LoadingEvent] = []
    for message in Self.posted {
      let outcome = tracker.handle(message)
      #expect(outcome.problems.isEmpty)
      events += outcome.events
    }
    let first = AdUnitID(validated: "unit-1")
    let second = AdUnitID(validated: "ad-placeholder-1")
    func frame(_ unit: AdUnitID, y: Double) -> AdFrame {
      AdFrame(unit: unit, frame: AdRect(x: 46.5, y: y, width: 300, height: 250))
    }
    #expect(
      events == [
        .layout([frame(first, y: 400), frame(second, y: 1_050)]), .frame(frame(first, y: 300)),
        .removed(first), .removed(second),
      ])
  }
}
