// SPDX-License-Identifier: MIT
import AdConsent
import AdHosting
import AdInjection
import AdLoading
import AdModel
import Testing

/// What a page does as its scene and others come and go, played against a page.
@Suite struct SceneWatchTests {
  private final class Scene {}
  private let first = Scene()
  private let second = Scene()

  private static let ad = AdUnitID(validated: "ad")

  /// A page in a scene, with an ad that is there.
  private struct Window {
    var watch: SceneWatch
    var page = LazyLoadingManager(PageContent(), seed: 1)
    var now: Int64 = 0
    var made = 0
    var isSuspended = false

    init(_ scene: ObjectIdentifier?) {
      watch = SceneWatch(scene)
      let permit = LoadPermit(record: ConsentRecordID(1), mode: .personalized)
      tell(.consent(PageConsent(.allowed(permit))))
      tell(.viewport(AdRect(x: 0, y: 0, width: 390, height: 800)))
      tell(.place([AdFrame(unit: ad, frame: AdRect(x: 35, y: 100, width: 320, height: 320))]))
      pass(1_000)
    }

    mutating func tell(_ event: PageEvent) {
      for effect in page.handle(event, at: now).effects {
        guard case .make(let view, _, _) = effect else { continue }
        made += 1
        for report in [ViewReport.committed, .finished, .rendered(nil)] {
          tell(.view(view, report))
        }
      }
    }

    mutating func pass(_ time: Int64) {
      for _ in 0..<10 {
        now += time / 10
        tell(.tick)
      }
    }

    /// What the host does.
    mutating func hear(_ event: SceneWatch.Event, of scene: ObjectIdentifier) {
      switch watch.follow(event, of: scene) {
      case .resume:
        isSuspended = false
        tell(.app(.foreground))
      case .pause: tell(.app(.background))
      case .suspend:
        isSuspended = true
        tell(.app(.background))
      case nil: break
      }
    }

    var isSeen: Bool { page.geometry(of: ad)?.visibleFraction == 1 }
  }

  @Test func `11 in scene 2, its page hears of it and the one in scene 1 does not`() throws {
    let (one, two) = (ObjectIdentifier(first), ObjectIdentifier(second))
    var (stays, goes) = (Window(one), Window(two))
    func hear(_ event: SceneWatch.Event, of scene: ObjectIdentifier) {
      stays.hear(event, of: scene)
      goes.hear(event, of: scene)
    }
    #expect(stays.isSeen && goes.isSeen && goes.made == 1)
    hear(.deactivated, of: two)
    #expect(!goes.isSeen && !goes.isSuspended && stays.isSeen)
    hear(.enteredBackground, of: two)
    #expect(goes.isSuspended && stays.isSeen && !stays.isSuspended)
    // Memory is everybody's: what nobody sees goes, in whatever phase.
    stays.tell(.memoryWarning)
    goes.tell(.memoryWarning)
    if let view = goes.page.view(of: Self.ad) { goes.tell(.view(view, .terminated)) }
    #expect(goes.page.liveViews == 0 && stays.page.liveViews == 1)
    goes.now += 60_000
    stays.pass(60_000)
    hear(.activated, of: two)
    goes.pass(1_000)
    #expect(!goes.isSuspended && goes.isSeen && goes.made == 2)
    #expect(stays.isSeen && stays.made == 1)
  }

  @Test func `another scene's events are passed over, also where the page's own is gone`() {
    var watch = SceneWatch(ObjectIdentifier(first))
    for event in SceneWatch.Event.allCases {
      #expect(watch.follow(event, of: ObjectIdentifier(second)) == nil)
      #expect(watch.follow(event, of: nil) == nil)
    }
    #expect(watch.follow(.disconnected, of: ObjectIdentifier(first)) == .suspend)
    #expect(watch.follow(.activated, of: ObjectIdentifier(second)) == nil)
  }

  @Test(
    arguments: [
      ([.deactivated, .activated], [.pause, .resume]),
      ([.deactivated, .enteredBackground, .activated], [.pause, .suspend, .resume]),
      // The system's order is not to be relied on.
      ([.enteredBackground, .deactivated, .activated], [.suspend, nil, .resume]),
      ([.activated, .deactivated, .deactivated], [nil, .pause, nil]),
      ([.deactivated, .disconnected, .deactivated], [.pause, .suspend, nil]),
    ] as [([SceneWatch.Event], [SceneWatch.Step?])])
  func `a page of an app with one scene follows whatever comes`(
    events: [SceneWatch.Event], steps: [SceneWatch.Step?]
  ) {
    var watch = SceneWatch(nil)
    #expect(events.map { watch.follow($0, of: nil) } == steps)
  }
}
