// SPDX-License-Identifier: MIT
import AdConsent
import AdHosting
import AdInjection
import AdLoading
import AdModel
import Testing

/// What a page does about processes that may have ended while its app was away, without a word.
@Suite struct ReturningPageTests {
  private static let ad = AdUnitID(validated: "ad")
  private var page = LazyLoadingManager(PageContent(), seed: 1)
  private var asked: [Int64] = []
  private var lost: [TransitionCause] = []
  private var now: Int64 = 0

  init() throws {
    let permit = LoadPermit(record: ConsentRecordID(1), mode: .personalized)
    tell(.consent(PageConsent(.allowed(permit))))
    tell(.viewport(AdRect(x: 0, y: 0, width: 390, height: 800)))
    tell(.place([AdFrame(unit: Self.ad, frame: AdRect(x: 35, y: 100, width: 320, height: 320))]))
    pass(1_000)
    let view = try #require(page.view(of: Self.ad))
    for report in [ViewReport.committed, .finished, .rendered(nil)] { tell(.view(view, report)) }
    #expect(asked.count == 1, "a page that has finished is asked for its thresholds")
  }

  private mutating func tell(_ event: PageEvent) {
    let outcome = page.handle(event, at: now)
    for case .ask(_, _) in outcome.effects { asked.append(now) }
    for case .changed(let change) in outcome.events where change.to == .unloaded {
      lost.append(change.cause)
    }
  }

  private mutating func pass(_ time: Int64) {
    let end = now + time
    while let due = page.nextDeadline, due <= end {
      now = max(due, now)
      tell(.tick)
    }
    now = end
    tell(.tick)
  }

  private mutating func leaveAndReturn() {
    tell(.app(.background))
    pass(20_000)
    tell(.app(.foreground))
  }

  private mutating func answer() throws {
    tell(.view(try #require(page.view(of: Self.ad)), .answered(nil)))
  }

  @Test mutating func `one that does not answer any more has ended, and is loaded again`() throws {
    try answer()
    let view = page.view(of: Self.ad)
    leaveAndReturn()
    #expect(asked.count == 2)
    pass(LazyLoadingManager.answerLimit - 1)
    #expect(lost == [] && page.view(of: Self.ad) == view)
    pass(1)
    #expect(lost == [.processTerminated])
    pass(40_000)
    #expect(page.view(of: Self.ad) != nil && page.view(of: Self.ad) != view)
  }

  @Test(arguments: [ViewReport.answered(nil), .committed, .clicked, .parsed])
  mutating func `one that says anything lives`(report: ViewReport) throws {
    try answer()
    leaveAndReturn()
    tell(.view(try #require(page.view(of: Self.ad)), report))
    pass(14_000)
    #expect(lost == [])
  }

  @Test mutating func `one that never answered says nothing by its silence`() {
    leaveAndReturn()
    pass(60_000)
    #expect(asked.count == 1 && lost == [])
  }

  @Test mutating func `time in which nobody sees the page does not count`() throws {
    try answer()
    leaveAndReturn()
    pass(6_000)
    tell(.viewport(nil))
    pass(20_000)
    tell(.viewport(AdRect(x: 0, y: 0, width: 390, height: 800)))
    pass(3_999)
    #expect(lost == [])
    pass(1)
    #expect(lost == [.processTerminated])
  }

  @Test mutating func `one that loads, and one that is heard no more, are not asked`() throws {
    try answer()
    let view = try #require(page.view(of: Self.ad))
    for message in 0..<310 {
      tell(
        .view(
          view,
          .message(handler: "nativeBridge", body: .integer(Int64(message)), isMainFrame: true)))
    }
    leaveAndReturn()
    #expect(asked.count == 1)
    tell(.reload(Self.ad))
    pass(40_000)
    let next = try #require(page.view(of: Self.ad))
    for report in [ViewReport.committed, .finished, .answered(nil), .committed] {
      tell(.view(next, report))
    }
    let before = asked.count
    leaveAndReturn()
    #expect(asked.count == before, "another document has committed, and has not finished")
  }

  @Test mutating func `that the app is in front already asks nobody`() throws {
    try answer()
    tell(.app(.foreground))
    #expect(asked.count == 1)
  }
}
