// SPDX-License-Identifier: MIT
import AdConsent
import AdHosting
import AdInjection
import AdLoading
import AdModel
import TestSupport
import Testing

/// The orders in which SwiftUI and UIKit call an ad's container, played against the code that answers them.
@Suite struct SlotContainersTests {
  private static let unit = AdUnitID(validated: "ad")
  private static let other = AdUnitID(validated: "other")

  /// An app's views, and the page that their ads are in.
  private struct App {
    var containers = SlotContainers()
    var page = LazyLoadingManager(PageContent(), seed: 1)
    /// Which container shows a unit's ad.
    var hosts: [AdUnitID: SlotContainers.ID] = [:]
    var now: Int64 = 0
    /// Whether views that no container shows are in a window.
    var hasHolder = true
    /// The views whose pages have not run.
    private var waiting: [ViewID: AdUnitID] = [:]
    var made = 0
    var rendered = 0
    var dropped = 0
    var shows = 0

    init() {
      let permit = LoadPermit(record: ConsentRecordID(1), mode: .personalized)
      tell(.consent(PageConsent(.allowed(permit))))
      tell(.viewport(AdRect(x: 0, y: 0, width: 390, height: 800)))
    }

    mutating func tell(_ event: PageEvent) {
      for effect in page.handle(event, at: now).effects {
        switch effect {
        case .make(let view, let unit, _):
          made += 1
          waiting[view] = unit
        case .drop(let view):
          dropped += 1
          waiting[view] = nil
        default: break
        }
      }
      load()
    }

    /// Has the pages of views be there at once, where the views are in a window: WebKit lets no others run.
    private mutating func load() {
      let running = waiting.filter { hosts[$0.value] != nil || hasHolder }
      for view in running.keys.sorted(by: { $0.number < $1.number }) {
        waiting[view] = nil
        rendered += 1
        for report in [ViewReport.committed, .finished, .rendered(nil)] {
          tell(.view(view, report))
        }
      }
    }

    /// Ends a turn of the main loop: the containers' steps, then the layout.
    mutating func turn(_ units: [AdUnitID] = [unit]) {
      for step in containers.turn() {
        switch step {
        case .describe(let slot): tell(.describe(slot))
        case .hide(let unit, let isHidden): tell(.parts(unit, isHidden ? [] : nil))
        case .expect(let unit, let isExpected): tell(.expected(unit, isExpected))
        case .release(let unit): tell(.remove(unit))
        case .show(let unit, let host):
          shows += 1
          hosts[unit] = host
        }
      }
      load()
      let placed = units.filter { !containers.containers(of: $0).isEmpty }
      if !placed.isEmpty {
        tell(
          .place(
            placed.map {
              AdFrame(unit: $0, frame: AdRect(x: 30, y: 100, width: 320, height: 320))
            }))
      }
      for _ in 0..<4 {
        now += 70
        tell(.tick)
      }
    }

    mutating func appear(_ unit: AdUnitID = unit) -> SlotContainers.ID {
      let container = containers.make(for: AdSlot(unit: unit))
      containers.update(container, to: AdSlot(unit: unit))
      containers.enter(container)
      turn([unit])
      return container
    }

    var state: LoadState { page.state(of: SlotContainersTests.unit) }
    var host: SlotContainers.ID? { hosts[SlotContainersTests.unit] }
  }

  private var app = App()

  @Test
  mutating func `1, first appearance: the first layout knows the size, before anything was made`()
    throws
  {
    var slot = AdSlot(unit: Self.unit)
    slot.sizes = try SizeOverrides(initialWidth: 300, initialHeight: 600)
    slot.label = try LabelOverrides(isShown: true)
    let size = app.page.size(for: slot)
    #expect(size.creative == CreativeSize(width: 300, height: 600) && size.height == 612)
    let container = app.containers.make(for: slot)
    #expect(app.made == 0 && app.page.view(of: Self.unit) == nil, "nothing follows at once")
    app.containers.update(container, to: slot)
    for _ in 0..<3 { #expect(app.page.size(for: slot) == size) }
    app.containers.enter(container)
    app.turn()
    #expect(app.host == container && app.state == .displayed)
    #expect(app.page.size(of: Self.unit) == size)
  }

  @Test(arguments: [false, true])
  mutating func `2, a new identity before the old one ends, in one turn or in several`(
    isApart: Bool
  ) {
    let old = app.appear()
    let view = app.page.view(of: Self.unit)
    let new = app.containers.make(for: AdSlot(unit: Self.unit))
    app.containers.enter(new)
    if isApart { app.turn() }
    app.containers.update(new, to: AdSlot(unit: Self.unit))
    app.containers.end(old)
    app.turn()
    #expect(app.host == new && app.page.view(of: Self.unit) == view && app.state == .displayed)
    #expect((app.made, app.dropped) == (1, 0))
  }

  @Test mutating func `3, the old one stays in its window for an animation, and both are updated`()
  {
    let old = app.appear()
    let new = app.containers.make(for: AdSlot(unit: Self.unit))
    app.containers.enter(new)
    for _ in 0..<30 {
      for container in [old, new] { app.containers.update(container, to: AdSlot(unit: Self.unit)) }
      app.turn()
      #expect(app.host == new)
    }
    app.containers.leave(old)
    app.containers.end(old)
    app.turn()
    #expect(app.host == new && app.shows == 2 && app.dropped == 0)
  }

  @Test mutating func `4, a recycled one ends before the new one is made, in one call`() {
    let old = app.appear()
    let view = app.page.view(of: Self.unit)
    app.containers.end(old)
    let new = app.containers.make(for: AdSlot(unit: Self.unit))
    app.containers.enter(new)
    app.turn()
    #expect(app.host == new && app.page.view(of: Self.unit) == view && app.dropped == 0)
  }

  @Test mutating func `4b, a recycled one that comes back a while later has its own ad back`() {
    let old = app.appear()
    let view = app.page.view(of: Self.unit)
    app.containers.end(old)
    for _ in 0..<10 { app.turn() }
    #expect(app.host == nil)
    let new = app.appear()
    #expect(app.host == new && app.page.view(of: Self.unit) == view && app.state == .displayed)
    #expect((app.made, app.dropped) == (1, 0))
  }

  @Test mutating func `5, the same identity shows another unit`() {
    let container = app.appear()
    app.containers.update(container, to: AdSlot(unit: Self.other))
    app.turn([Self.other])
    #expect(app.host == nil && app.hosts[Self.other] == container)
    #expect(app.page.state(of: Self.other) == .displayed)
    #expect(app.page.geometry(of: Self.unit)?.visibleFraction ?? 0 == 0)
  }

  @Test mutating func `6, one that is made ahead and never comes into a window loads nothing`() {
    let container = app.containers.make(for: AdSlot(unit: Self.unit))
    for _ in 0..<5 { app.turn() }
    #expect(app.made == 0 && app.host == nil)
    app.containers.end(container)
    app.turn()
    #expect(app.made == 0 && !app.containers.isTurnDue)
  }

  @Test(arguments: [1, 20])
  mutating func `7, scrolled out and back in it has the same view, and goes later`(turns: Int) {
    let container = app.appear()
    let view = app.page.view(of: Self.unit)
    app.containers.leave(container)
    for _ in 0..<turns { app.turn() }
    #expect(app.host == nil && app.page.view(of: Self.unit) == view)
    #expect(app.page.geometry(of: Self.unit)?.visibleFraction == 0)
    app.containers.enter(container)
    app.turn()
    #expect(app.host == container && app.page.view(of: Self.unit) == view)
    #expect(app.page.geometry(of: Self.unit)?.visibleFraction == 1)
    app.containers.leave(container)
    app.turn()
    app.containers.end(container)
    app.turn()
    #expect(app.host == nil && (app.made, app.dropped) == (1, 0))
  }

  @Test mutating func `8, of two windows the last one entered has the ad, and hands it back`() {
    let one = app.appear()
    let two = app.appear()
    #expect(app.host == two)
    app.containers.leave(two)
    app.turn()
    #expect(app.host == one)
    app.containers.enter(two)
    app.turn()
    app.containers.enter(one)
    app.turn()
    #expect(app.host == one && (app.made, app.dropped) == (1, 0))
  }

  @Test mutating func `10, pushed over, covered by a sheet, and back`() {
    let container = app.appear()
    app.containers.leave(container)
    app.tell(.viewport(nil))
    app.turn()
    #expect(app.page.geometry(of: Self.unit)?.visibleFraction == 0)
    app.containers.enter(container)
    app.tell(.viewport(AdRect(x: 0, y: 0, width: 390, height: 800)))
    app.turn()
    #expect(app.page.geometry(of: Self.unit)?.visibleFraction == 1)
    app.tell(.obstructions([Obstruction(AdRect(x: 0, y: 50, width: 390, height: 750), .sheet)]))
    #expect(app.page.geometry(of: Self.unit)?.visibleFraction == 0)
    app.tell(.obstructions([]))
    #expect(app.page.geometry(of: Self.unit)?.visibleFraction == 1 && app.dropped == 0)
  }

  @Test mutating func `11, background, a warning, a dead process, and the foreground again`() throws
  {
    let container = app.appear()
    app.tell(.app(.background))
    app.tell(.memoryWarning)
    let view = try #require(app.page.view(of: Self.unit))
    app.tell(.view(view, .terminated))
    #expect(app.page.liveViews == 0)
    app.now += 60_000
    app.tell(.app(.foreground))
    app.turn()
    #expect(app.host == container && app.state == .displayed && (app.made, app.dropped) == (2, 1))
  }

  @Test mutating func `B10, an ad without a container runs on only where it waits in a window`() {
    for hasHolder in [false, true] {
      var app = App()
      app.hasHolder = hasHolder
      let container = app.containers.make(for: AdSlot(unit: Self.unit))
      app.containers.enter(container)
      for step in app.containers.turn() {
        if case .describe(let slot) = step { app.tell(.describe(slot)) }
      }
      // Its row is gone before its page has come.
      app.tell(
        .place([
          AdFrame(unit: Self.unit, frame: AdRect(x: 30, y: 100, width: 320, height: 320))
        ]))
      app.containers.leave(container)
      for _ in 0..<3 { app.turn() }
      #expect(app.made == 1 && app.host == nil)
      #expect(app.page.geometry(of: Self.unit)?.visibleFraction == 0)
      #expect(app.rendered == (hasHolder ? 1 : 0))
    }
  }

  @Test mutating func `12, what a view still answers after it was dropped changes nothing`() throws
  {
    let container = app.appear()
    let view = try #require(app.page.view(of: Self.unit))
    app.tell(.consent(PageConsent(.blocked(.withdrawn))))
    for report in [
      ViewReport.answered("{}"), .finished, .clicked, .failed(.failed), .rendered(nil),
    ] { app.tell(.view(view, report)) }
    #expect(app.page.ignored[.droppedView] == 5)
    #expect(app.host == container && app.page.liveViews == 0)
  }

  @Test mutating func `13, ends without having left, and leaves twice`() {
    let one = app.appear()
    app.containers.end(one)
    app.containers.end(one)
    app.containers.leave(one)
    app.turn()
    #expect(app.host == nil)
    let two = app.appear()
    app.containers.leave(two)
    app.containers.leave(two)
    app.turn()
    app.containers.enter(two)
    app.turn()
    #expect(app.host == two && (app.made, app.dropped) == (1, 0))
  }

  @Test(arguments: [true, false])
  mutating func `14, a rotation tells the viewport before the places or after them`(
    isViewportFirst: Bool
  ) {
    _ = app.appear()
    let viewport = PageEvent.viewport(AdRect(x: 0, y: 0, width: 800, height: 390))
    let place = PageEvent.place([
      AdFrame(unit: Self.unit, frame: AdRect(x: 235, y: 60, width: 320, height: 320))
    ])
    for event in isViewportFirst ? [viewport, place] : [place, viewport] { app.tell(event) }
    #expect(app.page.geometry(of: Self.unit)?.visibleFraction == 1)
    #expect(app.state == .displayed && (app.made, app.dropped) == (1, 0))
  }

  @Test func `what is let go of comes first, for its container may be another's now`() {
    var containers = SlotContainers()
    let (a, b) = (AdUnitID(validated: "a"), AdUnitID(validated: "b"))
    let container = containers.make(for: AdSlot(unit: b))
    containers.enter(container)
    _ = containers.turn()
    containers.update(container, to: AdSlot(unit: a))
    #expect(
      containers.turn() == [
        .show(b, in: nil), .release(b), .describe(AdSlot(unit: a)), .show(a, in: container),
      ])
  }

  @Test mutating func `of a unit that is expected, the last container's end is not the slot's`() {
    app.containers.expect([Self.unit])
    let row = app.appear()
    let view = app.page.view(of: Self.unit)
    app.containers.end(row)
    app.turn()
    #expect(app.host == nil && app.page.view(of: Self.unit) == view && app.state == .displayed)
    #expect(app.page.geometry(of: Self.unit)?.visibleFraction == 0)
    let again = app.appear()
    #expect(app.host == again && app.page.geometry(of: Self.unit)?.visibleFraction == 1)
    app.containers.end(again)
    app.containers.expect([])
    app.turn()
    #expect(app.page.geometry(of: Self.unit)?.visibleFraction ?? 0 == 0 && app.dropped == 0)
    app.turn()
    #expect(!app.containers.isTurnDue)
  }

  @Test
  func
    `in any order there is one container that has the ad, the last to enter of those in a window`()
  {
    Fuzz.forEachSeed(2_000) { seed, random in
      var containers = SlotContainers()
      var alive: [(id: SlotContainers.ID, unit: AdUnitID, entered: Int)] = []
      var hosts: [AdUnitID: SlotContainers.ID] = [:]
      let units = [Self.unit, Self.other]
      for step in 1...60 {
        let place = alive.isEmpty ? nil : random.int(0...(alive.count - 1))
        if random.isOneIn(12) {
          containers.expect(random.isOneIn(2) ? [] : [units[random.int(0...1)]])
        }
        switch (random.int(0...5), place) {
        case (0, _), (_, nil):
          let unit = units[random.int(0...1)]
          alive.append((containers.make(for: AdSlot(unit: unit)), unit, 0))
        case (1, let place?), (2, let place?):
          containers.enter(alive[place].id)
          alive[place].entered = step
        case (3, let place?):
          containers.leave(alive[place].id)
          alive[place].entered = 0
        case (4, let place?):
          alive[place].unit = units[random.int(0...1)]
          containers.update(alive[place].id, to: AdSlot(unit: alive[place].unit))
        case (_, let place?): containers.end(alive.remove(at: place).id)
        }
        guard random.isOneIn(3) else { continue }
        for case .show(let unit, let host) in containers.turn() { hosts[unit] = host }
        for unit in units {
          let expected = alive.filter { $0.unit == unit && $0.entered > 0 }
            .max { $0.entered < $1.entered }?.id
          if hosts[unit] != expected { Issue.record("seed \(seed), step \(step)") }
        }
      }
    }
  }
}
