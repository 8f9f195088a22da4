// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import HostingSchedules
import Testing

/// No unit is asked for again too soon after a request whose ad rendered.
@Suite struct RequestPauseTests {
  private static let unloading = try? LoadingThresholds(unloadingEnabled: true)

  /// A page whose ad was fetched at 0, displayed at 67, and rendered at 500.
  private func rendered(
    _ thresholds: LoadingThresholds? = nil, limit: Int? = nil
  ) throws -> Scene {
    var scene = try Scene(thresholds ?? .standard)
    if let limit { _ = try scene.tell(.loadedAds(atMost: limit), at: 0) }
    _ = try scene.place(below: 100, at: 0)
    _ = try scene.wait(until: 100)
    _ = try scene.tell(.rendered(Scene.ad), at: 500)
    #expect(scene.state == .displayed)
    return scene
  }

  @Test func `an ad that was unloaded comes back half a minute after its request`() throws {
    var scene = try rendered(Self.unloading)
    _ = try scene.place(below: 2_000, at: 1_000)
    #expect(try scene.wait(until: 4_000) == ["3000 displayed>unloaded leftUnloadZone"])
    #expect(
      try scene.place(below: 100, at: 5_000) == ["5000 unloaded>notLoaded reenteredFetchZone"])
    #expect(try scene.wait(until: 29_999) == [])
    #expect(scene.engine.nextDeadline == 30_000)
    #expect(try scene.wait(until: 30_000) == ["30000 notLoaded>fetched enteredFetchZone"])
  }

  @Test(arguments: [true, false])
  func `an ad that was asked for again in its view counts from then`(isDocument: Bool) throws {
    var scene = try rendered(Self.unloading)
    if isDocument { _ = try scene.tell(.blank(Scene.ad), at: 60_000) }
    // Where nobody told when its tag asked again, the time of its ad counts.
    _ = try scene.tell(.rendered(Scene.ad), at: 60_500)
    _ = try scene.place(below: 2_000, at: 61_000)
    _ = try scene.wait(until: 64_000)
    _ = try scene.place(below: 100, at: 65_000)
    let end: Int64 = isDocument ? 90_000 : 90_500
    #expect(try scene.wait(until: end - 1) == [])
    #expect(try scene.wait(until: end) == ["\(end) notLoaded>fetched enteredFetchZone"])
  }

  @Test func `an ad that is not wanted when its pause ends is not asked for`() throws {
    var scene = try rendered(Self.unloading)
    _ = try scene.place(below: 2_000, at: 1_000)
    _ = try scene.wait(until: 4_000)
    _ = try scene.place(below: 100, at: 5_000)
    _ = try scene.place(below: 2_000, at: 6_000)
    #expect(try scene.wait(until: 60_000) == [])
    #expect(scene.engine.nextDeadline == nil)
    #expect(try scene.place(below: 700, at: 60_001) == ["60001 notLoaded>fetched enteredFetchZone"])
  }

  @Test func `an ad whose room was needed comes back half a minute after its request`() throws {
    var scene = try rendered(limit: 1)
    let other = AdUnitID(validated: "other")
    _ = try scene.place(below: 700, at: 1_000)
    _ = try scene.tell(
      .frame(AdFrame(unit: other, frame: AdRect(x: 0, y: 0, width: 300, height: 250))), at: 2_000)
    _ = try scene.wait(until: 3_000)
    #expect(scene.state == .notLoaded)
    _ = try scene.tell(.removed(other), at: 4_000)
    _ = try scene.place(below: -400, at: 4_500)
    #expect(try scene.wait(until: 29_999) == [])
    #expect(try scene.wait(until: 31_000).first == "30000 notLoaded>fetched enteredFetchZone")
  }

  @Test func `a removed ad that comes back waits as well`() throws {
    var scene = try rendered()
    _ = try scene.tell(.removed(Scene.ad), at: 1_000)
    #expect(try scene.place(below: 100, at: 2_000) == [])
    _ = try scene.tell(.removed(Scene.ad), at: 3_000)
    #expect(try scene.place(below: 100, at: 4_000) == [])
    #expect(try scene.wait(until: 30_050) == ["30000 notLoaded>fetched enteredFetchZone"])
  }

  @Test func `an ad whose place is gone stays for as long as it could not be asked for again`()
    throws
  {
    var scene = try rendered(Self.unloading, limit: 8)
    #expect(try scene.tell(.removed(Scene.ad), at: 1_000) == [])
    #expect(try scene.wait(until: 29_000) == [])
    _ = try scene.place(below: 100, at: 29_100)
    #expect(scene.state == .displayed)
    _ = try scene.tell(.removed(Scene.ad), at: 29_200)
    #expect(
      try scene.wait(until: 60_000) == [
        "32000 displayed>unloaded leftUnloadZone", "32067 unloaded>notLoaded removed",
      ])
  }

  @Test func `an ad that renders after its place is gone is kept as well`() throws {
    var scene = try Scene(try LoadingThresholds(unloadingEnabled: true))
    _ = try scene.tell(.loadedAds(atMost: 8), at: 0)
    _ = try scene.place(below: 100, at: 0)
    _ = try scene.tell(.removed(Scene.ad), at: 1_000)
    _ = try scene.tell(.rendered(Scene.ad), at: 2_000)
    #expect(try scene.wait(until: 31_000) == [])
    #expect(
      try scene.wait(until: 60_000) == [
        "32000 displayed>unloaded leftUnloadZone", "32067 unloaded>notLoaded removed",
      ])
  }

  @Test(arguments: HoldCause.allCases)
  func `what was lost or is to be loaded anew is asked for at once`(cause: HoldCause) throws {
    var scene = try rendered()
    _ = try scene.tell(.hold(Scene.ad, cause), at: 1_000)
    _ = try scene.tell(.release(Scene.ad), at: 2_000)
    let waits = [HoldCause.freed, .unitPaused].contains(cause)
    _ = try scene.wait(until: 3_000)
    #expect((scene.state == .displayed) != waits)
    _ = try scene.wait(until: 31_000)
    #expect(scene.state == .displayed)
  }

  @Test func `what was asked for under another consent is asked for at once`() throws {
    var scene = try rendered()
    _ = try scene.tell(.consentChanged(.under(9)), at: 1_000)
    _ = try scene.wait(until: 2_000)
    #expect(scene.state == .displayed)
  }

  @Test func `a request that never rendered is made again at once`() throws {
    var scene = try Scene(try LoadingThresholds(unloadingEnabled: true))
    _ = try scene.place(below: 100, at: 0)
    _ = try scene.place(below: 2_000, at: 1_000)
    _ = try scene.wait(until: 4_000)
    _ = try scene.place(below: 100, at: 5_000)
    _ = try scene.wait(until: 6_000)
    #expect(scene.state == .displayed)
  }
}
