// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import HostingSchedules
import Testing

/// When checks run, what the gate does, and what is refused.
@Suite struct LoadingEngineScheduleTests {
  private static let other = AdUnitID(validated: "div-gpt-ad-mobile_0")

  @Test func `a frame seen for the first time is checked whatever the throttle`() throws {
    var scene = try Scene()
    #expect(try scene.place(below: 700, at: 10) == ["10 notLoaded>fetched enteredFetchZone"])
    #expect(scene.engine.nextDeadline == 77)
  }

  @Test func `settings that say the same change nothing`() throws {
    var scene = try Scene()
    _ = try scene.place(below: 2_000, at: 10)
    #expect(try scene.tell(.thresholds(scene.engine.thresholds), at: 500) == [])
    #expect(try scene.tell(.removed(Self.other), at: 501) == [])
  }

  @Test func `a frame that is infinite is refused with the ad's name`() throws {
    var scene = try Scene()
    let frame = AdFrame(
      unit: Self.other, frame: AdRect(x: 0, y: .infinity, width: 320, height: 320))
    let error = #expect(throws: InvalidValue.self) { try scene.tell(.frame(frame), at: 10) }
    #expect(error.map { "\($0)".contains("frame of div-gpt-ad-mobile_0") } == true)
  }

  @Test func `a layout pass is one check`() throws {
    var scene = try Scene()
    let frames = [Scene.ad, Self.other].map {
      AdFrame(unit: $0, frame: Scene.frame(below: 100))
    }
    #expect(
      try scene.tell(.layout(frames), at: 10) == [
        "10 div-gpt-ad-mobile_0 notLoaded>fetched enteredFetchZone",
        "10 notLoaded>fetched enteredFetchZone",
      ])
  }

  @Test func `many changes within the throttle are one check`() throws {
    var scene = try Scene()
    _ = try scene.place(below: 2_000, at: 100)
    for time in Int64(101)...150 {
      _ = try scene.place(below: 700 - Double(time), at: time)
      #expect(scene.engine.nextDeadline == 167)
    }
    #expect(
      try scene.wait(until: 400) == ["167 notLoaded>fetched enteredFetchZone"])
  }

  @Test func `a late tick runs each check at the time it was due`() throws {
    var scene = try Scene()
    _ = try scene.place(below: 900, at: 0)
    _ = try scene.place(below: 100, at: 20)
    #expect(
      try scene.wait(until: 60_000) == [
        "67 notLoaded>fetched enteredFetchZone", "134 fetched>displayed enteredDisplayZone",
      ])
  }

  @Test func `nothing loads in the millisecond in which its consent ends`() throws {
    var scene = try Scene()
    _ = try scene.place(below: 900, at: 0)
    _ = try scene.place(below: 700, at: 20)
    #expect(scene.engine.nextDeadline == 67)
    #expect(try scene.tell(.gate(.closed(.expired)), at: 67) == [])
    #expect(try scene.wait(until: 500) == [])
  }

  @Test func `what is due as consent is renewed loads under the new record`() throws {
    var scene = try Scene()
    _ = try scene.place(below: 900, at: 0)
    _ = try scene.place(below: 700, at: 20)
    let changes = try scene.engine.handle(.consentRenewed(.under(9)), at: 67)
    #expect(changes.map(\.permit) == [.under(9)])
  }

  @Test func `a time before the last event counts as that one`() throws {
    var scene = try Scene()
    _ = try scene.wait(until: 5_000)
    #expect(try scene.place(below: 700, at: 10) == ["5000 notLoaded>fetched enteredFetchZone"])
  }

  @Test(arguments: [
    nil, AdRect(x: 0, y: 0, width: 0, height: 800), AdRect(x: 0, y: 0, width: 393, height: 0),
  ])
  func `an empty or missing viewport makes no transitions`(viewport: AdRect?) throws {
    var scene = try Scene()
    _ = try scene.tell(.viewport(viewport), at: 0)
    #expect(try scene.place(below: -400, at: 500) == [])
    #expect(try scene.wait(until: 10_000) == [])
    #expect(scene.engine.nextDeadline == nil)
    #expect(
      try scene.tell(.viewport(Scene.viewport), at: 20_000) == [
        "20000 notLoaded>fetched enteredFetchZone"
      ])
  }

  @Test(arguments: [nil, AdRect(x: 0, y: 0, width: 393, height: 0)])
  func `the first viewport in which there is something to see is checked at once`(
    before: AdRect?
  ) throws {
    var engine = LoadingEngine(under: LoadingTerms(gate: .open(Scene.permit)))
    _ = try engine.handle(
      .layout([AdFrame(unit: Scene.ad, frame: Scene.frame(below: 100))]), at: 0)
    _ = try engine.handle(.viewport(before), at: 1)
    #expect(try engine.handle(.viewport(Scene.viewport), at: 2).map(\.to) == [.fetched])
    #expect(engine.nextDeadline == 69, "and the throttle runs from it")
  }

  /// Frames beside the viewport, touching it, or without an area.
  @Test(arguments: [
    AdRect(x: 393, y: 100, width: 320, height: 320),
    AdRect(x: -320, y: 100, width: 320, height: 320),
    AdRect(x: 500, y: 100, width: 320, height: 320),
    AdRect(x: 36, y: 100, width: 0, height: 320),
    AdRect(x: 36, y: 100, width: 320, height: 0),
    AdRect(x: 36, y: 100, width: -20, height: -20),
  ])
  func `a frame without a common area is never fetched`(frame: AdRect) throws {
    var scene = try Scene()
    #expect(try scene.tell(.frame(AdFrame(unit: Scene.ad, frame: frame)), at: 0) == [])
    #expect(try scene.wait(until: 1_000) == [])
  }

  @Test(arguments: [
    AdRect(x: .nan, y: 0, width: 10, height: 10), AdRect(x: 0, y: 0, width: .infinity, height: 1),
    AdRect(x: 0, y: -.infinity, width: 1, height: 1),
    AdRect(x: 0, y: 1e308, width: 1, height: 1e308),
  ])
  func `rectangles that are not finite are refused and change nothing`(frame: AdRect) throws {
    var scene = try Scene()
    let good = AdFrame(unit: Self.other, frame: Scene.frame(below: 0))
    let bad = AdFrame(unit: Scene.ad, frame: frame)
    #expect(throws: InvalidValue.self) { try scene.engine.handle(.layout([good, bad]), at: 0) }
    #expect(throws: InvalidValue.self) { try scene.engine.handle(.viewport(frame), at: 0) }
    #expect(scene.engine.frame(of: Self.other) == nil && scene.engine.frame(of: Scene.ad) == nil)
    #expect(scene.engine.viewport == Scene.viewport)
  }

  @Test(arguments: [
    (LoadGate.ClosedCause.withdrawn, "consentWithdrawn"), (.expired, "consentExpired"),
    (.changed, "consentChanged"), (.failed, "consentChanged"), (.pageRemoved, "unitPaused"),
  ])
  func `a closing gate unloads at once, and an opening one lets ads back in`(
    cause: LoadGate.ClosedCause, expected: String
  ) throws {
    var scene = try Scene()
    _ = try scene.place(below: 100, at: 0)
    _ = try scene.wait(until: 100)
    #expect(
      try scene.tell(.gate(.closed(cause)), at: 101) == ["101 displayed>unloaded \(expected)"])
    #expect(try scene.wait(until: 5_000) == [])
    #expect(
      try scene.tell(.gate(.open(.under(8))), at: 6_000) == [
        "6000 unloaded>notLoaded reenteredFetchZone"
      ])
    #expect(
      try scene.wait(until: 7_000) == [
        "6067 notLoaded>fetched enteredFetchZone", "6134 fetched>displayed enteredDisplayZone",
      ])
  }

  @Test func `a changed consent unloads what was loaded under the earlier one`() throws {
    var scene = try Scene()
    _ = try scene.place(below: 700, at: 0)
    #expect(
      try scene.tell(.consentChanged(Scene.permit), at: 500) == [
        "500 fetched>unloaded consentChanged"
      ])
    let another = LoadGate.open(.under(9))
    _ = try scene.wait(until: 1_000)
    #expect(try scene.tell(.gate(another), at: 1_000) == ["1000 fetched>unloaded consentChanged"])
  }

  @Test func `a renewed consent leaves ads loaded and stands on later loads`() throws {
    var scene = try Scene()
    _ = try scene.place(below: 700, at: 0)
    #expect(try scene.tell(.consentRenewed(.under(9)), at: 500) == [])
    let later = try scene.engine.handle(
      .frame(AdFrame(unit: Self.other, frame: Scene.frame(below: 700))), at: 600)
    #expect(later.map(\.permit) == [.under(9)])
  }

  @Test func `only a load carries the consent record`() throws {
    var scene = try Scene()
    let frame = AdFrame(unit: Scene.ad, frame: Scene.frame(below: 100))
    var changes = try scene.engine.handle(.frame(frame), at: 0)
    changes += try scene.engine.handle(.tick, at: 1_000)
    #expect(changes.map(\.permit) == [Scene.permit, nil])
    #expect(changes.allSatisfy { $0.frame == frame.frame && $0.viewport == Scene.viewport })
  }

  @Test func `a removed ad that comes back starts from nothing`() throws {
    var scene = try Scene()
    _ = try scene.place(below: 700, at: 0)
    #expect(try scene.tell(.removed(Scene.ad), at: 10) == ["10 fetched>notLoaded removed"])
    #expect(scene.state == .notLoaded)
    #expect(scene.engine.frame(of: Scene.ad) == nil)
    #expect(try scene.place(below: 700, at: 20) == ["20 notLoaded>fetched enteredFetchZone"])
  }

  @Test func `a removed candidate for unloading asks for no check`() throws {
    var scene = try Scene(try LoadingThresholds(unloadingEnabled: true))
    _ = try scene.place(below: 700, at: 0)
    _ = try scene.place(below: 2_000, at: 200)
    #expect(scene.engine.nextDeadline == 2_200)
    _ = try scene.tell(.removed(Scene.ad), at: 300)
    #expect(scene.engine.nextDeadline == nil)
  }

  @Test func `thresholds that change are applied at once`() throws {
    var scene = try Scene()
    _ = try scene.place(below: 1_000, at: 0)
    #expect(
      try scene.tell(.thresholds(try LoadingThresholds(fetch: 1_001, unload: 3_000)), at: 5) == [
        "5 notLoaded>fetched enteredFetchZone"
      ])
  }
}
