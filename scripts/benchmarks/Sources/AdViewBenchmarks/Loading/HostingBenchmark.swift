// SPDX-License-Identifier: MIT
import AdHosting
import AdLoading
import AdModel

/// What a hosted page costs per scrolled event, beside the checks and the measurement it is made of.
enum HostingBenchmark {
  static func run(_ workplace: Workplace, _ report: inout Report) throws {
    report.section("A hosted page: one event of a scroll (processor time)")
    for ads in [10, 60, 300] {
      let page = try ScrollingPage(ads: ads)
      try compare("\(ads) ads, a finger", page, page.slowScroll(checks: 20_000), &report)
      // Up and down by a point: the page of an ad on the edge is told how much of it is seen.
      let edge = (0..<20_000).map { Double(450 + $0 % 2) }
      try compare("\(ads) ads, one on the edge", page, edge, &report)
      // The same where the one ad in the viewport stays whole: nothing to do.
      let still = (0..<20_000).map { Double(1_000 + $0 % 2) }
      try compare("\(ads) ads, nothing to do", page, still, &report)
    }
  }

  private static func compare(
    _ what: String, _ page: ScrollingPage, _ tops: [Double], _ report: inout Report
  ) throws {
    let plan = LoadingPlan(served: Set(page.frames.map(\.unit)), loadedAdsLimit: 8)
    let permit = LoadPermit(record: ConsentRecordID(1), mode: .personalized)
    var hosted = LazyLoadingManager(PageContent(plan: plan), seed: 1)
    _ = hosted.handle(.consent(PageConsent(.allowed(permit))), at: 0)
    _ = hosted.handle(.place(page.frames), at: 0)
    var engine = LoadingEngine(under: LoadingTerms(gate: .open(permit), loadedAdsLimit: 8))
    var viewability = PageViewability()
    _ = try engine.handle(.layout(page.frames), at: 0)
    _ = viewability.follow(.layout(page.frames), at: 0)
    var effects = 0
    var changes = 0
    var (time, plainTime): (Int64, Int64) = (1_000, 1_000)
    // What web views answer is no event of a scroll: the clock stands still for it.
    let medians = try Stopwatch.medians(
      rounds: 3,
      [
        {
          var (next, seconds) = (0, 0.0)
          while next < tops.count {
            var loads: [PageEffect] = []
            seconds += Stopwatch.processorSeconds {
              while next < tops.count, loads.isEmpty {
                time += 16
                let event = PageEvent.viewport(ScrollingPage.viewport(at: tops[next]))
                let outcome = hosted.handle(event, at: time)
                effects += outcome.effects.count
                loads = outcome.effects.filter(\.isAnswered)
                next += 1
              }
            }
            answer(loads, of: &hosted, at: time)
          }
          return seconds / Double(tops.count)
        },
        {
          var (next, seconds) = (0, 0.0)
          while next < tops.count {
            var displayed: [LoadTransition] = []
            seconds += try Stopwatch.processorSeconds {
              while next < tops.count, displayed.isEmpty {
                plainTime += 16
                let event = LoadingEvent.viewport(ScrollingPage.viewport(at: tops[next]))
                let transitions = try engine.handle(event, at: plainTime)
                for change in transitions { changes += viewability.follow(change).count }
                changes += viewability.follow(event, at: plainTime).count
                changes += viewability.takeCuts().count
                displayed = transitions.filter { $0.to == .displayed }
                next += 1
              }
            }
            for change in displayed {
              let event = LoadingEvent.rendered(change.unit)
              _ = try engine.handle(event, at: plainTime)
              _ = viewability.follow(event, at: plainTime)
            }
          }
          return seconds / Double(tops.count)
        },
      ])
    guard effects > 0 else { throw Failure(description: "the page did nothing") }
    report.compare(
      what, ours: medians[0], "engine and meters", medians[1], goal: .init(atMost: 1.2),
      told: what == "60 ads, a finger" ? "a hosted page's event, 60 ads, a finger" : nil)
  }

  /// Reports what a host's web views do at once: they load, and show their creatives.
  private static func answer(
    _ effects: [PageEffect], of page: inout LazyLoadingManager, at time: Int64
  ) {
    for effect in effects {
      let (view, reports): (ViewID, [ViewReport]) =
        switch effect {
        case .load(let view, _): (view, [.committed, .parsed, .finished])
        case .render(let view, _): (view, [.rendered(nil)])
        case .ask(let view, _): (view, [.answered(nil)])
        default: preconditionFailure("nothing is reported of it")
        }
      for report in reports {
        answer(
          page.handle(.view(view, report), at: time).effects.filter(\.isAnswered), of: &page,
          at: time)
      }
    }
  }
}

extension PageEffect {
  /// Whether a host reports what came of it.
  fileprivate var isAnswered: Bool {
    switch self {
    case .load, .render, .ask: true
    default: false
    }
  }
}
