// SPDX-License-Identifier: MIT
import AdConsent
import AdHosting
import AdInjection
import AdLoading
import AdModel
import TestSupport
import Testing

/// Ads in a lazy stack, whose rows exist only where they are seen, and one beside them.
///
/// Source: a stack makes the rows of the visible rectangle and may make the next one early; the rows that
/// leave it are taken out of the window first, and are gone some updates later.
@Suite struct LazyRowsTests {
  private static let screen = 800.0
  private static let ads = (0..<8).map { AdUnitID(validated: "ad-\($0)") }

  /// A stack of rows with an ad in each, as its app guesses it and as it is.
  private struct Stack {
    var containers = SlotContainers()
    var expected = ExpectedPlaces()
    var page = LazyLoadingManager(PageContent(), seed: 1)
    /// Whether views that no row shows are in a window.
    var hasHolder = true
    let gap: Double
    let error: Double
    var offset = 0.0
    var now: Int64 = 0
    private var rows: [AdUnitID: SlotContainers.ID] = [:]
    private(set) var hosts: [AdUnitID: SlotContainers.ID] = [:]
    private(set) var made: [AdUnitID: Int] = [:]
    private(set) var lost: [TransitionCause] = []
    /// How far each ad was from the screen, in points, as its creative was there.
    private(set) var lead: [AdUnitID: Double] = [:]
    private(set) var faults: [String] = []
    private var waiting: [ViewID: AdUnitID] = [:]

    init(gap: Double = 1_500, error: Double = 0, isExpected: Bool = true) {
      self.gap = gap
      self.error = error
      let permit = LoadPermit(record: ConsentRecordID(1), mode: .personalized)
      tell(.consent(PageConsent(.allowed(permit))))
      tell(.viewport(AdRect(x: 0, y: 0, width: 390, height: LazyRowsTests.screen)))
      guard isExpected else { return }
      let tops = ads.enumerated().map { ($0.element, Double($0.offset + 1) * gap) }
      expected.expect(Dictionary(uniqueKeysWithValues: tops))
      containers.expect(expected.units)
    }

    /// Where an ad is, in the scroll view.
    private func top(_ unit: AdUnitID) -> Double {
      Double((ads.firstIndex(of: unit) ?? 0) + 1) * gap + error - offset
    }

    func isSeen(_ unit: AdUnitID) -> Bool {
      top(unit) < LazyRowsTests.screen && top(unit) > -320
    }

    mutating func tell(_ event: PageEvent) {
      let outcome = page.handle(event, at: now)
      for case .changed(let change) in outcome.events where change.to == .unloaded {
        lost.append(change.cause)
      }
      for effect in outcome.effects {
        if case .make(let view, let unit, _) = effect {
          made[unit, default: 0] += 1
          waiting[view] = unit
        }
        // A page in a window is there as soon as it is asked to render.
        if case .render(let view, _) = effect, let unit = waiting[view] {
          guard hosts[unit] != nil || hasHolder else { continue }
          lead[unit] = lead[unit] ?? top(unit) - LazyRowsTests.screen
          tell(.view(view, .rendered(nil)))
        }
        if case .load(let view, _) = effect {
          for report in [ViewReport.committed, .finished] { tell(.view(view, report)) }
        }
      }
    }

    /// Scrolls, has the system make and take rows, and ends a turn of the main loop.
    mutating func scroll(to offset: Double) {
      self.offset = offset
      for unit in ads {
        let isNear = top(unit) < LazyRowsTests.screen + 300 && top(unit) > -320 - 300
        if isNear, rows[unit] == nil { rows[unit] = containers.make(for: AdSlot(unit: unit)) }
        guard let row = rows[unit] else { continue }
        if isSeen(unit) != (hosts[unit] != nil) {
          if isSeen(unit) { containers.enter(row) } else { containers.leave(row) }
        }
        if !isNear {
          containers.end(row)
          rows[unit] = nil
        }
      }
      for step in containers.turn() {
        switch step {
        case .describe(let slot): tell(.describe(slot))
        case .hide(let unit, let isHidden): tell(.parts(unit, isHidden ? [] : nil))
        case .expect(let unit, let isExpected): tell(.expected(unit, isExpected))
        case .release(let unit): tell(.remove(unit))
        case .show(let unit, let host): hosts[unit] = host
        }
      }
      // Only the rows that are seen say where they are.
      let places = Dictionary(
        uniqueKeysWithValues: ads.filter { hosts[$0] != nil }.map { ($0, top($0)) })
      expected.meet(places, stackAt: -offset)
      let all = places.merging(expected.places(beside: places, stackAt: -offset)) { $1 }
      let frames = all.sorted { $0.key < $1.key }.map {
        AdFrame(unit: $0.key, frame: AdRect(x: 35, y: $0.value, width: 320, height: 320))
      }
      if !frames.isEmpty { tell(.place(frames)) }
      for _ in 0..<2 {
        for unit in ads where hosts[unit] == nil {
          if page.geometry(of: unit)?.visibleFraction ?? 0 > 0 {
            faults.append("\(unit) has no row")
          }
        }
        now += 35
        tell(.tick)
      }
    }

    mutating func scroll(by step: Double, times: Int) {
      for _ in 0..<times { scroll(to: offset + step) }
    }
  }

  @Test func `an ad whose row does not exist is there before it, and moves into the row`() {
    var stack = Stack()
    stack.scroll(by: 20, times: 200)
    for unit in Self.ads.prefix(3) {
      #expect(stack.made[unit] == 1 && stack.page.state(of: unit) == .displayed)
      #expect((stack.lead[unit] ?? 0) > 150, "display is 200 points ahead")
    }
    #expect(stack.hosts[Self.ads[2]] != nil && stack.lost == [] && stack.faults == [])
  }

  @Test func `that nobody expects is fetched as its row comes into the window`() {
    var stack = Stack(isExpected: false)
    stack.scroll(by: 20, times: 100)
    #expect((stack.lead[Self.ads[0]] ?? 0) <= 0 && stack.made[Self.ads[0]] == 1)
  }

  @Test(arguments: [true, false])
  func `its page runs before there is a row only where it waits in a window`(hasHolder: Bool) {
    var stack = Stack()
    stack.hasHolder = hasHolder
    stack.scroll(by: 20, times: 28)
    for _ in 0..<300 { stack.scroll(to: stack.offset) }
    #expect(!stack.isSeen(Self.ads[0]) && stack.hosts[Self.ads[0]] == nil)
    #expect(stack.lost == (hasHolder ? [] : [.notRendered]))
  }

  @Test func `a guess that has an ad on the screen where none is shows nothing of it`() {
    var stack = Stack(error: 700)
    for _ in 0..<3 { stack.scroll(by: 40, times: 40) }
    #expect(stack.faults == [] && stack.made[Self.ads[0]] == 1)
    #expect(stack.page.state(of: Self.ads[0]) == .displayed)
  }

  @Test func `back up, the same ads are there again, and a dead end is not the end of a slot`() {
    var stack = Stack()
    stack.scroll(by: 40, times: 100)
    stack.scroll(by: -40, times: 100)
    #expect(stack.made.values.allSatisfy { $0 == 1 } && stack.faults == [] && stack.lost == [])
    stack.containers.expect([])
    stack.scroll(to: 0)
    #expect(Self.ads.allSatisfy { stack.hosts[$0] == nil })
    #expect(Self.ads.allSatisfy { stack.page.geometry(of: $0)?.visibleFraction ?? 0 == 0 })
  }

  @Test func `however wrong the guesses and however one scrolls, no ad is seen without a row`() {
    Fuzz.forEachSeed(150) { seed, random in
      var stack = Stack(
        gap: Double(random.int(500...2_500)), error: Double(random.int(-450...900)))
      for _ in 0..<60 {
        let jump = random.isOneIn(8) ? random.int(-4_000...6_000) : random.int(-200...300)
        stack.scroll(to: max(0, stack.offset + Double(jump)))
      }
      for _ in 0..<8 { stack.scroll(to: stack.offset) }
      for unit in Self.ads where stack.isSeen(unit) {
        if stack.page.geometry(of: unit)?.visibleFraction ?? 0 == 0 {
          Issue.record("seed \(seed): \(unit) is on the screen and not seen")
        }
      }
      for fault in stack.faults.prefix(1) { Issue.record("seed \(seed): \(fault)") }
    }
  }
}
