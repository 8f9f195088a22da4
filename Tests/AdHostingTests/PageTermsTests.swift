// SPDX-License-Identifier: MIT
import AdConsent
import AdHosting
import AdInjection
import AdLoading
import AdModel
import Testing

/// What consent and inventory say while ads wait or are due.
@Suite struct PageTermsTests {
  private static let ad = AdUnitID(validated: "ad")
  private var page = LazyLoadingManager(PageContent(), seed: 1)
  private var made = 0

  init() {
    let permit = LoadPermit(record: ConsentRecordID(1), mode: .personalized)
    tell(.consent(PageConsent(.allowed(permit))), at: 0)
    tell(.viewport(AdRect(x: 0, y: 0, width: 390, height: 800)), at: 0)
  }

  private mutating func tell(_ event: PageEvent, at time: Int64) {
    for case .make(_, _, _) in page.handle(event, at: time).effects { made += 1 }
  }

  private mutating func place(_ y: Double, at time: Int64) {
    tell(
      .place([AdFrame(unit: Self.ad, frame: AdRect(x: 35, y: y, width: 320, height: 320))]),
      at: time)
  }

  private mutating func run(until end: Int64) {
    while let due = page.nextDeadline, due <= end { tell(.tick, at: due) }
  }

  /// Has the ad there, and its process end at 1 s.
  private mutating func lose() throws {
    place(100, at: 0)
    run(until: 1_000)
    let view = try #require(page.view(of: Self.ad))
    for report in [ViewReport.committed, .finished, .terminated] {
      tell(.view(view, report), at: 1_000)
    }
    #expect(page.state(of: Self.ad) == .unloaded && made == 1)
  }

  @Test mutating func `a withdrawal comes before what is due at its moment`() {
    place(3_000, at: 0)
    tell(.viewport(AdRect(x: 0, y: 10, width: 390, height: 800)), at: 10)
    // The check that would fetch it is due at 67 ms, and nobody has looked since.
    tell(.viewport(AdRect(x: 0, y: 2_900, width: 390, height: 800)), at: 20)
    tell(.consent(PageConsent(.blocked(.withdrawn))), at: 500)
    run(until: 5_000)
    #expect(made == 0)
  }

  /// What the history is told of loads and views of a late word of consent.
  private mutating func late(_ consent: PageConsent) -> (history: [String], made: Int) {
    place(3_000, at: 0)
    tell(.viewport(AdRect(x: 0, y: 10, width: 390, height: 800)), at: 10)
    tell(.viewport(AdRect(x: 0, y: 2_900, width: 390, height: 800)), at: 20)
    let outcome = page.handle(.consent(consent), at: 500)
    let history = outcome.events.compactMap { event -> String? in
      if case .changed(let change) = event {
        "\(change.to) under \(change.permit?.record.rawValue ?? 0)"
      } else {
        nil
      }
    }
    return (history, outcome.effects.filter { if case .make = $0 { true } else { false } }.count)
  }

  @Test mutating func `a check that never ran before a withdrawal is no load in the history`() {
    let (history, made) = late(PageConsent(.blocked(.withdrawn)))
    #expect(history.isEmpty && made == 0)
  }

  @Test mutating func `what is loaded with a new answer is loaded under it`() {
    let renewed = LoadPermit(record: ConsentRecordID(2), mode: .personalized)
    let (history, made) = late(PageConsent(.allowed(renewed)))
    #expect(history.first == "fetched under 2" && made == 1)
  }

  @Test mutating func `a consent that ran out before anybody looked loads nothing`() {
    let permit = LoadPermit(record: ConsentRecordID(3), mode: .personalized)
    tell(.consent(PageConsent(.allowed(permit), expiresAt: 400)), at: 0)
    place(3_000, at: 0)
    tell(.viewport(AdRect(x: 0, y: 2_900, width: 390, height: 800)), at: 20)
    let outcome = page.handle(.tick, at: 500)
    #expect(!outcome.effects.contains { if case .make = $0 { true } else { false } })
    #expect(!outcome.events.contains { if case .changed = $0 { true } else { false } })
    #expect(page.gate == .closed(.expired))
  }

  @Test mutating func `an ad that is lost in sight is not tried again before its time`() throws {
    try lose()
    tell(.viewport(AdRect(x: 0, y: 5, width: 390, height: 800)), at: 1_200)
    run(until: 1_900)
    #expect(made == 1)
    run(until: 3_000)
    #expect(made == 2)
  }

  @Test mutating func `a lost ad whose unit is paused meanwhile is not tried again`() throws {
    try lose()
    var content = PageContent()
    content.plan.withheld = [Self.ad]
    tell(.content(content), at: 1_100)
    run(until: 20_000)
    #expect(made == 1)
    content.plan.withheld = []
    tell(.content(content), at: 20_000)
    run(until: 30_000)
    #expect(made == 2)
  }

  @Test mutating func `a unit that is active again still waits for what its ad was lost by`() throws
  {
    try lose()
    var content = PageContent()
    content.plan.withheld = [Self.ad]
    tell(.content(content), at: 1_100)
    content.plan.withheld = []
    tell(.content(content), at: 1_200)
    run(until: 1_900)
    #expect(made == 1)
    run(until: 3_000)
    #expect(made == 2)
  }

  @Test mutating func `the size that an ad told stays, whatever its slot is described as later`()
    throws
  {
    place(100, at: 0)
    run(until: 1_000)
    let view = try #require(page.view(of: Self.ad))
    tell(.view(view, .committed), at: 1_000)
    let size: JSONValue = ["type": "adSize", "width": 300, "height": 250]
    tell(
      .view(view, .message(handler: "nativeBridge", body: size, isMainFrame: true)), at: 1_000)
    #expect(page.size(of: Self.ad).creative.height == 250)
    var slot = AdSlot(unit: Self.ad)
    slot.sizes = try SizeOverrides(initialWidth: 300, initialHeight: 600)
    tell(.describe(slot), at: 2_000)
    #expect(page.size(of: Self.ad).creative.height == 250)
  }
}
