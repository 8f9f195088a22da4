// SPDX-License-Identifier: MIT
import AdHosting
import TestSupport
import Testing

@Suite struct WebViewLifeTests {
  private typealias Step = (event: WebViewLife.Event, time: Int64)

  private func run(_ steps: [Step]) -> (life: WebViewLife, effects: [WebViewLife.Effect]) {
    var life = WebViewLife()
    let effects = steps.flatMap { life.handle($0.event, at: $0.time) }
    return (life, effects)
  }

  @Test func `an ad is rendered once, however its display and its page follow one another`() {
    let page: [Step] = [(.committed(load: 1), 10), (.finished(load: 1), 20)]
    for place in 0...page.count {
      var steps = page
      steps.insert((.display(true), 15), at: place)
      #expect(run(steps + [(.display(false), 30), (.display(true), 40)]).effects == [.render])
    }
  }

  @Test func `a page that is loaded anew is rendered anew`() {
    let (life, effects) = run([
      (.display(true), 0), (.committed(load: 1), 10), (.finished(load: 1), 20), (.reload, 30),
      (.finished(load: 1), 35), (.committed(load: 2), 40), (.finished(load: 2), 50),
    ])
    #expect(effects == [.render, .load(2), .render])
    #expect(life.staleReports == 1)
  }

  @Test func `reports about an earlier load and after the drop change nothing and are counted`() {
    let (life, effects) = run([
      (.reload, 0), (.committed(load: 1), 1), (.failed(load: 1), 2), (.committed(load: 2), 3),
      (.drop, 4), (.finished(load: 2), 5), (.terminated, 6), (.display(true), 7), (.tick, 90_000),
    ])
    #expect(effects == [.load(2), .drop])
    #expect(life.state == .dropped && life.staleReports == 5 && life.nextDeadline == nil)
  }

  @Test(arguments: [
    WebViewLife.Event.terminated, .failed(load: 1), .failed(load: 2), .failed(load: 3),
  ])
  func `a page that fails is tried again after one, two and four seconds`(
    failure: WebViewLife.Event
  ) {
    var life = WebViewLife()
    var now: Int64 = 1_000
    for (count, delay) in WebViewLife.retryDelays.enumerated() {
      _ = life.handle(failure == .terminated ? failure : .failed(load: count + 1), at: now)
      #expect(life.nextDeadline == now + delay)
      #expect(life.handle(.tick, at: now + delay - 1) == [])
      #expect(life.handle(.tick, at: now + delay) == [.load(count + 2)])
      now += delay
    }
    _ = life.handle(.terminated, at: now)
    #expect(life.nextDeadline == 2_000 + WebViewLife.retryWindow)
  }

  @Test func `a page that failed is tried again at once when it comes on screen`() {
    #expect(run([(.terminated, 0), (.cameOnScreen, 10)]).effects == [.load(2)])
    #expect(run([(.committed(load: 1), 0), (.cameOnScreen, 10)]).effects == [])
  }

  @Test func `whatever happens, the promises hold`() {
    Fuzz.forEachSeed(20_000) { seed, random in
      var life = WebViewLife()
      var time: Int64 = 0
      var renders = 0
      var loads: [Int64] = []
      var isCommitted = false
      for _ in 0..<random.int(1...40) {
        time += Int64(random.int(0...random.int(1...5_000)))
        let event = self.event(for: life, using: &random)
        let before = life
        let effects = life.handle(event, at: time)
        if case .committed(before.load) = event, before.state == .loading { isCommitted = true }
        for effect in effects {
          switch effect {
          case .load(let number):
            #expect(number == before.load + 1, "seed \(seed)")
            if event != .reload { loads.append(time) }
            (renders, isCommitted) = (0, false)
          case .render:
            renders += 1
            #expect(isCommitted && life.state == .finished, "seed \(seed)")
          case .drop: #expect(event == .drop, "seed \(seed)")
          }
        }
        #expect(renders <= 1, "seed \(seed)")
        if before.state == .dropped { #expect(effects == [], "seed \(seed)") }
        let recent = loads.filter { $0 + WebViewLife.retryWindow > time }
        #expect(recent.count <= WebViewLife.retryDelays.count, "seed \(seed)")
      }
    }
  }

  private func event(
    for life: WebViewLife, using random: inout SeededRandom
  ) -> WebViewLife.Event {
    let load = random.isOneIn(5) ? random.int(1...life.load + 1) : life.load
    switch random.int(0...11) {
    case 0, 1: return .committed(load: load)
    case 2, 3: return .finished(load: load)
    case 4: return .failed(load: load)
    case 5: return .terminated
    case 6: return .display(random.isOneIn(2))
    case 7: return .display(true)
    case 8: return .cameOnScreen
    case 9: return random.isOneIn(3) ? .reload : .tick
    case 10: return random.isOneIn(6) ? .drop : .tick
    default: return .tick
    }
  }
}
