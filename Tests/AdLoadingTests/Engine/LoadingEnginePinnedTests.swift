// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import Testing

/// The cases that lazy loading of this family is pinned to: a viewport of 393 by 800 points and an
/// ad some distance below its lower edge.
@Suite struct LoadingEnginePinnedTests {
  static let unloading = try? LoadingThresholds(unloadingEnabled: true)

  /// An ad at one distance for a long time.
  @Test(arguments: [
    (900.0, []),
    (801.0, []),
    (800.0, []),
    (799.0, ["0 notLoaded>fetched enteredFetchZone"]),
    (700.0, ["0 notLoaded>fetched enteredFetchZone"]),
    (400.0, ["0 notLoaded>fetched enteredFetchZone"]),
    (200.0, ["0 notLoaded>fetched enteredFetchZone"]),
    (
      199.0,
      ["0 notLoaded>fetched enteredFetchZone", "67 fetched>displayed enteredDisplayZone"]
    ),
    (
      150.0,
      ["0 notLoaded>fetched enteredFetchZone", "67 fetched>displayed enteredDisplayZone"]
    ),
  ])
  func `an ad is fetched and displayed by its distance`(
    distance: Double, expected: [String]
  ) throws {
    var scene = try Scene()
    let atOnce = try scene.place(below: distance, at: 0)
    #expect(try atOnce + scene.wait(until: 10_000) == expected)
    #expect(scene.engine.nextDeadline == nil)
  }

  @Test func `an ad fetched at 700 is displayed at 150 and stays fetched at 400`() throws {
    var near = try Scene()
    #expect(try near.place(below: 700, at: 0) == ["0 notLoaded>fetched enteredFetchZone"])
    #expect(
      try near.place(below: 150, at: 500) == ["500 fetched>displayed enteredDisplayZone"])
    var far = try Scene()
    _ = try far.place(below: 700, at: 0)
    #expect(try far.place(below: 400, at: 500) == [])
    #expect(far.state == .fetched)
  }

  @Test func `without unloading an ad far away stays displayed`() throws {
    var scene = try displayed(.standard)
    #expect(try scene.place(below: 5_000, at: 1_000) == [])
    #expect(try scene.wait(until: 11_000) == [])
    #expect(scene.state == .displayed)
  }

  @Test func `an ad beyond the unload distance is unloaded after the stability delay`() throws {
    var scene = try displayed(try #require(Self.unloading))
    #expect(try scene.place(below: 2_000, at: 1_000) == [])
    #expect(scene.engine.nextDeadline == 3_000)
    #expect(try scene.wait(until: 1_100) == [])
    #expect(try scene.wait(until: 2_100) == [])
    #expect(try scene.wait(until: 3_200) == ["3000 displayed>unloaded leftUnloadZone"])
  }

  @Test func `coming back in between starts the stability delay anew`() throws {
    var scene = try displayed(try #require(Self.unloading))
    _ = try scene.place(below: 2_000, at: 1_000)
    _ = try scene.place(below: 1_000, at: 2_500)
    _ = try scene.place(below: 2_000, at: 2_700)
    #expect(try scene.wait(until: 4_699) == [])
    #expect(try scene.wait(until: 4_700) == ["4700 displayed>unloaded leftUnloadZone"])
  }

  @Test func `an unloaded ad that comes near is fetched again one check later`() throws {
    var scene = try displayed(try #require(Self.unloading))
    _ = try scene.place(below: 2_000, at: 1_000)
    _ = try scene.wait(until: 5_000)
    #expect(
      try scene.place(below: 500, at: 6_000) == ["6000 unloaded>notLoaded reenteredFetchZone"])
    #expect(try scene.wait(until: 7_000) == ["6067 notLoaded>fetched enteredFetchZone"])
  }

  @Test func `a change 10 ms after a check waits for the throttle`() throws {
    var scene = try Scene()
    _ = try scene.place(below: 900, at: 1_000)
    #expect(try scene.place(below: 700, at: 1_010) == [])
    #expect(scene.engine.nextDeadline == 1_067)
    #expect(try scene.wait(until: 1_066) == [])
    #expect(try scene.wait(until: 1_067) == ["1067 notLoaded>fetched enteredFetchZone"])
  }

  /// Percent of the viewport's 800 points, with unloading at 1600.
  @Test(arguments: [
    (150.0, 100.0, 1_201.0, LoadState.notLoaded),
    (150.0, 100.0, 1_199.0, LoadState.fetched),
    (150.0, 100.0, 801.0, LoadState.fetched),
    (150.0, 100.0, 799.0, LoadState.displayed),
  ])
  func `remote thresholds are percent of the viewport's height`(
    fetch: Double, render: Double, distance: Double, expected: LoadState
  ) throws {
    var scene = try Scene()
    _ = try scene.tell(
      .remoteThresholds(try RemoteThresholds(fetch: fetch, render: render)), at: 0)
    _ = try scene.place(below: distance, at: 100)
    _ = try scene.wait(until: 1_000)
    #expect(scene.state == expected)
  }

  @Test func `a fetch distance beyond the unload distance moves that with it`() throws {
    var scene = try Scene(try #require(Self.unloading))
    _ = try scene.tell(.remoteThresholds(try RemoteThresholds(fetch: 300, render: 100)), at: 0)
    _ = try scene.place(below: 2_000, at: 100)
    #expect(try scene.wait(until: 60_000) == [])
    #expect(scene.state == .fetched)
  }

  @Test func `applying remote thresholds checks at once`() throws {
    var scene = try Scene()
    _ = try scene.place(below: 1_000, at: 0)
    let remote = try RemoteThresholds(fetch: 150, render: 100)
    #expect(
      try scene.tell(.remoteThresholds(remote), at: 1) == [
        "1 notLoaded>fetched enteredFetchZone"
      ])
  }

  /// A scene with the ad displayed at time 67.
  private func displayed(_ thresholds: LoadingThresholds) throws -> Scene {
    var scene = try Scene(thresholds)
    _ = try scene.place(below: 100, at: 0)
    _ = try scene.wait(until: 100)
    try #require(scene.state == .displayed)
    return scene
  }
}
