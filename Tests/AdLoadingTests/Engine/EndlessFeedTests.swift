// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import Testing

/// What the engine keeps of ads that come and go by the thousand.
@Suite struct EndlessFeedTests {
  private static let units = (1...300).map { AdUnitID(validated: "feed-\($0)") }

  /// A feed of which each ad is shown, renders and is gone a second later.
  @Test(arguments: [nil, 1, 8], [true, false])
  func `keeps no more than what may be loaded`(limit: Int?, isUnloading: Bool) throws {
    var scene = try Scene(try LoadingThresholds(unloadingEnabled: isUnloading))
    _ = try scene.tell(.loadedAds(atMost: limit), at: 0)
    var states: [AdUnitID: LoadState] = [:]
    var now: Int64 = 0
    func follow(_ changes: [LoadTransition]) {
      for change in changes {
        #expect(change.from == states[change.unit] ?? .notLoaded)
        states[change.unit] = change.to
      }
    }
    for unit in Self.units {
      let place = AdFrame(unit: unit, frame: Scene.frame(below: -400))
      follow(try scene.engine.handle(.frame(place), at: now))
      follow(try scene.engine.handle(.rendered(unit), at: now + 500))
      follow(try scene.engine.handle(.removed(unit), at: now + 1_000))
      now += 1_000
      let kept = Self.units.filter { scene.engine.frame(of: $0) != nil }
      #expect(kept.count <= (limit ?? 0) + 1, "at \(now)")
    }
    follow(try scene.engine.handle(.tick, at: now + 1_000))
    let loaded = Self.units.filter { scene.engine.state(of: $0).isLoaded }
    #expect(loaded == Array(Self.units.suffix(limit ?? 0)))
    #expect(Set(states.filter { !$0.value.isLoaded }.values) == [.notLoaded])
  }

  @Test func `an ad that is gone is forgotten by the check after its unloading`() throws {
    var scene = try Scene(.standard)
    _ = try scene.tell(.loadedAds(atMost: 8), at: 0)
    _ = try scene.place(below: -400, at: 0)
    _ = try scene.wait(until: 1_000)
    _ = try scene.tell(.removed(Scene.ad), at: 1_000)
    #expect(
      try scene.tell(.hold(Scene.ad, .reloaded), at: 2_000) == [
        "2000 displayed>unloaded reloaded", "2000 unloaded>notLoaded removed",
      ])
    #expect(scene.engine.frame(of: Scene.ad) == nil)
    #expect(try scene.tell(.release(Scene.ad), at: 2_010) == [])
    #expect(try scene.place(below: -400, at: 2_100) == ["2100 notLoaded>fetched enteredFetchZone"])
  }

  @Test func `an ad that comes back before that check is known still`() throws {
    var scene = try Scene(try LoadingThresholds(unloadingEnabled: true))
    _ = try scene.tell(.loadedAds(atMost: 8), at: 0)
    _ = try scene.place(below: -400, at: 0)
    _ = try scene.wait(until: 1_000)
    _ = try scene.tell(.removed(Scene.ad), at: 1_000)
    #expect(try scene.wait(until: 3_010) == ["3000 displayed>unloaded leftUnloadZone"])
    _ = try scene.place(below: -400, at: 3_020)
    #expect(try scene.wait(until: 3_067) == ["3067 unloaded>notLoaded reenteredFetchZone"])
  }
}
