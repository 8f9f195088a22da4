// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// What deciding costs per check, beside looking at every ad.
enum LoadingBenchmark {
  static func run(_ workplace: Workplace, _ report: inout Report) throws {
    report.section("Lazy loading: one check, slow scroll (processor time)")
    for ads in [10, 100, 10_000, 1_000_000] {
      let page = try ScrollingPage(ads: ads)
      try compareChecks(page, &report)
    }
    report.section("Lazy loading: worst single check in flings over the whole page")
    report.note("each check's best of 3 runs, so that the machine's own pauses do not count")
    for ads in [10, 100, 10_000, 1_000_000] {
      let worst = try worstCheck(ScrollingPage(ads: ads))
      report.single(
        "\(ads) ads", worst, limit: 10e-6,
        told: ads == 1_000_000 ? "the worst step of a fling over a million ads" : nil)
    }
  }

  private static func compareChecks(_ page: ScrollingPage, _ report: inout Report) throws {
    let quick = page.slowScroll(checks: 20_000)
    let few = Array(quick.prefix(max(5, min(20_000, 20_000_000 / page.frames.count))))
    var engine = try laidOut(page)
    var dictionary = DictionaryScan(page)
    var flat = FlatScan(page)
    var time: Int64 = 1_000
    var transitions = 0
    let medians = try Stopwatch.medians(
      rounds: 3,
      [
        {
          try Stopwatch.processorSeconds {
            transitions += try scroll(along: quick, &engine, from: &time)
          } / Double(quick.count)
        },
        {
          Stopwatch.processorSeconds {
            transitions += scroll(along: few, &dictionary)
          } / Double(few.count)
        },
        {
          Stopwatch.processorSeconds {
            transitions += scroll(along: few, &flat)
          } / Double(few.count)
        },
      ])
    guard transitions > 0 else { throw Failure(description: "no ad was loaded") }
    let what = "\(page.frames.count) ads"
    report.compare(what, ours: medians[0], "dictionary scan", medians[1])
    report.compare(
      what, ours: medians[0], "flat arrays", medians[2], goal: Report.Goal(atMost: 1),
      told: [
        100: "deciding at a scroll step, 100 ads on the page", 1_000_000: "the same, a million ads",
      ][page.frames.count])
    report.single(what, medians[0], limit: 50e-9)
  }

  /// Scrolls, a check each 67 milliseconds, and counts the transitions.
  private static func scroll(
    along tops: [Double], _ engine: inout LoadingEngine, from time: inout Int64
  ) throws -> Int {
    var transitions = 0
    for top in tops {
      time += 67
      let viewport = LoadingEvent.viewport(ScrollingPage.viewport(at: top))
      transitions += try engine.handle(viewport, at: time).count
    }
    return transitions
  }

  private static func scroll(along tops: [Double], _ scan: inout some PlainScan) -> Int {
    var transitions = 0
    for top in tops {
      transitions += scan.check(ScrollingPage.viewport(at: top), .standard)
    }
    return transitions
  }

  private static func laidOut(_ page: ScrollingPage) throws -> LoadingEngine {
    var engine = LoadingEngine(
      under: LoadingTerms(gate: .open(LoadPermit(record: ConsentRecordID(1), mode: .personalized))))
    _ = try engine.handle(.layout(page.frames), at: 0)
    _ = try engine.handle(.viewport(ScrollingPage.viewport(at: 0)), at: 500)
    return engine
  }

  private static func worstCheck(_ page: ScrollingPage) throws -> Double {
    let tops = page.flings()
    var best = [Double](repeating: .infinity, count: tops.count)
    for _ in 0..<3 {
      var engine = try laidOut(page)
      var time: Int64 = 1_000
      for (step, top) in tops.enumerated() {
        time += 67
        let viewport = LoadingEvent.viewport(ScrollingPage.viewport(at: top))
        let seconds = try Stopwatch.seconds { _ = try engine.handle(viewport, at: time) }
        best[step] = min(best[step], seconds)
      }
    }
    return best.max() ?? 0
  }
}
